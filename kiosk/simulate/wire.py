"""A table's line to a clock in the same process. The connector and session are the real ones, on the shared loop."""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from kiosk.protocol.messages import Ack, Answered, CheckPin, DiskState, ReaderStatus, Request, health_of
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link.clock_backup_files import ClockBackupFiles
from kiosk.table.link.connector import Connector
from kiosk.table.link.events import LinkEvent, OffsetMeasured, TableCredentials
from kiosk.table.link.line import OpenJournal
from kiosk.table.link.session import Connection, PendingUpdates
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings


class DirectLine:
    """A table's line, with the interface of `ClockLine`."""

    def __init__(
        self,
        dial: Callable[[], AbstractAsyncContextManager[Connection]],
        settings: TableSettings,
        services: Services,
        post: Callable[[LinkEvent, Hashable], None],
    ) -> None:
        self._dial = dial
        self._settings = settings
        self._services = services
        self._post = post
        self._news = PendingUpdates()
        self._connector: Connector | None = None
        self._connecting: asyncio.Task[None] | None = None

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        """Start connecting."""
        settings, services = self._settings, self._services
        who = TableCredentials(
            "",
            settings.table,
            settings.token,
            at.epoch,
            at.sitting,
            settings.language,
            opening=at.opening,
        )
        self._connector = connector = Connector(
            who,
            lambda: open_reader(at.path),
            self._post_event,
            services.monotonic_ms,
            services.dice,
            lambda _: self._dial(),
            ClockBackupFiles(Path(settings.journal), services.free_bytes, services.wall_ms),
        )
        self._news = connector.news
        self._news.health = health_of(readers)
        self._connecting = asyncio.ensure_future(connector.run())

    def close(self) -> None:
        if self._connector and self._connecting:
            self._connector.is_ending = True
            self._connecting.cancel()
            self._connector = self._connecting = None

    def offer(self) -> None:
        """Send the new records of the journal."""
        self._news.changed.set()

    def report(self, readers: tuple[ReaderStatus, ...], battery: int | None = None, disk: DiskState = "") -> None:
        self._news.health = health_of(readers, battery, disk)
        self._news.changed.set()

    def request(self, request: Request) -> None:
        """Send a request to the room until it is answered."""
        self._news.requests[request.id] = request
        self._news.changed.set()

    def withdraw(self, request: str) -> None:
        """Stop sending a request, by its id."""
        self._news.requests.pop(request, None)

    def answered(self, answered: Answered) -> None:
        """Report the result of carrying out the floor's answer."""
        self._news.answered.append(answered)
        self._news.changed.set()

    def check_pin(self, ask: CheckPin) -> None:
        """Ask the clock to check a PIN."""
        self._news.pins.put_nowait(ask)

    def _post_event(self, event: LinkEvent) -> None:
        self._post(event, type(event).__name__ if isinstance(event, Ack | OffsetMeasured) else None)
