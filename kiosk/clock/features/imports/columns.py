"""Finds the meaning of each column in a list of players: by its heading, its content, or the director's choice.

Columns that are not read are reported. If the names or the numbers can be read in several ways, the director is asked.
If a guess is safe enough not to need a question, such as for member numbers, a note about it is added.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from engine.message import Message, message
from kiosk.structures.headings import plain

Row = tuple[int, Sequence[str]]
"""A row, with its line number."""
HEADINGS_WITHIN = 20
"""The number of rows at the top of a list among which the headings must be. A structure file has the same limit."""
MOST_SAMPLE = 30
"""The maximum number of characters shown from a cell that serves as a sample."""
EACH = "each"
"""The choice to treat every cell in a row as a player."""

PHONE_DIGITS = range(9, 13)
"""The possible numbers of digits in a telephone number without punctuation."""

OWN_ENTRIES = frozenset(("entry", "name", "player", "nth"))
"""Headings of the list of entries that the director's page saves. `player` has the players' ids there, not names."""

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_MONEY = re.compile(
    r"(?:[€$£]|(?:EUR|USD|CHF|GBP)\b) ?[\d.,]+|[\d.,]+ ?(?:[€$£]|EUR|USD|CHF|GBP)|\d+[.,]\d{2}", re.IGNORECASE
)
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?")
_PHONE = re.compile(r"\+[\d ()/-]{6,}|0[\d ()/-]{8,}|\(?\d{2,5}[)/ -][\d ()/-]{4,}")
_ANSWERS = (
    "yes no y n x ja nein j sí si oui non o true false wahr falsch paid unpaid bezahlt offen pagado pendiente payé "
    "✓ ✔ ✗ ok m f w h d"
)
_MARKS = frozenset(_ANSWERS.split())
"""Cells that contain yes or no, or one letter for a group."""


class ReadingOption(NamedTuple):
    """A way to read a list: the text sent back to choose it, its name, and the resulting columns."""

    id: str
    said: Message
    columns: tuple[str, ...]


class ImportTable(NamedTuple):
    """A list's rows, and the kind of each column. Also the rows `above` its headings, notes about the list, and, if it
    can be read in several ways, a question with its options."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    above: Sequence[Row] = ()
    notes: tuple[Message, ...] = ()
    asked: Message | None = None
    options: tuple[ReadingOption, ...] = ()


def table_of(rows: Sequence[Row], is_turned: bool, chosen: Collection[str]) -> ImportTable:
    """The list in these rows. `is_turned` is true if names such as `Bell, Ana` were split at their comma."""
    found = [
        (sum(map(bool, kinds(row))), -at) for at, (_, row) in enumerate(rows[:HEADINGS_WITHIN]) if heads_names(row)
    ]
    if found:
        at = -max(found)[1]
        below = [one for one in rows[at + 1 :] if list(one[1]) != list(rows[at][1])]
        return _asked(rows[at][1], _headed(rows[at][1], below, rows[:at]), chosen)
    if (head := _members_alone(rows)) is not None:
        return _headed(rows[head][1], rows[head + 1 :], rows[:head], alone=True)
    return _unheaded(rows, is_turned, chosen)


def _asked(head: Sequence[str], table: ImportTable, chosen: Collection[str]) -> ImportTable:
    """The table, with a question if another column has the same heading as the names."""
    read = next((at for at, kind in enumerate(table.columns) if kind in ("name", "full")), None)
    if read is None:
        return table
    same = [at for at, cell in enumerate(head) if plain(cell) == plain(head[read]) and any(_column(table.rows, at))]
    if len(same) < 2:
        return table
    columns = ["" if at in same else kind for at, kind in enumerate(table.columns)]
    options = tuple(
        option._replace(columns=tuple(kind or own for kind, own in zip(option.columns, columns, strict=True)))
        for option in _order(list(columns), same, False, ())
        if option.columns != (EACH,)
    )
    if len(same) == len(head):
        options += (ReadingOption("order:each", message("import-all"), (EACH,)),)
    picked = next((option for option in options if option.id in chosen), None)
    if picked:
        return table._replace(columns=picked.columns)
    return table._replace(notes=(), asked=message("import-ask-order"), options=options)


