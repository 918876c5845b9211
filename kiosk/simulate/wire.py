"""A table's line to a clock in the same process. The connector and session are the real ones, on the shared loop."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from kiosk.protocol.messages import ReaderStatus, health_of
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link.clock_backup_files import ClockBackupFiles
from kiosk.table.link.connector import Connector
from kiosk.table.link.events import TableCredentials
from kiosk.table.link.line import OpenJournal, Post, TableLink
from kiosk.table.link.session import Connection, PendingUpdates
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings


class DirectLine(TableLink):
    def __init__(
        self,
        dial: Callable[[], AbstractAsyncContextManager[Connection]],
        settings: TableSettings,
        services: Services,
        post: Post,
    ) -> None:
        super().__init__(settings, services, post)
        self._dial = dial
        self._news = PendingUpdates()
        self._connector: Connector | None = None
        self._connecting: asyncio.Task[None] | None = None

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
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

    def update(self, change: Callable[[PendingUpdates], object]) -> None:
        change(self._news)
