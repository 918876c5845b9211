"""Lets the floor award the last hand's pots again until there is substantial action in the next hand (TDA 2024 rule
22)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.events import Amended, AwardLast, AwardPots, Event, HandEnded, HandEvent, Overruled, PotAwarded, SetStacks
from engine.game.amending import RecordedTouch, RepairPlan, rerun_steps, touches_of
from engine.game.rerun import RerunStep
from engine.game.timeline import Awarded, Fact, GameState, HandTimeline, facts_of, state_at
from engine.hand.overrides import in_hand
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StartHand, at_table
from engine.table.state import Table, book_of, chips_at, is_playing


def last_awarded(state: GameState) -> Awarded | None:
    """The last hand whose pots were pushed; None if there is none, or if the state before the push is not known."""
    if state.closed is not None:
        return state.closed
    timeline = state.last if is_playing(state.table) else state.timeline
    if timeline is None or timeline.start is None:
        return None
    facts = _pushed(timeline)
    before = state_at(state, facts[0].mark) if facts else None
    if before is None or before.table.hand is None:
        return None
    pots = tuple(fact.event for fact in facts if isinstance(fact.event, PotAwarded))
    there = {number: seat for number, seat in enumerate(before.table.seats, 1) if seat}
    names = {number: seat.name for number, seat in there.items()}
    players = {number: seat.player for number, seat in there.items()}
    return Awarded(facts[0].mark, before.table.hand, names, players, pots)


def facts_of_last(state: GameState) -> Sequence[Fact]:
    """The events of the last hand that was played to its end; empty if there is none."""
    timeline = state.last if is_playing(state.table) else state.timeline
    return timeline.facts if timeline else ()


def pushed_in(state: GameState) -> RecordedTouch:
    """The touch that pushed the last hand's pots. Raises `Refused` if there are none to award again."""
    awarded = last_awarded(state)
    if awarded is None:
        raise Refused("no-pots-to-correct")
    found = (touch for touch in touches_of(state) if any(fact.mark == awarded.mark for fact in touch.facts))
    if (push := next(found, None)) is None:
        raise Refused("no-pots-to-correct")
    return push


def plan(state: GameState, action: Overrule, pots: AwardPots) -> RepairPlan:
    """Plan the new award and the replay of what followed. Raises `Refused` if there is nothing to award again."""
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


def settle(table: Table, awarded: Awarded, action: Overrule, order: AwardLast) -> list[Event]:
    """Award the pots of a hand that cannot be replayed because a player has left since. Chips move from the players who
    have them to the players who should have them. Raises `Refused` if one of these players has left the table."""
    book = book_of(table)
    pushed = in_hand(awarded.hand, action.by, action.why, AwardPots(order.pots), book)
    owed = _paid(pushed)
    owed.subtract(_paid(awarded.pots))
    seats = tuple(seat for seat in awarded.hand.deal.seats if owed[seat])
    for seat in seats:
        there = table.seats[seat - 1]
        if there is None or there.player != awarded.players[seat]:
            raise Refused("award-seat-gone", seat=seat, name=awarded.names[seat])
    if not seats:
        return [Overruled(action.by, action.why, order)]
    stacks = tuple(chips_at(table, seat) + owed[seat] for seat in seats)
    moved = SetStacks(seats, stacks, hand=awarded.hand.deal.hand)
    _, *events = at_table(table, Overrule(action.by, action.why, moved))
    return [Overruled(action.by, action.why, order), *events]


def _paid(events: Iterable[Event]) -> Counter[int]:
    paid: Counter[int] = Counter()
    for event in events:
        if isinstance(event, PotAwarded):
            paid.update(dict(zip(event.seats, event.shares, strict=True)))
    return paid


def _pushed(timeline: HandTimeline) -> Sequence[Fact]:
    """The events that pushed the hand's pots. If there was a floor order, it comes first."""
    ended = next((index for index, fact in enumerate(timeline.facts) if isinstance(fact.event, HandEnded)), 0)
    first = ended
    while first and _awards(timeline.facts[first - 1].event):
        first -= 1
    return timeline.facts[first:ended]


def _awards(event: Event) -> bool:
    ordered = isinstance(event, Overruled) and isinstance(event.order, AwardPots)
    return ordered or isinstance(event, PotAwarded)
