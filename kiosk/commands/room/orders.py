"""Turns the commands of `kiosk room` into the orders that the API accepts."""

import argparse
import re
from collections.abc import Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.cards import Card
from engine.decoders import NOT_JSON, json_decoded
from engine.message import Message, message
from engine.names import name_key
from engine.tournament.actions import (
    AcceptDifference,
    AddMember,
    AddOn,
    AddTime,
    ApplyElapsed,
    BookUnbooked,
    BreakTable,
    CarryOver,
    ChangeTerms,
    CheckIn,
    ClearForfeit,
    CloseTable,
    ConfirmBust,
    CountBag,
    DirectorOrder,
    DrawSeats,
    EditStructure,
    End,
    EndFlight,
    Forfeit,
    GiveUp,
    HaltTable,
    HandForHand,
    Jump,
    MoveEntry,
    NextHand,
    NextLevel,
    Pause,
    PinEntry,
    PreviousLevel,
    Promote,
    Rebuy,
    Redraw,
    Schedule,
    SeatAgain,
    SeatEntry,
    SendPurchases,
    SetBreakOrder,
    SetPolicy,
    Start,
    TurnAway,
    TypeTable,
    UndoAct,
    UndoClock,
    UseSeat,
    UseTable,
    VoidEntry,
)
from engine.tournament.field.entries import Person, SeatAt
from engine.tournament.formats.flight import WHOLE_FIELD
from engine.tournament.levels.structure import MS_A_MINUTE
from engine.tournament.order import TournamentActionBase
from engine.tournament.orders.seating.breaks import DrawnCard
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.prizes.money import DealShare
from engine.tournament.prizes.payouts import PayoutTable, load_payouts, parse_payouts
from engine.tournament.tables.typings import TypedCount
from kiosk.faults import Fault
from kiosk.protocol.codec import why_undecoded
from kiosk.protocol.room_plan import RoomPlan
from kiosk.protocol.tournaments import TournamentView
from kiosk.rulebooks import find_book, read_text
from kiosk.structures.files import find_structure, is_file
from kiosk.zone import utc_ms

PAYOUT_FILES = (".toml", ".tdt")
"""The extensions that mark a name as a file name, rather than the name of a built-in payout table."""
_PERCENT = re.compile(r"\d{1,3}([.,]\d{1,2})?", re.ASCII)
PRIZES = ("bounty", "guarantee", "round-to", "add-on-chips", "add-on-cost", "add-on-after")
"""The options for a tournament's prizes."""
TERMS = ("buy-in", "fee", "late-levels", "re-entries", "rebuys", "rebuy-chips", "rebuy-cost")
"""The options for the other numbers in a tournament's terms."""
UNDONE = "act-undone"
"""The kind of an action that undoes another one. Such an action can itself be undone by its number."""


def new_tournament(args: argparse.Namespace, zone: str) -> dict[str, object]:
    """The body of the request for a new tournament, with times of day in the room's `zone`. Raises `Fault`, or
    `BadInput` for a file that cannot be used."""
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
    """A payout table: by its name if it is built in, from a TOML file, or from the prizes in a `.tdt` file. Raises
    `Fault`."""
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
    """The pairs in `25x8,100x8`, each of a denomination and a number of chips. None for an empty string. Raises
    `Fault`."""
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
    """The end of a flight from `book`, `left:2`, `percent:12.5` or `level:12`. With `:top`, the top stack at each table
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
    """The hundredths of a percent in `12.5` or `12,5`; None if it is not a number above 0 and up to 100."""
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
    """The shootout in `heads-up`, or in `9:1` for the seats and winners of a table, with `:fresh` and `:ties` as
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
    """The guesses that were made in reading the structure file that a command names. Raises `Fault` or `BadInput`."""
    name = {"create": "structure", "structure": "file"}.get(args.do)
    return find_structure(getattr(args, name)).guesses if name and is_file(getattr(args, name)) else ()


