"""`kiosk room create` and `kiosk room change`: a new tournament, and its terms."""

import argparse
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.tournament.actions import ChangeTerms
from engine.tournament.formats import WHOLE_FIELD
from engine.tournament.order import TournamentActionBase
from engine.tournament.prizes.payouts import PayoutTable, load_payouts, parse_payouts
from kiosk.commands.room.orders.fields import Argument, CommandContext
from kiosk.faults import Fault
from kiosk.rulebooks import find_book, read_text
from kiosk.structures.files import find_structure, is_file
from kiosk.zone import utc_ms

PAYOUT_FILES = (".toml", ".tdt")
"""The extensions that mark a name as a file name, rather than the name of a built-in payout table."""
_PERCENT = re.compile(r"\d{1,3}([.,]\d{1,2})?", re.ASCII)
PRIZES = ("bounty", "guarantee", "round-to", "add-on-chips", "add-on-cost", "add-on-after")
TERMS = ("buy-in", "fee", "late-levels", "re-entries", "rebuys", "rebuy-chips", "rebuy-cost")


def _option(name: str, key: str = "", **options: Any) -> Argument:
    return Argument(name, options, key, "room create")


def _numbers(*names: str, **options: Any) -> Iterator[Argument]:
    return (_option(f"--{name}", type=int, **options) for name in names)


STRUCTURE = _option("file", "structure", metavar="FILE")
CHANGES = (*_numbers(*TERMS, *PRIZES), _option("--currency"), _option("--payouts", default=""))
CREATE = (
    _option("name", metavar="NAME"),
    _option("--structure", default="club"),
    _option("--book", default="tda"),
    _option("--payouts", default="club"),
    *_numbers("buy-in", "fee", default=0),
    _option("--currency", default=""),
    _option("--late-levels", type=int),
    *_numbers("re-entries", "rebuys", "rebuy-chips", "rebuy-cost", default=0),
    _option("--first-level", type=int, default=0, metavar="LEVEL"),
    _option("--flight", default="", metavar="END"),
    _option("--final-table", default="", metavar="SIZE"),
    _option("--redraw-at", type=int, nargs="+", default=[], metavar="LEFT"),
    _option("--shoot-out", default="", metavar="FORM"),
    _option("--stack", default="", metavar="CHIPS"),
    _option("--seed", default="", metavar="TEXT"),
    *_numbers("cap", "roster", "forfeit-fee", default=0),
    *_numbers(*PRIZES),
    _option("--opens", default="", metavar="TIME"),
    _option("--closes", default="", metavar="TIME"),
    _option("--check-in", action="store_true"),
)


def new_tournament(args: argparse.Namespace, zone: str) -> dict[str, object]:
    """The body of the request, with times of day in `zone`. Raises `Fault`, or `BadInput` for an unusable file."""
    structure: object = args.structure  # a name, if the structure is built in
    if is_file(args.structure):
        structure = msgspec.to_builtins(find_structure(args.structure).structure)
    book: object = msgspec.to_builtins(find_book(args.book)) if is_file(args.book) else args.book
    payouts: object = args.payouts  # a name, like the structure
    if args.payouts.endswith(PAYOUT_FILES):
        payouts = msgspec.to_builtins(payouts_of(args.payouts))
    return {
        "name": args.name, "structure": structure, "book": book, "payouts": payouts,
        "buy_in": args.buy_in, "fee": args.fee, "currency": args.currency, "late_levels": args.late_levels,
        "re_entries": args.re_entries, "rebuys": args.rebuys, "rebuy_chips": args.rebuy_chips,
        "rebuy_cost": args.rebuy_cost, "registration": _registration(args, zone), "flight": _flight(args.flight),
        "prizes": _prizes(args), "redraws": _redraws(args), "shoot_out": _shoot_out(args.shoot_out),
        "stack": _stack(args.stack), "seed": args.seed, "first_level": args.first_level,
    }  # fmt: skip


def payouts_of(name: str) -> PayoutTable:
    """A built-in payout table, or one from a TOML file or the prizes in a `.tdt` file. Raises `Fault`."""
    try:
        if name.endswith(".tdt"):
            if (found := find_structure(name)).payouts is None:
                raise BadInput("tdt-no-prizes")
            return found.payouts
        return parse_payouts(read_text(name)) if name.endswith(".toml") else load_payouts(name)
    except KeyError as error:
        raise Fault("settings-problem", path=name, problem=message("no-such-payouts", table=repr(name))) from error
    except BadInput as bad:
        raise Fault("settings-problem", path=name, problem=bad.message) from bad


