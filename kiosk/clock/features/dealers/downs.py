"""A room's dealers: the decisions about them, in their own stream, and the tables' records. Belongs to the event
loop.
"""

from collections.abc import Iterator

from engine.names import name_key, one_line
from engine.staffing.shift import Shift
from kiosk.clock.features.dealers.orders import RULES, ClockIn, StaffOrder, StaffOrderRecord, decide
from kiosk.clock.features.dealers.view import DownsView, StaffedTable, downs_view
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.names import Names
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import DOWNS
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.room import Tournaments


class Downs:
    """The room's dealers. Only decisions are stored. A proposal is calculated each time."""

    def __init__(self, store: Store, writer: Writer, tournaments: Tournaments, times: Times) -> None:
        """Raises `Fault`."""
        self._keeper = StreamKeeper.resume(store, DOWNS, RULES, Shift())
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

    def would(self, order: StaffOrder) -> list[str]:
        """The kinds of the events that the order would cause. Nothing is changed. Raises `Refused`."""
        events = decide(self._keeper.state, self._ordered(order))
        return [str(event.__struct_config__.tag) for event in events]

    def view(self) -> DownsView:
        tables = sorted(self._open_tables())
        return downs_view(self._keeper.state, self.mark, tables, self._names.text_of, self._times.wall_ms())

    def _ordered(self, order: StaffOrder) -> StaffOrderRecord:
        number = self._number(one_line(order.name)) if isinstance(order, ClockIn) else 0
        return StaffOrderRecord(order, self._times.wall_ms(), number)

    def _number(self, name: str) -> int:
        """The number of the dealer on shift with this name, in any spelling. If there is none, it is the name's own
        number."""
        on_shift = self._keeper.state.dealers
        same = (number for number in on_shift if name_key(self._names.text_of(number)) == name_key(name))
        return next(same, 0) or self._names.number_of(name)

    def _open_tables(self) -> Iterator[StaffedTable]:
        """The open tables with a kiosk, which therefore need a dealer."""
        for number, place in self._tournaments.now().items():
            sitting = place.desk.state.sittings.get(place.key)
            if sitting and sitting.typed:
                continue
            audited = place.desk.audited.tables[place.key]
            yield StaffedTable(number, place.desk.state.name, audited.game.table.staffing.dealer, audited.signed_ms)
