"""The events since a hand began that still count, and the state at each of them. A decision by the room in the middle
of a hand applies to every state, so undo cannot take it back."""

from collections.abc import Sequence

import msgspec

from engine.events import (
    AwardLast,
    BetMade,
    CardHeld,
    DealEvent,
    Event,
    FloorInHand,
    HandEvent,
    Overruled,
    PotAwarded,
    QuestionPut,
    Raised,
    RecordEvent,
)
from engine.game.bet_sizes import BetSizes, learn
from engine.game.questions import NO_QUESTION, HeldCard, Waiting
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.table import state as table_state
from engine.table.actions.people import ChipsBought, SeatTaken
from engine.table.actions.setup import LevelSet
from engine.table.state import Table, is_playing


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An event and its number in the record."""

    mark: int
    event: Event


class HandTimeline(msgspec.Struct, frozen=True, gc=False):
    """A hand's events and the table before them. `began` is the mark of the step that started it. If `start` is
    missing, the hand cannot be replayed because the room changed the state before it."""

    start: Table | None
    began: int
    facts: tuple[Fact, ...] = ()
    bet_sizes: BetSizes = BetSizes()

    @property
    def sealed(self) -> int:
        """The last mark before this hand, or the mark of the step that started it if that step also pushed the previous
        hand's pots."""
        # The action and its first event each have their own mark.
        return self.began if self.facts[0].mark > self.began + 1 else self.began - 1


class Awarded(msgspec.Struct, frozen=True, gc=False):
    """A hand whose pots were pushed: the mark before the push, and the hand and its players, by seat, at that time."""

    mark: int
    hand: Hand
    names: dict[int, str]
    players: dict[int, str]
    pots: tuple[PotAwarded, ...]


class GameState(msgspec.Struct, frozen=True, gc=False):
    """Everything that a step can change."""

    table: Table = Table()
    waiting: Waiting = NO_QUESTION
    timeline: HandTimeline | None = None
    last: HandTimeline | None = None
    bet_sizes: BetSizes = BetSizes()
    closed: Awarded | None = None
    """The pots of the last hand, set if none of that hand can be replayed because a player has since left with chips,
    received purchased chips, or taken another player's seat."""


def apply_fact(state: GameState, mark: int, event: Event, step: int) -> GameState:
    """The state after an event of the step that began at mark `step`."""
    table, waiting, timeline, last, bet_sizes = state.table, state.waiting, state.timeline, state.last, state.bet_sizes
    if isinstance(event, BetMade | Raised) and table.hand is not None:
        bet_sizes = learn(bet_sizes, table.hand, event)
    if isinstance(event, CardHeld):
        waiting = Waiting("who-called", held=(*waiting.held, HeldCard(event.card, event.seat)))
    elif isinstance(event, QuestionPut):
        waiting = Waiting(event.kind, event.start)
    elif not isinstance(event, RecordEvent):
        table = table_state.apply(table, event)
        if isinstance(event, HandEvent) and not (isinstance(event, FloorInHand) and waiting.held and is_betting(table)):
            waiting = NO_QUESTION
    if isinstance(event, DealEvent):
        began = HandTimeline(state.table, step, (Fact(mark, event),), bet_sizes)
        return GameState(table, NO_QUESTION, began, timeline, bet_sizes)
    if timeline is not None:
        facts = (*timeline.facts, Fact(mark, event))
        timeline = HandTimeline(timeline.start, timeline.began, facts, timeline.bet_sizes)
    return GameState(table, waiting, timeline, last, bet_sizes, _awarded_again(state.closed, event))


def _awarded_again(closed: Awarded | None, event: Event) -> Awarded | None:
    if closed is None or not isinstance(event, Overruled) or not isinstance(event.order, AwardLast):
        return closed
    pots = [PotAwarded(one.pot, sum(one.shares), one.seats, one.shares, True, event.why) for one in event.order.pots]
    return msgspec.structs.replace(closed, pots=tuple(pots))


