"""The commands of `kiosk room` that give orders to a tournament. Most follow from the fields of their orders."""

import argparse
from collections.abc import Callable, Mapping
from typing import NamedTuple, get_args

from msgspec.structs import replace

from engine.decoders import NOT_JSON, json_decoded
from engine.tournament import actions
from engine.tournament.order import TournamentActionBase
from engine.tournament.orders.seating.breaks import DrawnCard
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.policies import KINDS
from kiosk.commands.room.orders.create import CHANGES, STRUCTURE, changed
from kiosk.commands.room.orders.fields import (
    ENTRY,
    Argument,
    CommandContext,
    Converter,
    always,
    as_given,
    card_of,
    converters,
    count_of,
    entries,
    minutes,
    sitting_at,
    tables,
    team_or_entry,
)
from kiosk.faults import Fault
from kiosk.protocol.codec import why_undecoded
from kiosk.protocol.tournaments import TournamentView
from kiosk.structures.files import find_structure
from kiosk.zone import utc_ms

UNDONE = "act-undone"
"""The kind of an action that undoes another one. Such an action can itself be undone by its number."""
ELSEWHERE = (actions.AddEntry, actions.AddEntries, actions.MakeDeal, actions.PrepareDraw)
"""Orders that no command here gives. `enter` and `deal` first ask the clock, and only the console prepares a draw."""


class OrderCommand(NamedTuple):
    """The kinds of orders that a command gives, its arguments, and the function that makes the orders from them.
    `orders` may raise `Fault`."""

    kinds: tuple[type[TournamentActionBase], ...]
    arguments: tuple[Argument, ...]
    orders: Callable[[argparse.Namespace, CommandContext], list[TournamentActionBase]]


def _by_fields(kind: type[TournamentActionBase], /, **own: Converter) -> OrderCommand:
    """A command with the arguments of an order's fields. A field may have its `own` converter."""
    fields = converters(kind, own)
    return OrderCommand(
        (kind,),
        tuple(argument for one in fields.values() for argument in one.arguments),
        lambda args, now: [kind(**{name: one.value(args, now) for name, one in fields.items()})],
    )


def _for_each_of_team(kind: type[actions.CheckIn | actions.GiveUp | actions.VoidEntry]) -> OrderCommand:
    return OrderCommand(
        (kind,), ENTRY.arguments, lambda args, now: [kind(one) for one in team_or_entry(now.tournament, args.entry)]
    )


def _first_of_team(forfeits: bool = False) -> Converter:
    return Converter(ENTRY.arguments, lambda args, now: team_or_entry(now.tournament, args.entry, forfeits=forfeits)[0])


def _opened(args: argparse.Namespace, now: CommandContext) -> list[TournamentActionBase]:
    most = now.tournament.most_seats
    return [
        actions.UseTable(table, args.seats or min(now.plan.of(table).seats, most), args.typed) for table in args.tables
    ]


def _first_waiting(_: argparse.Namespace, now: CommandContext) -> int:
    """The first entry on the waiting list; 0 if there is none."""
    waiting = sorted((bool(one.barred), one.entry) for one in now.tournament.entries if one.waits and not one.voided)
    return waiting[0][1] if waiting else 0


def _drawn_for_break(args: argparse.Namespace, now: CommandContext) -> tuple[DrawnCard, ...]:
    """The cards that a broken table's players drew: `Qh` in seat order, or `3=Qh` in the order in which they were
    drawn. Raises `Fault`."""
    sitting, said = sitting_at(now.tournament, args.table), args.cards
    seats = sorted(one.seat for one in now.tournament.entries if one.sitting == sitting and one.seat)
    if any("=" in one for one in said):
        named = [one.partition("=") for one in said]
        drawn = [(int(seat) if seat.isdecimal() else 0, card) for seat, _, card in named]
    else:
        drawn = list(zip(seats, said, strict=False)) if len(said) <= len(seats) else [(0, one) for one in said]
    return tuple(DrawnCard(seat, card_of(card)) for seat, card in drawn)