def _members_alone(rows: Sequence[Row]) -> int | None:
    """The index of the row whose heading `Member` has names below it, that is, cells without digits. None if there is
    no such row."""
    for at, (_, row) in enumerate(rows[:HEADINGS_WITHIN]):
        here = kinds(row)
        if "member" in here and len(rows) > at + 1:
            column = here.index("member")
            cells = [cell for cell in _column(rows[at + 1 :], column) if cell]
            if cells and not any(any(sign.isdigit() for sign in cell) for cell in cells):
                return at
    return None


def _headed(head: Sequence[str], rows: Sequence[Row], above: Sequence[Row], alone: bool = False) -> ImportTable:
    columns = ["full" if alone and kind == "member" else kind for kind in kinds(head)]
    if {*map(plain, head)} >= OWN_ENTRIES:
        columns = ["member" if plain(cell) == "player" else kind for cell, kind in zip(head, columns, strict=True)]
    for at, kind in enumerate(columns):  # only the first column of a kind counts
        if kind and kind in columns[:at]:
            columns[at] = "last2" if kind == "last" and "last2" not in columns else ""
    _join_names(columns, rows)
    notes: dict[int, Message] = {}
    if "member" in columns:
        columns = ["" if kind == "number" else kind for kind in columns]
    elif "number" in columns:
        at = columns.index("number")
        columns[at] = "member"
        numbers = [cell for cell in _column(rows, at) if cell]
        repeats = len(numbers) > 1 and 2 * len({*numbers}) <= len(numbers)  # such as 1 to 9 at each table
        if repeats or _counts_rows(numbers):
            columns[at] = ""
            notes[at] = message("import-repeats" if repeats else "import-running", column=_called(at, head[at]))
    unread = [
        _called(at, head[at])
        for at, kind in enumerate(columns)
        if not kind and at not in notes and any(_column(rows, at))
    ]
    return ImportTable(tuple(columns), rows, above, (*notes.values(), *_unread(unread)))


def _join_names(columns: list[str], rows: Sequence[Row]) -> None:
    """Decide the kind of columns that may hold a whole name, based on the columns beside them. `Name` beside `Vorname`
    is the last name, and beside `Nachname` it is the first name. Beside both, it adds nothing. A column with half
    a name beside `Player` is dropped if `Player` has the players' full names."""
    if "call" in columns:
        at = columns.index("call")
        holder = next((one for one in ("name", "full", "turned") if one in columns), None)
        whole = holder is not None and _are_whole(_column(rows, columns.index(holder)))
        columns[at] = "" if whole or "first" in columns else "first"
    halves = {"first", "last"} & set(columns)
    for kind in ("name", "full", "turned"):
        if kind not in columns or not halves:
            continue
        at = columns.index(kind)
        if halves == {"first", "last"} or kind in columns[:at]:
            columns[at] = ""
        elif kind == "name" or not _are_whole(_column(rows, at)):
            columns[at] = "last" if halves == {"first"} else "first"
        else:
            columns[:] = ["" if one in halves else one for one in columns]
    if "first" in columns or "last" in columns:
        return
    holders = [at for at, kind in enumerate(columns) if kind in ("full", "turned", "name")]
    for at in sorted(holders, key=lambda one: columns[one] == "name")[1:]:
        columns[at] = ""  # `Player` beside `Name`: `Name` is the less specific of the two and is dropped


