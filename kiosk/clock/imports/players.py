"""A list of players as a spreadsheet or a membership program exports it: from bytes to a name for each line.

Separated by commas, semicolons or tabs; in UTF-8, UTF-16 or Windows-1252. A first row may say what the columns are, in
English, German or Spanish; without one they are a name, or first and last name, and a number if there is one.
"""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.names import name_key, one_line
from kiosk.structures.csv_words import plain
from kiosk.structures.texts import decoded

SEPARATORS = ";\t,"
MOST_LINES = 20_000
LONGEST_NAME = 200
COLUMNS = {
    "name": "name player spieler spielername playername fullname vollername jugador nombre nombrecompleto",
    "first": "first firstname givenname vorname primernombre",
    "last": "last lastname surname familyname nachname familienname apellido apellidos",
    "player": "id playerid member memberid membernumber number no mitglied mitgliedsnummer mitgliedsnr nummer nr "
    "kundennummer socio número numerodesocio dni",
}
"""A column of ours, and what heads it."""
_COLUMN = {plain(word): name for name, words in COLUMNS.items() for word in words.split()}


class Line(NamedTuple):
    """A player on line `number` of the file; `player` is their own id there, empty for none. With a `problem` there is
    nobody to enter."""

    number: int
    name: str
    player: str = ""
    problem: Message | None = None


def read_players(content: bytes) -> list[Line]:
    """One for each line with anything in it. Raises `BadInput` for what is no text, or too long."""
    try:
        text = decoded(content)
    except UnicodeDecodeError as error:
        raise BadInput("import-not-text") from error
    separator = _separator(text)
    rows = list(_rows(text, separator))
    columns, rows = _columns(rows, separator)
    first_of: dict[str, int] = {}
    return [_checked(line, first_of) for line in (_line(number, row, columns) for number, row in rows)]


def _separator(text: str) -> str:
    """That which stands in most lines; a comma where none does."""
    lines = [line for line in text.splitlines() if line.strip()][:50]
    return max(SEPARATORS, key=lambda one: sum(one in line for line in lines)) if lines else ","


def _rows(text: str, separator: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Each row with the number of its last line, without those that are empty."""
    reader = csv.reader(StringIO(text.replace("\0", ""), newline=""), delimiter=separator)
    found = 0
    while True:
        try:
            row = next(reader, None)
        except csv.Error:  # a cell of more than 128 kB: a quotation mark that was never closed
            yield reader.line_num, []
            return
        if row is None:
            return
        cells = [one_line(cell) for cell in row]
        if any(cells):
            found += 1
            if found > MOST_LINES:
                raise BadInput("import-too-long", most=str(MOST_LINES))
            yield reader.line_num, cells


def _columns(
    rows: list[tuple[int, Sequence[str]]], separator: str
) -> tuple[Sequence[str], list[tuple[int, Sequence[str]]]]:
    """What each column is, and the rows below its head."""
    if rows:
        named = [_COLUMN.get(plain(cell), "") for cell in rows[0][1]]
        if {"name", "first", "last"} & set(named):
            if "last" in named and "first" not in named:
                named = ["first" if one == "name" else one for one in named]
            return named, rows[1:]
    second = [row[1] for _, row in rows if len(row) > 1 and row[1]]
    if second and all(any(sign.isdigit() for sign in cell) for cell in second):
        return ("name", "player"), rows
    # "Keller, Rosa" in a file that is not separated by commas alone
    return (("last", "first") if separator == "," else ("first", "last")) if second else ("name",), rows


def _line(number: int, row: Sequence[str], columns: Sequence[str]) -> Line:
    said = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
    name = said.get("name") or " ".join(filter(None, (said.get("first"), said.get("last"))))
    return Line(number, " ".join(name.split()), said.get("player", ""))


def _checked(line: Line, first_of: dict[str, int]) -> Line:
    if not (key := line.player or name_key(line.name)) or not line.name:
        return line._replace(problem=message("import-no-name"))
    if len(line.name) > LONGEST_NAME:
        return line._replace(name=line.name[:LONGEST_NAME], problem=message("import-long-name", most=LONGEST_NAME))
    before = first_of.setdefault(key, line.number)
    return line if before == line.number else line._replace(problem=message("import-twice", line=before))
