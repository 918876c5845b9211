"""The orders of the command line, as what the API takes."""

import argparse
from pathlib import Path
from secrets import token_hex

import msgspec

from engine.tournament.actions import (
    Action,
    AddEntry,
    AddTime,
    BreakTable,
    CloseTable,
    ConfirmBust,
    DirectorOrder,
    DrawSeats,
    EditStructure,
    End,
    MoveEntry,
    NextLevel,
    OpenTable,
    Pause,
    PrepareDraw,
    PreviousLevel,
    Rebuy,
    SeatEntry,
    Start,
    TypeTable,
    Undo,
    VoidEntry,
)
from engine.tournament.entries import SeatAt
from engine.tournament.structure import MS_A_MINUTE, Structure, load_structure, parse_structure
from engine.tournament.typings import TypedCount
from engine.tournament.undo_rules import BY_CLOCK
from kiosk.faults import Fault
from kiosk.protocol.codec import NOT_JSON, why_undecoded
from kiosk.protocol.tournaments import TournamentView
from kiosk.rulebooks import read_text

UNDONE = "act-undone"
"""The kind of an act that took another back. By its number it can be taken back, too."""


def new_tournament(args: argparse.Namespace) -> dict[str, object]:
    """The body that makes one. Raises `Fault` or `BadInput` for a structure file that cannot be used."""
    structure: object = args.structure
    if args.structure.endswith(".toml"):
        structure = msgspec.to_builtins(structure_in(args.structure))
    return {
        "name": args.name, "structure": structure, "book": args.book, "payouts": args.payouts, "buy_in": args.buy_in,
        "fee": args.fee, "currency": args.currency, "late_levels": args.late_levels, "re_entries": args.re_entries,
        "rebuys": args.rebuys, "rebuy_chips": args.rebuy_chips, "rebuy_cost": args.rebuy_cost,
    }  # fmt: skip


def structure_in(name: str) -> Structure:
    """The structure in a file, or one that ships. Raises `Fault` or `BadInput`."""
    return parse_structure(read_text(name), Path(name).name) if name.endswith(".toml") else load_structure(name)


def order_of(args: argparse.Namespace, now: TournamentView) -> list[Action]:  # noqa: PLR0911, PLR0912  one for each
    """The actions that a command stands for. Raises `Fault` for a table or a name that is not there."""
    match args.do:
        case "open":
            return [OpenTable(table, args.seats, args.typed) for table in args.tables]
        case "type":
            counts = tuple(_count(now, count) for count in args.counts)
            return [TypeTable(_sitting(now, args.table), counts, args.hands, args.button, args.adjust)]
        case "act":
            return [_written(args.action)]
        case "enter":
            return [AddEntry(args.player or name.casefold(), name) for name in args.names]
        case "void":
            return [VoidEntry(_entry(now, args.entry))]
        case "draw":
            return [*_prepared(args.seed, now), DrawSeats()]
        case "seat":
            to = _seat(now, args.table, args.seat) if args.table else None
            return [SeatEntry(_entry(now, args.entry), to)]
        case "move":
            return [MoveEntry(_entry(now, args.entry), _seat(now, args.table, args.seat))]
        case "break":
            return [BreakTable(_sitting(now, args.table))]
        case "close":
            return [CloseTable(_sitting(now, args.table))]
        case "bust":
            return [ConfirmBust(_entry(now, args.entry))]
        case "rebuy":
            return [Rebuy(_entry(now, args.entry))]
        case "structure":
            return [EditStructure(structure_in(args.file))]
        case "accept":
            return _accepted(now, args.number)
        case "start":
            return [Start()]
        case "pause":
            return [Pause()]
        case "next":
            return [NextLevel()]
        case "previous":
            return [PreviousLevel()]
        case "time":
            return [AddTime(round(args.minutes * MS_A_MINUTE), args.may_end)]
        case "undo":
            return [Undo(args.act or _last_act(now))]
        case "end":
            return [End()]
    raise Fault("no-command", command=repr(args.do))


def _count(now: TournamentView, said: str) -> TypedCount:
    """`Ana=12500`. Raises `Fault`."""
    named, is_given, chips = said.rpartition("=")
    if not is_given or not chips.replace("_", "").isdecimal():
        raise Fault("no-count", count=said)
    return TypedCount(_entry(now, named), int(chips))


def _written(text: str) -> Action:
    """An action as the API takes it. Raises `Fault`."""
    try:
        action: Action = msgspec.json.decode(text, type=DirectorOrder)
    except NOT_JSON as error:
        raise Fault("no-action", why=why_undecoded(error)) from error
    return action


def _prepared(seed: str, now: TournamentView) -> list[Action]:
    return [] if now.draw else [PrepareDraw(seed or token_hex(16))]


def _accepted(now: TournamentView, number: int) -> list[Action]:
    """One proposal at a time: what follows from it is decided anew."""
    if not 1 <= number <= len(now.proposals):
        raise Fault("no-such-proposal", number=number, count=len(now.proposals))
    return [now.proposals[number - 1].action]


def _entry(now: TournamentView, named: str) -> int:
    """An entry by its number, or the one of this name that is in."""
    if named.isdecimal():
        return int(named)
    found = [one.entry for one in now.entries if one.name.casefold() == named.casefold() and not one.voided]
    if not found:
        raise Fault("no-entry-named", name=named)
    return found[-1]


def _sitting(now: TournamentView, table: int) -> int:
    found = [one.sitting for one in now.sittings if one.table == table and not one.closed]
    if not found:
        raise Fault("no-table-open", table=table)
    return found[-1]


def _seat(now: TournamentView, table: int, seat: int) -> SeatAt:
    return SeatAt(_sitting(now, table), seat)


def _last_act(now: TournamentView) -> int:
    """The newest act that the director has not taken back: neither what time brought, nor what was taken back."""
    acts = [act.act for act in now.acts if not act.undone and act.by != BY_CLOCK and UNDONE not in act.kinds]
    return acts[-1] if acts else 0
