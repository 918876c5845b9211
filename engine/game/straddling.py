"""A straddle in the hand just dealt. The hand is dealt again, with a straddle posted by the player to the left of the
big blind."""

from engine.events import Amended, Event, HandStarted, TakenBack
from engine.game.timeline import GameState, HandTimeline, facts_of
from engine.hand.state import Hand
from engine.refused import Refused
from engine.table.next_deal import is_straddled, straddle_deal_problem, straddled, straddler
from engine.table.rules import deal_again
from engine.table.state import is_playing


def straddle(state: GameState) -> list[Event]:
    """The events of a straddle. Raises `Refused`."""
    timeline, deal, hand = _just_dealt(state)
    if timeline.start is None:
        raise Refused("straddle-too-late")
    if problem := straddle_deal_problem(timeline.start, deal):
        raise problem
    if not hand.live[deal.seats.index(straddler(deal))]:
        raise Refused("seat-folded", seat=straddler(deal))
    mark = timeline.facts[0].mark
    behind = sum(1 for fact in facts_of(state) if fact.mark > mark)
    again = deal_again(timeline.start, straddled(deal))
    return [Amended(mark, "straddle", behind=behind), TakenBack(mark), *again]


def may_straddle(state: GameState) -> int:
    """The seat that may straddle in the hand just dealt; 0 if no seat may."""
    try:
        straddle(state)
        return straddler(_just_dealt(state)[1])
    except Refused:
        return 0


def _just_dealt(state: GameState) -> tuple[HandTimeline, HandStarted, Hand]:
    """The hand in play if only its deal has been recorded. Raises `Refused` otherwise."""
    timeline, hand = state.timeline, state.table.hand
    deal = timeline.facts[0].event if timeline is not None else None
    if timeline is None or hand is None or not isinstance(deal, HandStarted) or not is_playing(state.table):
        raise Refused("no-hand-in-play")
    if is_straddled(deal):
        raise Refused("straddled-already")
    if hand.acts or hand.board or any(hand.tabled) or hand.mishaps or hand.forfeited or state.waiting.kind:
        raise Refused("straddle-too-late")
    return timeline, deal, hand
