"""`kiosk bundle`: makes an archive for support, with this machine's checks and logs and a summary of its stored data.
It changes nothing, and leaves out secrets and names. If a part cannot be read, the archive says why."""

import argparse
import io
import platform
import re
import sqlite3
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import msgspec

from engine.decoders import NOT_JSON
from engine.message import message
from kiosk.arguments import words_for
from kiosk.clock.settings import read_clock_settings
from kiosk.commands.doctor.clock import is_of_clock, is_of_host
from kiosk.commands.doctor.command import checks
from kiosk.faults import Fault
from kiosk.host.settings import read_host_settings
from kiosk.log import FILES, log_path
from kiosk.protocol.link.versions import own_version
from kiosk.settings_file import ROLES, add_settings, settings_of
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.journal_reader import salvage
from kiosk.storage.plain import check_plain
from kiosk.storage.promised import Promises
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import witness_path
from kiosk.table.settings import read_table_settings
from kiosk.times import wall_ms
from ui.words import Words
from ui.words.languages import words_in

MASK = "***"
_SECRET = re.compile(r"key|token|pin|pass|secret|auth|hash", re.IGNORECASE)
_NAMES = frozenset({"name", "captain"})
_VALUE = re.compile(r'"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
"""A string in TOML."""
NOT_TOML = (ValueError, RecursionError)
"""The errors raised by reading TOML, including those for numbers with thousands of digits and lists nested a thousand
deep."""
_SECTION = re.compile(r"\s*\[\[?[\w.-]+\]?\]?\s*")
_SETTING = re.compile(r"(\s*[\w.-]+\s*=\s*)(true|false|\d{1,5})?")
_PERSON = re.compile("‹[^›\n]*›")
"""A name as `kiosk.log.person` writes it."""
_LEAST = 4
"""The shortest value, in characters, that is masked wherever it occurs. Shorter ones occur in too many words."""
LAST_RECORDS = 500


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["bundle"]
    add_settings(parser, words, say["settings"], *ROLES)
    parser.add_argument("--out", type=Path, default=Path("kiosk-bundle.zip"), metavar="FILE", help=say["out"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the archive, which only its owner can read. Raises `Fault` if the file already exists."""
    if args.out.exists():
        raise Fault("file-there-already", path=str(args.out))
    settings, packed = settings_of(args, err, *ROLES), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in contents(settings):
            archive.writestr(name, text)
    write_atomic(args.out, packed.getvalue())
    print(words_for(args).say(message("bundle-written", path=str(args.out))), file=out)
    return 0


def contents(settings_path: Path) -> Iterator[tuple[str, str]]:
    """The archive's parts with their names, in English for support. Raises `Fault` if the settings cannot be read."""
    check_plain([settings_path])
    with disk_faults(settings_path):
        settings = settings_path.read_text("utf-8", "replace")
    tables, words = _tables_of_host(settings_path), words_in("en")
    secret = {value for text in (settings, *tables.values()) for value in hidden_values(text)}
    hidden = sorted(secret, key=len, reverse=True)
    about = {"kiosk": own_version(), "python": sys.version, "system": platform.platform(), "at_ms": wall_ms()}
    yield "about.json", _json(about)
    yield "settings.toml", masked_settings(settings)
    yield "doctor.jsonl", masked("".join(map(_json, checks(settings_path, words))), hidden)
    if is_of_host(settings_path):
        yield from _read_logs(_ring(_folder_of_host(settings_path) / "host"), hidden, words)
    else:
        yield from _program(settings_path, hidden, words)
    for path, its_settings in tables.items():
        yield f"{path.parent.name}/settings.toml", masked_settings(its_settings)
        for name, text in _program(path, hidden, words):
            yield f"{path.parent.name}/{name}", text


def _program(settings_path: Path, hidden: list[str], words: Words) -> Iterator[tuple[str, str]]:
    """The summary of what a table or a clock has stored, and its logs."""
    yield from _guarded("stored.json", lambda: _stored(settings_path), words)
    yield from _read_logs(_logs(settings_path), hidden, words)


def _read_logs(paths: list[Path], hidden: list[str], words: Words) -> Iterator[tuple[str, str]]:
    for path in paths:
        yield from _guarded(path.name, partial(_log, path, hidden), words)


def _tables_of_host(settings_path: Path) -> dict[Path, str]:
    """The settings files of a host's tables that can be read, with their text. Empty for a table or a clock."""
    found = {}
    if is_of_host(settings_path):
        for path in sorted(_folder_of_host(settings_path).glob("table-*/table.toml")):
            with suppress(Fault, OSError):
                check_plain([path])
                found[path] = path.read_text("utf-8", "replace")
    return found


def _folder_of_host(settings_path: Path) -> Path:
    """The folder of a host's tables. If its settings cannot be used, it is the usual one."""
    try:
        return Path(read_host_settings(settings_path).folder)
    except Fault:
        return settings_path.parent / "tables"


def _stored(settings_path: Path) -> str:
    """The summary of a journal or a database, without its contents. The program may be writing to it meanwhile. Raises
    `Fault`."""
    if is_of_clock(settings_path):
        settings = read_clock_settings(settings_path)
        return _json({"server": settings.server} if settings.server else _stored_database(settings.state))
    return _json(_stored_journal(SittingFiles(Path(read_table_settings(settings_path).journal)).path_now))


def _logs(settings_path: Path) -> list[Path]:
    try:
        is_clock = is_of_clock(settings_path)
        beside = read_clock_settings(settings_path).state if is_clock else read_table_settings(settings_path).journal
    except Fault:
        return []  # the checks say what is wrong with the settings
    return _ring(Path(beside))


def _ring(journal: Path) -> list[Path]:
    """The log files of the program that writes this journal."""
    newest = log_path(journal)
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


def _json(value: object) -> str:
    return f"{msgspec.json.encode(value).decode()}\n"


def hidden_values(settings: str) -> list[str]:
    """The secrets and names in settings, longest first. Empty if the text is not TOML."""
    try:
        found = {value for value in _hidden(tomllib.loads(settings)) if len(value) >= _LEAST}
    except NOT_TOML:
        return []
    return sorted(found, key=len, reverse=True)


def masked(text: str, values: list[str]) -> str:
    """The text with these values masked wherever they occur, and with the names of people in a log masked."""
    text = _PERSON.sub(f"‹{MASK}›", text)
    for value in values:
        text = text.replace(value, MASK)
    return text


def masked_settings(settings: str) -> str:
    """Settings with every secret and name masked. If the text is not TOML, for example because of a missing quote, only
    the names of sections and settings, `true`, `false` and short numbers are left."""
    try:
        tomllib.loads(settings)
    except NOT_TOML:
        return "".join(f"{_outline(line)}\n" for line in settings.splitlines())
    lines = [_masked_line(line) for line in settings.splitlines(keepends=True)]
    return masked("".join(lines), hidden_values(settings))


def _outline(line: str) -> str:
    if not line.strip() or _SECTION.fullmatch(line):
        return line
    if not (found := _SETTING.match(line)):
        return MASK
    said, value = found.groups()
    is_plain = value and found.end() == len(line.rstrip()) and not _is_hidden(said.partition("=")[0].strip())
    return line if is_plain else f"{said}{MASK}"


def _masked_line(line: str) -> str:
    """The line with its value masked if it is a secret or a name, even a short one."""
    key = line.partition("=")[0].strip()
    return _VALUE.sub(f'"{MASK}"', line) if _is_hidden(key) else line


def _is_hidden(key: str) -> bool:
    return bool(_SECRET.search(key)) or key in _NAMES


def _hidden(value: Any, key: str = "") -> Iterator[str]:
    """The strings under the key of a secret or a name, and the credentials in URLs."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _hidden(each, key if _is_hidden(key) else name)
        case list():
            for each in value:
                yield from _hidden(each, key)
        case str() if _is_hidden(key):
            yield value
        case str():
            yield from re.findall(r"//([^/@\s]+)@", value)


def _stored_journal(path: Path) -> dict[str, object]:
    """How many records are intact, how many there should be, the code of the fault, and the last records."""
    with disk_faults(path):
        size = path.stat().st_size
    found = salvage(path)
    with disk_faults(path):
        promised = Promises.read(witness_path(path)).end.seq
    return {
        "journal": path.name,
        "records": len(found.records),
        "promised": promised,
        "head": found.records[-1].hash.hex() if found.records else "",
        "bytes": size,
        "fault": found.fault.message.code if found.fault else "",
        "last": [
            {"seq": one.seq, "epoch": one.epoch, "at_ms": one.at_ms, "kind": kind_of(one.body)}
            for one in found.records[-LAST_RECORDS:]
        ],
    }


def _stored_database(path: Path) -> dict[str, object]:
    """The version of the schema, and the number of rows in each table."""
    with disk_faults(path):
        size = path.stat().st_size
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            rows = {name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
            (form,) = db.execute("PRAGMA user_version").fetchone()
    return {"database": path.name, "form": form, "bytes": size, "rows": rows}


def kind_of(body: bytes) -> str:
    """The tag of a record's event, without its fields. For a record that cannot be decoded, it is `?`."""
    try:
        return str(msgspec.json.decode(body)["event"]["is"])
    except (*NOT_JSON, KeyError, TypeError):
        return "?"
