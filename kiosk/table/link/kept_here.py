"""What a table's disk has for its clock, should that burn: the newest backup of it and the one before, encrypted, and
the records of sittings that the table has left.

Belongs to the link's thread. Nothing that fails here stops the link, let alone the table.
"""

import hashlib
import logging
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from kiosk.faults import Fault
from kiosk.protocol.messages import MOST_RECORDS, BackupPart, BackupThere, FetchBackup, OldRecords, SendAgain
from kiosk.storage.files import write_atomic
from kiosk.storage.journal import open_reader
from kiosk.storage.reserve import LOW_BYTES
from kiosk.storage.sitting_files import SittingFiles

log = logging.getLogger(__name__)

MOST_BYTES = 16 * 1024 * 1024
"""A larger one is not kept: two of them have to fit beside the journal. A day of 6,000 players is about a tenth."""


def clock_backup_path(journal: Path) -> Path:
    """The newest one beside a table's journal."""
    return journal.with_name(f"{journal.name}.clock-backup")


def before_path(journal: Path) -> Path:
    """The one before it."""
    return journal.with_name(f"{journal.name}.clock-backup-before")


class KeptHere:
    """Beside the journal that the settings name."""

    def __init__(self, journal: Path, free_bytes: Callable[[Path], int | None]) -> None:
        """`free_bytes` is what is free on the disk of a folder, None where that is not known: what is left of a disk
        that is nearly full is the journal's."""
        self._journal = journal
        self._free_bytes = free_bytes
        self._fetching: BackupThere | None = None
        self._data = bytearray()

    def answer(self, said: BackupThere | BackupPart | SendAgain) -> FetchBackup | OldRecords | None:
        """What the clock is to be sent; None for nothing."""
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
        self._data += part.data
        if part.data and len(self._data) < there.size:
            return FetchBackup(there.name, len(self._data))
        data, self._fetching, self._data = bytes(self._data), None, bytearray()
        is_kept = hashlib.sha256(data).hexdigest() == there.name and self._keep(data)
        return _whole(there) if is_kept else None

    def _keep(self, data: bytes) -> bool:
        newest = clock_backup_path(self._journal)
        try:
            with suppress(FileNotFoundError):
                newest.replace(before_path(self._journal))
            write_atomic(newest, data)
        except (OSError, Fault) as error:
            log.info("a backup of the clock is not kept: %s", error)
            return False
        return True

    def _records(self, sitting: str, after: int) -> OldRecords:
        try:
            with closing(open_reader(SittingFiles(self._journal).path(sitting))) as journal:
                return OldRecords(sitting, tuple(journal.read(after, MOST_RECORDS)))
        except Fault as fault:
            log.info("the records of %s are not sent again: %s", sitting, fault)
            return OldRecords(sitting, ())


def _whole(there: BackupThere) -> FetchBackup:
    """Tells the clock that nothing is missing."""
    return FetchBackup(there.name, there.size)