def _unheaded(rows: Sequence[Row], is_turned: bool, chosen: Collection[str]) -> ImportTable:
    rows, above = _without_head(rows)
    mixed = _mixed(rows)
    rows = mixed or rows

    def called_of(at: int, said: str) -> Message:
        return message("import-column-mixed", said=said[:MOST_SAMPLE]) if mixed else _called(at, said)

    cells = [_column(rows, at) for at in range(max((len(row) for _, row in rows), default=0))]
    natures = [_nature(column) for column in cells]
    texts = [at for at, nature in enumerate(natures) if nature == "text"]
    is_ragged = len({len(row) for _, row in rows}) > 1
    if len(texts) > 2 and (len(rows) == 1 or is_ragged) and set(natures) <= {"text", ""}:
        return ImportTable((EACH,), rows, above, (message("import-each"),))
    is_turned = is_turned and len(rows) > 1 and len(texts) == 2 and all(all(cells[at]) for at in texts)
    columns = [""] * len(cells)
    notes = dict(_no_numbers(cells, natures, called_of))
    number = next((at for at, nature in enumerate(natures) if nature == "number" and at not in notes), None)
    asked, options = None, _order(columns, texts, is_turned, chosen)
    if options:
        asked = message("import-ask-order")
    elif is_turned and not chosen:
        (last, first), cell = texts, rows[0][1]
        notes[last] = message("import-turned", cell=f"{cell[last]}, {cell[first]}", name=f"{cell[first]} {cell[last]}")
    if number is not None:
        called = called_of(number, _sample(cells[number]))
        columns[number] = "" if "number:no" in chosen else "member"
        if not {"number:no", "number:yes"} & set(chosen) and not _are_amounts(cells[number]):
            notes[number] = message("import-number-guessed", column=called)
        elif not asked and not {"number:no", "number:yes"} & set(chosen):
            asked = message("import-ask-number", column=called)
            without = tuple("" if at == number else kind for at, kind in enumerate(columns))
            options = (
                ReadingOption("number:yes", message("import-number-yes"), tuple(columns)),
                ReadingOption("number:no", message("import-number-no"), without),
            )
    unread = [
        _called(at, _sample(cells[at]))
        for at, kind in enumerate(columns)
        if not kind and natures[at] and at not in notes and not (asked and natures[at] == "text")
    ]
    kinds_read = (EACH,) if EACH in columns else tuple(columns)
    return ImportTable(kinds_read, rows, above, (*notes.values(), *_unread(unread)), asked, options)


def _mixed(rows: Sequence[Row]) -> list[Row]:
    """The rows as a name and a number each, if the number comes before the name in some rows and after it, or not at
    all, in others. `Bell, Ana` is one name. Empty if the list is not of this kind."""
    found: list[Row] = []
    kinds_at: dict[int, set[str]] = {}
    for line, row in rows:
        natures = {at: _of_cell(cell) for at, cell in enumerate(row) if cell}
        texts = [row[at] for at, nature in natures.items() if nature == "text"]
        numbers = [row[at] for at, nature in natures.items() if nature == "number"]
        if not 1 <= len(texts) <= 2 or len(numbers) > 1 or len(texts) + len(numbers) < len(natures):
            return []
        found.append((line, [", ".join(texts), *numbers]))
        for at, nature in natures.items():
            kinds_at.setdefault(at, set()).add(nature)
    return found if {"text", "number"} in kinds_at.values() else []


def _no_numbers(
    cells: Sequence[Sequence[str]], natures: Sequence[str], called: Callable[[int, str], Message]
) -> Iterator[tuple[int, Message]]:
    """The number columns that do not hold member numbers, each with the reason."""
    for at, (column, nature) in enumerate(zip(cells, natures, strict=True)):
        filled = [cell for cell in column if cell]
        runs = _counts_rows(column)
        if nature == "number" and (runs or len({*filled}) < len(filled)):
            yield at, message("import-running" if runs else "import-repeats", column=called(at, filled[0]))


