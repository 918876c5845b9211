"""Structures as a table, as spreadsheets keep them: a level or a break in each row.

Before the table, rows may name the structure, its stack and its chips.
"""

import csv
import re
from collections.abc import Sequence
from io import StringIO

from engine.message import message
from engine.tournament.levels.structure import BadStructure
from kiosk.structures.csv_words import BREAKS, COLUMN, HEAD, is_break, plain
from kiosk.structures.draft import Draft, Entry, Found, completed

SEPARATORS = ",;\t"
UNHEADED = {3: ("small", "big", "minutes"), 4: ("small", "big", "ante", "minutes")}
"""What the columns are where no row says so, by how many there are."""
HALF = re.compile(r"([0-9]{0,4})(?:[.,]50?|:30)")
NUMBERS = ("small", "big", "ante", "bb_ante", "minutes", "hands", "orbits")
DASHES = "-\u2013\u2014"
"""What stands in a cell that says nothing."""
WHOLE = re.compile("-?[0-9]{1,18}")
THOUSANDS = re.compile("[0-9]{1,3}([.,'\u2019 \u00a0\u202f])[0-9]{3}(\\1[0-9]{3})*")
MOST_ROWS = 1_000
MOST_SHOWN = 30
"""Letters of a cell that is none of ours."""

Row = Sequence[str]


def parse_csv(text: str, source: str, name: str) -> Found:
    """The structure of a table; errors name it `source`. Raises `BadStructure`."""
    for separator in SEPARATORS:
        rows = _rows(text, separator, source)
        if table := _headed(rows):
            head, columns, levels = table
            return completed(_draft(head, columns, levels, source), source, name)
    for separator in SEPARATORS:
        rows = _rows(text, separator, source)
        width = max(map(len, rows), default=0)
        if unheaded := UNHEADED.get(width):
            return completed(_draft([], unheaded, rows, source), source, name)
    raise BadStructure("at-place", place=source, problem=message("csv-no-levels"))


def _rows(text: str, separator: str, source: str) -> list[Row]:
    """The rows with anything in them, without empty cells at their ends."""
    found: list[Row] = []
    try:
        for row in csv.reader(StringIO(text, newline=""), delimiter=separator):
            while row and not _says_anything(row[-1]):
                row.pop()
            found += [row] if row else []
            if len(found) > MOST_ROWS:
                break  # more than a structure may have: it is refused for that
    except csv.Error as error:
        raise BadStructure("at-place", place=source, problem=message("csv-no-levels")) from error
    return found


def _headed(rows: list[Row]) -> tuple[list[Row], Row, list[Row]] | None:
    """The rows before the table, its columns, and its rows; None where no row heads one."""
    for number, row in enumerate(rows[:20]):
        columns = [COLUMN.get(plain(cell), "") for cell in row]
        if {"small", "big"} <= set(columns):
            return rows[:number], columns, rows[number + 1 :]
    return None


def _draft(head: list[Row], columns: Row, rows: list[Row], source: str) -> Draft:
    """Raises `BadStructure` for a cell that should be a number and is none."""
    entries = [_entry(dict(zip(columns, row, strict=False)), row) for row in rows]
    for number, entry in enumerate(entries, 1):
        for column, cell in entry.items():
            if column in NUMBERS and isinstance(cell, str):
                problem = message("csv-cell", number=str(number), column=column, cell=repr(cell[:MOST_SHOWN]))
                raise BadStructure("at-place", place=source, problem=problem)
    said = {name: row[1:] for row in head if (name := HEAD.get(plain(row[0])))}
    return Draft(
        list(entries),
        "".join(said.get("name", [])[:1]),
        _number(said["starting_stack"][0]) if said.get("starting_stack") else None,
        [_number(cell) for cell in said["chips"]] if said.get("chips") else None,
        _number(said["late_levels"][0]) if said.get("late_levels") else None,
    )


def _entry(cells: dict[str, str], row: Row) -> Entry:
    """A row in our fields; an empty cell says nothing."""
    told = {name: cell for name, cell in cells.items() if name and _says_anything(cell)}
    paused = _is_break(told, row)
    entry: Entry = {"kind": "break" if paused else "level"}
    if "name" in told and ("kind" in told or not _is_usual(told["name"])):
        entry["name"] = told["name"]
    if "id" in told:
        entry["id"] = told["id"]
    numbers: dict[str, int | float | str] = {name: _number(told[name]) for name in NUMBERS if name in told}
    if "minutes" in told:
        numbers["minutes"] = _minutes(told["minutes"])
    if paused:
        counts = [number for number in map(_number, row) if isinstance(number, int)]
        lasts = numbers.get("minutes", counts[-1] if counts else None)
        return entry | ({} if lasts is None else {"minutes": lasts}) | _colour_up(told.get("colour_up", ""))
    if "bb_ante" in numbers:
        numbers["ante"] = numbers.pop("bb_ante")
        entry["ante_form"] = "big-blind"
    return entry | numbers | ({"ante_form": told["ante_form"]} if "ante_form" in told else {})


def _says_anything(cell: str) -> bool:
    return cell.strip().strip(DASHES).strip() != ""


def _is_break(told: dict[str, str], row: Row) -> bool:
    if "kind" in told:
        return is_break(told["kind"])
    has_blinds = all(isinstance(_number(told.get(blind, "")), int) for blind in ("small", "big"))
    return any(map(is_break, row)) and not has_blinds


def _is_usual(name: str) -> bool:
    """A number alone, or after a word for a level; a word for a break: we have our own names for these."""
    word = plain(name).rstrip("0123456789")
    return not word or COLUMN.get(word) == "name" or word in BREAKS


def _colour_up(said: str) -> Entry:
    """`25 100`, or just a mark that chips leave."""
    chips = list(map(_number, said.split()))
    if not chips:
        return {}
    return {"colour_up": chips if all(isinstance(chip, int) for chip in chips) else True}


def _minutes(said: str) -> int | float | str:
    """Whole or half ones: `7`, `7.5`, `7,5` or `7:30`."""
    half = HALF.fullmatch(said.strip())
    return int(half[1] or 0) + 0.5 if half else _number(said)


def _number(said: str) -> int | str:
    """A whole number, as it is written in any of our languages; the text where it is none."""
    text = said.strip()
    if THOUSANDS.fullmatch(text):
        text = re.sub("[^0-9]", "", text)
    return int(text) if WHOLE.fullmatch(text) else said