def after_leaving(state: GameState, closed: Awarded | None) -> GameState:
    """The state after a player has left with chips: the hand can still be read, but not taken back or replayed."""
    timeline = msgspec.structs.replace(state.timeline, start=None) if state.timeline else None
    return GameState(state.table, timeline=timeline, bet_sizes=state.bet_sizes, closed=closed)


def is_betting(table: Table) -> bool:
    """Whether a player still has to act."""
    return table.hand is not None and not table.hand.over and actor(table.hand) >= 0


def facts_of(state: GameState) -> tuple[Fact, ...]:
    """Every event that can still be repaired, first those of the last hand and then those of this one."""
    facts: tuple[Fact, ...] = ()
    for timeline in (state.last, state.timeline):
        if timeline is not None and timeline.start is not None:
            facts = (*facts, *timeline.facts)
        elif timeline is not None:
            facts = ()
    return facts


def state_at(state: GameState, mark: int) -> GameState | None:
    """The state when the record held `mark` events; None if the events since then are not known."""
    timeline, last = state.timeline, state.last
    if timeline is not None and timeline.start is not None and timeline.facts[0].mark == mark:
        return GameState(timeline.start, timeline=last, bet_sizes=timeline.bet_sizes)
    if timeline is not None and timeline.facts[0].mark >= mark:
        timeline, last = last, None
    if timeline is None or timeline.start is None:
        return None
    again = GameState(timeline.start, timeline=last, bet_sizes=timeline.bet_sizes)
    for fact in timeline.facts:
        if fact.mark >= mark:
            break
        again = apply_fact(again, fact.mark, fact.event, timeline.began)
    return again


def decided_by_room(now: GameState, pasts: Sequence[GameState], event: Event) -> tuple[GameState, list[GameState]]:
    """The state after the event, and the earlier states in which the event is possible, oldest first. A state in which
    it is impossible is dropped, together with all states before it."""
    revised: dict[int, HandTimeline | None] = {}
    decided: dict[int, Table | None] = {}

    def before(table: Table) -> Table | None:
        if id(table) not in decided:  # all steps of a hand share the table at its start
            decided[id(table)] = _as_if_before(table, event, now.table.hands)
        return decided[id(table)]

    def with_start(timeline: HandTimeline | None) -> HandTimeline | None:
        if timeline is not None and id(timeline) not in revised:
            start = before(timeline.start) if timeline.start else None
            revised[id(timeline)] = msgspec.structs.replace(timeline, start=start)
        return revised[id(timeline)] if timeline is not None else None

    def again(state: GameState, table: Table) -> GameState:
        timeline, last = with_start(state.timeline), with_start(state.last)
        return msgspec.structs.replace(state, table=table, timeline=timeline, last=last)

    kept: list[GameState] = []
    for past in reversed(pasts):
        table = before(past.table)
        if table is None:
            break
        kept.append(again(past, table))
    return again(now, table_state.apply(now.table, event)), kept[::-1]


def _as_if_before(table: Table, event: Event, hands: int) -> Table | None:
    """The table as it would have been earlier if the room had already decided this; None if that is impossible."""
    if isinstance(event, SeatTaken) and table.seats[event.seat - 1] is not None:
        return None
    if isinstance(event, ChipsBought) and not _could_be_bought(table, event, hands):
        return None
    after = table_state.apply(table, event)
    if isinstance(event, LevelSet) and hands:  # the chips in play were those of the first hand's level
        return msgspec.structs.replace(after, chip=table.chip)
    return after


def _could_be_bought(table: Table, event: ChipsBought, hands: int) -> bool:
    """Whether the chips could have been bought in this state. They could not have been bought before or during the hand
    after which they were handed out, because that hand was dealt without them."""
    seat = table.seats[event.seat - 1] if event.seat <= len(table.seats) else None
    between = table.hands == hands and not is_playing(table) and not table.redeal
    return between and seat is not None and seat.player == event.player