def order_of(  # noqa: PLR0911, PLR0912, PLR0915  one return for each command
    args: argparse.Namespace, now: TournamentView, plan: RoomPlan, zone: str
) -> list[TournamentActionBase]:
    """The actions that a command requests, with times of day in `zone`. Raises `Fault` for a table or a name that does
    not exist."""
    match args.do:
        case "open":
            most = now.most_seats
            return [UseTable(table, args.seats or min(plan.of(table).seats, most), args.typed) for table in args.tables]
        case "type":
            counts = tuple(_count(now, count) for count in args.counts)
            return [TypeTable(_sitting(now, args.table), counts, args.hands, args.button, args.adjust)]
        case "act":
            return [_written(args.action)]
        case "check-in":
            return [CheckIn(entry) for entry in _each(now, args.entry)]
        case "member":
            return [AddMember(_each(now, args.entry)[0], Person(args.name, args.id_seen))]
        case "promote":
            waiting = sorted((bool(one.barred), one.entry) for one in now.entries if one.waits and not one.voided)
            return [Promote(waiting[0][1] if waiting else 0)]
        case "forfeit":
            return [Forfeit(_each(now, args.entry)[0])]
        case "clear":
            return [ClearForfeit(_each(now, args.entry, forfeits=True)[0], args.what)]
        case "give-up":
            return [GiveUp(entry) for entry in _each(now, args.entry)]
        case "turn-away":
            return [TurnAway(args.name, args.reason)]
        case "schedule":
            return [Schedule(None if args.time == "none" else utc_ms(args.time, zone))]
        case "end-flight":
            return [EndFlight(tuple(entry_of(now, named) for named in args.chosen))]
        case "carry":
            return [CarryOver(tuple(args.flights), best=args.best)]
        case "accept-difference":
            return [AcceptDifference(entry_of(now, args.entry), args.by)]
        case "bag":
            return [CountBag(entry_of(now, args.entry), args.chips, args.adjust)]
        case "hand-for-hand":
            return [HandForHand(args.switch == "on")]
        case "redraw":
            return [Redraw(tuple(args.tables), args.seats)]
        case "add-on":
            return [AddOn(entry_of(now, args.entry))]
        case "void":
            return [VoidEntry(entry) for entry in _each(now, args.entry)]
        case "draw":
            return [DrawSeats(tuple(map(_card, args.cards)))]
        case "seat":
            to = _seat(now, args.table, args.seat) if args.table else None
            return [SeatEntry(entry_of(now, args.entry), to)]
        case "move":
            return [MoveEntry(entry_of(now, args.entry), _seat(now, args.table, args.seat))]
        case "halt" | "play-on":
            return [HaltTable(_sitting(now, args.table), args.do == "halt")]
        case "pin" | "unpin":
            return [PinEntry(entry_of(now, args.entry), args.do == "pin")]
        case "out-of-use" | "in-use":
            return [UseSeat(_seat(now, args.table, args.seat), args.do == "in-use")]
        case "break":
            return [_broken(now, args.table, args.cards)]
        case "break-order":
            return [SetBreakOrder(tuple(args.tables))]
        case "policy":
            return [SetPolicy(args.kind, args.policy)]
        case "close":
            return [CloseTable(_sitting(now, args.table))]
        case "bust":
            return [ConfirmBust(entry_of(now, args.entry), tuple(entry_of(now, one) for one in args.by))]
        case "rebuy":
            return [Rebuy(entry_of(now, args.entry), 2 if args.twice else 1)]
        case "structure":
            return [EditStructure(find_structure(args.file).structure)]
        case "change":
            return [_changed(args)]
        case "accept":
            return _accepted(now, args.number, args.by)
        case "start":
            return [Start()]
        case "pause":
            return [Pause()]
        case "next":
            return [NextLevel()]
        case "previous":
            return [PreviousLevel()]
        case "jump":
            return [Jump(args.entry - 1)]
        case "time":
            return [AddTime(round(args.minutes * MS_A_MINUTE), args.may_end)]
        case "count-time":
            return [ApplyElapsed()]
        case "undo-clock":
            return [UndoClock()]
        case "next-hand":
            return [NextHand()]
        case "send-chips":
            return [SendPurchases(entry_of(now, args.entry))]
        case "seat-again":
            there = _seat(now, args.table, args.seat) if args.table else None
            return [SeatAgain(entry_of(now, args.entry), there)]
        case "book":
            return [BookUnbooked(_sitting(now, args.table), args.player, args.adjust)]
        case "undo":
            return [UndoAct(args.act or _last_act(now))]
        case "end":
            return [End()]
    raise Fault("no-command", command=repr(args.do))


