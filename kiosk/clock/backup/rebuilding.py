"""Rebuilds a clock from a backup that a table kept: its database, names, certificates and settings. The tables then
send their own records again."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kiosk.clock.recovery.backups.backups import PutBack, put_back, verified
from kiosk.clock.recovery.backups.clock_data import unpacked
from kiosk.clock.recovery.backups.encrypted import Age, EncryptedBackup, read_encrypted
from kiosk.clock.settings import ClockSettings, parse_clock_settings, read_clock_settings
from kiosk.faults import Fault, Unsound
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.quarantine import quarantine

CODE_WRONG = "backup-code-wrong"


class RebuildReport(NamedTuple):
    """The file that the clock was rebuilt from, its age, the number of the clock's own records in it, and the folders
    with copies of the replaced files. `put` describes the restore."""

    path: Path
    age: Age
    records: int
    kept: tuple[Path, ...]
    put: PutBack


class PassedOver(NamedTuple):
    """A file that was not used for rebuilding, and the reason."""

    path: Path
    fault: Fault

    @property
    def is_false(self) -> bool:
        """Whether the file is undamaged but was not made with the room's code. It may claim to be newer than the
        room's own files.
        """
        return self.fault.message.code == CODE_WRONG


def rebuild_newest(files: Iterable[Path], code: str, settings: Path) -> tuple[RebuildReport, list[PassedOver]]:
    """Rebuild from the newest of these files that can be opened with the code and is undamaged. Also returns the files
    that were passed over.

    Raises `Fault` if the clock is running or if no file can be used. If no file can be used, the fault reports a wrong
    code if any undamaged file has a different code; otherwise, it gives the reason for the first file that was passed
    over. Nothing has changed after a fault.
    """
    backups, over = _read(files)
    for backup in backups:
        try:
            return rebuild(backup, code, settings), over
        except Fault as fault:
            if fault.message.code != CODE_WRONG and not isinstance(fault, Unsound):
                raise
            over.append(PassedOver(backup.path, fault))
    raise next((one.fault for one in over if one.is_false), over[0].fault)


def _read(files: Iterable[Path]) -> tuple[list[EncryptedBackup], list[PassedOver]]:
    """The readable files, newest first according to their own dates, and those that cannot be read."""
    found: list[EncryptedBackup] = []
    over: list[PassedOver] = []
    for path in files:
        try:
            found.append(read_encrypted(path))
        except Fault as fault:
            over.append(PassedOver(path, fault))
    return sorted(found, key=lambda one: one.header.age, reverse=True), over


def rebuild(backup: EncryptedBackup, code: str, settings: Path) -> RebuildReport:
    """Replace the clock that has these settings with a backup. Copies of the replaced files are kept. Raises `Fault` if
    the code is wrong, the backup is damaged, or the clock is running. Nothing has changed in that case."""
    content = backup.content(code)
    kept: list[Path] = []
    with tempfile.TemporaryDirectory(prefix="clock-backup-") as name:
        folder = Path(name)
        text = unpacked(content, folder)
        verified(folder)
        with disk_faults(settings):
            before = settings.read_bytes() if settings.is_file() else b""
        its = _settings(text, settings)
        put = put_back(folder, its.database)
        if put.kept:
            kept.append(put.kept)
    if text and text.encode() != before:
        if before:
            kept.append(quarantine(settings, [settings]))
        _replace(settings, text)
    return RebuildReport(backup.path, backup.header.age, put.found.records, tuple(kept), put)


def _settings(text: str, path: Path) -> ClockSettings:
    """The backup's settings, read as if they were at this path, or the existing settings if the backup has none. Raises
    `Fault`."""
    return parse_clock_settings(text, str(path)) if text else read_clock_settings(path)


def _replace(settings: Path, text: str) -> None:
    """Replace the settings file. The new file has the owner and mode of the existing one. If there was none, it has its
    folder's owner."""
    with disk_faults(settings):
        was = settings.stat() if settings.exists() else None
        owner = was or settings.parent.stat()
        write_atomic(settings, text)
        if was:
            settings.chmod(was.st_mode & 0o777)
        with suppress(PermissionError):
            os.chown(settings, owner.st_uid, owner.st_gid)
