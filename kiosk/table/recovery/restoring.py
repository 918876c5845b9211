"""Replaces a table's journal with the clock's copy. The old journal is moved aside unchanged."""

from pathlib import Path
from random import SystemRandom

from kiosk.storage.journal_reader import real_path
from kiosk.storage.rescue import replace
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.recovery.fetch_copy import TableCopy
from kiosk.table.settings import TableSettings

DIGITS = 6


def new_check() -> str:
    """A number that both screens show, so that the director approves this tablet and not another one."""
    return f"{SystemRandom().randrange(10**DIGITS):0{DIGITS}}"


def put_in_place(settings: TableSettings, copy: TableCopy) -> tuple[Path, Path | None]:
    """The journal that the table continues with, and the folder with the old files; None if there were none. If it
    raises `Fault`, the table is unchanged, or still reports which records are missing.
    """
    files = SittingFiles(Path(settings.journal))
    path = real_path(files.path(copy.sitting))
    kept = replace(path, copy.records, copy.epoch)
    files.go_to(copy.sitting)
    return path, kept
