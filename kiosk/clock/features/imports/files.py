"""Player lists in a desktop clock's `.tdt` file, and in Excel workbooks, read with openpyxl. Other programs' files are
refused with advice on how to save them.

A workbook is a ZIP archive from an untrusted sender: its unpacked size, rows and columns are limited.
"""

import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from io import BytesIO
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.names import one_line
from kiosk.structures.draft import listed
from kiosk.structures.literal import ConstructorCall, fields_of, find_literals

_READ = ("UUID", "Name", "Info", "OptID", "Firstname", "Lastname", "Nickname", "LastModified")
"""Fields that are read, or that only hold numbers and times for the file's own use."""


class SavedPlayer(NamedTuple):
    """A player in the file: the player's identity there, the name, and the room's own number if there is one."""

    number: int
    name: str
    player: str


class SavedPlayers(NamedTuple):
    """The players in a file, and which of their fields were not read."""

    players: list[SavedPlayer]
    notes: tuple[Message, ...]


def saved_players(text: str) -> SavedPlayers:
    """All players in a file. Raises `BadInput`."""
    content = find_literals(text, ("GamePlayers",), "Tournament")
    made = next((fields_of(one).get("Players") for one in content.made), None)
    found: list[SavedPlayer] = []
    unread: dict[str, None] = {}
    for number, one in enumerate(_values(made), 1):
        if not (isinstance(one, ConstructorCall) and one.name == "GamePlayer"):
            continue
        fields = fields_of(one)
        named, info = fields_of(fields.get("Name")), fields_of(fields.get("Info"))
        if isinstance(fields.get("Name"), str):
            named = {"Nickname": fields["Name"]}
        for field, value in (*fields.items(), *named.items(), *info.items()):
            if field not in _READ and value not in (None, "", 0, False, [], ()):
                unread[field] = None
        name = " ".join(filter(None, (_field(named, "Firstname"), _field(named, "Lastname")))) or _field(
            named, "Nickname"
        )
        found.append(SavedPlayer(number, name, _field(info, "OptID") or _field(fields, "OptID")))
    if not found:
        raise BadInput("tdt-no-players")
    return SavedPlayers(found, (message("tdt-players-unread", what=listed(unread)),) if unread else ())


def _values(made: object) -> Iterator[object]:
    """The values of a map: `new Map({id: value})`, `Map.from([[id, value]])`, or a list of them."""
    match made:
        case ConstructorCall(given=(first, *_)):
            yield from _values(first)
        case dict():
            yield from made.values()
        case list():
            for one in made:
                yield one[1] if isinstance(one, list) and len(one) == 2 else one


def _field(fields: dict[str, object], name: str) -> str:
    said = fields.get(name)
    return one_line(said) if isinstance(said, str) else str(said) if isinstance(said, int) and said else ""


MOST_UNPACKED = 25_000_000
"""The maximum unpacked size, in bytes. Twenty thousand members with ten columns take about 15 million bytes."""
MOST_PARTS = 1_000
MOST_COLUMNS = 100
MOST_CELL = 1_000
EMPTY_TOO = 5
"""The maximum number of rows, including empty ones, as a multiple of the number of rows that may be filled."""
_ZIP, _OLE, _PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"%PDF"


class Worksheet(NamedTuple):
    name: str
    rows: list[tuple[int, list[str]]]


def is_workbook(content: bytes) -> bool:
    """Whether this is an Excel workbook, by its content. Raises `BadInput` for another kind of archive."""
    if not content.startswith(_ZIP):
        return False
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = set(archive.namelist())
    except BadZipFile as error:
        raise BadInput("import-broken-workbook") from error
    if "xl/workbook.xml" in names:
        return True
    if any(name.startswith("Index/") or name == "Index.zip" for name in names):
        raise BadInput("import-save-numbers")
    if "content.xml" in names:
        raise BadInput("import-save-ods")
    raise BadInput("import-not-text")


def check_is_text(content: bytes) -> None:
    """Raises `BadInput` for a file that is recognizably not text."""
    if content.startswith(_OLE):
        raise BadInput("import-save-xls")
    if content.startswith(_PDF):
        raise BadInput("import-not-text")


def sheets_of(content: bytes, most_rows: int) -> list[Worksheet]:
    """The visible sheets, in order. Raises `BadInput`."""
    _check_size(content)
    import openpyxl  # noqa: PLC0415  half a second and 20 MB, for what few clocks ever do

    try:
        book = openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=True)
        try:
            shown = [one for one in book.worksheets if one.sheet_state == "visible"]
            for one in shown:
                one.reset_dimensions()  # the size that a sheet declares is not trusted
            return [
                Worksheet(str(one.title), list(_rows(one.iter_rows(max_col=MOST_COLUMNS, values_only=True), most_rows)))
                for one in shown
            ]
        finally:
            book.close()
    except BadInput:
        raise
    except Exception as error:  # openpyxl passes on whatever its XML parser and its own conversions raise
        raise BadInput("import-broken-workbook") from error


def _check_size(content: bytes) -> None:
    """Count the unpacked size without trusting the declared one. Raises `BadInput`."""
    left = MOST_UNPACKED
    try:
        with ZipFile(BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS:
                raise BadInput("import-workbook-too-large")
            for part in parts:
                with archive.open(part) as file:
                    while block := file.read(1 << 20):
                        left -= len(block)
                        if left < 0:
                            raise BadInput("import-workbook-too-large")
    except (BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        raise BadInput("import-broken-workbook") from error


def _rows(rows: Iterator[tuple[object, ...]], most: int) -> Iterator[tuple[int, list[str]]]:
    found = 0
    for number, row in enumerate(rows, 1):
        if number > most * EMPTY_TOO:
            raise BadInput("import-too-long", most=str(most))
        cells = [_text(value) for value in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            found += 1
            if found > most:
                raise BadInput("import-too-long", most=str(most))
            yield number, cells


def _text(value: object) -> str:
    """The value as the spreadsheet shows it: whole numbers without `.0`, and dates without the time if it is
    midnight."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case date() | time():
            return value.isoformat()
    return str(value)[:MOST_CELL].strip()
