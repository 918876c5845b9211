"""The orders about dealers on shift, and how they are decided. In the record, a number replaces each name, so that a
name can be erased."""

from typing import Annotated, NamedTuple

import msgspec

from engine.decoders import json_decoder
from engine.names import one_line
from engine.refused import Refused
from engine.staffing import shift as engine
from engine.staffing.shift import DealerMove, DownRules, RulesSet, Shift, ShiftEvent, Tables
from kiosk.protocol.codec import EventForm, Written
from kiosk.protocol.staff import LONGEST_NAME
from kiosk.storage.keeper import Rules


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of all orders. Their tags are used in messages, so they must never change."""


class ClockIn(_Order, frozen=True, tag="clock-in"):
    """A dealer's shift begins. The dealer is never to deal at the tables in `without`."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    without: Tables = ()


class ClockOut(_Order, frozen=True, tag="clock-out"):
    """A dealer goes home."""

    dealer: int


class PlaceDealer(_Order, frozen=True, tag="place"):
    """A dealer goes to a table now, or takes a break (`table` is 0)."""

    dealer: int
    table: Annotated[int, msgspec.Meta(ge=0, le=engine.MOST_TABLE)] = 0


class PushDealers(_Order, frozen=True, tag="push"):
    """The push, as proposed or as changed."""

    moves: Annotated[tuple[DealerMove, ...], msgspec.Meta(max_length=engine.MOST_DEALERS)]


class ExcludeTables(_Order, frozen=True, tag="exclude"):
    """A dealer is never to deal at these tables."""

    dealer: int
    tables: Tables


class SetDownRules(_Order, frozen=True, tag="rules"):
    """The length of a down, and when a dealer is owed a break."""

    rules: DownRules


class TakeBack(_Order, frozen=True, tag="take-back"):
    """Undo the newest action."""


StaffOrder = ClockIn | ClockOut | PlaceDealer | PushDealers | ExcludeTables | SetDownRules | TakeBack


class StaffOrderRecord(NamedTuple):
    """An order, its wall-clock time, and the number that replaces the name in it."""

    order: StaffOrder
    at_ms: int
    number: int = 0


FORM: EventForm[ShiftEvent] = EventForm(json_decoder(Written[ShiftEvent]))


def decide(shift: Shift, ordered: StaffOrderRecord) -> list[ShiftEvent]:  # noqa: PLR0911  one return for each order
    """The events of an order; no events if nothing changes. Raises `Refused`."""
    order, at_ms, number = ordered
    match order:
        case ClockIn(name=name, without=without):
            if not one_line(name):
                raise Refused("dealer-unnamed")
            return engine.clock_in(shift, number, at_ms, without)
        case ClockOut(dealer=dealer):
            return engine.clock_out(shift, dealer, at_ms)
        case PlaceDealer(dealer=dealer, table=table):
            return engine.move(shift, [DealerMove(dealer, table)], at_ms, push=False)
        case PushDealers(moves=moves):
            return engine.move(shift, moves, at_ms, push=True)
        case ExcludeTables(dealer=dealer, tables=tables):
            return engine.exclude(shift, dealer, tables)
        case SetDownRules(rules=rules):
            return [] if rules == shift.rules else [RulesSet(rules)]
        case TakeBack():
            return engine.take_back(shift)


RULES: Rules[Shift, StaffOrderRecord, ShiftEvent] = Rules(decide, engine.apply, FORM.encode, FORM.decode)
