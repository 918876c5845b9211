"""`kiosk bundle`: makes an archive for support, with this machine's checks and logs and a summary of its stored data.
It changes nothing, and leaves out secrets and names. If a part cannot be read, the archive says why."""

import argparse
import io
import platform
import sys
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

import msgspec

from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.settings import read_clock_settings
from kiosk.commands.bundle.masked import hidden_values, masked, masked_settings
from kiosk.commands.bundle.stored import stored_database, stored_journal
from kiosk.commands.doctor.clock import is_of_clock
from kiosk.commands.doctor.command import checks
from kiosk.faults import Fault
from kiosk.log import FILES, log_path
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.plain import check_plain
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.settings import read_table_settings
from kiosk.times import wall_ms
from ui.words import Words
from ui.words.languages import words_in

DISTRIBUTION = "dealer-assist-kiosk"


class About(msgspec.Struct, frozen=True):
    """The versions of the program, Python and the system. `at_ms` is in milliseconds since 1970."""

    kiosk: str
    python: str
    system: str
    at_ms: int


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["bundle"]
    parser.add_argument("--settings", type=Path, required=True, help=say["settings"])
    parser.add_argument("--out", type=Path, default=Path("kiosk-bundle.zip"), metavar="FILE", help=say["out"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the archive, which only its owner can read. Raises `Fault` if the file already exists."""
    if args.out.exists():
        raise Fault("file-there-already", path=str(args.out))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in contents(args.settings):
            archive.writestr(name, text)
    write_atomic(args.out, packed.getvalue())
    print(words_for(args).say(message("bundle-written", path=str(args.out))), file=out)
    return 0


def contents(settings_path: Path) -> Iterator[tuple[str, str]]:
    """The archive's parts with their names, in English for support. Raises `Fault` if the settings cannot be read."""
    check_plain([settings_path])
    with disk_faults(settings_path):
        settings = settings_path.read_text("utf-8", "replace")
    hidden, words = hidden_values(settings), words_in("en")
    yield "about.json", _json(About(version(DISTRIBUTION), sys.version, platform.platform(), wall_ms()))
    yield "settings.toml", masked_settings(settings)
    yield "doctor.jsonl", masked("".join(map(_json, checks(settings_path, words))), hidden)
    yield from _guarded("stored.json", lambda: _stored(settings_path), words)
    for path in _logs(settings_path):
        yield from _guarded(path.name, partial(_log, path, hidden), words)


def _stored(settings_path: Path) -> str:
    if is_of_clock(settings_path):
        return _json(stored_database(read_clock_settings(settings_path)))
    return _json(stored_journal(SittingFiles(Path(read_table_settings(settings_path).journal)).path_now))


def _logs(settings_path: Path) -> list[Path]:
    try:
        is_clock = is_of_clock(settings_path)
        beside = read_clock_settings(settings_path).database if is_clock else read_table_settings(settings_path).journal
    except Fault:
        return []  # the checks say what is wrong with the settings
    newest = log_path(Path(beside))
    ring = [newest, *(newest.with_name(f"{newest.name}.{number}") for number in range(1, FILES))]
    return [path for path in ring if path.exists()]


def _log(path: Path, hidden: list[str]) -> str:
    with disk_faults(path):
        return masked(path.read_text("utf-8", "replace"), hidden)


def _guarded(name: str, read: Callable[[], str], words: Words) -> Iterator[tuple[str, str]]:
    """The part if it can be read, or else a part named `….missing.txt` with the reason."""
    try:
        yield name, read()
    except Fault as fault:
        yield f"{name}.missing.txt", str(words.fault(fault.message))


def _json(value: msgspec.Struct) -> str:
    return f"{msgspec.json.encode(value).decode()}\n"
