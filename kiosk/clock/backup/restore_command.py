"""`kiosk restore-clock`: restores a backup in place of the clock's database, or rebuilds it from one that tables
kept.
"""

import argparse
import getpass
from datetime import datetime
from pathlib import Path
from typing import TextIO

import msgspec

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.backup.command import SETTINGS
from kiosk.clock.backup.rebuilding import PassedOver, rebuild_newest
from kiosk.clock.recovery.backups.backups import PutBack, newest, put_back
from kiosk.clock.settings import read_clock_settings
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments for the backup and the clock. The recovery code is prompted for, so that it stays out of the
    shell's history.
    """
    say = words.commands.help["restore-clock"]
    parser.add_argument("backup", type=Path, metavar="BACKUP", nargs="+", help=say["backup"])
    parser.add_argument("--settings", type=Path, default=SETTINGS, help=words.commands.help["backup"]["settings"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Returns exit code 0 once the backup is in place. Raises `Fault` if the backup is damaged or the clock is
    running."""
    if files := [path for path in args.backup if path.is_file()]:
        return _rebuild(files, [path for path in args.backup if path not in files], args, out, err)
    folder = max(map(newest, args.backup), key=lambda one: one.name)
    put = put_back(folder, read_clock_settings(args.settings).database)
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
    """Print what needs attention after the restore."""
    if put.kept and not put.is_entrance_kept:
        print(f"  {words.say(message('entrance-of-backup'))}", file=out)
    if put.is_other_authority:
        print(f"  {words.say(message('authority-of-backup'))}", file=out)


def _rebuild(files: list[Path], others: list[Path], args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Rebuild from the newest of the backup files kept by tables. `others` are paths that were also given on the
    command line but are not such files."""
    words = words_for(args)
    code = getpass.getpass(words.say(message("ask-recovery-code")), err)
    rebuilt, over = rebuild_newest(files, code, args.settings)
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
