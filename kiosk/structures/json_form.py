"""Reads structures from JSON: our own format, and the lists of levels that other clocks write."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from engine.bad_input import BadInput, at_place, json_kind_of, not_json
from engine.decoders import NOT_JSON
from engine.message import Message, message
from engine.tournament.levels.structure import BadStructure, Minutes, Place, structure_of
from kiosk.structures.csv_form import PAIR, TIMES, unheaded_rows
from kiosk.structures.draft import Draft, ImportedStructure, completed, minutes_unused
from kiosk.structures.headings import AFTER, HEAD, UNIT_MS, field_of, is_break, plain, tokens, truth
from kiosk.structures.rows import BREAK_LENGTHS, Pauses, StructureRow, draft_of, read_rows
from kiosk.structures.spelled import amount, combined, length_of, says_nothing
from kiosk.structures.times import are_times, clocked, time_of

TAGS = {"play": "level", "level": "level", "round": "level", "blinds": "level", "break": "break", "pause": "break"}
"""Other clocks' names for a level and a break."""
WRAPPERS = frozenset(("attributes", "node", "fields", "data", "item", "properties", "value"))
"""Names of the objects in which other programs wrap the fields of an item."""
BREAK_LISTS = frozenset(("breaks", "pauses", "pausen", "descansos"))
"""Other clocks' names for a list of breaks beside the list of levels."""
MOST_DEEP = 7
"""How deep the levels may be nested in other values."""
MOST_KEYS = 200
"""How many keys of an object are read. The rest are ignored."""
MOST_ITEMS = 1_000
"""The number of items that are read from a list. It exceeds what a structure may have, so a list that is too long is
still rejected."""
MOST_TRIED = 100
"""How many items of a list are tested. If none of them is a level, the list is not a list of levels."""
_PARTS = re.compile(r"\s*[,;@:]\s+|\s+(?=[0-9]+\s*(?:min|sec|h|m|'))", re.IGNORECASE)
_OF_NOBODY = ("id", "level")
"""Fields with the file's own numbering, which we ignore."""


class _Levels(NamedTuple):
    """A list of levels: its path, its items with the path of each, and the objects around it. Each object comes with
    the key that leads to the list. `beside` are the paths of the other items of the lists around it."""

    path: str
    items: Sequence[tuple[str, object]]
    enclosing: tuple[tuple[Mapping[str, object], str], ...]
    beside: tuple[str, ...]


def parse_json(text: str, source: str, name: str, minutes: Minutes = 0) -> ImportedStructure:
    """The structure in a JSON file. Error messages call the file `source`. `minutes` is the length of the levels for
    which the file has none. Raises `BadStructure`."""
    try:
        raw = msgspec.json.decode(text)
    except NOT_JSON as error:
        why = message("text-too-deep") if isinstance(error, msgspec.ValidationError) else not_json(error)
        problem = message("not-json", why=why)
        raise BadStructure("at-place", place=source, problem=problem) from error
    if isinstance(raw, dict) and (isinstance(raw.get("entries"), list) or "formula" in raw):
        return ImportedStructure(structure_of(raw, source, in_json=True), minutes_unused(minutes))
    try:
        draft = _draft(raw, minutes)
    except BadInput as bad:
        raise BadStructure("at-place", place=source, problem=bad.message) from bad
    return completed(draft, source, name)


def _draft(raw: object, minutes: Minutes) -> Draft:
    found = list(_lists(raw, "", (), (), 0))
    if not found:
        raise BadInput("json-no-levels")
    if len(found) > 1:
        raise BadInput("json-which-levels", lists=", ".join(one.path for one in found[:5]))
    levels = found[0]
    said: dict[str, object] = {}
    unread: list[Message | str] = [*levels.beside]
    lasts, unit = None, 0
    pauses = Pauses()
    for fields, onward in levels.enclosing:
        for key, value in islice(fields.items(), MOST_KEYS):
            if key == onward or _is_nothing(value):
                continue
            name, field = HEAD.get(plain(key)), field_of(key)
            if name and name not in said and (read := _other_field(name, value)) is not None:
                said[name] = read
            elif (
                field in UNIT_MS
                and lasts is None
                and isinstance(value, int | float | str)
                and not _is_start(key, value)
            ):
                lasts, unit = value, UNIT_MS[field]
            elif (more := _pauses(field, plain(key), value, pauses)) is not None:
                pauses = more
            elif field != "id":
                unread.append(key)
    guesses: list[Message] = []
    rows, notes = clocked(_with_starts(list(_rows(levels, guesses, unread, minutes))))
    read = read_rows(rows, minutes, lasts, unit, pauses)
    return draft_of(
        read._replace(notes=[*guesses, *notes, *read.notes], unread=[*unread, *read.unread]),
        said.get("name", ""), said.get("starting_stack"), said.get("chips"), said.get("late_levels"),
    )  # fmt: skip


