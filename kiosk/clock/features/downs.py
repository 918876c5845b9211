"""A room's dealers: the orders about them (in their own stream), who deals where, and who comes next. Records contain
numbers in place of names, so that a name can be erased. All times are wall-clock time. Belongs to the event loop."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

import msgspec

from engine.decoders import json_decoder
from engine.names import name_key, one_line
from engine.refused import Refused
from engine.staffing import shift as engine
from engine.staffing.shift import (
    OFF,
    Dealer,
    DealerMove,
    DownRules,
    RulesSet,
    Shift,
    ShiftEvent,
    Tables,
    next_push,
    owed,
)
from engine.tournament.tables.room_info import Relief
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.names import Names
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.streams import DOWNS
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.room import Tournaments
from kiosk.protocol.codec import EventForm, Written
from kiosk.protocol.staff import LONGEST_NAME
from kiosk.storage.keeper import Rules


class StaffedTable(NamedTuple):
    """A table that needs a dealer, the dealer who is signed in there (empty if nobody is), and since when."""

    table: int
    event: str
    signed: str
    signed_ms: int | None


class DealerView(msgspec.Struct, frozen=True):
    """A dealer on shift, the dealer's `table` (0 while off), and when the dealer came to the table or went off. `next`
    is where the rota would send the dealer.
    """

    dealer: int
    name: str
    table: int
    since_ms: int
    shift_ms: int
    """The start of the shift."""
    downs: int
    breaks: int
    in_a_row: int
    owed: bool
    next: int
    without: tuple[int, ...]


class TableStaffing(msgspec.Struct, frozen=True):
    """A table that needs a dealer: who should be dealing (0 for nobody), when that began, who is signed in, and who
    comes next.
    """

    table: int
    event: str
    dealer: int
    name: str
    since_ms: int | None
    signed: str
    signed_ms: int | None
    agrees: bool
    next: int
    next_name: str


class DownsView(msgspec.Struct, frozen=True):
    """The room's dealers and tables at record `mark`. `due_ms` is when the next push is due, or None before the first.
    `unknown` has the names of dealers who are signed in at tables but are not on shift. `acts` is how many actions can
    be undone, and `last` is the kind of the newest one."""

    mark: int
    now_ms: int
    rules: DownRules
    pushed_ms: int | None
    due_ms: int | None
    dealers: tuple[DealerView, ...]
    tables: tuple[TableStaffing, ...]
    uncovered: tuple[int, ...]
    """Tables that will not have a dealer at the next push."""
    short: int
    """How many more dealers it would take to give everyone a break in time."""
    unknown: tuple[str, ...]
    acts: int
    last: str


def downs_view(
    shift: Shift, mark: int, open_tables: Sequence[StaffedTable], name_of: Callable[[int], str], now_ms: int
) -> DownsView:
    push = next_push(shift, [one.table for one in open_tables])
    sent = {one.dealer: one.table for one in push.moves}
    comes = {table: dealer for dealer, table in sent.items() if table != OFF}
    names = {number: name_of(number) for number in shift.dealers}
    known = {name_key(name) for name in names.values()}
    at = {one.table: one for one in shift.dealers.values() if one.table != OFF}
    dealers = [_dealer(one, names[one.number], sent[one.number], shift.rules) for one in shift.dealers.values()]
    signed = {name_key(one.signed): one.signed for one in open_tables if one.signed}
    return DownsView(
        mark,
        now_ms,
        shift.rules,
        shift.pushed_ms,
        shift.due_ms,
        tuple(sorted(dealers, key=lambda one: (one.table == OFF, one.table, one.since_ms))),
        tuple(_table(one, at.get(one.table), comes.get(one.table, 0), names) for one in open_tables),
        push.uncovered,
        push.short,
        tuple(sorted(name for key, name in signed.items() if key not in known)),
        len(shift.before),
        str(shift.acts[-1].__struct_config__.tag) if shift.acts else "",
    )


def _dealer(one: Dealer, name: str, then: int, rules: DownRules) -> DealerView:
    return DealerView(
        one.number, name, one.table, one.since_ms, one.spells[0].since_ms, one.downs, one.breaks, one.in_a_row,
        owed(one, rules), then, one.without,
    )  # fmt: skip


def _table(one: StaffedTable, dealer: Dealer | None, then: int, names: dict[int, str]) -> TableStaffing:
    name = names[dealer.number] if dealer else ""
    return TableStaffing(
        one.table,
        one.event,
        dealer.number if dealer else 0,
        name,
        dealer.since_ms if dealer else None,
        one.signed,
        one.signed_ms,
        name_key(name) == name_key(one.signed),
        then,
        names.get(then, ""),
    )


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


class Downs:
    """The room's dealers. Only decisions are stored. A proposal is calculated each time."""

    def __init__(self, store: ClockStore, writer: Writer, tournaments: Tournaments, times: Times) -> None:
        """Raises `Fault`."""
        rules = Rules(decide, engine.apply, FORM.encode, FORM.decode)
        self._keeper = StreamKeeper.resume(store, DOWNS, rules, Shift())
        self._names: Names = store.names
        self._writer = writer
        self._tournaments = tournaments
        self._times = times

    @property
    def mark(self) -> int:
        """The number of the newest record. A page sends it back to say which state its order is based on."""
        return self._keeper.mark

    async def do(self, order: StaffOrder, seen: int | None) -> None:
        """Carry out an order. Raises `Refused`, `Stale` or `Fault`."""
        await self._keeper.do(self._writer, lambda: self._ordered(order), self._times.wall_ms(), seen)
        self._tournaments.gather()

    def would(self, order: StaffOrder) -> list[str]:
        """The kinds of the events that the order would cause. Nothing is changed. Raises `Refused`."""
        events = decide(self._keeper.state, self._ordered(order))
        return [str(event.__struct_config__.tag) for event in events]

    def view(self) -> DownsView:
        tables = sorted(self._open_tables())
        return downs_view(self._keeper.state, self.mark, tables, self._names.text_of, self._times.wall_ms())

    def reliefs(self) -> Mapping[int, Relief]:
        """The dealer who comes next to each table; tables whose dealer stays are left out."""
        if not self._keeper.state.dealers:
            return {}
        view = self.view()
        coming = (one for one in view.tables if one.next and one.next != one.dealer)
        return {one.table: Relief(one.next_name, view.due_ms) for one in coming}

    def _ordered(self, order: StaffOrder) -> StaffOrderRecord:
        number = self._number(one_line(order.name)) if isinstance(order, ClockIn) else 0
        return StaffOrderRecord(order, self._times.wall_ms(), number)

    def _number(self, name: str) -> int:
        """The number of the dealer on shift with this name, in any spelling, or the number of the name itself if there
        is no such dealer."""
        same = (one for one in self._keeper.state.dealers if name_key(self._names.text_of(one)) == name_key(name))
        return next(same, 0) or self._names.number_of(name)

    def _open_tables(self) -> Iterator[StaffedTable]:
        """The open tables with a kiosk, which therefore need a dealer."""
        for number, place in self._tournaments.now().items():
            sitting = place.desk.state.sittings.get(place.key)
            if sitting and sitting.typed:
                continue
            audited = place.desk.audited.tables[place.key]
            yield StaffedTable(number, place.desk.state.name, audited.game.table.staffing.dealer, audited.signed_ms)
