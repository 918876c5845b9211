"""`kiosk restore-clock`: restores a backup in place of the clock's database, or rebuilds it from a backup kept at the
tables."""

import argparse
import getpass
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.backup.command import place_in
from kiosk.clock.recovery.backups.backups import PutBack, newest, put_back, verified
from kiosk.clock.recovery.backups.clock_data import unpacked
from kiosk.clock.recovery.backups.recovery_code import EncryptedBackup, read_encrypted
from kiosk.clock.settings import parse_clock_settings, read_clock_settings
from kiosk.clock.store.place import StorePlace
from kiosk.faults import Fault, Unsound
from kiosk.protocol.link.recovery import Age
from kiosk.settings_file import add_settings, found_settings, places_of
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.quarantine import quarantine
from ui.words import Words

CODE_WRONG = "backup-code-wrong"


class RebuildReport(NamedTuple):
    """The source, its age, the number of the clock's own records in it, and where the replaced files were moved to."""

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
        """Whether the file is undamaged but was not made with the room's code, which means that its date cannot be
        trusted."""
        return self.fault.message.code == CODE_WRONG


def rebuild_newest(files: Iterable[Path], code: str, settings: Path) -> tuple[RebuildReport, list[PassedOver]]:
    """Rebuild from the newest of these files that is undamaged and opens with the code. Also returns the files that
    were passed over.

    Raises `Fault`, with nothing changed, if the clock is running or no file can be used. The fault is about a wrong
    code if any undamaged file has a different code; otherwise, it is about the first file.
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
    """Replace the clock that has these settings with a backup, keeping copies of the old files. Raises `Fault`, with
    nothing changed, if the code is wrong, the backup is damaged, or the clock is running."""
    content = backup.content(code)
    kept: list[Path] = []
    with tempfile.TemporaryDirectory(prefix="clock-backup-") as name:
        folder = Path(name)
        text = unpacked(content, folder)
        verified(folder)
        with disk_faults(settings):
            before = settings.read_bytes() if settings.is_file() else b""
        its = parse_clock_settings(text, str(settings)) if text else read_clock_settings(settings)
        put = put_back(folder, StorePlace(its.state, its.server))
        if put.kept:
            kept.append(put.kept)
    if text and text.encode() != before:
        if before:
            kept.append(quarantine(settings, [settings]))
        _replace(settings, text)
    return RebuildReport(backup.path, backup.header.age, put.found.records, tuple(kept), put)


def _replace(settings: Path, text: str) -> None:
    """Replace the settings file, keeping its owner and mode. If there was none, the new file gets the owner of its
    folder."""
    with disk_faults(settings):
        was = settings.stat() if settings.exists() else None
        owner = was or settings.parent.stat()
        write_atomic(settings, text)
        if was:
            settings.chmod(was.st_mode & 0o777)
        with suppress(PermissionError):
            os.chown(settings, owner.st_uid, owner.st_gid)


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments. The recovery code is prompted for instead, so that it does not appear in the shell's
    history."""
    say = words.commands.help["restore-clock"]
    parser.add_argument("backup", type=Path, metavar="BACKUP", nargs="+", help=say["backup"])
    add_settings(parser, words, words.commands.help["backup"]["settings"], "clock")
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Returns 0 once the backup is in place. Raises `Fault` if it is damaged or the clock is running."""
    settings = next(iter(found_settings(args, err, ("clock",))), places_of("clock")[-1])  # a new machine has none
    if files := [path for path in args.backup if path.is_file()]:
        return _rebuild(files, settings, args, out, err)
    folder = max(map(newest, args.backup), key=lambda one: one.name)
    put = put_back(folder, place_in(settings))
    found, kept = put.found, put.kept
    if args.json:
        fields = {"ok": True, "folder": str(found.folder), "records": found.records, "kept": str(kept or "")}
        print(msgspec.json.encode(fields).decode(), file=out)
        return 0
    words = words_for(args)
    print(words.say(message("backup-in-place", path=str(found.folder), count=found.records)), file=out)
    if kept:
        print(f"  {words.say(message('files-as-found', path=str(kept)))}", file=out)
    _say_changed(put, words, out)
    return 0


def _say_changed(put: PutBack, words: Words, out: TextIO) -> None:
    if not put.is_entrance_kept:
        print(f"  {words.say(message('entrance-of-backup'))}", file=out)
    if put.is_other_authority:
        print(f"  {words.say(message('authority-of-backup'))}", file=out)


def _rebuild(files: list[Path], settings: Path, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Rebuild the clock from the newest of `files`, the backup files kept by tables."""
    words, others = words_for(args), [path for path in args.backup if path not in files]
    code = getpass.getpass(words.say(message("ask-recovery-code")), err)
    rebuilt, over = rebuild_newest(files, code, settings)
    for path in others:
        print(words.say(message("backup-not-of-table", path=str(path))), file=err)
    for one in over:
        print(_why_over(one, words), file=err)
    made = datetime.fromtimestamp(rebuilt.age.made_ms / 1000).astimezone().isoformat(" ", "seconds")
    if args.json:
        kept = [str(path) for path in rebuilt.kept]
        fields = {"ok": True, "file": str(rebuilt.path), "made": made, "records": rebuilt.records, "kept": kept,
                  "passed_over": [str(path) for path in (*others, *(one.path for one in over))]}  # fmt: skip
        print(msgspec.json.encode(fields).decode(), file=out)
        return 0
    print(words.say(message("clock-rebuilt", path=str(rebuilt.path), made=made, count=rebuilt.records)), file=out)
    print(f"  {words.say(message('clock-rebuilt-without', made=made))}", file=out)
    for path in rebuilt.kept:
        print(f"  {words.say(message('files-as-found', path=str(path)))}", file=out)
    _say_changed(rebuilt.put, words, out)
    return 0


def _why_over(one: PassedOver, words: Words) -> str:
    if one.is_false:
        return words.say(message("backup-false", path=str(one.path)))
    return words.fault(one.fault.message).what
