"""A table's connection to its clock. If the settings do not list a clock, this module does nothing."""

from abc import abstractmethod
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kiosk.protocol.messages import Ack, ReaderStatus
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link.events import LinkEvent, OffsetMeasured, TableCredentials
from kiosk.table.link.updates import LinkUpdates
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings

if TYPE_CHECKING:
    from kiosk.table.link.client import ClockLink
    from kiosk.table.link.session import PendingUpdates

Post = Callable[[LinkEvent, Hashable], None]
"""Posts an event from the link's thread; of those with the same key, only the newest is kept."""


class OpenJournal(NamedTuple):
    """A journal that is open for writing: its path, its epoch, its sitting, and the id of this opening."""

    path: Path
    epoch: int
    sitting: str
    opening: str = ""


class TableLink(LinkUpdates):
    """The connection to the clock, as the table sees it. `post` is called with the link's events."""

    def __init__(self, settings: TableSettings, services: Services, post: Post) -> None:
        self._settings = settings
        self._services = services
        self._post = post

    @abstractmethod
    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        """Start connecting and sending the journal's records."""

    @abstractmethod
    def close(self) -> None:
        """Disconnect, and end the link's thread."""

    def _post_event(self, event: LinkEvent) -> None:
        self._post(event, type(event).__name__ if isinstance(event, Ack | OffsetMeasured) else None)


MakeLine = Callable[[TableSettings, Services, Post], TableLink]


class ClockLine(TableLink):
    _link: "ClockLink | None" = None

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        if not self._settings.clock:
            return
        # Imported late: the WebSocket library takes half as long to load as Qt, and the first frame must not wait.
        from kiosk.table.link.addresses import addresses_of  # noqa: PLC0415
        from kiosk.table.link.client import ClockLink  # noqa: PLC0415
        from kiosk.table.link.clock_backup_files import ClockBackupFiles  # noqa: PLC0415

        settings, services, pinned = self._settings, self._services, self._settings.clock_fingerprint
        identity = TableCredentials(
            settings.clock_urls[0],
            settings.table,
            settings.token,
            at.epoch,
            at.sitting,
            settings.language,
            pinned,
            at.opening,
            services.version(),
        )
        kept = ClockBackupFiles(Path(settings.journal), services.free_bytes, services.wall_ms, bool(pinned))
        self._link = ClockLink(
            identity,
            lambda: open_reader(at.path),
            self._post_event,
            services.monotonic_ms,
            services.dice,
            kept,
            addresses_of(settings),
        )
        self._link.report(readers)
        self._link.start()

    def close(self) -> None:
        if self._link:
            self._link.stop()
            self._link = None

    def update(self, change: "Callable[[PendingUpdates], object]") -> None:
        if self._link:
            self._link.update(change)
