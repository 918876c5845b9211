"""What a clock leaves with its tables should it burn, and asks them for once it was rebuilt. Knows no sockets."""

from collections.abc import Iterator
from contextlib import contextmanager

from kiosk.clock.awaited import AwaitedRecords
from kiosk.clock.backup.at_tables import TableBackups
from kiosk.clock.backup.recovery_code import kept_recovery_code
from kiosk.clock.latest import Latest
from kiosk.clock.room import Tournaments
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.protocol.messages import FetchBackup, Hello, OldRecords


class BesideTables:
    """Belongs to the event loop's thread."""

    def __init__(
        self, settings: ClockSettings, store: Store, writer: Writer, tournaments: Tournaments, times: Times
    ) -> None:
        """Before the writer has the store. Raises `Fault`."""
        self.recovery = kept_recovery_code(store)
        self.awaited = AwaitedRecords(store, tournaments)
        self.backups = TableBackups(self.recovery, settings.database, settings.source, writer, times)
        self._writer = writer

    @contextmanager
    def linked(self, hello: Hello, client: Latest) -> Iterator[None]:
        """A table has been greeted, until the context ends."""
        if not hello.keeps_backups:
            yield
            return
        self.awaited.greeted(hello, client)
        with self.backups.linked(client):
            yield

    async def told(self, table: int, said: FetchBackup | OldRecords, client: Latest) -> None:
        """A table fetches a backup, or sends old records. Raises the disk's `Fault`."""
        if isinstance(said, FetchBackup):
            self.backups.fetched(said, client)
        else:
            await self.awaited.came(table, said, self._writer, client)
