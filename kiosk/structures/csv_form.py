"""Reads structures from a spreadsheet table. Rows above the table may give the structure's name, stack and chips."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.tournament.levels.structure import BadStructure, Minutes
from kiosk.structures.draft import Draft, ImportedStructure, completed
from kiosk.structures.headings import HEAD, UNIT_MS, field_of, is_break, plain, tokens
from kiosk.structures.rows import Pauses, StructureRow, draft_of, read_rows
from kiosk.structures.spelled import amount, length_of, says_nothing
from kiosk.structures.times import are_times, clocked

SEPARATORS = ",;\t|"
_SEP = re.compile(r"\s*\"?sep=(.)\"?[\s,;|]*", re.IGNORECASE)
PAIR = re.compile(r"\s*[0-9][0-9.,'k]*\s*[/|\u2013-]\s*[0-9].*", re.IGNORECASE)
UNHEADED = {
    ("blinds", "minutes"): "pair length", ("blinds", "ante", "minutes"): "pair number length",
    ("level", "blinds", "minutes"): "count pair length",
    ("level", "blinds", "ante", "minutes"): "count pair number length",
    ("level", "small", "big", "minutes"): "count number number length",
    ("level", "small", "big", "ante", "minutes"): "count number number number length",
    ("small", "big", "minutes"): "number number length",
    ("small", "big", "ante", "minutes"): "number number number length",
}  # fmt: skip
"""The possible columns of a table without headings, each with the kinds of values that they must have."""
UNHEADED_WITHOUT_LENGTHS = {
    ("level", "small", "big"): "count number number", ("level", "blinds"): "count pair",
    ("small", "big"): "number number", ("blinds",): "pair",
}  # fmt: skip
"""The possible columns of a table without headings whose minutes are given separately. These are tried before
`UNHEADED`."""
HEAD_ROWS = 20
"""The number of rows, from the top, among which the row of headings must be."""
MOST_ROWS = 1_000
MOST_SHOWN = 40
"""The maximum number of characters of an unread cell that a message shows."""
TIMES = frozenset(("time", "zeit", "tiempo", "temps"))
"""Headings that can mean a length, or the time of day at which a level starts."""

Cells = Sequence[str]


class CsvLine(NamedTuple):
    """A row, and the number of the file's line on which it ends."""

    number: int
    cells: Cells


class _Table(NamedTuple):
    """A table: the rows above it, its column headings, our field for each column, and its rows."""

    before: list[CsvLine]
    heads: Cells
    fields: Cells
    rows: list[CsvLine]


def parse_csv(text: str, source: str, name: str, minutes: Minutes = 0) -> ImportedStructure:
    """The structure in a table. Error messages call the file `source`. `minutes` is the length of the levels for which
    the table has none. Raises `BadStructure`."""
    try:
        draft = _draft(*_table(text, minutes), minutes)
    except BadInput as bad:
        raise BadStructure("at-place", place=source, problem=bad.message) from bad
    return completed(draft, source, name)


def unheaded_rows(rows: Sequence[Sequence[object]], minutes: Minutes = 0) -> tuple[str, ...] | None:
    """Our fields for the columns of rows without headings; None if they are uncertain. If `minutes` are given, the rows
    may lack lengths."""
    known = UNHEADED_WITHOUT_LENGTHS | UNHEADED if minutes else UNHEADED
    played = [row for row in rows if row and not any(isinstance(cell, str) and is_break(cell) for cell in row)]
    width = max(map(len, played), default=0)
    return next(
        (fields for fields, said in known.items() if len(fields) == width and _fits(said.split(), played)), None
    )


def _fits(said: Sequence[str], rows: Sequence[Sequence[object]]) -> bool:
    for kind, column in zip(
        said, zip(*[[*row, *[""] * len(said)][: len(said)] for row in rows], strict=True), strict=True
    ):
        cells = [cell for cell in column if not says_nothing(cell)]
        numbers = [amount(cell) for cell in cells]
        match kind:
            case "pair":
                fits = all(isinstance(cell, str) and PAIR.fullmatch(cell) for cell in cells)
            case "count":
                fits = len(rows) > 1 and numbers in (list(range(len(rows))), list(range(1, len(rows) + 1)))
            case "number":
                fits = None not in numbers
            case _:
                fits = all(length_of(cell) for cell in cells)
        if not fits:
            return False
    return bool(rows)


