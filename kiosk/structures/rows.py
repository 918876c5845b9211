"""Makes a draft from a file's levels and breaks, each a row of fields. A value means the same in all formats."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.bad_input import BadInput, at_place
from engine.message import Message, message
from engine.tournament.levels.structure import Minutes
from kiosk.structures.draft import Draft, Entry, listed, minutes_unused
from kiosk.structures.headings import UNIT_MS, is_break, is_level_name, is_total, plain, tokens, truth
from kiosk.structures.spelled import Length, amount, combined, lasting, length_of, no_number, says_nothing, shown

LENGTHS = ("minutes", "seconds", "hours", "ms", "duration")
BREAK_LENGTHS = tuple(f"break_{name}" for name in LENGTHS)
COUNTS = ("hands", "orbits")
_LASTS = re.compile(
    r"[\s(:,\u2013-]*\b([0-9]+\s*(?:min(?:ute[ns]?|utos)?\.?|['\u2032]|m|h|std\.?|hours?))\)?\s*$", re.IGNORECASE
)
"""A length after the name of a break."""
_FIRST = re.compile(r"\s*([0-9]{1,3}[\s-]*(?:min(?:ute[ns]?|utos)?|hours?|std|h|m)\b\.?)", re.IGNORECASE)
"""A length before the name of a break."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_WHO = re.compile(
    r"\(?\b(?:(bba?|big ?blind(?: ante)?)|each|pp|per player|pro spieler|por jugador)\b\)?", re.IGNORECASE
)
"""The payer of an ante, next to its amount."""
_FORMS = {"none": "none", "classic": "each", "each": "each", **dict.fromkeys(("bigblind", "bb", "bba"), "big-blind")}
_COLOR_UP = frozenset(("up", "race", "off", "farbwechsel"))

LONGEST_ANTE = 30
"""A text with more characters than this is not read as an ante and its payer."""


class StructureRow(NamedTuple):
    """A row of a file, which may be a level, a break or neither. It has the values under our field names, the file's
    name for each field, and a function for the position in the file. `cells` are all strings and numbers in the row,
    including those that belong to no field."""

    fields: Mapping[str, object]
    at: Callable[[str], Message | str]
    heads: Mapping[str, str]
    cells: Sequence[object] = ()
    kind: str = ""
    """`level` or `break` if the file format says which; otherwise empty."""

    def place(self, field: str) -> Message | str:
        """The position of a field in the file, or of the whole row if the row lacks the field."""
        return self.at(self.heads.get(field, ""))

    def bad(self, field: str, problem: Message) -> BadInput:
        return BadInput.of(at_place(self.place(field), problem))


class _Lasting(NamedTuple):
    """The source of an entry's minutes: the entry's index, the field and the file's name for it, the length, and
    whether the entry is a break."""

    entry: int
    field: str
    head: str
    length: Length
    of_break: bool


class Pauses(NamedTuple):
    """A file's information about breaks from outside the list of levels. `lasts` and `unit` are the usual length.
    `after` maps the level before a break to its length. `every` is the number of levels between breaks."""

    lasts: object = None
    unit: int = 0
    after: Mapping[int, object] = {}
    every: int = 0


NO_PAUSES = Pauses()


class Read(NamedTuple):
    """The entries from the rows, the position of each entry's fields, the guesses, and the parts that were not read."""

    entries: list[Entry]
    places: list[Callable[[str], Message | str]]
    notes: list[Message]
    unread: list[Message | str]


def read_rows(
    rows: Sequence[StructureRow], minutes: Minutes, lasts: object = None, unit: int = 0, pauses: Pauses = NO_PAUSES
) -> Read:
    """The rows, converted to our entries. A level without a length gets the file's length for all levels (`lasts`), or
    else these `minutes`, if they are not 0. Raises `BadInput`."""
    levels = 0
    found = Read([], [], [], [])
    lengths: list[_Lasting] = []
    guessed_breaks: list[Message | str] = []
    _check_marks(rows)
    for row in rows:
        kind = _kind(row)
        if not kind:
            found.unread.append(row.at(""))
            continue
        if kind == "guess":
            guessed_breaks.append(row.at(""))
        paused = kind != "level"
        entry: Entry = {"kind": "break" if paused else "level", **_named(row)}
        if paused:
            entry |= _color_up(row)
        else:
            entry |= _played(row)
            levels += 1
            marked = ["color_up"] if _is_said(row.fields.get("color_up")) else []
            times = [name for name in ("starts", "ends") if name in row.fields]
            found.unread.extend(map(row.place, [*marked, *times]))
        if length := _length(row, paused, found.notes):
            lengths.append(_Lasting(len(found.entries), length[0], row.heads.get(length[0], ""), length[1], paused))
        elif not paused and lasts is not None and not any(name in entry for name in COUNTS):
            if not (length_in_all := length_of(lasts, unit)):
                raise BadInput("length-unlike", said=shown(lasts))
            lengths.append(_Lasting(len(found.entries), "", "", length_in_all, False))
        found.entries.append(entry)
        found.places.append(_place(row))
        if not paused and (pause := _pause_after(row, levels, pauses, found)):
            field, one = pause
            if one:
                lengths.append(_Lasting(len(found.entries), field, row.heads.get(field, ""), one, True))
            found.entries.append({"kind": "break"})
            found.places.append(_place_of_pause(row, field))
    for field in {one.field: None for one in lengths}:
        _measure(found, [one for one in lengths if one.field == field])
    if guessed_breaks:
        found.notes.append(message("breaks-guessed", places=listed(guessed_breaks)))
    _fill_in(found, minutes)
    return found


