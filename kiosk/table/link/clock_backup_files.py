"""The files kept in case the clock is destroyed: its newest two backups, encrypted, and the records of sittings that
the table has left. Belongs to the link's thread. A failure here never stops the link, let alone the table."""

import hashlib
import logging
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from kiosk.faults import Fault
from kiosk.protocol.link.recovery import (
    LONGEST_LINE,
    BackupPart,
    BackupThere,
    FetchBackup,
    OldRecords,
    SendAgain,
    header_of,
)
from kiosk.protocol.link.wire import MOST_RECORDS
from kiosk.protocol.sync import MOST_OPENINGS
from kiosk.storage.files import write_atomic
from kiosk.storage.journal_reader import open_reader
from kiosk.storage.reserve import LOW_BYTES
from kiosk.storage.sitting_files import SittingFiles

log = logging.getLogger(__name__)

MOST_BYTES = 16 * 1024 * 1024
"""The size limit of a backup, since two must fit beside the journal. It is ten times the size of a backup after a day
with 6,000 players."""


AN_HOUR_MS, A_WEEK_MS = 3_600_000, 7 * 24 * 3_600_000
"""The previous backup is kept for at least an hour, so that an impostor cannot overwrite both within that time."""
MOST_EPOCH = 10**9
"""The highest epoch that a clock can have. No room restarts its clock that often."""


def clock_backup_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.clock-backup")


def before_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.clock-backup-before")


class ClockBackupFiles:
    """The files stored beside the journal that is named in the settings."""

    def __init__(
        self,
        journal: Path,
        free_bytes: Callable[[Path], int | None],
        wall_ms: Callable[[], int],
        is_pinned: bool = False,
    ) -> None:
        """`free_bytes` returns the free bytes on a folder's disk, or None if unknown: on a nearly full disk, the
        remaining space is reserved for the journal. With `is_pinned`, only the room's own clock can be at the other
        end."""
        self._journal = journal
        self._wall_ms = wall_ms
        self._is_pinned = is_pinned
        self._free_bytes = free_bytes
        self._fetching: BackupThere | None = None
        self._data = bytearray()

    def answer(self, said: BackupThere | BackupPart | SendAgain) -> FetchBackup | OldRecords | None:
        match said:
            case BackupThere():
                return self._offered(said)
            case BackupPart():
                return self._came(said)
            case SendAgain(sitting=sitting, after=after):
                return self._records(sitting, after)

    def _offered(self, there: BackupThere) -> FetchBackup | None:
        self._fetching = None
        free = self._free_bytes(self._journal.parent)
        if self._has(there.name):
            return _whole(there)
        if there.size > MOST_BYTES or (free is not None and free < LOW_BYTES):
            return None
        self._fetching, self._data = there, bytearray()
        return FetchBackup(there.name, 0)

    def _has(self, name: str) -> bool:
        try:
            return hashlib.sha256(clock_backup_path(self._journal).read_bytes()).hexdigest() == name
        except OSError:
            return False

    def _came(self, part: BackupPart) -> FetchBackup | None:
        there = self._fetching
        if there is None or (part.name, part.after) != (there.name, len(self._data)):
            return None
        is_first, self._data = not self._data, self._data + part.data
        if is_first and not self._may_replace(bytes(self._data)):
            self._fetching, self._data = None, bytearray()
            return None
        if part.data and len(self._data) < there.size:
            return FetchBackup(there.name, len(self._data))
        data, self._fetching, self._data = bytes(self._data), None, bytearray()
        is_kept = hashlib.sha256(data).hexdigest() == there.name and self._keep(data)
        return _whole(there) if is_kept else None

    def _keep(self, data: bytes) -> bool:
        newest = clock_backup_path(self._journal)
        try:
            if not self._is_held_since(before_path(self._journal), AN_HOUR_MS):
                with suppress(FileNotFoundError):
                    newest.replace(before_path(self._journal))
            write_atomic(newest, data)
        except (OSError, Fault) as error:
            log.info("a backup of the clock was not stored: %s", error)
            return False
        return True

    def _may_replace(self, data: bytes) -> bool:
        """Whether this backup may replace the newest one here: it is from the same room and not older. A different salt
        means an impostor, or a new recovery code on the room's own clock. A backup with a different salt is accepted if
        the clock is certain to be the room's, or if the stored one is more than a week old."""
        newest, offered, held = clock_backup_path(self._journal), header_of(data), None
        with suppress(OSError), newest.open("rb") as file:
            held = header_of(file.read(LONGEST_LINE))
        if offered is None or offered.age.epoch > MOST_EPOCH:
            log.info("a backup of the clock was not stored: its age is unknown")
            return False
        if held is None:
            return True
        if held.salt != offered.salt:
            is_taken = self._is_pinned or not self._is_held_since(newest, A_WEEK_MS)
        else:
            is_taken = held.age <= offered.age and offered.age.epoch <= held.age.epoch + MOST_OPENINGS
        if not is_taken:
            log.info("a backup of the clock was not stored: it is from a different room, or older than the one here")
        return is_taken

    def _is_held_since(self, path: Path, ms: int) -> bool:
        """Whether a file was written within this time, or by a machine whose time was ahead."""
        try:
            return self._wall_ms() - path.stat().st_mtime_ns // 1_000_000 < ms
        except OSError:
            return False

    def _records(self, sitting: str, after: int) -> OldRecords:
        try:
            with closing(open_reader(SittingFiles(self._journal).path(sitting))) as journal:
                return OldRecords(sitting, tuple(journal.read(after, MOST_RECORDS)))
        except Fault as fault:
            log.info("the records of %s cannot be sent again: %s", sitting, fault)
            return OldRecords(sitting, ())


def _whole(there: BackupThere) -> FetchBackup:
    """The reply to the clock after the whole backup has arrived."""
    return FetchBackup(there.name, there.size)
