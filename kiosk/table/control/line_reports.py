"""Opens a table's connection to the clock, and reports the table's health over it."""

from dataclasses import dataclass

from kiosk.table.battery import BatteryWatch
from kiosk.table.display import TableDisplay
from kiosk.table.link.line import OpenJournal, TableLink
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.recovery.disk import TableDisk


@dataclass(frozen=True, eq=False)
class LineReports:
    """Reports the readers, the battery and the disk to the director. Warns the dealer about the last two."""

    line: TableLink
    readers: TableReaders
    battery: BatteryWatch
    disk: TableDisk
    face: TableDisplay

    def open(self, at: OpenJournal) -> None:
        self.line.open(at, self.readers.report)
        self.report()

    def close(self) -> None:
        self.line.close()

    def report(self) -> None:
        self.line.report(self.readers.report, self.battery.low, self.disk.state)

    def look(self) -> None:
        for watch in (self.battery, self.disk):
            if watch.look():
                self.report()
                if warning := watch.warning():
                    self.face.tell(warning)