def _fill_in(found: Read, minutes: Minutes) -> None:
    """Give these `minutes` to each level whose length the file lacks. Nothing changes if they are 0."""
    counted = ("minutes", *COUNTS)
    lacking = [one for one in found.entries if one["kind"] == "level" and not any(name in one for name in counted)]
    if not minutes or not lacking:
        found.notes.extend(minutes_unused(minutes))
        return
    for entry in lacking:
        entry["minutes"] = minutes


def draft_of(read: Read, name: object = "", stack: object = None, chips: object = None, late: object = None) -> Draft:
    """A structure's draft, made from its entries and the fields beside them."""
    unread = (message("not-read", what=listed(read.unread)),) if read.unread else ()
    return Draft(list(read.entries), name, stack, chips, late, tuple(read.places), tuple(read.notes), unread)


def amount_at(row: StructureRow, field: str) -> int | None:
    """The number of chips in a field; None if the field is empty. Raises `BadInput` for anything else."""
    said = row.fields.get(field)
    if says_nothing(said):
        return None
    found = amount(said)
    if found is None:
        raise row.bad(field, no_number(said))
    return found


def _kind(row: StructureRow) -> str:
    """The kind of a row: `level`, `break`, or `guess` for a break that is not marked as one. Empty for other rows."""
    said = row.fields.get("kind")
    if row.kind:
        return row.kind
    if isinstance(said, str) and said.strip():
        return "break" if is_break(said) else "level"
    blinds = _has_blinds(row)
    if (mark := truth(row.fields.get("is_break"))) is not None and "is_break" in row.fields:
        return "break" if mark and not says_nothing(row.fields["is_break"]) else "level" if blinds else _neither(row)
    if blinds:
        return "level"
    if any(isinstance(cell, str) and is_break(cell) for cell in row.cells):
        return "break"
    return _neither(row)


def _check_marks(rows: Sequence[StructureRow]) -> None:
    """Raises `BadInput` for a row that may be either a break or a level."""
    for before, row, after in zip([None, *rows], rows, [*rows[1:], None], strict=False):
        is_marked = not row.kind and not row.fields.get("kind") and truth(row.fields.get("is_break", False))
        # A real break repeats the blinds of the level before or after it.
        has_own = _has_blinds(row) and all(other is None or _blinds(other) != _blinds(row) for other in (before, after))
        if is_marked and has_own:
            raise row.bad("is_break", message("break-or-level"))


def _blinds(row: StructureRow) -> list[object]:
    return [amount(row.fields.get("small")), amount(row.fields.get("big")), combined(row.fields.get("blinds"))[:2]]


def _neither(row: StructureRow) -> str:
    """The kind of a row without both blinds: a guessed break if it has a length, a level if it has one blind, or empty
    for a remark or a total."""
    said = [cell for cell in (*row.fields.values(), *row.cells) if not says_nothing(cell)]
    if said and all(isinstance(cell, str) and _WORD.search(cell) and not length_of(cell) for cell in said):
        return ""
    if any(
        not says_nothing(row.fields.get(name)) and amount(row.fields[name]) != 0 for name in ("small", "big", "blinds")
    ):
        return "level"
    if any(isinstance(cell, str) and is_total(cell) for cell in row.cells):
        return ""
    return "guess" if any(not says_nothing(row.fields.get(name)) for name in (*LENGTHS, *BREAK_LENGTHS)) else ""


