"""`kiosk backup`: makes a verified copy of the clock's database, even while the clock is running."""

import argparse
from pathlib import Path
from typing import TextIO

import msgspec

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.recovery.backups.backups import back_up
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.place import StorePlace
from kiosk.settings_file import add_settings, settings_of
from kiosk.times import wall_ms
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["backup"]
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=say["folder"])
    add_settings(parser, words, say["settings"], "clock")
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def place_in(settings: Path) -> StorePlace:
    """Where the data of the clock with these settings is. Raises `Fault`."""
    read = read_clock_settings(settings)
    return StorePlace(read.state, read.server)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Returns 0 once the backup is on disk and has been verified. Raises `Fault`."""
    made = back_up(place_in(settings_of(args, err, "clock")), args.folder, wall_ms())
    if args.json:
        fields = {"ok": True, "folder": str(made.folder), "records": made.records, "streams": made.streams}
        print(msgspec.json.encode(fields).decode(), file=out)
    else:
        print(words_for(args).say(message("backup-made", path=str(made.folder), count=made.records)), file=out)
    return 0
