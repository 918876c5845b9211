"""The dealers of a room: what is decided of them, in a stream of its own, and what the tables say. Belongs to the event
loop."""

from collections.abc import Iterator

from engine.names import name_key, one_line
from engine.staffing.shift import Shift
from kiosk.clock.room import Tournaments
from kiosk.clock.staffing.orders import RULES, ClockIn, Ordered, StaffOrder, decide
from kiosk.clock.staffing.view import DownsView, StaffedTable, downs_view
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.names import Names
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import DOWNS
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times


class Downs:
    """A proposal is worked out each time: what is stored is what was decided."""

    def __init__(self, store: Store, writer: Writer, tournaments: Tournaments, times: Times) -> None:
        """Raises `Fault`."""
        self._keeper = StreamKeeper.resume(store, DOWNS, RULES, Shift())
        self._names: Names = store.names
        self._writer = writer
        self._tournaments = tournaments
        self._times = times

    @property
    def mark(self) -> int:
        """The newest record: what a director has seen."""
        return self._keeper.mark

    async def do(self, order: StaffOrder, seen: int | None) -> None:
        """Do it. Raises `Refused`, `Stale` or `Fault`."""
        await self._keeper.do(self._writer, lambda: self._ordered(order), self._times.wall_ms(), seen)

    def would(self, order: StaffOrder) -> list[str]:
        """The kinds of the events that it would lead to; nothing is done. Raises `Refused`."""
        events = decide(self._keeper.state, self._ordered(order))
        return [str(event.__struct_config__.tag) for event in events]

    def view(self) -> DownsView:
        """As things are now."""
        tables = sorted(self._open_tables())
        return downs_view(self._keeper.state, self.mark, tables, self._names.text_of, self._times.wall_ms())

    def _ordered(self, order: StaffOrder) -> Ordered:
        number = self._number(one_line(order.name)) if isinstance(order, ClockIn) else 0
        return Ordered(order, self._times.wall_ms(), number)

    def _number(self, name: str) -> int:
        """Of who is on shift by this name, in whatever letters, else the name's own."""
        on_shift = self._keeper.state.dealers
        same = (number for number in on_shift if name_key(self._names.text_of(number)) == name_key(name))
        return next(same, 0) or self._names.number_of(name)

    def _open_tables(self) -> Iterator[StaffedTable]:
        """With a kiosk, so with a dealer."""
        for number, place in self._tournaments.now().items():
            sitting = place.desk.state.sittings.get(place.key)
            if sitting and sitting.typed:
                continue
            audited = place.desk.floor.tables[place.key]
            yield StaffedTable(number, place.desk.state.name, audited.game.table.staffing.dealer, audited.signed_ms)
