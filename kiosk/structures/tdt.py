"""Structures from a desktop clock's `.tdt` files: its levels, breaks and chips, and nothing else that is in them."""

from collections.abc import Iterator, Mapping

from engine.bad_input import BadInput
from engine.message import message
from engine.tournament.levels.structure import BadStructure
from kiosk.structures.draft import Draft, Entry, Found, completed, whole
from kiosk.structures.literal import Made, read_literal

ROUND = {"SmallBlind": "small", "BigBlind": "big", "Ante": "ante", "Minutes": "minutes"}
"""A level's fields, and ours."""


def parse_tdt(text: str, source: str, name: str) -> Found:
    """The structure of a file; errors name it `source`. Raises `BadStructure`."""
    try:
        content = read_literal(text)
    except BadInput as error:
        raise BadStructure("at-place", place=source, problem=message("not-tdt", why=error.message)) from error
    levels = next((fields.get("Levels") for fields in _fields(content, "GameLevels")), None)
    if not isinstance(levels, list):
        raise BadStructure("at-place", place=source, problem=message("tdt-no-levels"))
    chips, stack = _chips(content)
    return completed(Draft([_entry(each) for each in levels], "", stack, chips), source, name)


def _entry(made: object) -> Entry | None:
    """A level or a break in our fields; nothing for what is neither, for the structure to refuse."""
    for fields in _own(made, "GameBreak"):
        pause: Entry = {"kind": "break", "minutes": whole(fields.get("Minutes"))}
        return pause | ({"colour_up": True} if fields.get("ChipUp") else {})
    for fields in _own(made, "GameRound"):
        return {ours: whole(fields[name]) for name, ours in ROUND.items() if name in fields}
    return None


def _chips(content: object) -> tuple[list[object] | None, int | None]:
    """The denominations that are in use, and what each player gets of them; None where the file has none."""
    used = [fields for fields in _fields(content, "GameChip") if fields.get("Use", True)]
    values = [whole(fields.get("Value")) for fields in used]
    counted = [value for value in values if isinstance(value, int)]
    each = [whole(fields.get("PerPlayer")) for fields in used]
    stack = sum(
        value * count
        for value, count in zip(values, each, strict=True)
        if isinstance(value, int) and isinstance(count, int)
    )
    chips = [*sorted(set(counted)), *(value for value in values if not isinstance(value, int))]
    return chips or None, stack or None


def _fields(content: object, name: str) -> Iterator[Mapping[str, object]]:
    """The fields of everything that was made by this name, in the order of the file."""
    waits = [content]
    while waits:
        value = waits.pop()
        yield from _own(value, name)
        match value:
            case Made(given=inner) | list(inner):
                waits += reversed(inner)
            case dict():
                waits += reversed(value.values())


def _own(value: object, name: str) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Made) and value.name == name and value.given and isinstance(value.given[0], dict):
        yield value.given[0]
