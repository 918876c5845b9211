"""Touches asked again after one before them was changed: those passed over are inferred anew."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

import msgspec

from engine.actions import (
    Action,
    Answer,
    Bet,
    Call,
    ChangeDeck,
    Check,
    CloseStreet,
    ComeTo,
    Fold,
    HandOver,
    Push,
    PutIn,
    RaiseTo,
    SeeCard,
    StartHand,
)
from engine.events import CardHeld, Event, QuestionPut
from engine.hand.betting import actor
from engine.refused import Refused
from engine.table.state import Table, is_playing

ENDINGS = (HandOver, Push, Answer)


class RerunStep(msgspec.Struct, frozen=True):
    """What is asked again: after how many hands, who was taken to have called, and whether it may be needless now."""

    order: Action
    hand: int
    callers: tuple[int, ...] = ()
    optional: bool = False


class Playable(Protocol):
    """A table that can be asked, as a value."""

    @property
    def table(self) -> Table:
        """The table as it is."""


G = TypeVar("G", bound=Playable)


class _Rerun(Generic[G]):
    """A game that goes on, and all that has come of it."""

    def __init__(self, game: G, decide: Callable[[G, Action], list[Event]], apply: Callable[[G, Event], G]) -> None:
        self.game = game
        self.decide = decide
        self.apply = apply
        self.events: list[Event] = []

    def ask(self, order: Action) -> list[Event]:
        facts = self.decide(self.game, order)
        for fact in facts:
            self.game = self.apply(self.game, fact)
        self.events += facts
        return facts


def play_again(
    game: G, steps: Sequence[RerunStep], decide: Callable[[G, Action], list[Event]], apply: Callable[[G, Event], G]
) -> list[Event]:
    """All that comes of it. What ended the hand, and another deck after it, is left out where it does not end any more.
    Raises `Refused`."""
    again = _Rerun(game, decide, apply)
    for number, step in enumerate(steps):
        if _is_done(again.game.table, step):
            continue
        try:
            _do(again, step, steps[number + 1 :])
        except Refused as refused:
            if step.optional:
                continue
            if all(isinstance(later.order, (*ENDINGS, ChangeDeck)) for later in steps[number:]):
                break
            raise Refused("repair-impossible", refused.clause, why=refused.message) from None
    return again.events


def _is_done(table: Table, step: RerunStep) -> bool:
    """Whether the hand has ended, or the next has begun, already."""
    if isinstance(step.order, ENDINGS):
        return not is_playing(table) or table.hands != step.hand
    return isinstance(step.order, StartHand) and is_playing(table)


def _do(again: _Rerun[G], step: RerunStep, rest: Sequence[RerunStep]) -> None:
    order = step.order
    if isinstance(order, SeeCard | CloseStreet) and step.callers and not _can_wait(again, order, rest):
        for seat in step.callers:
            with suppress(Refused):  # it has acted by itself
                again.ask(PutIn(seat))
    for part in _leniently(again.game.table, order):
        again.ask(part)


def _can_wait(again: _Rerun[G], order: Action, rest: Sequence[RerunStep]) -> bool:
    """Whether no question is put, or all that follows can wait for its answer."""
    trial = _Rerun(again.game, again.decide, again.apply)
    if not isinstance(trial.ask(order)[0], CardHeld | QuestionPut):
        return True
    try:
        return all(isinstance(trial.ask(later.order)[0], CardHeld) for later in rest)
    except Refused:
        return False


def _leniently(table: Table, order: Action) -> list[Action]:
    """The same act, whoever is passed over before it."""
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