def _lists(
    value: object,
    path: str,
    enclosing: tuple[tuple[Mapping[str, object], str], ...],
    beside: tuple[str, ...],
    deep: int,
) -> Iterator[_Levels]:
    """The lists of levels in a value. A list inside another one is not returned."""
    if deep > MOST_DEEP:
        return
    if isinstance(value, list):
        if any(map(_is_level, value[:MOST_TRIED])):
            items = [(f"{path}[{number}]", item) for number, item in enumerate(value[:MOST_ITEMS])]
            yield _Levels(path or "[]", items, enclosing, beside)
            return
        filled = [number for number, item in enumerate(value[:MOST_KEYS]) if not _is_nothing(item)]
        for number, item in enumerate(value[:20]):
            others = tuple(f"{path}[{other}]" for other in filled if other != number)
            yield from _lists(item, f"{path}[{number}]", enclosing, (*beside, *others), deep + 1)
    if isinstance(value, dict):
        first = list(islice(value.values(), MOST_TRIED))
        named = [item for item in first if isinstance(item, dict) and _is_level(item)]
        if len(named) * 2 > len(first) and not _is_level(value):
            every = list(value.items())
            if all(key.isascii() and key.isdecimal() and len(key) < 10 for key in value):
                every.sort(key=lambda one: int(one[0]))
            items = [(f"{path}.{key}".lstrip("."), item) for key, item in every[:MOST_ITEMS]]
            yield _Levels(path or "{}", items, enclosing, beside)
            return
        for key, item in list(value.items())[:MOST_KEYS]:
            if isinstance(item, list | dict):
                yield from _lists(item, f"{path}.{key}".lstrip("."), (*enclosing, (value, key)), beside, deep + 1)


def _is_level(item: object) -> bool:
    """Whether an item of a list is a level: it has blinds, or is a short row with a number."""
    if isinstance(item, dict):
        said = {field_of(key.rpartition(".")[2]): value for key, value in islice(_flat(_inner(item)[1]), MOST_KEYS)}
        return bool(combined(said.get("blinds"))) or {"small", "big"} <= set(said)
    if isinstance(item, list):
        return (
            2 <= len(item) <= 6 and not any(isinstance(cell, list | dict) for cell in item) and any(map(amount, item))
        )
    return isinstance(item, str) and bool(PAIR.fullmatch(item))


