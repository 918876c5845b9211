"""`kiosk restore-clock`: a backup in the place of the clock's database."""

import argparse
from pathlib import Path
from typing import TextIO

import msgspec

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.backup.backups import put_back
from kiosk.clock.backup.command import SETTINGS
from kiosk.clock.settings import read_clock_settings
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Which backup, and which clock."""
    say = words.commands.help["restore-clock"]
    parser.add_argument("backup", type=Path, metavar="BACKUP", help=say["backup"])
    parser.add_argument("--settings", type=Path, default=SETTINGS, help=words.commands.help["backup"]["settings"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Exit code 0 once the backup is in place. Raises `Fault` where it is damaged or the clock runs."""
    found, kept = put_back(args.backup, read_clock_settings(args.settings).database)
    if args.json:
        fields = {"ok": True, "folder": str(found.folder), "records": found.records, "kept": str(kept or "")}
        print(msgspec.json.encode(fields).decode(), file=out)
        return 0
    words = words_for(args)
    print(words.say(message("backup-in-place", path=str(found.folder), count=found.records)), file=out)
    if kept:
        print(f"  {words.say(message('files-as-found', path=str(kept)))}", file=out)
    return 0
