"""Random values made from nothing but a type: whatever a message, an event or a file of ours can contain."""

from random import Random
from typing import Any

import msgspec
from msgspec import inspect

TEXTS = (
    "",
    "a",
    "Anna",
    "TDA",
    "25/50",
    "Ünïçøde",
    "\u202egnihton",
    "<b>",
    "'; --",
    "0",
    "As",
    "\x00",
    "9" * 30,
    "x" * 300,
)
HASH = f"{'A' * 43}="
"""32 bytes."""
NUMBERS = (0, 1, 2, 3, 9, 10, 25, 100, -1, 2**31, 2**53, 2**63 - 1, -(2**63))


class RandomValues:
    """Makes plain values (as JSON has them) of any type that msgspec decodes, from a random generator. Each optional
    field is present with the probability `optional`."""

    def __init__(self, dice: Random, optional: float = 0.7) -> None:
        self._dice = dice
        self._optional = optional

    def of(self, kind: Any, depth: int = 5) -> Any:  # noqa: PLR0911, PLR0912  one line for each kind of type
        """A value of a type; shallow once `depth` is used up."""
        known = kind if isinstance(kind, inspect.Type) else inspect.type_info(kind)
        dice = self._dice
        match known:
            case inspect.UnionType():
                # Below the wanted depth, types without parts come first.
                types = known.types if depth > 0 else sorted(known.types, key=_has_parts)[:1]
                return self.of(dice.choice(types), depth)
            case inspect.Metadata():
                return self.of(known.type, depth)
            case inspect.StructType():
                return self._struct(known, depth)
            case inspect.NamedTupleType() | inspect.DataclassType() | inspect.TypedDictType():
                parts = {field.encode_name: self.of(field.type, depth - 1) for field in known.fields}
                return list(parts.values()) if isinstance(known, inspect.NamedTupleType) else parts
            case inspect.TupleType():
                return [self.of(item, depth - 1) for item in known.item_types]
            case inspect.CollectionType():
                count = dice.randrange(3) if depth > 0 else 0
                return [self.of(known.item_type, depth - 1) for _ in range(count)]
            case inspect.DictType():
                count = dice.randrange(3) if depth > 0 else 0
                return {
                    str(self.of(known.key_type, depth - 1)): self.of(known.value_type, depth - 1) for _ in range(count)
                }
            case inspect.LiteralType():
                return dice.choice(known.values)
            case inspect.EnumType():
                return dice.choice(list(known.cls)).value
            case inspect.BoolType():
                return dice.random() < 0.5
            case inspect.IntType():
                allowed = [one for one in NUMBERS if _allows(known, one)]
                return dice.choice(allowed or [known.ge or known.le or 0])
            case inspect.FloatType():
                return dice.choice((0.5, 1.0, -3.25, 1e300))
            case inspect.StrType():
                return dice.choice(TEXTS)
            case inspect.BytesType():
                return dice.choice(("", "AAAA", "////", HASH))
            case inspect.NoneType():
                return None
        return dice.choice((None, 1, "text", [], {"a": [1]}))

    def _struct(self, known: inspect.StructType, depth: int) -> Any:
        fields = [one for one in known.fields if one.required or (depth > 0 and self._dice.random() < self._optional)]
        parts = {one.encode_name: self.of(one.type, depth - 1) for one in fields}
        if known.array_like:
            return list(parts.values())
        return {known.tag_field: known.tag, **parts} if known.tag_field else parts


def _allows(known: inspect.IntType, number: int) -> bool:
    return (known.ge is None or number >= known.ge) and (known.le is None or number <= known.le)


def _has_parts(known: inspect.Type) -> bool:
    return isinstance(known, inspect.StructType | inspect.CollectionType | inspect.DictType)


def encoded(kind: Any, dice: Random) -> bytes:
    """A value of a type as JSON."""
    return msgspec.json.encode(RandomValues(dice).of(kind))