def _has_blinds(row: StructureRow) -> bool:
    if combined(row.fields.get("blinds")):
        return True
    return all(bool(amount(row.fields.get(name))) for name in ("small", "big"))


def _named(row: StructureRow) -> Entry:
    name, level, its_id = (row.fields.get(field) for field in ("name", "level", "id"))
    entry: Entry = {}
    for said, is_own in ((name, "kind" in row.fields), (level, False)):
        if isinstance(said, str) and not says_nothing(said) and (is_own or not is_level_name(_LASTS.sub("", said))):
            entry["name"] = said if is_own else _LASTS.sub("", said) or said
            break
    if isinstance(its_id, str) and "own" in row.heads:
        entry["id"] = its_id
    return entry


def _played(row: StructureRow) -> Entry:
    """A level's blinds and ante, and its length if it is in hands or orbits. Raises `BadInput`."""
    entry: Entry = {}
    for name in ("small", "big", *COUNTS):
        if (found := amount_at(row, name)) is not None:
            entry[name] = found
    ante: int | None = None
    if "small" not in entry and "big" not in entry and not says_nothing(row.fields.get("blinds")):
        blinds = combined(row.fields["blinds"])
        if not blinds:
            raise row.bad("blinds", no_number(row.fields["blinds"]))
        if len(blinds) > 2 and blinds[2] > blinds[1]:
            raise row.bad("blinds", message("three-blinds", cell=shown(row.fields["blinds"])))
        entry |= {"small": blinds[0], "big": blinds[1]}
        ante = blinds[2] if len(blinds) > 2 else None
    return entry | _ante(row, entry.get("big"), ante)


def _ante(row: StructureRow, big: object, beside: int | None) -> Entry:
    """The ante, and its payer if known. `beside` is an ante from the cell with the blinds. Raises `BadInput`."""
    for field, form in (("bb_ante", "big-blind"), ("each_ante", "each")):
        mark = row.fields.get(field)
        if isinstance(mark, bool) or (isinstance(mark, str) and truth(mark) is not None and mark.strip() not in "01"):
            if truth(mark):
                return {"ante": big, "ante_form": form}
        elif found := amount_at(row, field):
            return {"ante": found, "ante_form": form}
    forms: Entry = {}
    if isinstance(payer := row.fields.get("ante_form"), str) and not says_nothing(payer):
        forms = {"ante_form": _FORMS.get(plain(payer), payer)}
    said = row.fields.get("ante")
    if (payed := _with_payer(said, big)) is not None:
        return payed
    number = amount_at(row, "ante")
    number = beside if number is None else number
    return {} if number is None else forms | {"ante": number}


def _with_payer(said: object, big: object) -> Entry | None:
    """The ante from a value that names the payer: `100 (BB)`, `BB`, `{"BigBlind": 100}`. None for any other value."""
    form, ante = None, big
    if isinstance(said, str) and (named := _FORMS.get(plain(said))):
        form = named
    elif isinstance(said, str) and tokens(said) and tokens(said) <= {"bb", "big", "blind", "ante"}:
        form = "big-blind"
    elif isinstance(said, str) and len(said) <= LONGEST_ANTE and (who := _WHO.search(said)):
        form, ante = "big-blind" if who[1] else "each", amount(_WHO.sub("", said))
        if ante is None:
            return None
    elif isinstance(said, Mapping) and 1 <= len(said) <= 2:
        texts = [*said, *said.values()]
        forms = [_FORMS[plain(each)] for each in texts if isinstance(each, str) and plain(each) in _FORMS]
        amounts = [found for each in said.values() if (found := amount(each)) is not None]
        if not len(forms) == len(amounts) == 1:
            return None
        form, ante = forms[0], amounts[0]
    if form is None:
        return None
    return {"ante": ante, "ante_form": form} if ante and form != "none" else {}


def _color_up(row: StructureRow) -> Entry:
    """The chips that leave play during a break, from `25 100`, `T25` or `25er`, or true if they are not named."""
    said = row.fields.get("color_up")
    if not _is_said(said):
        named = [cell for cell in row.cells if isinstance(cell, str) and tokens(cell) & _COLOR_UP]
        if not named or not says_nothing(said):
            return {}
        said = named[0]
    if isinstance(said, list | tuple):
        return {"color_up": [amount(chip) if amount(chip) is not None else chip for chip in said]}
    text = str(said)
    if truth(said) and text.strip() != "1":
        return {"color_up": True}
    chips = [amount(chip) for chip in re.findall(r"[0-9][0-9.,'\u2019]*[0-9k]|[0-9]", text)]
    return {"color_up": [chip for chip in chips if chip] or True}


