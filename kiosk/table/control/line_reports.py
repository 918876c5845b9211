"""Opens a table's line to the clock, and reports the table's health over it."""

from kiosk.table.battery import BatteryWatch
from kiosk.table.display import TableDisplay
from kiosk.table.link.line import OpenJournal, TableLink
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.recovery.disk import TableDisk


class LineReports:
    """Reports the readers, the battery and the disk to the director. Warns the dealer about the last two."""

    def __init__(
        self, line: TableLink, readers: TableReaders, battery: BatteryWatch, disk: TableDisk, face: TableDisplay
    ) -> None:
        self._line = line
        self._readers = readers
        self._battery = battery
        self._disk = disk
        self._face = face

    def open(self, at: OpenJournal) -> None:
        self._line.open(at, self._readers.report)
        self.report()

    def close(self) -> None:
        self._line.close()

    def report(self) -> None:
        self._line.report(self._readers.report, self._battery.low, self._disk.state)

    def look(self) -> None:
        for watch in (self._battery, self._disk):
            if watch.look():
                self.report()
                if warning := watch.warning():
                    self._face.tell(warning)
