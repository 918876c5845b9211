"""A table's line to its clock. If the settings name no clock, nothing here does anything."""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kiosk.protocol.messages import Ack, Answered, CheckPin, DiskState, ReaderStatus, Request
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link.events import LinkEvent, OffsetMeasured, TableCredentials
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings

if TYPE_CHECKING:
    from kiosk.table.link.client import ClockLink

Post = Callable[[LinkEvent, Hashable], None]
"""Posts an event from the link's thread; of those with the same key, only the newest is kept."""


class OpenJournal(NamedTuple):
    """A journal that is open for writing: who it belongs to, and its epoch."""

    path: Path
    epoch: int
    sitting: str
    opening: str = ""
    """Distinguishes this opening from the opening of a copy of the journal."""


class TableLink(Protocol):
    """The line to the clock as the table uses it, however it is made."""

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        """Start connecting, and sending the records of the journal."""

    def close(self) -> None:
        """Disconnect."""

    def offer(self) -> None:
        """Send the new records of the journal."""

    def report(self, readers: tuple[ReaderStatus, ...], battery: int | None = None, disk: DiskState = "") -> None:
        """Send the director the status of each reader, the charge, in percent, of a battery that is low, and what is
        wrong with the disk.
        """

    def request(self, request: Request) -> None:
        """Send the room a request, and repeat it until it answers."""

    def withdraw(self, request: str) -> None:
        """Stop sending a request, by its id."""

    def answered(self, answered: Answered) -> None:
        """Send the result of the floor's answer."""

    def check_pin(self, ask: CheckPin) -> None:
        """Ask the clock about a PIN, unless the connection is lost first."""


MakeLine = Callable[[TableSettings, Services, Post], TableLink]


class ClockLine:
    """A line that holds a link while it is open. `post` is called with the link's events."""

    def __init__(self, settings: TableSettings, services: Services, post: Post) -> None:
        self._settings = settings
        self._services = services
        self._post = post
        self._link: ClockLink | None = None

    def open(self, at: OpenJournal, readers: tuple[ReaderStatus, ...]) -> None:
        """Start connecting, and sending the records of the journal."""
        if not self._settings.clock:
            return
        # Imported late: the WebSocket library takes half as long to load as Qt, and the first frame must not wait.
        from kiosk.table.link.client import ClockLink  # noqa: PLC0415
        from kiosk.table.link.clock_backup_files import ClockBackupFiles  # noqa: PLC0415

        url = f"{self._settings.clock.rstrip('/')}/table"
        settings = self._settings
        identity = TableCredentials(
            url,
            settings.table,
            settings.token,
            at.epoch,
            at.sitting,
            settings.language,
            settings.clock_fingerprint,
            at.opening,
        )
        services, is_pinned = self._services, bool(settings.clock_fingerprint)
        kept = ClockBackupFiles(Path(settings.journal), services.free_bytes, services.wall_ms, is_pinned)
        self._link = ClockLink(
            identity, lambda: open_reader(at.path), self._post_event, services.monotonic_ms, services.dice, kept
        )
        self._link.report(readers)
        self._link.start()

    def close(self) -> None:
        """Disconnect, and end the link's thread."""
        if self._link:
            self._link.stop()
            self._link = None

    def offer(self) -> None:
        """Send the new records of the journal."""
        if self._link:
            self._link.offer()

    def report(self, readers: tuple[ReaderStatus, ...], battery: int | None = None, disk: DiskState = "") -> None:
        """Send the director the status of each reader, the charge, in percent, of a battery that is low, and what is
        wrong with the disk.
        """
        if self._link:
            self._link.report(readers, battery, disk)

    def request(self, request: Request) -> None:
        """Send the room a request, and repeat it until it answers."""
        if self._link:
            self._link.request(request)

    def withdraw(self, request: str) -> None:
        """Stop sending a request, by its id."""
        if self._link:
            self._link.withdraw(request)

    def answered(self, answered: Answered) -> None:
        """Send the result of the floor's answer."""
        if self._link:
            self._link.answered(answered)

    def check_pin(self, ask: CheckPin) -> None:
        """Ask the clock about a PIN, unless the connection is lost first."""
        if self._link:
            self._link.check_pin(ask)

    def _post_event(self, event: LinkEvent) -> None:
        self._post(event, type(event).__name__ if isinstance(event, Ack | OffsetMeasured) else None)
