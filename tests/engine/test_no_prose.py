"""The record holds codes, numbers and cards. Its only free text is what a person typed."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from engine.events import Event

FLOOR = ("BetMade", "BetsCorrected", "Called", "CardTabled", "Checked", "ChipsForfeited", "Folded", "HandMucked",
         "PotAwarded", "Raised", "TakenBack", "Amended",
         "Amend", "Answer", "Bet", "Call", "Check", "CorrectBets", "Fold", "ForfeitChips", "Muck", "RaiseTo", "SeeCard",
         "Undo")  # fmt: skip
TYPED = frozenset((
    *((kind, "floor") for kind in FLOOR),
    ("HandKilled", "why"), ("ModeSet", "why"), ("Motion", "said"), ("DeckChanged", "deck"), ("TableOpened", "event"),
    ("Overruled", "by"), ("Overruled", "why"), ("FloorCame", "by"), ("PinEntered", "name"),
    ("DealerSignedIn", "name"), ("DealerSignedOut", "name"), ("SeatTaken", "name"),
    ("SeatTaken", "player"), ("SeatLeft", "player"), ("StackRemoved", "player"),
    ("ChipsBought", "player"), ("BuyChips", "player"), ("StartHand", "without"),
    ("PlayerPenalized", "player"), ("PlayerPenalized", "by"), ("PlayerPenalized", "why"),
    ("Overrule", "by"), ("Overrule", "why"), ("MeetFloor", "by"), ("NotePin", "name"), ("SignIn", "name"),
    ("TakeSeat", "name"), ("TakeSeat", "player"), ("KillHand", "why"), ("SetMode", "why"), ("ChangeDeck", "deck"),
    ("OpenTable", "event"), ("Stop", "reason"),
    ("Penalize", "by"), ("Penalize", "why"), ("Disqualify", "by"), ("Disqualify", "why"),
    ("PlayerDisqualified", "player"), ("PlayerDisqualified", "by"), ("PlayerDisqualified", "why"),
))  # fmt: skip
"""Text that a person typed: names, reasons, spoken words."""
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
    """A new field of free text fails here until it is listed as typed by a person. A code is a `Literal`."""
    found = {text for event in get_args(Event) for text in texts(msgspec.inspect.type_info(event))}

    assert found == TYPED | BOOK
