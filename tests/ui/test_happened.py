"""Every event can be the newest: UNDO and REDO name it, whatever its fields hold, in every language."""

from collections.abc import Iterator
from itertools import chain
from typing import get_args

import pytest
from msgspec.inspect import (
    BoolType,
    EnumType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from engine.actions import CorrectBets, Declare, HandOver, TableAction, Undo
from engine.books.rulebook import RuleBook, load_book
from engine.events import (
    AnyEvent,
    Asked,
    Consequence,
    Event,
    FloorOrder,
    LiftPenalty,
    MakeDead,
    MakeLive,
    MoveButton,
    MoveChips,
    RoomEvent,
    SetStacks,
    TakenBack,
    VoidHand,
)
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import SeatLeft
from engine.terms import Mishap
from tests.kit.play import dealt, do, play, sat
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.pages.page import PageContext
from ui.dealer.view.actions import action_buttons
from ui.dealer.view.fixes import fixes
from ui.words.languages import LANGUAGES, words_in

NOT_UNDONE = (Asked, Consequence, RoomEvent, SeatLeft, TakenBack)

PLAIN: dict[type[Type], tuple[object, ...]] = {
    IntType: (4_000, 0), BoolType: (True, False), StrType: ("Red", ""), NoneType: (None,),
}  # fmt: skip


def samples(kind: Type) -> list[object]:
    """Values of a type: each literal, each member of a union, a tuple with several items and one with none."""
    values: list[object] = [load_book("tda")]
    match kind:
        case LiteralType(names):
            values = list(names)
        case EnumType(cls):
            values = [*cls]
        case UnionType(types):
            values = list(chain.from_iterable(map(samples, types)))
        case VarTupleType(item):
            values = [(*samples(item), *samples(item)), ()]
        case StructType(cls, fields) if cls is not RuleBook:
            values = structs(cls, {field.name: samples(field.type) for field in fields})
        case IntType() | BoolType() | StrType() | NoneType():
            values = list(PLAIN[type(kind)])
    return values


def structs(cls: type, fields: dict[str, list[object]]) -> list[object]:
    """Enough structs for each value of each field to be in one."""
    most = max((len(values) for values in fields.values()), default=1)
    return [cls(**{name: values[turn % len(values)] for name, values in fields.items()}) for turn in range(most)]


def events() -> Iterator[Event]:
    """Every type of event, with each of its literals."""
    for kind in get_args(AnyEvent):
        for event in samples(type_info(kind)):
            assert isinstance(event, kind)
            yield event


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_words_with_its_fields_filled_in(language: str) -> None:
    """Every event that the dealer can undo has a name. The others need none."""
    words = words_in(language)
    for event in events():
        said = words.happened(event)
        assert not set("{}") & set(said), event
        assert said or isinstance(event, NOT_UNDONE) or getattr(event, "follows", False), event


@pytest.mark.parametrize("language", LANGUAGES)
def test_corrected_bets_are_named_on_undo_and_redo(language: str) -> None:
    words, corrected = words_in(language), play(dealt((20_000,) * 4), "r600 c")
    corrected = do(corrected, CorrectBets((4, 1), (200, 200), "reason-bet-too-small"))

    undo, *_ = action_buttons(public(corrected), Surroundings(), "", words)
    _, redo, *_ = action_buttons(public(do(corrected, Undo())), Surroundings(), "", words)

    assert undo.small == redo.small == words.done["bets-corrected"]


FOUR = (5_000,) * 4
ENDED = play(dealt(FOUR), "f f f push")


def floor(order: FloorOrder) -> Overrule:
    return Overrule("Flo", "the count", order)


@pytest.mark.parametrize(
    ("game", "action", "said"),
    [
        (play(dealt(FOUR), "r600"), HandOver(), "push of hand 1"),
        (play(dealt(FOUR), "r600"), HandOver(start=True), "push of hand 1"),
        (dealt(FOUR), Declare(Mishap("first-card-exposed")), "first card exposed"),
        (ENDED, floor(SetStacks((2, 3), (4_800, 5_200))), "stack, seat 2, 3"),
        (ENDED, floor(MoveButton(3)), "button to seat 3"),
        (play(dealt(FOUR), "f"), floor(MakeLive(4)), "seat 4: live hand"),
        (dealt(FOUR), floor(MakeDead(1)), "seat 1: dead hand"),
        (play(dealt(FOUR), "c"), floor(MoveChips(1, 200)), "pot, seat 1"),
        (dealt(FOUR), floor(VoidHand()), "void hand"),
        (do(sat(FOUR), Penalize(4, "Flo", "late", hands=2)), floor(LiftPenalty(4)), "end of penalty, seat 4"),
    ],
)  # fmt: skip
def test_undo_and_redo_say_what_happened_and_where(game: Game, action: TableAction, said: str) -> None:
    """
    A dealer who reads only "the floor decision" or HAND OVER does not know what the touch would take back.
    """
    done = do(game, action)
    undone = do(done, Undo(confirmed=True, floor="Flo"))

    assert (keys(done)[0], keys(undone)[1]) == (said, said)


def keys(game: Game) -> tuple[str, str]:
    """The small texts of UNDO and REDO."""
    context = PageContext(public(game), game)
    undo, redo, *_ = action_buttons(context.table, Surroundings(), "", context.words, fixes(context))
    return undo.small, redo.small
