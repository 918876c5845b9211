"""`kiosk recovery-code`: prints the code that opens the backups kept at tables, so that it can be written down."""

import argparse
import sqlite3
from contextlib import closing
from typing import TextIO

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.backup.command import place_in
from kiosk.clock.recovery.backups.recovery_code import ID, KIND, read_recovery_code
from kiosk.clock.store.place import StorePlace, own_part
from kiosk.faults import Fault
from kiosk.settings_file import add_settings, settings_of
from kiosk.storage.files import disk_faults
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_settings(parser, words, words.commands.help["backup"]["settings"], "clock")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the code, even while the clock is running. Raises `Fault` if the clock has never run or belongs to another
    user."""
    code = _read(place_in(settings_of(args, err, "clock")))
    print(code, file=out)
    print(words_for(args).say(message("recovery-code-is-for")), file=err)
    return 0


def _read(place: StorePlace) -> str:
    with own_part(place) as database:
        if not database.is_file():
            raise Fault("database-not-there", path=str(database))
        with disk_faults(database), closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
            has_any = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'access'").fetchone()
            row = has_any and db.execute("SELECT body FROM access WHERE kind = ? AND id = ?", (KIND, ID)).fetchone()
    code = read_recovery_code(row[0]) if row else None
    if code is None:
        raise Fault("no-recovery-code", path=str(place))
    return code.code
