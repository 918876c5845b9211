"""The arguments of a command from the fields of its order, with one converter for each kind of field. A field without a
default value is a positional argument. Its help text has the field's name as its key."""

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from engine.cards import Card
from engine.tournament.field.entries import Person, SeatAt
from engine.tournament.levels.structure import MS_A_MINUTE
from engine.tournament.order import TournamentActionBase
from kiosk.commands.room.orders.values import CommandContext, card_of, entry_of, seat_at, sitting_at
from ui.words import Words

SET_BY_CLOCK = ("at_ms", "bar", "marks", "results")


class Argument(NamedTuple):
    """An argument for a command: its name, the options for argparse, and where its help text is."""

    name: str
    options: Mapping[str, Any] = MappingProxyType({})
    help: str = ""
    """The key of the help text; by default the argument's name."""
    page: str = "room more"
    filled: Mapping[str, str] = MappingProxyType({})

    @property
    def key(self) -> str:
        """The argument's name as an attribute of the parsed arguments, and the default key of its help text."""
        return self.name.lstrip("-").replace("-", "_")

    def add(self, parser: argparse.ArgumentParser, words: Words) -> None:
        said = words.commands.help[self.page][self.help or self.key]
        parser.add_argument(self.name, **self.options, help=said.format(**self.filled) if self.filled else said)


class Converter(NamedTuple):
    """Fills a field of an order: its arguments, and the value that they stand for. `value` may raise `Fault`."""

    arguments: tuple[Argument, ...]
    value: Callable[[argparse.Namespace, CommandContext], object]


def as_given(argument: Argument) -> Converter:
    """The argument itself is the value."""
    return Converter((argument,), lambda args, _: getattr(args, argument.key))


def always(value: object) -> Converter:
    return Converter((), lambda _, __: value)


def converters(kind: type[TournamentActionBase], own: Mapping[str, Converter]) -> dict[str, Converter]:
    """The `own` or usual converter of each field of an order. Raises `TypeError` if a required field has none."""
    found = {}
    for one in msgspec.structs.fields(kind):
        if converter := own.get(one.name) or _converter(one):
            found[one.name] = converter
        elif one.required:
            raise TypeError(f"no argument stands for {one.name} of {kind.__name__}")
    return found


def _converter(one: msgspec.structs.FieldInfo) -> Converter | None:  # noqa: PLR0911  one for each kind of field
    name, flag = one.name, f"--{one.name.replace('_', '-')}"
    if name in SET_BY_CLOCK:
        return None
    if usual := BY_NAME.get(name) or BY_TYPE.get(one.type):
        return usual
    if name == "tables":
        return tables("+" if one.required else "*")
    if name == "on":
        return switch(one.required)
    if one.type == tuple[int, ...]:
        return entries(flag)
    if one.type is bool and one.default is False:
        return as_given(Argument(flag, {"action": "store_true"}))
    if get_origin(one.type) is Literal:
        return as_given(Argument(name, {"choices": get_args(one.type), **_default(one)}))
    if one.type is int and name.endswith("_ms"):
        return minutes(name.removesuffix("_ms"))
    if one.type in (int, str):
        return as_given(Argument(name if one.required else flag, {**_number_or_text(one), **_default(one)}))
    return None


def _number_or_text(one: msgspec.structs.FieldInfo) -> dict[str, Any]:
    metavar = {"metavar": one.name.upper()} if one.required else {}
    return {"type": int, **metavar} if one.type is int else metavar


def _default(one: msgspec.structs.FieldInfo) -> dict[str, Any]:
    if one.required:
        return {}
    return {"default": one.default} if one.type in (int, str) else {"nargs": "?", "default": one.default}


def entries(flag: str, help_key: str = "") -> Converter:
    """Several entries, as an option or, for a name without dashes, as the last positional arguments."""
    given: dict[str, Any] = {"nargs": "+", "default": []} if flag.startswith("-") else {"nargs": "*"}
    argument = Argument(flag, {**given, "metavar": "ENTRY"}, help_key)
    return Converter(
        (argument,), lambda args, now: tuple(entry_of(now.tournament, one) for one in getattr(args, argument.key))
    )


def minutes(name: str, help_key: str = "") -> Converter:
    """A time in minutes, for a field in milliseconds."""
    argument = Argument(name, {"type": float, "metavar": "MINUTES"}, help_key)
    return Converter((argument,), lambda args, _: round(getattr(args, argument.key) * MS_A_MINUTE))


def switch(is_required: bool) -> Converter:
    """`on` or `off`; on if it is left out and not required."""
    more: dict[str, Any] = {} if is_required else {"nargs": "?", "default": "on"}
    argument = Argument("switch", {"choices": ("on", "off"), **more})
    return Converter((argument,), lambda args, _: args.switch == "on")


def tables(count: str, help_key: str = "table") -> Converter:
    """Physical tables. `count` is the number of them, as argparse writes it."""
    argument = Argument("tables", {"type": int, "nargs": count, "metavar": "TABLE"}, help_key)
    return Converter((argument,), lambda args, _: tuple(args.tables))


_TABLE = Argument("table", {"type": int, "metavar": "TABLE"})
_PLACE = tuple(
    Argument(one, {"type": int, "nargs": "?", "default": 0, "metavar": one.upper()}) for one in ("table", "seat")
)
ENTRY = Converter((Argument("entry", {"metavar": "ENTRY"}),), lambda args, now: entry_of(now.tournament, args.entry))
TABLE = Converter((_TABLE,), lambda args, now: sitting_at(now.tournament, args.table))
SEAT = Converter(
    (_TABLE, Argument("seat", {"type": int, "metavar": "SEAT"})),
    lambda args, now: seat_at(now.tournament, args.table, args.seat),
)
OPTIONAL_SEAT = Converter(
    _PLACE, lambda args, now: seat_at(now.tournament, args.table, args.seat) if args.table else None
)
PERSON = Converter(
    (Argument("name", {"metavar": "NAME"}, "member"), Argument("--id-seen", {"action": "store_true"})),
    lambda args, _: Person(args.name, args.id_seen),
)
CARDS = Converter(
    (Argument("--cards", {"nargs": "+", "default": [], "metavar": "CARD"}),),
    lambda args, _: tuple(map(card_of, args.cards)),
)
BY_NAME: Mapping[str, Converter] = {"entry": ENTRY, "sitting": TABLE}
BY_TYPE: Mapping[Any, Converter] = {
    SeatAt: SEAT, SeatAt | None: OPTIONAL_SEAT, Person: PERSON, tuple[Card, ...]: CARDS,
}  # fmt: skip
"""The usual converters of fields."""
