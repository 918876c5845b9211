"""What a file of another form says of a structure, and what is guessed where it says nothing. Knows no form."""

from collections.abc import Iterable, Iterator
from math import gcd
from typing import TypeGuard

import msgspec

from engine.message import Message, message
from engine.tournament.levels.structure import Structure, structure_of

Entry = dict[str, object]
"""A level or a break, in the fields of our own files."""

CHIPS = tuple(chip * 1_000**sets for sets in range(4) for chip in (1, 5, 25, 100, 500))
"""The denominations of most chip sets: 1, 5, 25, 100, 500, 1,000, 5,000, 25,000 and so on."""
DEEP = 100
"""Big blinds of the first level in a stack that nobody named."""


class Draft(msgspec.Struct, frozen=True):
    """A structure as far as a file says it. `colour_up` of a break may be true: chips leave, and which is not said."""

    entries: list[object]
    name: object = ""
    starting_stack: object = None
    chips: object = None
    late_levels: object = None


class Found(msgspec.Struct, frozen=True):
    """A structure from a file, and what of it was guessed."""

    structure: Structure
    guesses: tuple[Message, ...] = ()


def completed(draft: Draft, source: str, name: str) -> Found:
    """The structure of a draft, by this name if it has none. Raises `BadStructure`."""
    guesses: list[Message] = []
    entries = [dict(entry) if isinstance(entry, dict) else entry for entry in draft.entries]
    played = _between_breaks(entries)
    if len(played) < len(entries):
        guesses.append(message("outer-breaks-dropped"))
    levels = [entry for entry in played if isinstance(entry, dict) and not _is_break(entry)]
    if sum(_with_form(level) for level in levels):
        guesses.append(message("big-blind-ante-guessed"))
    chips = draft.chips
    if chips is None:
        chips = _fitting_chips(played)
        guesses.append(message("chips-guessed", chips=" ".join(map(str, chips))))
    if isinstance(chips, list | tuple):
        _colour_up(played, [chip for chip in chips if _is_count(chip)])
    stack = draft.starting_stack
    if stack is None:
        stack = DEEP * next(iter(_counts(levels, "big")), 1)
        guesses.append(message("starting-stack-guessed", stack=stack))
    raw = {"name": draft.name or name, "starting_stack": stack, "chips": chips, "entries": played}
    raw |= {} if draft.late_levels is None else {"late_levels": draft.late_levels}
    return Found(structure_of(raw, source), tuple(guesses))


def whole(value: object) -> object:
    """A number without its `.0`; anything else as it is, for the structure to refuse."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_break(entry: Entry) -> bool:
    return entry.get("kind") == "break"


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _counts(entries: Iterable[object], *fields: str) -> Iterator[int]:
    for entry in entries:
        if isinstance(entry, dict):
            yield from (value for field in fields if _is_count(value := entry.get(field)))


def _between_breaks(entries: list[object]) -> list[object]:
    """Without breaks before the first level and after the last: no clock of ours has these."""
    at = [number for number, entry in enumerate(entries) if not (isinstance(entry, dict) and _is_break(entry))]
    return entries[at[0] : at[-1] + 1] if at else entries


def _with_form(level: Entry) -> bool:
    """Say who pays an ante where the file does not; whether that was a guess."""
    ante = level.get("ante")
    if not ante:
        level.pop("ante", None)
        level.pop("ante_form", None)
    if not ante or "ante_form" in level:
        return False
    level["ante_form"] = "big-blind" if ante == level.get("big") else "each"
    return level["ante_form"] == "big-blind"


def _fitting_chips(entries: list[object]) -> list[int]:
    """Chips of a usual set that pay every amount, up to the last big blind; and those that a break names."""
    amounts = list(_counts(entries, "small", "big", "ante"))
    unit, most = gcd(*amounts) or 1, max(amounts, default=1)
    smallest = max(chip for chip in CHIPS if unit % chip == 0)
    named = [entry.get("colour_up") for entry in entries if isinstance(entry, dict) and _is_break(entry)]
    leaving = {chip for chips in named if isinstance(chips, list | tuple) for chip in chips if _is_count(chip)}
    return sorted({chip for chip in CHIPS if smallest <= chip <= max(most, smallest)} | leaving)


def _colour_up(entries: list[object], chips: list[int]) -> None:
    """Name the chips that leave in the breaks that do not: the smallest that nothing later is paid with."""
    left = sorted(chips)
    for number, entry in enumerate(entries):
        if not isinstance(entry, dict) or not _is_break(entry):
            continue
        if entry.get("colour_up") is True:
            entry["colour_up"] = no_longer_needed(left, list(_counts(entries[number:], "small", "big", "ante")))
        gone = entry.get("colour_up")
        left = [chip for chip in left if not isinstance(gone, list | tuple) or chip not in gone]


def no_longer_needed(chips: list[int], amounts: list[int]) -> list[int]:
    """The smallest chips that can leave: the next larger pays every one of these amounts."""
    gone = 0
    while gone + 1 < len(chips) and all(amount % chips[gone + 1] == 0 for amount in amounts):
        gone += 1
    return chips[:gone]