def _table(text: str, minutes: Minutes) -> tuple[_Table, list[Message]]:
    """The table in the text, and the guesses about it. Raises `BadInput`."""
    named = _SEP.fullmatch(text[:20].split("\n", 1)[0].rstrip("\r"))
    separators = named[1] if named else SEPARATORS
    body = text.split("\n", 1)[1] if named and "\n" in text else text
    every = [list(_lines(body, separator, 2 if named else 1)) for separator in separators]
    if tables := [table for lines in every if (table := _headed(lines))]:
        return max(tables, key=lambda table: sum(map(bool, table.fields))), []
    for lines in every:
        rows = [line for line in lines if not _is_comment(line.cells)]
        if fields := unheaded_rows([line.cells for line in rows], minutes):
            return _Table([], fields, fields, rows), [message("columns-guessed", columns=", ".join(fields))]
    width = max((len(line.cells) for lines in every for line in lines), default=0)
    raise BadInput("csv-no-columns" if width > 1 else "csv-no-levels")


def _lines(text: str, separator: str, first: int) -> Iterator[CsvLine]:
    """The rows that are not empty, each without the empty cells at its end. Raises `BadInput`."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    found = 0
    try:
        for row in reader:
            while row and says_nothing(row[-1]):
                row.pop()
            if row:
                found += 1
                yield CsvLine(reader.line_num + first - 1, row)
            if found > MOST_ROWS:
                break  # more than a structure may have, so it is still rejected
    except csv.Error as error:  # a quotation mark that is never closed
        raise BadInput("csv-no-levels") from error


def _headed(lines: list[CsvLine]) -> _Table | None:
    """The table below the row of headings; None if there is no such row."""
    for number, line in enumerate(lines[:HEAD_ROWS]):
        fields = [field_of(cell.removeprefix("#") if len(cell) > 1 else cell) for cell in line.cells]
        named = {"small", "big"} <= set(fields) or "blinds" in fields
        if named and not any(map(amount, line.cells)):
            return _Table(lines[:number], line.cells, fields, lines[number + 1 :])
    return None


def _parted(line: CsvLine) -> CsvLine:
    """The row, with its cell split into two if the cell is a field with its value, such as `Starting stack: 10,000`."""
    name, mark, value = line.cells[0].partition(":")
    is_ours = plain(name) in HEAD or field_of(name) in UNIT_MS or field_of(name).startswith("break_")
    is_one = len(line.cells) == 1 and mark and is_ours
    return line._replace(cells=[name, value]) if is_one else line


def _is_comment(cells: Cells) -> bool:
    return cells[0].lstrip().startswith(("#", "//")) and not any(amount(cell) for cell in cells)


def _draft(table: _Table, guesses: list[Message], minutes: Minutes) -> Draft:
    """A draft of the structure in a table. Raises `BadInput`, with the line and column, for a cell that should be a
    number but is not."""
    said: dict[str, Cells] = {}
    unread: list[Message | str] = []
    lasts, unit = None, 0
    below = [line for line in table.rows if _is_about_breaks(line)]
    table = table._replace(rows=[line for line in table.rows if line not in below])
    pauses = _pauses([line for line in map(_parted, [*table.before, *below]) if _is_about_breaks(line)])
    for line in (one for one in map(_parted, table.before) if not _is_about_breaks(one)):
        name, field = HEAD.get(plain(line.cells[0])), field_of(line.cells[0])
        if name and len(line.cells) > 1 and name not in said:
            said[name] = [cell for cell in line.cells[1:] if not says_nothing(cell)]
        elif field in UNIT_MS and len(line.cells) == 2 and length_of(line.cells[1]):
            lasts, unit = line.cells[1], UNIT_MS[field]
        elif not _is_comment(line.cells) and not (name and len(line.cells) == 1):
            unread.append(repr(" ".join(line.cells)[:MOST_SHOWN]))
    rows = [line for line in table.rows if not _is_comment(line.cells)]
    fields, doubled = _once(table, rows, lasts is not None)
    for number, head in enumerate(table.heads):
        stacks = {line.cells[number] for line in rows if len(line.cells) > number and amount(line.cells[number])}
        if HEAD.get(plain(head)) == "starting_stack" and "starting_stack" not in said and len(stacks) == 1:
            said["starting_stack"], fields[number] = [stacks.pop()], "stack"
    for number, head in enumerate(table.heads):
        if head.strip() and (not fields[number] or number in doubled) and _says(rows, number):
            unread.append(message("csv-column", column=repr(head.strip()[:MOST_SHOWN])))
    if len(table.heads) < max((len(line.cells) for line in rows), default=0):
        unread.append(message("csv-beyond"))
    heads = {field: table.heads[number].strip() for number, field in enumerate(fields) if field}
    own = {"own": ""} if {"kind", "id"} <= set(fields) else {}  # an ID beside a kind is one of ours
    each, notes = clocked([_row(line, fields, heads | own) for line in rows])
    read = read_rows(each, minutes, lasts, unit, pauses)
    return draft_of(
        read._replace(notes=[*guesses, *notes, *read.notes], unread=[*unread, *read.unread]),
        "".join(said.get("name", [])[:1]),
        _number(said, "starting_stack"),
        [_count(cell) for cell in _chips(said["chips"])] if "chips" in said else None,
        _number(said, "late_levels"),
    )


def _is_about_breaks(line: CsvLine) -> bool:
    """Whether a row is about all breaks, such as `Break after level, 2` or `Break every, 4 levels`."""
    field = field_of(line.cells[0])
    return field.startswith("break_") and len([cell for cell in line.cells if not says_nothing(cell)]) > 1


def _pauses(lines: list[CsvLine]) -> Pauses:
    found = Pauses()
    after: dict[int, object] = {}
    for line in lines:
        field, rest = field_of(line.cells[0]), " ".join(line.cells[1:])
        numbers = [int(each) for each in re.findall(r"\b[0-9]{1,3}\b", rest)]
        if field == "break_after":
            after |= dict.fromkeys(numbers)
        elif field == "break_every":
            found = found._replace(every=next(iter(numbers), 0))
        else:
            found = found._replace(lasts=line.cells[1], unit=UNIT_MS[field.removeprefix("break_")])
    return found._replace(after=after)


def _once(table: _Table, rows: list[CsvLine], has_length: bool) -> tuple[list[str], set[int]]:
    """The field of each column, with no field used twice, and the numbers of the columns left out as duplicates."""
    found = list(table.fields)
    doubled = {number for number, field in enumerate(found) if field in found[:number] and field not in ("", *UNIT_MS)}
    if "blinds" in found and {"small", "big"} <= set(found):
        doubled.add(found.index("blinds"))
    lengths = [number for number, field in enumerate(found) if field in UNIT_MS]
    times = [number for number in lengths if tokens(table.heads[number]) <= TIMES]
    named = [number for number in lengths if number not in times]
    sure = [number for number in named if found[number] != "duration"] or named
    if not sure and times and not has_length and "starts" not in found and _are_times(rows, times[0]):
        found[times[0]] = "starts"
        lengths.remove(times[0])
    elif not sure and times and ("starts" not in found or not _are_times(rows, times[0])):
        sure = times
    if sure or has_length:
        found = ["" if field in ("starts", "ends") else field for field in found]
    doubled |= {number for number in lengths if number not in sure[:1]}
    return ["" if number in doubled else field for number, field in enumerate(found)], doubled


def _are_times(rows: list[CsvLine], column: int) -> bool:
    """Whether a column has times of day. Raises `BadInput` if they might also be lengths."""
    cells = [line.cells[column] for line in rows if len(line.cells) > column and not says_nothing(line.cells[column])]
    return are_times(cells)


def _says(rows: list[CsvLine], column: int) -> bool:
    return any(len(line.cells) > column and not says_nothing(line.cells[column]) for line in rows)


def _row(line: CsvLine, fields: Sequence[str], heads: dict[str, str]) -> StructureRow:
    def at(head: str) -> Message | str:
        place = message("csv-line", line=str(line.number))
        return message("place-in", outer=place, inner=head) if head else place

    said = dict(zip(fields, line.cells, strict=False))
    said.pop("", None)
    return StructureRow(said, at, heads, line.cells)


def _chips(cells: Cells) -> list[str]:
    """The chips in a row: one in each cell, or all in one cell as in `25 100 500` or `25/100/500`."""
    return re.split(r"[\s/|;]+", cells[0].strip()) if len(cells) == 1 else [cell for cell in cells if cell.strip()]


def _number(said: dict[str, Cells], name: str) -> int | str | None:
    return _count(said[name][0]) if name in said else None


def _count(cell: str) -> int | str:
    """The number in a cell, or the cell's text if it is not a number; the structure later rejects such a text."""
    found = amount(cell)
    return cell[:MOST_SHOWN] if found is None else found