def _length(row: StructureRow, paused: bool, notes: list[Message]) -> tuple[str, Length] | None:
    """An entry's length, and the field that it comes from. Raises `BadInput`."""
    own = [name for name in LENGTHS if not says_nothing(row.fields.get(name))]
    breaks = [name for name in BREAK_LENGTHS if paused and not says_nothing(row.fields.get(name))]
    if breaks and own and row.fields[breaks[0]] != row.fields[own[0]]:
        head, other = row.heads[breaks[0]], row.heads[own[0]]
        notes.append(message("break-length-guessed", place=row.at(""), head=head, other=other))
    for name in (*breaks, *own):
        said = row.fields[name]
        found = length_of(said, UNIT_MS[name.removeprefix("break_")])
        if found is None:
            raise row.bad(name, message("length-unlike", said=shown(said)))
        return name, found
    if paused:
        numbers = [cell for cell in row.cells if amount(cell) or (isinstance(cell, str) and ":" in cell)]
        texts = [length for cell in row.cells if isinstance(cell, str) and (length := _within(cell))]
        if last := next((length_of(cell) for cell in reversed(numbers)), None) or next(iter(texts), None):
            return "", last
    return None


def _within(cell: str) -> Length | None:
    """The length in `Break 10 min`, `Pause (15')` or `15 Minute Break`, or in a cell of its own if it has a unit."""
    if not is_break(cell):
        alone = length_of(cell)
        return alone if alone and alone.ms else None
    found = _LASTS.search(cell) or _FIRST.match(cell)
    return length_of(found[1].replace("-", " ")) if found else None


def _pause_after(row: StructureRow, level: int, pauses: Pauses, found: Read) -> tuple[str, Length | None] | None:
    """The break after a level, or None: its field, and its length if the file has one. Raises `BadInput`."""
    said, field, unit = row.fields.get("break_after"), "break_after", 0
    if not _is_said(said) and "is_break" in row.fields and truth(row.fields["is_break"]) is None:
        said, field = row.fields["is_break"], "is_break"
    own = next((name for name in BREAK_LENGTHS if _is_said(row.fields.get(name))), "")
    if not _is_said(said) and own:
        said, field, unit = row.fields[own], own, UNIT_MS[own.removeprefix("break_")]
    by_list = level in pauses.after or bool(pauses.every and level % pauses.every == 0)
    if not _is_said(said) and not by_list:
        return None
    if _is_said(said) and field != "break_after":
        length = length_of(said, unit)
        if length is None or (length.number == 0 or length.ms == 0):
            found.unread.append(row.place(field))
            return None
        if (note := message("break-after-guessed", head=row.heads[field])) not in found.notes:
            found.notes.append(note)
        return field, length
    if by_list and not _is_said(said):
        said, field = pauses.after.get(level), ""
    if says_nothing(said) or truth(said):
        said, unit = (row.fields[own], UNIT_MS[own.removeprefix("break_")]) if own else (pauses.lasts, pauses.unit)
    if says_nothing(said):
        return field, None
    if not (length := length_of(said, unit)):
        raise row.bad(field, message("length-unlike", said=shown(said)))
    return field, length


def _is_said(said: object) -> bool:
    """Whether a cell has a value, other than one that means no."""
    return not says_nothing(said) and truth(said) is not False and said not in ({}, [], ())


def _measure(read: Read, lengths: list[_Lasting]) -> None:
    """Set the minutes of the entries whose lengths come from the same field. Raises `BadInput`."""
    levels = [one.length for one in lengths if not one.of_break]
    first = read.places[lengths[0].entry]
    place = first(lengths[0].field)
    try:
        minutes, guesses = lasting([one.length for one in lengths], levels, lengths[0].head or place)
    except BadInput as bad:
        raise BadInput.of(at_place(place, bad.message)) from bad
    for one, each in zip(lengths, minutes, strict=True):
        read.entries[one.entry]["minutes"] = each
    read.notes.extend(guesses)


def _place(row: StructureRow) -> Callable[[str], Message | str]:
    """A function that returns the position in the file of one of our fields."""

    def at(field: str) -> Message | str:
        if field == "minutes":
            field = next((name for name in (*LENGTHS, *BREAK_LENGTHS) if name in row.heads), "")
        if field == "ante" and field not in row.heads:
            field = next((name for name in ("bb_ante", "each_ante") if name in row.heads), "")
        return row.place(field)

    return at


def _place_of_pause(row: StructureRow, field: str) -> Callable[[str], Message | str]:
    return lambda _: row.place(field)
