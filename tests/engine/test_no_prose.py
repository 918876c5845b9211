"""The record holds codes, numbers and cards. Its only free text is what a person typed."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from engine.events import AnyEvent

TYPED = frozenset(("by", "deck", "event", "floor", "name", "player", "reason", "said", "why", "without"))
"""The fields of text that a person typed, in whatever event: names, reasons, spoken words."""
BOOK = frozenset((
    ("MishapDeclared", "clause"), ("Rule", "book"), ("Rule", "cases"), ("Rule", "clause"), ("Rule", "says"),
    ("RuleBook", "edition"), ("RuleBook", "id"), ("RuleBook", "name"), ("RuleBook", "source"),
    ("RuleBook", "structure"),
))  # fmt: skip
"""Text of a rule book, which the record holds whole."""


def texts(kind: Any, seen: tuple[Any, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every field that may hold any text, in an event and in its parts."""
    match kind:
        case msgspec.inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            for field in fields:
                if any(isinstance(part, msgspec.inspect.StrType) for part in parts(field.type)):
                    yield cls.__name__, field.name
                for part in parts(field.type):
                    yield from texts(part, (*seen, cls))


def parts(kind: Any) -> Iterator[Any]:
    match kind:
        case msgspec.inspect.UnionType(types=kinds):
            for each in kinds:
                yield from parts(each)
        case msgspec.inspect.VarTupleType(item_type=item):
            yield from parts(item)
        case msgspec.inspect.TupleType(item_types=items):
            for each in items:
                yield from parts(each)
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            yield from parts(key)
            yield from parts(value)
        case _:
            yield kind


def test_no_event_has_a_sentence_made_by_a_program():
    """A new name for a field of free text fails here until it is listed as typed by a person. A code is a `Literal`."""
    found = {text for event in get_args(AnyEvent) for text in texts(msgspec.inspect.type_info(event))}

    assert {field for _, field in found - BOOK} == TYPED
    assert found >= BOOK