def _changed(args: argparse.Namespace) -> ChangeTerms:
    """The order that changes the given terms. Raises `Fault`."""
    said = {name.replace("-", "_"): getattr(args, name.replace("-", "_")) for name in (*TERMS, *PRIZES)}
    payouts = args.payouts and payouts_of(args.payouts)
    return ChangeTerms(payouts=payouts or None, currency=args.currency, **said)


def _count(now: TournamentView, said: str) -> TypedCount:
    """The count in `Ana=12500`, or in `Ana=0:Bo,Cy` for a player who is out and the players who took the last chips.
    Raises `Fault`."""
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


def _card(said: str) -> Card:
    """The card in a string such as `Qh`, in upper or lower case. Raises `Fault`."""
    try:
        return Card(said[:1].upper() + said[1:].lower())
    except ValueError as error:
        raise Fault("no-card", card=said) from error


def _broken(now: TournamentView, table: int, said: Sequence[str]) -> BreakTable:
    """The order to break a table, with the cards that its players drew, if any: `Qh` for each player in the order of
    the seats, or `3=Qh` for seat 3 in the order of drawing. Raises `Fault`."""
    sitting = _sitting(now, table)
    seats = sorted(one.seat for one in now.entries if one.sitting == sitting and one.seat)
    if any("=" in one for one in said):
        named = [one.partition("=") for one in said]
        drawn = [(int(seat) if seat.isdecimal() else 0, card) for seat, _, card in named]
    else:
        drawn = list(zip(seats, said, strict=False)) if len(said) <= len(seats) else [(0, one) for one in said]
    return BreakTable(sitting, tuple(DrawnCard(seat, _card(card)) for seat, card in drawn))


def _written(text: str) -> TournamentActionBase:
    """The action given as JSON for the API. Raises `Fault`."""
    try:
        action: TournamentActionBase = json_decoded(text, DirectorOrder)
    except NOT_JSON as error:
        raise Fault("no-action", why=why_undecoded(error)) from error
    return action


def _accepted(now: TournamentView, number: int, by: str) -> list[TournamentActionBase]:
    """The order of the proposal with this number. Only one is accepted at a time, because the clock then works out its
    proposals again. `by` is the name of the person who signs for an accepted difference. Raises `Fault`."""
    if not 1 <= number <= len(now.proposals):
        raise Fault("no-such-proposal", number=number, count=len(now.proposals))
    action = now.proposals[number - 1].action
    return [replace(action, by=by) if isinstance(action, AcceptDifference) else action]


def entry_of(now: TournamentView, named: str, forfeits: bool = False) -> int:
    """The entry with this number or name. If several entries have the name, it is the one that is still in (or that
    forfeited), or else the newest one. Raises `Fault` if no entry has the name, or if several that are still in have
    it."""
    if named.isdecimal():
        return int(named)
    found = [one for one in now.entries if name_key(one.name) == name_key(named) and not one.voided]
    if not found:
        raise Fault("no-entry-named", name=named)
    meant = [one.entry for one in found if (one.forfeit if forfeits else not (one.finish or one.forfeit))]
    if len(meant) > 1 and not forfeits:
        raise Fault("several-named", name=named, entries=", ".join(map(str, meant)))
    return (meant or [one.entry for one in found])[-1]


def _each(now: TournamentView, named: str, forfeits: bool = False) -> list[int]:
    """All entries of a team of this name, or else the entry that `entry_of` finds. Raises the same errors."""
    team = [one.entry for one in now.entries if one.team and name_key(one.team) == name_key(named) and not one.voided]
    return team or [entry_of(now, named, forfeits)]


def _sitting(now: TournamentView, table: int) -> int:
    found = [one.sitting for one in now.sittings if one.table == table and not one.closed]
    if not found:
        raise Fault("no-table-open", table=table)
    return found[-1]


def _seat(now: TournamentView, table: int, seat: int) -> SeatAt:
    return SeatAt(_sitting(now, table), seat)


def _last_act(now: TournamentView) -> int:
    """The newest action, which `undo` takes back by default. It has not been undone, was not done by the clock itself,
    and is not itself an undo. 0 if there is none."""
    acts = [act.act for act in now.acts if not act.undone and act.by != BY_CLOCK and UNDONE not in act.kinds]
    return acts[-1] if acts else 0