def _inner(item: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """The kind and the fields of an item, even if they are wrapped as in `{"Play": {...}}`."""
    for name, inner in item.items():
        if isinstance(inner, Mapping) and plain(name) in TAGS and plain(name) != "blinds":
            return TAGS[plain(name)], {**{key: value for key, value in item.items() if key != name}, **inner}
        if isinstance(inner, Mapping) and plain(name) in WRAPPERS:
            kind, within = _inner(inner)
            return kind, {**{key: value for key, value in item.items() if key != name}, **within}
    return "", item


def _rows(
    levels: _Levels, guesses: list[Message], unread: list[Message | str], minutes: Minutes
) -> Iterator[StructureRow]:
    """The rows in a list of levels. Raises `BadInput` for an item that cannot be a level or a break."""
    plain_rows = [cells for _, item in levels.items if (cells := _cells(item)) is not None]
    columns = unheaded_rows(plain_rows, minutes) if plain_rows else ()
    if plain_rows and columns is None:
        if not all(len(cells) == 1 for cells in plain_rows):
            raise BadInput.of(at_place(levels.path, message("json-no-columns")))
        columns = ("blinds",)
    if columns:
        guesses.append(message("columns-guessed", columns=", ".join(columns)))
    for at, item in levels.items:
        if isinstance(item, Mapping):
            yield _object(at, item, unread)
        elif (cells := _cells(item)) is not None:
            paused = any(isinstance(cell, str) and is_break(cell) for cell in cells)
            fields = {} if paused else dict(zip(columns or (), cells, strict=False))
            yield StructureRow(fields, _at(at), dict.fromkeys(fields, ""), cells, "break" if paused else "")
        else:
            kind = message("wrong-kind", wanted=json_kind_of({}), given=json_kind_of(item))
            raise BadInput.of(at_place(at, kind))


def _cells(item: object) -> list[object] | None:
    if isinstance(item, list):
        return item
    if isinstance(item, str):
        return [item] if is_break(item) else [cell for cell in _PARTS.split(item) if cell]
    return None


def _object(at: str, item: Mapping[str, object], unread: list[Message | str]) -> StructureRow:
    kind, inner = _inner(item)
    fields: dict[str, object] = {}
    heads: dict[str, str] = {}
    for key, said_of in _flat(inner):
        field, value = field_of(key.rpartition(".")[2]), said_of
        if field == "blinds" and isinstance(said_of, str) and not combined(said_of):
            field = ""  # not blinds, as in `"stakes": "high"`
        if field == "break_after" and isinstance(said_of, Mapping):
            value = next((each for name, each in said_of.items() if field_of(name) in UNIT_MS), bool(said_of))
        if field == "is_break" and not isinstance(value, bool) and (amount(value) or 0) > 1 and not _is_level(inner):
            fields |= {"is_break": True, "break_duration": value}
            heads |= {"is_break": key, "break_duration": key}
        elif field and field not in fields:
            fields[field], heads[field] = value, key
        elif not _is_nothing(value) and field not in _OF_NOBODY:
            unread.append(key)
    said = fields.get("kind")
    if isinstance(said, str) and plain(said) in TAGS:
        kind = kind or TAGS[plain(said)]
    paused = kind == "break" or bool(truth(fields.get("is_break", False)))
    if not paused:
        fields = {name: value for name, value in fields.items() if not (name.startswith("break_") and value == 0)}
    if paused and kind == "level":
        kind = "break"
    texts = [value for value in inner.values() if isinstance(value, str)]
    return StructureRow(fields, _at(at), heads, texts, kind)


def _is_start(key: str, value: object) -> bool:
    """Whether a value beside the levels is when play starts, such as `"time": "19:00"`, not how long levels last."""
    return tokens(key) <= TIMES and time_of(value) is not None


def _with_starts(rows: list[StructureRow]) -> list[StructureRow]:
    """The rows, in which a `time` that is a time of day is when the level starts, and not how long it lasts. Raises
    `BadInput` if it could be either."""
    timed = [row for row in rows if "duration" in row.fields and tokens(row.heads["duration"]) <= TIMES]
    if not are_times([str(row.fields["duration"]) for row in timed]):
        return rows
    return [_starting(row) if row in timed else row for row in rows]


def _starting(row: StructureRow) -> StructureRow:
    fields = {"starts" if name == "duration" else name: value for name, value in row.fields.items()}
    heads = {"starts" if name == "duration" else name: head for name, head in row.heads.items()}
    return row._replace(fields=fields, heads=heads)


def _pauses(field: str, key: str, value: object, pauses: Pauses) -> Pauses | None:
    """`pauses`, extended by a value that was found beside the levels; None if the value is not about breaks or is not
    understood."""
    numbers = [amount(one) for one in (value if isinstance(value, list) else [value])]
    if field == "break_after" and numbers and None not in numbers:
        return pauses._replace(after={**pauses.after, **dict.fromkeys(one for one in numbers if one)})
    if field == "break_every" and numbers[:1] != [None] and len(numbers) == 1:
        return pauses._replace(every=numbers[0] or 0)
    if field in BREAK_LENGTHS and isinstance(value, int | float | str) and pauses.lasts is None:
        return pauses._replace(lasts=value, unit=UNIT_MS[field.removeprefix("break_")])
    if key not in BREAK_LISTS or not value:
        return None
    if isinstance(value, Mapping):
        value = [{"after": name, "duration": lasts} for name, lasts in value.items()]
    each = [_listed_pause(one) for one in value] if isinstance(value, list) else [None]
    found = {one[0]: one[1] for one in each if one}
    return pauses._replace(after={**pauses.after, **found}) if len(found) == len(each) else None


def _listed_pause(one: object) -> tuple[int, object] | None:
    """The level before a break, and the break's length, from `{"afterLevel": 2, "duration": 15}`; otherwise None."""
    if not isinstance(one, Mapping):
        return None
    after = next((amount(value) for key, value in one.items() if tokens(key) & AFTER or tokens(key) <= {"level"}), None)
    unit, lasts = next(((UNIT_MS[field], value) for key, value in one.items()
                        if (field := field_of(key).removeprefix("break_")) in UNIT_MS), (0, None))  # fmt: skip
    if after is None or isinstance(lasts, Mapping | list):
        return None
    length = length_of(lasts, unit)
    return after, f"{length.ms / 1_000:g} s" if length and length.ms else lasts


def _flat(fields: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """An object's fields, including the nested ones of `{"blinds": {"small": 25, "big": 50}}` and `{"duration":
    {"minutes": 20}}`."""
    for key, value in islice(fields.items(), MOST_KEYS):
        field = field_of(key)
        lasts = isinstance(value, Mapping) and field in UNIT_MS and all(field_of(each) in UNIT_MS for each in value)
        if isinstance(value, Mapping) and (field == "blinds" or lasts):
            yield from ((f"{key}.{within}", each) for within, each in value.items())
        else:
            yield key, value


def _at(path: str) -> Place:
    return lambda head: f"{path}.{head}" if head else path


def _other_field(name: str, value: object) -> object:
    """The value of one of the structure's own fields, in our format; None if it is not valid."""
    if name == "chips":
        if not isinstance(value, list):
            return None
        chips = [next((chip for key in each if plain(key) in ("value", "denomination", "amount", "chip")
                       and (chip := amount(each[key])) is not None), None)
                 if isinstance(each, Mapping) else amount(each) for each in value]  # fmt: skip
        return None if None in chips or not chips else sorted(set(filter(None, chips)))
    if name == "name":
        return value if isinstance(value, str) else None
    return amount(value)


def _is_nothing(value: object) -> bool:
    return says_nothing(value) or value is False or value in (0, [], {})
