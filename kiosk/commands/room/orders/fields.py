"""The arguments of a command from the fields of its order, with one converter for each kind of field. A field without a
default value is a positional argument. Its help text has the field's name as its key."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from engine.cards import Card
from engine.names import name_key
from engine.tournament.field.entries import Person, SeatAt
from engine.tournament.levels.structure import MS_A_MINUTE
from engine.tournament.order import TournamentActionBase
from engine.tournament.prizes.finishes import DealShare
from engine.tournament.tables.facts import TypedCount
from kiosk.faults import Fault
from kiosk.protocol.room_plan import RoomPlan
from kiosk.protocol.tournaments import TournamentView
from ui.words import Words

SET_BY_CLOCK = ("at_ms", "bar", "marks", "results")


class CommandContext(NamedTuple):
    """The tournament that a command is for, the plan of the room's tables, and the time zone for times of day."""

    tournament: TournamentView
    plan: RoomPlan
    zone: str


def entry_of(now: TournamentView, named: str, forfeits: bool = False) -> int:
    """The entry with this number or name. If several share the name, it is the one still in (with `forfeits`, one that
    forfeited), or else the newest. Raises `Fault` if there is none, or several are still in."""
    if named.isdecimal():
        return int(named)
    found = [one for one in now.entries if name_key(one.name) == name_key(named) and not one.voided]
    if not found:
        raise Fault("no-entry-named", name=named)
    meant = [one.entry for one in found if (one.forfeit if forfeits else not (one.finish or one.forfeit))]
    if len(meant) > 1 and not forfeits:
        raise Fault("several-named", name=named, entries=", ".join(map(str, meant)))
    return (meant or [one.entry for one in found])[-1]


def team_or_entry(now: TournamentView, named: str, forfeits: bool = False) -> list[int]:
    """All entries in a team with this name, or else the entry that `entry_of` finds. Raises the same errors."""
    team = [one.entry for one in now.entries if one.team and name_key(one.team) == name_key(named) and not one.voided]
    return team or [entry_of(now, named, forfeits)]


def sitting_at(now: TournamentView, table: int) -> int:
    """The sitting that is open at a physical table. Raises `Fault` if there is none."""
    found = [one.sitting for one in now.sittings if one.table == table and not one.closed]
    if not found:
        raise Fault("no-table-open", table=table)
    return found[-1]


def seat_at(now: TournamentView, table: int, seat: int) -> SeatAt:
    return SeatAt(sitting_at(now, table), seat)


def card_of(said: str) -> Card:
    """The card in a string such as `Qh`, in upper or lower case. Raises `Fault`."""
    try:
        return Card(said[:1].upper() + said[1:].lower())
    except ValueError as error:
        raise Fault("no-card", card=said) from error


def count_of(now: TournamentView, said: str) -> TypedCount:
    """The count in `Ana=12500`, or in `Ana=0:Bo,Cy` with the players who took the last chips. Raises `Fault`."""
    named, is_given, rest = said.rpartition("=")
    chips, _, by = rest.partition(":")
    if not is_given or not chips.replace("_", "").isdecimal():
        raise Fault("no-count", count=said)
    return TypedCount(entry_of(now, named), int(chips), tuple(entry_of(now, one) for one in by.split(",") if one))


def own_shares(now: TournamentView, said: Sequence[str]) -> tuple[DealShare, ...]:
    """The shares in a deal, each as `Ana=15000` in the currency's minor unit. Raises `Fault`."""
    shares = []
    for one in said:
        named, is_given, amount = one.rpartition("=")
        if not is_given or not amount.replace("_", "").isdecimal():
            raise Fault("no-share", share=one)
        shares.append(DealShare(entry_of(now, named), int(amount)))
    return tuple(shares)


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
    """Fills a field of an order: its arguments, and a function that converts them to the field's value. `value` may
    raise `Fault`."""

    arguments: tuple[Argument, ...]
    value: Callable[[argparse.Namespace, CommandContext], object]


def as_given(argument: Argument) -> Converter:
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
    """Physical tables. `count` is how many of them the command takes, as argparse's `nargs`."""
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