def _order(
    columns: list[str], texts: Sequence[int], is_turned: bool, chosen: Collection[str]
) -> tuple[ReadingOption, ...]:
    """Mark in `columns` which ones hold names. If the director has yet to choose, return the possible readings."""
    if len(texts) < 2:
        for at in texts:
            columns[at] = "full"
        return ()
    one, two = texts[:2]

    def with_kinds(**kinds: int) -> tuple[str, ...]:
        where = {at: kind for kind, at in kinds.items()}
        return tuple(where.get(at, "") for at in range(len(columns)))

    options = (
        ReadingOption("order:first-last", message("import-first-last"), with_kinds(first=one, last=two)),
        ReadingOption("order:last-first", message("import-last-first"), with_kinds(last=one, first=two)),
        ReadingOption("order:one", message("import-one", column=one + 1), with_kinds(full=one)),
        ReadingOption("order:each", message("import-all"), (EACH,)),
    )
    picked = next((option for option in options if option.id in chosen), None)
    if picked is None and is_turned and len(texts) == 2:
        picked = options[1]
    if picked is None:
        return options
    columns[:] = [*picked.columns, *columns[len(picked.columns) :]]
    return ()


def _without_head(rows: Sequence[Row]) -> tuple[Sequence[Row], Sequence[Row]]:
    """The rows of players, and separately the first row if it consists of unknown headings or a title with a year."""
    if len(rows) < 2:
        return rows, ()
    _, first = rows[0]
    rest = rows[1:]
    for at, cell in enumerate(first):
        below = _nature(_column(rest, at))
        if len(rest) > 1 and below in ("number", "email", "money", "date", "phone") and _nature([cell]) == "text":
            return rest, rows[:1]
    is_title = sum(map(bool, first)) == 1 and re.search(r"\b(19|20)\d\d\b", " ".join(first))
    return (rest, rows[:1]) if is_title else (rows, ())


def _nature(cells: Sequence[str]) -> str:
    """The type of at least four fifths of a column's cells. If no type is that common, it is text if any cell is text,
    and the most common type otherwise. Empty if there are no cells."""
    found = Counter(_of_cell(cell) for cell in cells if cell)
    if not found:
        return ""
    nature, count = found.most_common(1)[0]
    return nature if count * 5 >= found.total() * 4 or "text" not in found else "text"


def _of_cell(cell: str) -> str:
    for nature, form in (("email", _EMAIL), ("money", _MONEY), ("date", _DATE)):
        if form.fullmatch(cell):
            return nature
    digits, letters = (sum(map(test, cell)) for test in (str.isdigit, str.isalpha))
    if _PHONE.fullmatch(cell) and digits >= 7:
        return "phone"
    if digits and digits >= letters and " " not in cell.strip():
        return "number"
    return "mark" if cell.casefold().strip(".") in _MARKS or not letters else "text"


def _counts_rows(cells: Sequence[str]) -> bool:
    """Whether a column numbers the rows: 1, 2, 3 and so on. Other cells may follow, such as the label of a total."""
    found = [cell.rstrip(".)") for cell in cells if cell]
    while found and not found[-1].isdecimal():
        found.pop()
    return bool(found) and found == [str(number) for number in range(1, len(found) + 1)]


def _are_amounts(cells: Sequence[str]) -> bool:
    """Whether numbers may be amounts of money or telephone numbers instead of member numbers."""
    found = [cell for cell in cells if cell]
    return all(
        cell.isdecimal() and ((not cell.startswith("0") and int(cell) % 5 == 0) or len(cell) in PHONE_DIGITS)
        for cell in found
    )


def _are_whole(cells: Sequence[str]) -> bool:
    """Whether most cells have more than one word."""
    found = [cell for cell in cells if cell]
    return sum(" " in cell or "," in cell for cell in found) * 2 > len(found)


def _column(rows: Sequence[Row], at: int) -> list[str]:
    return [row[at] if at < len(row) else "" for _, row in rows]


def _sample(cells: Sequence[str]) -> str:
    return next((cell for cell in cells if cell), "")


