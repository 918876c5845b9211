"""Events to state, with undo: a table, its record so far, and the way back.

State is the fold of its events. `TakenBack` returns to the exact value before the last thing asked; nothing is deleted.
What the room decides (a new level, a player sitting down) is not the dealer's to undo and survives.
"""

from collections.abc import Iterable

import msgspec

from engine import table as one_table
from engine import table_rules
from engine.actions import Action, Undo
from engine.events import (
    AwayMarked,
    BetMade,
    BetsCorrected,
    BoardDealt,
    ButtonDrawn,
    ButtonPlaced,
    Called,
    CardTabled,
    Checked,
    ChipsForfeited,
    DeckChanged,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandStarted,
    LevelSet,
    MishapDeclared,
    Overruled,
    PlayerDisqualified,
    PlayerPenalised,
    PotAwarded,
    Raised,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TakenBack,
)
from engine.refused import Refused
from engine.table import Table, book_of

STEPS = (
    HandStarted, Folded, Checked, Called, BetMade, Raised, HandKilled, ChipsForfeited, BetsCorrected, BoardDealt,
    CardTabled, HandMucked, PotAwarded,
    MishapDeclared, Overruled, AwayMarked, PlayerPenalised, PlayerDisqualified,
)  # fmt: skip
"""The first events of what a dealer asks; the events between are consequences."""
ROOM = (TableOpened, SeatTaken, ButtonPlaced, ButtonDrawn, LevelSet, DeckChanged)


class BadRecord(Exception):
    """A record that no table can have written: somebody changed it, or a program is wrong."""


class Step(msgspec.Struct, frozen=True):
    """The table as it was when the record held `mark` events, before `event`."""

    mark: int
    table: Table
    event: Event


class Game(msgspec.Struct, frozen=True):
    """A table, how many events made it, and the steps that can be taken back: this hand's and the last one's."""

    table: Table = Table()
    mark: int = 0
    past: tuple[Step, ...] = ()


def decide(game: Game, action: Action) -> list[Event]:
    """The facts that follow from an action. Raises `Refused`; then nothing has changed."""
    if not isinstance(action, Undo):
        return table_rules.decide(game.table, action)
    if not game.past:
        clause = book_of(game.table).corrections.clause
        raise Refused("nothing to take back: what came before is for the floor to correct", clause)
    if undo_asks(game) and not action.confirmed:
        raise Refused("a fold stands: confirm that it was a wrong tap", book_of(game.table).fold_undo.clause)
    return [TakenBack(game.past[-1].mark)]


def undo_asks(game: Game) -> bool:
    """Whether `Undo` must be confirmed: the last thing asked was a fold, and by the book a fold stands."""
    if not game.past or not isinstance(game.past[-1].event, Folded):
        return False
    return book_of(game.table).fold_undo.value == "confirmed"


def apply(game: Game, event: Event) -> Game:
    """The game after a fact. Raises `BadRecord` or `ChipsNotConserved` for a record that no table wrote."""
    if isinstance(event, TakenBack):
        return _take_back(game, event)
    past = game.past
    if isinstance(event, ROOM):
        past = _rebase(past, event)
    elif isinstance(event, SeatLeft) and event.chips:
        past = ()
    elif _is_step(game.table, event):
        past = (*_still_open(past, event), Step(game.mark, game.table, event))
    return Game(one_table.apply(game.table, event), game.mark + 1, past)


def replay(events: Iterable[Event]) -> Game:
    """The game that a record describes."""
    game = Game()
    for event in events:
        game = apply(game, event)
    return game


def _take_back(game: Game, event: TakenBack) -> Game:
    for index, step in enumerate(game.past):
        if step.mark == event.to:
            return Game(step.table, game.mark + 1, game.past[:index])
    raise BadRecord(f"table {game.table.number}: nothing to take back to event {event.to}")


def _is_step(table: Table, event: Event) -> bool:
    if isinstance(event, HandKilled | PotAwarded) and event.follows:
        return False
    # The pots are pushed together: the first opens the step, or the end of a hand that has none: a walk with no small
    # blind.
    if isinstance(event, PotAwarded | HandEnded):
        return table.hand is not None and table.hand.awarded == 0
    return isinstance(event, STEPS)


def _still_open(past: tuple[Step, ...], event: Event) -> tuple[Step, ...]:
    """A new hand closes the hand before the last one."""
    if not isinstance(event, HandStarted):
        return past
    starts = [index for index, step in enumerate(past) if isinstance(step.event, HandStarted)]
    return past[starts[-1] :] if starts else past


def _rebase(past: tuple[Step, ...], event: Event) -> tuple[Step, ...]:
    """What the room decided holds in every past too; a past in which it could not have happened is closed."""
    kept: list[Step] = []
    for step in reversed(past):
        if isinstance(event, SeatTaken) and step.table.seats[event.seat - 1]:
            break
        kept.append(Step(step.mark, one_table.apply(step.table, event), step.event))
    return tuple(reversed(kept))