def _in_json(args: argparse.Namespace, _: CommandContext) -> list[TournamentActionBase]:
    """The action given as JSON for the API. Raises `Fault`."""
    try:
        action: TournamentActionBase = json_decoded(args.action, actions.DirectorOrder)
    except NOT_JSON as error:
        raise Fault("no-action", why=why_undecoded(error)) from error
    return [action]


def _accepted(args: argparse.Namespace, now: CommandContext) -> list[TournamentActionBase]:
    """The order of the proposal with this number. Only one is accepted at a time, because the clock then works out its
    proposals again. `by` is the person who signs off on an accepted difference. Raises `Fault`."""
    proposals = now.tournament.proposals
    if not 1 <= args.number <= len(proposals):
        raise Fault("no-such-proposal", number=args.number, count=len(proposals))
    action = proposals[args.number - 1].action
    return [replace(action, by=args.by) if isinstance(action, actions.AcceptDifference) else action]


def _last_act(now: TournamentView) -> int:
    """The newest action that has not been undone, was not done by the clock, and is not an undo. 0 if there is none."""
    acts = [act.act for act in now.acts if not act.undone and act.by != BY_CLOCK and UNDONE not in act.kinds]
    return acts[-1] if acts else 0


_COUNTS = Converter(
    (Argument("counts", {"nargs": "+", "metavar": "ENTRY=CHIPS"}),),
    lambda args, now: tuple(count_of(now.tournament, one) for one in args.counts),
)
_STARTS = Converter(
    (Argument("time", {"metavar": "TIME"}),),
    lambda args, now: None if args.time == "none" else utc_ms(args.time, now.zone),
)
_TWICE = Converter((Argument("--twice", {"action": "store_true"}),), lambda args, _: 2 if args.twice else 1)
_ROW = Converter((Argument("entry", {"type": int, "metavar": "ROW"}, "row"),), lambda args, _: args.entry - 1)
_ACT = Converter(
    (Argument("act", {"type": int, "nargs": "?", "default": 0, "metavar": "NUMBER"}),),
    lambda args, now: args.act or _last_act(now.tournament),
)
_POLICY_KIND = Argument(
    "kind", {"choices": KINDS, "metavar": "KIND"}, "policy_kind", filled={"kinds": ", ".join(KINDS)}
)
_BREAK_CARDS = Argument("--cards", {"nargs": "+", "default": [], "metavar": "CARD"}, "break_cards")


def _named(name: str, help_key: str, metavar: str = "NAME") -> Converter:
    return as_given(Argument(name, {"metavar": metavar}, help_key))


