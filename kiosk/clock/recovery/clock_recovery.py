"""The backups that a clock leaves at its tables in case it is destroyed, and the records that it asks for once it is
rebuilt."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from engine.message import Message, message
from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.backups.recovery_code import KIND, NOTED, OnPaper, kept_note, kept_recovery_code
from kiosk.clock.recovery.backups.table_backups import TableBackups
from kiosk.clock.recovery.lost_records import ClockGaps
from kiosk.clock.recovery.pending_records import Dismissed
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.place import StorePlace
from kiosk.clock.store.port import ClockStore, StreamState
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.tables.view import FailedBackup
from kiosk.clock.tournaments.room import Place, RoomServices
from kiosk.faults import Fault
from kiosk.log import person
from kiosk.protocol.link.recovery import FetchBackup, OldRecords
from kiosk.protocol.messages import Hello
from ui.words import Words

Where = Literal["disk", "tables"]
"""Where a backup failed: on the disk given in the settings, or at the tables."""
WHAT_TO_DO: dict[Where, Message] = {
    "disk": message("fix-backup-disk"), "tables": message("fix-backup-tables"),
}  # fmt: skip
log = logging.getLogger(__name__)


class BackupDisk:
    """Watches one backup folder. If its disk is removed, an empty folder is left behind, and backups would continue on
    the clock's own disk as if nothing were wrong."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._database = database
        self._was_other = False

    def gone(self) -> Fault | None:
        """A fault if the folder of the latest backup is no longer on a separate disk, or None."""
        with suppress(OSError):  # the backup failed, and that is reported
            if self._folder.stat().st_dev != self._database.stat().st_dev:
                self._was_other = True
            elif self._was_other:
                return Fault("backup-disk-gone", path=str(self._folder))
        return None


class _Failed(NamedTuple):
    why: Message
    since_ms: int


class FailedBackups:
    """Automatic backups that failed at the last attempt. Belongs to the event loop's thread."""

    def __init__(self, now_ms: Callable[[], int], changed: Callable[[], object]) -> None:
        self._now_ms = now_ms
        self._changed = changed
        self._failed: dict[Where, _Failed] = {}

    def report(self, where: Where, fault: Fault | None) -> None:
        """A backup succeeded (`fault` is None) or failed."""
        before = self._failed.pop(where, None)
        if fault:
            self._failed[where] = _Failed(fault.message, before.since_ms if before else self._now_ms())
        if before != self._failed.get(where):
            self._changed()

    def said(self, words: Words) -> tuple[FailedBackup, ...]:
        return tuple(
            FailedBackup(where, words.fault(one.why).what, words.say(WHAT_TO_DO[where]), one.since_ms)
            for where, one in self._failed.items()
        )


class ClockRecovery:
    def __init__(self, settings: ClockSettings, store: ClockStore, gaps: ClockGaps, room: RoomServices) -> None:
        """Must be called after the tournaments were opened and before the writer's first job. Raises `Fault`."""
        self._writer, self._times = room.writer, room.times
        self._changed = room.tournaments.send_totals
        self._names = store.names
        self.recovery = kept_recovery_code(store)
        self.on_paper = kept_note(store)
        self.pending_records, self.lost_records = gaps.pending, gaps.lost
        self.pending_records.settle(store)
        self.failed = FailedBackups(self._times.mono_ms, self._changed)
        self.backups = TableBackups(
            self.recovery, StorePlace(settings.state, settings.server), settings.source, self._writer, self._times
        )

    async def keep_making(self) -> None:
        await self.backups.keep_making(partial(self.failed.report, "tables"))

    @contextmanager
    def linked(self, hello: Hello, client: Latest) -> Iterator[None]:
        with self._telling():
            self.pending_records.greeted(hello, client)
            self.lost_records.ask(hello, client)
        with self.backups.linked(client):
            yield

    def greeted(self, place: Place, hello: Hello, standing: StreamState) -> None:
        self.lost_records.greeted(place, hello, standing)

    async def strayed(self, hello: Hello) -> None:
        with self._telling():
            await self.lost_records.strayed(hello, self._writer)

    async def receive(self, table: int, said: FetchBackup | OldRecords, client: Latest) -> None:
        """Handle a table's message: it fetches a backup or sends old records. Raises `Fault` if the disk fails."""
        with self._telling():
            if isinstance(said, FetchBackup):
                self.backups.fetched(said, table, client)
            elif not await self.lost_records.came(table, said, self._writer, client):
                await self.pending_records.came(table, said, self._writer, client)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        before = self._said
        yield
        if before != self._said:
            self._changed()

    @property
    def _said(self) -> object:
        return self.needs_paper, self.pending_records.said, self.lost_records.said

    @property
    def lost(self) -> Message | None:
        return self._names.lost or self.lost_records.said

    @property
    def needs_paper(self) -> bool:
        """Whether a table holds a backup that may be impossible to open, because nobody has the code on paper."""
        return self.on_paper is None and self.backups.holding.tables > 0

    async def dismiss(self, table: int, by: str) -> None:
        """Stop waiting for a table's records. Raises `Refused`, or `Fault` if the disk fails."""
        await self.pending_records.dismiss(table, Dismissed(by, self._times.wall_ms()), self._writer)
        self._changed()

    def shown_code(self, to: str) -> str:
        """The recovery code, for the person who will write it down. The log records only who saw it."""
        log.info("the recovery code was shown to %s", person(to))
        return self.recovery.code

    async def note_on_paper(self, by: str) -> None:
        noted = OnPaper(by, self._times.wall_ms())
        await self._writer.keep(MemoryEntry(KIND, NOTED, msgspec.json.encode(noted)))
        self.on_paper = noted
        self._changed()
