"""Replay actions after an earlier one was changed. The actions of passed-over players are inferred again. A hand
that is dealt again keeps its original level and players, whatever the room has decided since (TDA 2024 rule 23)."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from engine.actions import (
    Action,
    Answer,
    Bet,
    Call,
    Check,
    CloseStreet,
    ComeTo,
    Fold,
    HandOver,
    Push,
    PutIn,
    RaiseTo,
    SeeCard,
)
from engine.events import Asked, Blinds, CardHeld, Event, HandStarted, QuestionPut, RecordEvent, Touched
from engine.game.timeline import GameState
from engine.hand.betting import actor
from engine.refused import Refused
from engine.table import state as table_state
from engine.table.actions.hands import HandReported, StartHand
from engine.table.actions.setup import ChangeDeck
from engine.table.rules import deal_again
from engine.table.state import Table, is_playing

ENDINGS = (HandOver, Push, Answer)


def deal_of(state: GameState, mark: int) -> HandStarted | HandReported | None:
    """The deal of the hand that the step at `mark` began; None if it did not begin a hand."""
    for timeline in (state.timeline, state.last):
        if timeline is not None and timeline.began == mark:
            deal = timeline.facts[0].event
            return deal if isinstance(deal, HandStarted | HandReported) else None
    return None


def level_dealt(state: GameState, mark: int) -> Blinds | None:
    """The level of the hand that the step at `mark` began; None if it is the pending level."""
    deal = deal_of(state, mark)
    return deal.terms if deal and deal.terms != state.table.blinds else None


def at_level(state: GameState, level: Blinds | None) -> GameState:
    """The state as if this level were pending for the next hand; unchanged if there is no level."""
    return state if level is None else replace(state, table=replace(state.table, blinds=level))


def deal_before(table: Table, facts: Sequence[Event], deal: HandStarted | None) -> list[Event]:
    """The events of a step that ends with a deal, with that deal replaced by `deal`. Raises `Refused`."""
    at, now = next(((at, fact) for at, fact in enumerate(facts) if isinstance(fact, HandStarted)), (0, None))
    if deal is None or now is None or now == replace(deal, stacks=now.stacks):
        return list(facts)
    for fact in facts[:at]:
        table = table if isinstance(fact, RecordEvent) else table_state.apply(table, fact)
    return _counted([*facts[:at], *deal_again(table, deal)])


def without_deal(facts: Sequence[Event]) -> list[Event]:
    """The events of a step up to a deal at its end, if there is one. The dealer's next touch deals that hand."""
    at = next((at for at, fact in enumerate(facts) if isinstance(fact, HandStarted)), len(facts))
    return _counted(facts[:at])


def _counted(facts: Sequence[Event]) -> list[Event]:
    """These events of one step; a touch among them counts those that follow it."""
    step = facts[0]
    return [replace(step, events=len(facts) - 1), *facts[1:]] if isinstance(step, Touched) else list(facts)


class RerunStep(msgspec.Struct, frozen=True, gc=False):
    """An action to replay, with the number of its hand, the callers inferred from it, and the deal of the hand that it
    began. An `optional` action is skipped if it is refused; `same` means that the same hand is dealt again."""

    order: Action
    hand: int
    callers: tuple[int, ...] = ()
    optional: bool = False
    deal: HandStarted | None = None
    same: bool = False


class Playable(Protocol):
    """A game as an immutable value that can be played."""

    @property
    def table(self) -> Table:
        """The table in its current state."""


G = TypeVar("G", bound=Playable)


class _Rerun(Generic[G]):
    def __init__(self, game: G, step: Callable[[G, Action], list[Event]], apply: Callable[[G, Event], G]) -> None:
        self.game = game
        self.step = step
        self.apply = apply
        self.events: list[Event] = []

    def ask(self, order: Action) -> Event:
        """Record the action and its events. Returns the first event. Raises `Refused`."""
        record = self.step(self.game, order)
        self.take(record)
        return record[1]

    def take(self, record: list[Event]) -> None:
        for event in record:
            self.game = self.apply(self.game, event)
        self.events += record


def play_again(
    game: G, steps: Sequence[RerunStep], step: Callable[[G, Action], list[Event]], apply: Callable[[G, Event], G]
) -> list[Event]:
    """The events of the replay. If the hand no longer ends at that point, the actions that ended it are left out.
    Raises `Refused`."""
    again = _Rerun(game, step, apply)
    for number, one in enumerate(steps):
        if _is_done(again.game.table, one):
            continue
        try:
            _do(again, one, steps[number + 1 :])
        except Refused as refused:
            if one.optional:
                continue
            if all(isinstance(later.order, (*ENDINGS, ChangeDeck)) for later in steps[number:]):
                break
            raise Refused("repair-impossible", refused.clause, why=refused.message) from None
    return again.events


def as_dealt(steps: Sequence[RerunStep]) -> list[RerunStep]:
    """The same steps, but each later hand is dealt to its original players at its original level."""
    again: list[RerunStep] = []
    for step in steps:
        order = replace(step.order, start=False) if isinstance(step.order, HandOver) else step.order
        if not isinstance(order, StartHand) or step.deal is None:
            again.append(replace(step, order=order, deal=None))
        if step.deal is not None:
            again.append(RerunStep(StartHand(), step.hand, deal=step.deal, same=True))
    return again


def _is_done(table: Table, step: RerunStep) -> bool:
    """Whether the hand has already ended or the next one has already begun."""
    if isinstance(step.order, ENDINGS):
        return not is_playing(table) or table.hands != step.hand
    return isinstance(step.order, StartHand) and is_playing(table)


def _do(again: _Rerun[G], step: RerunStep, rest: Sequence[RerunStep]) -> None:
    order = step.order
    if step.same and step.deal is not None:
        with suppress(Refused):
            facts = deal_again(again.game.table, step.deal)
            again.take([Asked(StartHand(), len(facts)), *facts])
            return
    if isinstance(order, SeeCard | CloseStreet) and step.callers and not _can_wait(again, order, rest):
        for seat in step.callers:
            with suppress(Refused):  # the action has already been taken
                again.ask(PutIn(seat))
    for part in _leniently(again.game.table, order):
        again.ask(part)


def _can_wait(again: _Rerun[G], order: Action, rest: Sequence[RerunStep]) -> bool:
    """Whether the action raises no question, or everything after it can wait for the answer."""
    trial = _Rerun(again.game, again.step, again.apply)
    if not isinstance(trial.ask(order), CardHeld | QuestionPut):
        return True
    try:
        return all(isinstance(trial.ask(later.order), CardHeld) for later in rest)
    except Refused:
        return False


def _leniently(table: Table, order: Action) -> list[Action]:
    """The action in a form that passes over any players who act before its seat."""
    match order:
        case Call(seat, ""):
            return [PutIn(seat)]
        case Bet(seat, to, "") | RaiseTo(seat, to, ""):
            return [PutIn(seat, to)]
        case Fold(seat, "") | Check(seat, ""):
            hand = table.hand
            turn = hand.deal.seats[actor(hand)] if hand is not None and actor(hand) >= 0 else seat
            return [order] if turn == seat else [ComeTo(seat), order]
    return [order]