OWN: Mapping[str, OrderCommand] = {
    "open": OrderCommand(
        (actions.UseTable,),
        (*tables("+").arguments, Argument("--seats", {"type": int}), Argument("--typed", {"action": "store_true"})),
        _opened,
    ),
    "type": _by_fields(
        actions.TypeTable,
        counts=_COUNTS,
        hands=as_given(Argument("--hands", {"type": int, "required": True})),
        button=as_given(Argument("--button", {"type": int, "default": 1})),
    ),
    "check-in": _for_each_of_team(actions.CheckIn),
    "forfeit": _by_fields(actions.Forfeit, entry=_first_of_team()),
    "give-up": _for_each_of_team(actions.GiveUp),
    "member": _by_fields(actions.AddMember, entry=_first_of_team()),
    "promote": _by_fields(actions.Promote, entry=Converter((), _first_waiting)),
    "clear": _by_fields(
        actions.ClearForfeit,
        entry=_first_of_team(forfeits=True),
        what=as_given(Argument("what", {"choices": ("fee", "suspension"), "nargs": "?", "default": "fee"}, "clear")),
    ),
    "turn-away": _by_fields(actions.TurnAway, name=_named("name", "turned_away")),
    "schedule": _by_fields(actions.Schedule, starts_ms=_STARTS),
    "end-flight": _by_fields(actions.EndFlight, chosen=entries("chosen")),
    "carry": _by_fields(
        actions.CarryOver,
        flights=Converter((Argument("flights", {"nargs": "+", "metavar": "ID"}),), lambda args, _: tuple(args.flights)),
    ),
    "void": _for_each_of_team(actions.VoidEntry),
    "rebuy": _by_fields(actions.Rebuy, times=_TWICE),
    "bust": _by_fields(actions.ConfirmBust, by=entries("--by", "knocked_out_by")),
    "accept": OrderCommand(
        (),
        (
            Argument("number", {"type": int, "nargs": "?", "default": 1, "metavar": "NUMBER"}),
            Argument("--seen", {"type": int, "metavar": "MARK"}),
            Argument("--by", {"default": "", "metavar": "NAME"}, "signed_by"),
        ),
        _accepted,
    ),
    "accept-difference": _by_fields(
        actions.AcceptDifference, by=as_given(Argument("--by", {"required": True, "metavar": "NAME"}, "signed_by"))
    ),
    "bag": _by_fields(
        actions.CountBag, chips=as_given(Argument("chips", {"type": int, "metavar": "CHIPS"}, "bag_chips"))
    ),
    "count-time": _by_fields(actions.ApplyElapsed),
    "book": _by_fields(actions.BookUnbooked, player=_named("player", "booked")),
    "send-chips": _by_fields(actions.SendPurchases),
    "structure": _by_fields(
        actions.EditStructure, structure=Converter((STRUCTURE,), lambda args, _: find_structure(args.file).structure)
    ),
    "change": OrderCommand((actions.ChangeTerms,), CHANGES, changed),
    "seat": _by_fields(actions.SeatEntry),
    "move": _by_fields(actions.MoveEntry),
    "pin": _by_fields(actions.PinEntry, on=always(True)),
    "unpin": _by_fields(actions.PinEntry, on=always(False)),
    "out-of-use": _by_fields(actions.UseSeat, on=always(False)),
    "in-use": _by_fields(actions.UseSeat, on=always(True)),
    "draw": _by_fields(actions.DrawSeats),
    "break": _by_fields(actions.BreakTable, cards=Converter((_BREAK_CARDS,), _drawn_for_break)),
    "break-order": _by_fields(actions.SetBreakOrder, tables=tables("*", "order_tables")),
    "policy": _by_fields(actions.SetPolicy, kind=as_given(_POLICY_KIND)),
    "close": _by_fields(actions.CloseTable),
    "halt": _by_fields(actions.HaltTable, on=always(True)),
    "play-on": _by_fields(actions.HaltTable, on=always(False)),
    "jump": _by_fields(actions.Jump, entry=_ROW),
    "time": _by_fields(
        actions.AddTime, delta_ms=minutes("minutes"), may_end=as_given(Argument("--may-end", {"action": "store_true"}))
    ),
    "act": OrderCommand((), (Argument("action", {"metavar": "JSON"}),), _in_json),
    "undo": _by_fields(actions.UndoAct, act=_ACT),
}


def _order_commands() -> dict[str, OrderCommand]:
    kinds: tuple[type[TournamentActionBase], ...] = get_args(actions.DirectorOrder)
    listed = {*ELSEWHERE, *(kind for one in OWN.values() for kind in one.kinds)}
    usual = {str(kind.__struct_config__.tag): _by_fields(kind) for kind in kinds if kind not in listed}
    return {**OWN, **usual}


ORDER_COMMANDS: Mapping[str, OrderCommand] = _order_commands()


def orders_of(args: argparse.Namespace, now: CommandContext) -> list[TournamentActionBase]:
    """The actions that a command requests. Raises `Fault` for a table or a name that does not exist."""
    return ORDER_COMMANDS[args.do].orders(args, now)
