"""The levels at a table as time passes, even while the clock is unreachable."""

from kiosk.table.control.orders import TableOrders
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.control.sittings import TableSittings
from kiosk.table.control.write_gate import WriteGate


class TableLevels:
    """Begins each level when its time comes."""

    def __init__(self, sittings: TableSittings, gate: WriteGate, orders: TableOrders, updates: ScreenUpdates) -> None:
        self._sittings = sittings
        self._gate = gate
        self._orders = orders
        self._updates = updates

    def follow(self) -> None:
        """Show the level clock, and begin the next level if it is time."""
        level = self._sittings.now.level_by_time()
        if level and not self._gate.only_shows:
            self._orders.ask(level)
        self._updates.show()

    def resolve(self, by_day: bool) -> None:
        """Handle the dealer's answer on whether this machine's wall-clock time is right."""
        self._sittings.now.clock.resolve_level(by_day)
        self.follow()