def _called(at: int, said: str) -> Message:
    """How a message refers to a column: by its number, and by its heading or its first filled cell."""
    if not said:
        return message("import-column", column=at + 1)
    return message("import-column-named", column=at + 1, said=said[:MOST_SAMPLE])


def _unread(columns: Sequence[Message]) -> Iterator[Message]:
    if columns:
        yield message("import-unread", columns=tuple(columns))


HEADINGS = {
    "name": "name namen nom naam nombre nombres nome",
    "full": "player players playername player'sname nameofplayer fullname names participant participantname entrant "
    "attendee attendeename guest contestant displayname spieler spielername vollername vollständigername teilnehmer "
    "teilnehmername gast vornamename vornamenachname vorundnachname vorundzuname firstlast firstnamelastname "
    "firstandlastname nameandsurname jugador jugadores participante nombrecompleto nombreyapellido nombreyapellidos "
    "nombreapellidos nombredeljugador joueur nomcomplet prénomnom prénometnom participant nomdujoueur speler deelnemer "
    "volledigenaam giocatore partecipante nomecompleto nomeecognome jogador",
    "turned": "namevorname nachnamevorname familiennamevorname zunamevorname lastfirst lastnamefirstname "
    "surnamefirstname surnamename apellidosynombre apellidosynombres apellidosnombre apellidoynombre nomprénom "
    "nometprénom cognomenome cognomeenome",
    "first": "first firstname firstnames forename forenames given givenname givennames christianname fname vorname "
    "vornamen primernombre nombredepila prénom prénoms voornaam",
    "call": "rufname callname",
    "middle": "middle middlename middlenames middleinitial secondgivenname zweitervorname zweitname segundonombre "
    "deuxièmeprénom",
    "infix": "infix nameprefix namenszusatz tussenvoegsel tussenvoegsels",
    "last": "last lastname surname surnames family familyname lname nachname nachnamen familienname zuname apellido "
    "apellidos primerapellido apellido1 apellidopaterno nomdefamille achternaam cognome sobrenome apelido apelidos",
    "last2": "segundoapellido apellido2 apellidomaterno",
    "member": "member memberid membernumber memberno membernr membershipid membershipnumber membershipno membership "
    "memberscard cardnumber cardno playerid playernumber playerno playernr customerid customernumber customerno "
    "licence license licencenumber licensenumber licenceno mitglied mitgliedsnummer mitgliedsnr mitgliednr "
    "mitgliedernummer mitgliedernr mitgliedsid kundennummer kundennr kartennummer spielernummer spielernr spielerid "
    "ausweisnummer ausweisnr lizenznummer lizenznr socio número socio númerosocio númerodesocio numsocio nosocio "
    "nsocio carné dni idjugador númerodejugador adhérent numéroadhérent numérodadhérent nadhérent noadhérent "
    "numérodemembre nmembre nlicence numérodelicence lidnummer tessera numerotessera",
    "number": "id number no nr num nummer numero número numéro n nro code",
}
"""The columns that we read, and their headings. A `name` without other name columns is a whole name. Next to a `first`
or `last` column, it is the other half. A `turned` column has the last name first.
"""
_KIND = {plain(word): kind for kind, words in HEADINGS.items() for word in words.split()}
_NAMES = {"name", "full", "turned", "first", "call", "last"}
SIGNS = {"#": "number", "№": "number", "n°": "number"}


def kinds(row: Sequence[str]) -> list[str]:
    """For each cell, the kind of column that it is a heading for, or an empty string for an unknown heading."""
    return [_kind(cell) for cell in row]


def heads_names(row: Sequence[str]) -> bool:
    return bool(_NAMES & set(kinds(row)))


def _kind(cell: str) -> str:
    said = cell.strip().rstrip(":*").strip().casefold()
    return SIGNS.get(said) or _KIND.get(plain(said), "") or _KIND.get(plain(said.partition("(")[0]), "")
