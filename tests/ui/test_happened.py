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

from engine.actions import CorrectBets, Undo
from engine.books.rulebook import RuleBook, load_book
from engine.events import AnyEvent, Asked, Consequence, Event, RoomEvent, TakenBack
from engine.public import public
from engine.table.actions.people import SeatLeft
from tests.kit.play import dealt, do, play
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.view.actions import action_buttons
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
    corrected = do(corrected, CorrectBets((4, 1), (200, 200), "the bet was too small"))

    undo, *_ = action_buttons(public(corrected), Surroundings(), "", words)
    _, redo, *_ = action_buttons(public(do(corrected, Undo())), Surroundings(), "", words)

    assert undo.small == redo.small == words.done["bets-corrected"]
