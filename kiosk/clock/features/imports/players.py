"""Reads a list of players that was exported from a spreadsheet or a membership program, and finds the name in each
line. The list may be text in UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons, tabs or vertical bars. It
may also be an Excel workbook or a desktop clock's `.tdt` file. The columns have headings within the first twenty rows,
in one of several languages. Otherwise they are recognized by their content.
"""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from io import StringIO
from typing import NamedTuple
from unicodedata import category

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.names import name_key, one_line
from kiosk.clock.features.imports.columns import EACH, ImportTable, Row, table_of
from kiosk.clock.features.imports.files import Worksheet, check_is_text, is_workbook, saved_players, sheets_of
from kiosk.clock.tournaments.twins import member_number
from kiosk.structures.files import decoded
from kiosk.structures.tdt import is_tdt

SEPARATORS = ";\t|,"
MOST_LINES = 20_000
LONGEST_NAME = 200
MOST_CELL = 1_000
MOST_SHEETS = 20
"""The maximum number of sheets offered in a question."""
SHOWN = 3
"""How many names are shown as a sample of how a list would be read."""
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
_LISTED = re.compile(r"(?:\d{1,4}[.)]|[-•*·–]|\[[ xX✓✔]?\]|[☐☑☒✓✔✅]\ufe0f?)\s+")
_NUMBERED = re.compile(
    r"(?:(?:seat|place|platz|asiento|puesto|chair|stuhl)\s*)?[(\[#]?\d{1,4}(?:\s*[.:)\]|–-])*\s*(?=[^\W\d_])(?!(?:st|nd|rd|th)\b)",
    re.IGNORECASE,
)
"""The numbering before the names in a list, in the same cell: `1.`, `(1)`, `#1`, `1 -`, `Seat 1:`."""
_ADDRESS = re.compile(r"\s*[<(][^\s<>()@]{1,100}@[^\s<>()@]{1,100}[>)]")
_CONTACT = re.compile(
    r"(?<=\w)[\s,;:|–-]*\s(?:[^\s@]{1,100}@[^\s@]{1,100}\.[^\s@]{1,30}|\+?[(\d][\d()/. -]{5,20}\d)(?=\s|$)",
    re.IGNORECASE,
)
"""An address or a telephone number after a name."""
_MARKUP = re.compile(r"\s*(?:\[?\s*\{|<[!?a-z]|BEGIN:VCARD|\{\\rtf)", re.IGNORECASE)
_TITLES = frozenset(("jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "md", "esq", "dr", "prof", "mba", "msc"))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUMS = _words(
    "total totals sum count subtotal grandtotal summe gesamt gesamtsumme endsumme zwischensumme anzahl insgesamt suma "
    "recuento somme nombre totale totaal"
)
_COUNTED = _words(
    "grand overall players player entries entry entrants participants members rebuys re-entries buy-ins spieler "
    "teilnehmer anmeldungen jugadores inscritos participantes joueurs inscrits of the der de in amount general"
)
_FREE = _words(
    "empty open vacant free available unoccupied unassigned none n/a na tbd tba nobody reserved closed "
    "leer frei freier offen unbesetzt besetzbar niemand reserviert vacío vacio vacía libre disponible nadie reservado "
    "vide libre"
)
"""Entries in other programs' lists that mark an empty seat in place of a name."""
_PLACE = _words("seat chair place spot platz stuhl sitz asiento puesto silla siège table tisch mesa")
_PARTS_OF_LIST = frozenset(
    ["waiting list", "waitlist", "alternates", "warteliste", "lista de espera", "seated", "registered", "players"]
)
EMOJI = "\ufe0f"
"""The character that turns the character before it into an emoji."""


class ImportRow(NamedTuple):
    """A player on line `number` of the file, with the player's id there (empty if none). Nobody can be entered from a
    line with a `problem`."""

    number: int
    name: str
    player: str = ""
    problem: Message | None = None


class ReadingPreview(NamedTuple):
    """A way to read a list: the text sent back to choose it, its name, and the first names that this reading gives."""

    id: str
    said: Message
    names: tuple[str, ...]


class Listed(NamedTuple):
    """A list as it was read: its lines, and remarks on it. If there are `choices`, it has no lines until one of them is
    made."""

    lines: tuple[ImportRow, ...]
    notes: tuple[Message, ...] = ()
    asked: Message | None = None
    choices: tuple[ReadingPreview, ...] = ()


def read_players(content: bytes, chosen: Collection[str] = ()) -> Listed:
    """Read the list according to the choices made. Raises `BadInput` if it cannot be read or is too long."""
    if is_workbook(content):
        return _of_sheets(sheets_of(content, MOST_LINES), chosen)
    check_is_text(content)
    try:
        text = _text(content)
    except UnicodeDecodeError as error:
        raise BadInput("import-not-text") from error
    if is_tdt(text):
        saved, seen = saved_players(text), _Seen()
        return Listed(tuple(seen.checked(ImportRow(*one)) for one in saved.players), saved.notes)
    if _MARKUP.match(text):
        raise BadInput("import-other-form")
    separator, text = _separator(text)
    is_turned = separator == "," and sum(", " in line for line in text.splitlines()) * 2 > len(text.split("\n")) - 1
    rows, notes = _without_numbers(list(_rows(text, separator)))
    found = _listed(table_of(rows, is_turned, chosen))
    return found._replace(notes=(*notes, *found.notes))


def _of_sheets(sheets: Sequence[Worksheet], chosen: Collection[str]) -> Listed:
    """The list in the chosen sheet, if several sheets have content."""
    filled = [(at, one) for at, one in enumerate(sheets[:MOST_SHEETS]) if one.rows]
    named = [(f"sheet:{at}", one) for at, one in filled]
    picked = [one for its_id, one in named if its_id in chosen] or [one for _, one in named[:1] if len(named) == 1]
    if picked:
        rows, notes = _without_numbers(_cleaned(picked[0].rows))
        found = _listed(table_of(rows, False, chosen))
        return found._replace(notes=(message("import-sheet", sheet=picked[0].name), *notes, *found.notes))
    choices = [
        ReadingPreview(
            its_id, message("import-sheet-named", sheet=one.name), _shown(table_of(_cleaned(one.rows), False, ()))
        )
        for its_id, one in named
    ]
    return Listed((), (), message("import-ask-sheet") if choices else None, tuple(choices))


def _listed(table: ImportTable) -> Listed:
    if table.asked:
        choices = tuple(
            ReadingPreview(one.id, one.said, _shown(table._replace(columns=one.columns))) for one in table.options
        )
        return Listed((), table.notes, table.asked, choices)
    seen, lines = _Seen(), list(_lines(table))
    contact = (message("import-contact"),) if any(_CONTACT.search(cell) for _, cell in _name_cells(table)) else ()
    above = [
        ImportRow(number, " ".join(filter(None, row))[:LONGEST_NAME], problem=message("import-above"))
        for number, row in table.above
    ]
    return Listed((*above, *map(seen.checked, lines)), (*table.notes, *contact, *_taken_apart(table)))


def _name_cells(table: ImportTable) -> Iterator[tuple[int, str]]:
    """The cells that may hold a whole name, each with the number of its line."""
    where = [at for at, kind in enumerate(table.columns) if kind in ("full", "name", "turned")]
    return ((number, row[at]) for number, row in table.rows for at in where if at < len(row))


def _taken_apart(table: ImportTable) -> Iterator[Message]:
    """Remarks on the first cell with a comma that was read as one name, and on the first cell that was read as several
    names."""
    cells = [(number, cell) for number, cell in _name_cells(table) if "," in cell]
    names = ((cell, _name(cell)) for _, cell in cells if cell.count(",") == 1)
    if turned := next(((cell, name) for cell, name in names if "," not in name), None):
        yield message("import-turned", cell=turned[0], name=turned[1])
    if several := next(((number, cell) for number, cell in cells if cell.count(",") > 1), None):
        count = sum(1 for one in several[1].split(",") if one.strip())
        yield message("import-several", line=several[0], count=count)


def _shown(table: ImportTable) -> tuple[str, ...]:
    return tuple(line.name for line, _ in zip(_lines(table), range(SHOWN), strict=False))


# Bytes and rows


def _text(content: bytes) -> str:
    """The bytes as text. In UTF-16 without a byte order mark, every other byte is NUL. Raises `UnicodeDecodeError`."""
    start = content[:200]
    for codec, zeros, signs in (("utf-16-le", start[1::2], start[::2]), ("utf-16-be", start[::2], start[1::2])):
        if len(start) >= 4 and zeros.count(0) * 2 > len(zeros) and not signs.count(0):
            return content[: len(content) // 2 * 2].decode(codec).removeprefix("\ufeff")
    return decoded(content)


def _separator(text: str) -> tuple[str, str]:
    """The separator between cells, and the text without a line that declares it. The separator is the one found in the
    most lines. A comma, which also occurs in names, is chosen only if no other one is in a third of the lines."""
    first, _, rest = text.partition("\n")
    if said := _SEPARATOR_LINE.fullmatch(first):
        return said[1], "\n" + rest
    lines = [line for line in text.splitlines() if line.strip()][:50]
    found = {one: sum(one in line for line in lines) for one in SEPARATORS}
    others = [one for one in SEPARATORS[:-1] if found[one] * 3 >= len(lines) and found[one]]
    return max(others, key=found.__getitem__, default=","), text


def _rows(text: str, separator: str) -> Iterator[Row]:
    """Each row that is not empty, with the number of its last line."""
    lines = StringIO(text.replace("\0", ""), newline="")
    is_closed = text.count('"') % 2 == 0  # an open quotation mark would swallow everything that follows
    reader = csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_MINIMAL if is_closed else csv.QUOTE_NONE)
    found = 0
    while True:
        try:
            row = next(reader, None)
        except csv.Error:  # a cell is larger than 128 kB
            yield reader.line_num, [""]
            return
        if row is None:
            return
        cells = [_cell(cell) for cell in row]
        filled = [cell for cell in cells if cell]
        if len(filled) == 1 and separator != ",":  # a different kind of line
            other = next((one for one in SEPARATORS[:-1] if one in row[cells.index(filled[0])]), None)
            cells = [_cell(cell) for cell in filled[0].split(other)] if other else cells
        if any(cells):
            found += 1
            if found > MOST_LINES:
                raise BadInput("import-too-long", most=str(MOST_LINES))
            yield reader.line_num, cells


def _cleaned(rows: Iterable[Row]) -> list[Row]:
    return [(number, [_cell(cell) for cell in row]) for number, row in rows]


def _cell(said: str) -> str:
    return " ".join(one_line(said[:MOST_CELL].strip().strip('"')).split())


def _without_numbers(rows: list[Row]) -> tuple[list[Row], tuple[Message, ...]]:
    """The rows without the number before each name, if most rows have one."""
    numbered = [at for at, (_, row) in enumerate(rows) if row[0] and _NUMBERED.match(row[0])]
    filled = sum(any(char.isalpha() for char in row[0]) for _, row in rows)
    if len(numbered) < 2 or len(numbered) * 4 < filled * 3:
        return rows, ()
    is_seat_plan = any(not row[0][0].isdigit() for at in numbered for row in [rows[at][1]])
    bare = [(number, [_NUMBERED.sub("", row[0], count=1), *row[1:]] if at in set(numbered) else row)
            for at, (number, row) in enumerate(rows)]  # fmt: skip
    is_plain = all(_LISTED.match(rows[at][1][0]) for at in numbered) and not is_seat_plan
    return bare, () if is_plain else (message("import-numbers"),)


# Names


def _lines(table: ImportTable) -> Iterator[ImportRow]:
    """The players in the rows. A cell with several players gives one line for each of them."""
    if EACH in table.columns:
        for number, row in table.rows:
            yield from (ImportRow(number, _name(cell)) for cell in row if cell)
        return
    for number, row in table.rows:
        said: dict[str, str] = {}
        for kind, cell in zip(table.columns, row, strict=False):
            if kind and cell:
                said.setdefault(kind, cell)
        whole = said.get("full") or said.get("name") or said.get("turned") or ""
        if "first" in said or "last" in said:
            parts = (said.get(part, "") for part in ("first", "middle", "infix", "last", "last2"))
            name = " ".join(filter(None, parts))
            yield ImportRow(number, name, member_number(said.get("player", said.get("member", "")), name))
        elif whole.count(",") > 1 and not said.get("member"):
            yield from (ImportRow(number, _name(one)) for one in whole.split(",") if one.strip())
        else:
            is_turned = whole == said.get("turned") and "," not in whole
            name = _turned(whole) if is_turned else _name(whole)
            yield ImportRow(number, name, member_number(said.get("member", ""), name))


def _name(said: str) -> str:
    """A name as it is spoken: `Keller, Rosa` is Rosa Keller. An address or a number beside the name is removed."""
    cell = _without_signs(_CONTACT.sub("", _ADDRESS.sub("", said)))
    cell = _without_signs(_LISTED.sub("", cell, count=1)) if _LISTED.match(cell) else cell
    last, comma, first = (part.strip() for part in cell.partition(","))
    if not (comma and last and first) or "," in first or first.casefold().strip(".") in _TITLES:
        return cell.strip().strip(",").strip()
    return f"{first} {last}"


def _without_signs(said: str) -> str:
    """The name without any emoji at its end. Names copied from chats often have them."""
    while said and (category(said[-1]) in ("So", "Sk", "Cf") or said[-1] == EMOJI):
        said = said[:-1].rstrip()
    return said


def _is_sum(key: str) -> bool:
    """Whether a name is really the label of a total: `Total entries: 12`, `12 players`."""
    words = [word for word in re.split(r"[\s:.,;=()]+", key) if word]
    named = {word for word in words if not word.isdecimal()}
    is_all = bool(named) and named <= _SUMS | _COUNTED
    return is_all and (bool(named & _SUMS) or words[0].isdecimal())


def _is_nobody(key: str) -> bool:
    """Whether a name is really only a seat, or says that the seat is empty: `Empty seat`, `(open)`, `Platz 4: frei`."""
    words = {word for word in re.split(r"[\s:()\[\]<>*_–-]+", key) if word}
    named = {word for word in words if not word.isdecimal()}
    return bool(named) and named <= _FREE | _PLACE and bool(named & _FREE or len(named) < len(words))


def _turned(said: str) -> str:
    """A name with the last name first, turned around if it has only two words. A longer name is ambiguous, so it is
    left as it is."""
    words = said.split()
    return f"{words[1]} {words[0]}" if len(words) == 2 else said


def _problem(name: str) -> Message | None:
    """Why a string is not a name, or None if it is one."""
    if not name:
        return message("import-no-name")
    if len(name) > LONGEST_NAME:
        return message("import-long-name", most=LONGEST_NAME)
    key = name_key(name)
    is_text = any(sign.isalpha() for sign in name) and "@" not in name
    if not is_text or name.endswith(":") or key in _PARTS_OF_LIST:
        return message("import-not-a-name")
    if _is_nobody(key):
        return message("import-empty-seat")
    is_sum = key.strip(":. ") in _SUMS or (key.split()[0].strip(":") in _SUMS and any(map(str.isdigit, key)))
    return message("import-sum") if is_sum or _is_sum(key) else None


class _Seen:
    def __init__(self) -> None:
        self._numbers: dict[str, ImportRow] = {}
        self._names: dict[str, ImportRow] = {}

    def checked(self, line: ImportRow) -> ImportRow:
        """The line, with a problem if it has one."""
        if problem := _problem(line.name):
            return line._replace(name=line.name[:LONGEST_NAME], problem=problem)
        key = name_key(line.name)
        before = self._numbers.get(line.player) if line.player else self._names.get(key)
        if before and not line.player and before.player:
            before = None  # the same name with a number: ask whether the two are the same person
        if before:
            is_same = name_key(before.name) == key
            problem = message("import-twice" if is_same else "import-same-number", line=before.number)
            return line._replace(problem=problem)
        if line.player:
            self._numbers[line.player] = line
        self._names.setdefault(key, line)
        return line