def _stack(said: str) -> list[tuple[int, int]] | None:
    """The denominations and numbers of chips in `25x8,100x8`. None for an empty string. Raises `Fault`."""
    try:
        return [
            (int(value), int(number)) for value, number in (one.split("x") for one in said.split(",") if one)
        ] or None
    except ValueError as error:
        raise Fault("no-stack", stack=said) from error


def _registration(args: argparse.Namespace, zone: str) -> dict[str, object] | None:
    said: dict[str, object] = {
        "opens_ms": utc_ms(args.opens, zone) if args.opens else 0,
        "closes_ms": utc_ms(args.closes, zone) if args.closes else 0,
        "cap": args.cap, "roster": args.roster, "check_in": args.check_in, "forfeit_fee": args.forfeit_fee,
    }  # fmt: skip
    return said if any(said.values()) else None


def _prizes(args: argparse.Namespace) -> dict[str, object] | None:
    said = {name.replace("-", "_"): getattr(args, name.replace("-", "_")) for name in PRIZES}
    return {name: amount for name, amount in said.items() if amount is not None} or None


def _flight(said: str) -> object:
    """The end of a flight, given as `book`, `left:2`, `percent:12.5` or `level:12`. With `:top`, each table's top stack
    advances. None for an empty string. Raises `Fault`."""
    if not said or said == "book":
        return said or None
    why, _, rest = said.partition(":")
    at, _, who = rest.partition(":")
    ends = {"left": "players-left", "percent": "percent-left", "level": "last-level"}.get(why)
    number = _hundredths(at) if why == "percent" else int(at) if at.isdecimal() else None
    if ends is None or number is None or who not in ("", "top"):
        raise Fault("no-flight-end", end=said)
    return {"why": ends, "at": number, "who": "top-stacks" if who else "all"}


def _hundredths(percent: str) -> int | None:
    """A percentage such as `12.5` or `12,5` in hundredths of a percent; None if it is not a number above 0 and up to
    100."""
    if not _PERCENT.fullmatch(percent):
        return None
    hundredths = int(Fraction(percent.replace(",", ".")) * 100)
    return hundredths if 0 < hundredths <= WHOLE_FIELD else None


def _redraws(args: argparse.Namespace) -> dict[str, object] | None:
    """The redraws and the size of the final table; None if there are none. Raises `Fault`."""
    final: str | int = args.final_table
    if final not in ("", "book"):
        if not args.final_table.isdecimal():
            raise Fault("no-final-table", said=args.final_table)
        final = int(args.final_table)
    return {"at": args.redraw_at, "final_table": final or 0} if final or args.redraw_at else None


def _shoot_out(said: str) -> object:
    """The shootout, given as `heads-up`, or as `9:1` for a table's seats and winners, with `:fresh` and `:ties` as
    options. None for an empty string. Raises `Fault`."""
    if not said or said == "heads-up":
        return said or None
    seats, _, rest = said.partition(":")
    winners, *more = rest.split(":")
    if not (seats.isdecimal() and winners.isdecimal()) or not {*more} <= {"fresh", "ties"}:
        raise Fault("no-shoot-out", said=said)
    stacks, places = "fresh" if "fresh" in more else "carried", "by-round" if "ties" in more else "by-time"
    return {"seats": int(seats), "winners": int(winners), "stacks": stacks, "places": places}


def guesses(args: argparse.Namespace) -> tuple[Message, ...]:
    """The guesses that were made in reading the structure file given in a command. Raises `Fault` or `BadInput`."""
    name = {"create": "structure", "structure": "file"}.get(args.do)
    return find_structure(getattr(args, name)).guesses if name and is_file(getattr(args, name)) else ()


def changed(args: argparse.Namespace, _: CommandContext) -> list[TournamentActionBase]:
    said = {name.replace("-", "_"): getattr(args, name.replace("-", "_")) for name in (*TERMS, *PRIZES)}
    payouts = args.payouts and payouts_of(args.payouts)
    return [ChangeTerms(payouts=payouts or None, currency=args.currency, **said)]
