"""The pots of the last hand, awarded again as the floor says, until substantial action in the next one (TDA 2024 rule
22)."""

from collections.abc import Sequence

import msgspec

from engine.actions import Overrule, StartHand
from engine.events import Amended, AwardPots, Event, HandEnded, HandEvent, Overruled, PotAwarded
from engine.game.amending import RecordedTouch, RepairPlan, rerun_steps, touches_of
from engine.game.rerun import RerunStep
from engine.game.timeline import Fact, GameState, HandTimeline, facts_of, state_at
from engine.hand.state import Hand
from engine.refused import Refused
from engine.table.state import is_playing


class Awarded(msgspec.Struct, frozen=True):
    """A hand whose pots were pushed: the mark before which they were not, and the hand and its players' names, by seat,
    as it was then."""

    mark: int
    hand: Hand
    names: dict[int, str]
    pots: tuple[PotAwarded, ...]


def last_awarded(state: GameState) -> Awarded | None:
    """The last hand that ended with a pot; None where there is none, or where what came before is not known."""
    timeline = state.last if is_playing(state.table) else state.timeline
    if timeline is None or timeline.start is None:
        return None
    facts = _pushed(timeline)
    before = state_at(state, facts[0].mark) if facts else None
    if before is None or before.table.hand is None:
        return None
    pots = tuple(fact.event for fact in facts if isinstance(fact.event, PotAwarded))
    names = {number: seat.name for number, seat in enumerate(before.table.seats, 1) if seat}
    return Awarded(facts[0].mark, before.table.hand, names, pots)


def pushed_in(state: GameState) -> RecordedTouch:
    """The touch that pushed the pots of the last hand. Raises `Refused` where there are none to award again."""
    awarded = last_awarded(state)
    if awarded is None:
        raise Refused("no-pots-to-correct")
    found = (touch for touch in touches_of(state) if any(fact.mark == awarded.mark for fact in touch.facts))
    if (push := next(found, None)) is None:
        raise Refused("no-pots-to-correct")
    return push


def plan(state: GameState, action: Overrule, pots: AwardPots) -> RepairPlan:
    """Plan the new award and what followed it. Raises `Refused` where there is nothing to award again."""
    push, awarded = pushed_in(state), last_awarded(state)
    mark = awarded.mark if awarded else push.mark
    alone = not any(isinstance(fact.event, HandEvent) and fact.mark < mark for fact in push.facts)
    steps = [RerunStep(Overrule(action.by, action.why, pots), push.hand)]
    if push.deal is not None:
        steps.append(RerunStep(StartHand(), push.hand, deal=push.deal))
    after = rerun_steps([touch for touch in touches_of(state) if touch.mark > push.mark])
    behind = sum(1 for fact in facts_of(state) if fact.mark > mark)
    amended = Amended(mark, "award", floor=action.why, behind=behind)
    return RepairPlan(push.mark if alone else mark, push.mark, (*steps, *after), amended)


def _pushed(timeline: HandTimeline) -> Sequence[Fact]:
    """The facts by which its pots were pushed, from the floor's order on where there was one."""
    ended = next((index for index, fact in enumerate(timeline.facts) if isinstance(fact.event, HandEnded)), 0)
    first = ended
    while first and _awards(timeline.facts[first - 1].event):
        first -= 1
    return timeline.facts[first:ended]


def _awards(event: Event) -> bool:
    ordered = isinstance(event, Overruled) and isinstance(event.order, AwardPots)
    return ordered or isinstance(event, PotAwarded)
