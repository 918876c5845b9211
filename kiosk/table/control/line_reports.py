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
        """Connect to the clock, and send it the records of this journal."""
        self._line.open(at, self._readers.report)
        self.report()

    def close(self) -> None:
        """Disconnect."""
        self._line.close()

    def report(self) -> None:
        """Report the current health."""
        self._line.report(self._readers.report, self._battery.low, self._disk.state)

    def look(self) -> None:
        """Check the battery and the disk, if that is due."""
        for watch in (self._battery, self._disk):
            if watch.look():
                self.report()
                if warning := watch.warning():
                    self._face.tell(warning)
