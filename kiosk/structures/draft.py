"""A structure as read from another format, and the guesses for whatever the file lacks."""

from collections.abc import Iterable, Iterator
from math import gcd
from typing import TypeGuard

import msgspec

from engine.bad_input import at_place
from engine.message import Message, message
from engine.tournament.levels.structure import BadStructure, Minutes, Place, Structure, structure_of
from engine.tournament.prizes.payouts import PayoutTable

Entry = dict[str, object]
"""A level or a break, with the field names of our own files."""

CHIPS = tuple(chip * 1_000**sets for sets in range(4) for chip in (1, 5, 25, 100, 500))
"""The denominations of most chip sets: 1, 5, 25, 100, 500, 1,000, 5,000, 25,000, and so on."""
MOST_LISTED = 20
DEEP = 100
"""The starting stack to guess if the file gives none, in big blinds of the first level."""


class Draft(msgspec.Struct, frozen=True):
    """A structure as far as a file describes it, with the position of each entry in the file. The `color_up` of a break
    is true if chips leave play but the file does not name them. `notes` are the guesses. `unread` are the parts of the
    file that were not read."""

    entries: list[object]
    name: object = ""
    starting_stack: object = None
    chips: object = None
    late_levels: object = None
    places: tuple[Place, ...] = ()
    notes: tuple[Message, ...] = ()
    unread: tuple[Message, ...] = ()


class ImportedStructure(msgspec.Struct, frozen=True):
    """A structure from a file, and the payout table if the file has one. `guesses` also lists the parts of the file
    that were not read."""

    structure: Structure
    guesses: tuple[Message, ...] = ()
    payouts: PayoutTable | None = None


def listed(parts: Iterable[Message | str]) -> Message | str:
    """The parts as `A, B, C`, without repeats. After the first twenty, `…` stands for the rest."""
    every: list[Message | str] = []
    for part in parts:
        if part not in every:
            every.append(part)
        if len(every) > MOST_LISTED:
            every[-1] = "…"
            break
    said: Message | str = ""
    for part in every:
        said = message("place-in", outer=said, inner=part) if said else part
    return said


def minutes_unused(minutes: Minutes) -> tuple[Message, ...]:
    """The note that the minutes given for levels without a length were not needed. Empty if none were given."""
    return (message("minutes-unused", minutes=f"{minutes:g}"),) if minutes else ()


def completed(draft: Draft, source: str, name: str) -> ImportedStructure:
    """The structure made from a draft, with guesses for what is missing. Raises `BadStructure`."""
    guesses: list[Message] = list(draft.notes)
    entries = [dict(entry) if isinstance(entry, dict) else entry for entry in draft.entries]
    first, last = _between_breaks(entries)
    played, places = entries[first:last], draft.places[first:last]
    if len(played) < len(entries):
        guesses.append(message("outer-breaks-dropped"))
    _check_said(played, places, source)
    levels = [entry for entry in played if isinstance(entry, dict) and not _is_break(entry)]
    forms = [_with_form(level) for level in levels]
    if "big-blind" in forms:
        guesses.append(message("big-blind-ante-guessed"))
    if "each" in forms:
        guesses.append(message("each-ante-guessed"))
    chips = draft.chips
    if chips is None:
        chips = _fitting_chips(played)
        guesses.append(message("chips-guessed", chips=", ".join(map(str, chips))))
    if isinstance(chips, list | tuple):
        guesses += _color_up(played, [chip for chip in chips if _is_count(chip)], places)
    stack = draft.starting_stack
    if stack is None:
        stack = DEEP * next(iter(_counts(levels, "big")), 1)
        guesses.append(message("starting-stack-guessed", stack=stack))
    raw = {"name": draft.name or name, "starting_stack": stack, "chips": chips, "entries": played}
    if draft.late_levels is not None:
        late = draft.late_levels
        if _is_count(late) and late > len(levels) > 0:
            guesses.append(message("late-levels-capped", late=str(late), levels=str(len(levels))))
            late = len(levels)
        raw["late_levels"] = late
    return ImportedStructure(structure_of(raw, source, places), (*guesses, *draft.unread))


def _is_break(entry: Entry) -> bool:
    return entry.get("kind") == "break"


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _counts(entries: Iterable[object], *fields: str) -> Iterator[int]:
    for entry in entries:
        if isinstance(entry, dict):
            yield from (value for field in fields if _is_count(value := entry.get(field)))


def _between_breaks(entries: list[object]) -> tuple[int, int]:
    """The range from the first level to the last. Our structures have no breaks before or after these."""
    at = [number for number, entry in enumerate(entries) if not (isinstance(entry, dict) and _is_break(entry))]
    return (at[0], at[-1] + 1) if at else (0, len(entries))


def _check_said(entries: list[object], places: tuple[Place, ...], source: str) -> None:
    """Raises `BadStructure`, with the position in the file, for an entry without its blinds or its length."""
    for entry, place in zip(entries, places, strict=False):
        if not isinstance(entry, dict):
            continue
        missing: Message | None = None
        if not _is_break(entry) and "small" not in entry:
            missing = message("no-small-blind")
        elif not _is_break(entry) and "big" not in entry:
            missing = message("no-big-blind")
        elif not any(name in entry for name in ("minutes", "hands", "orbits")):
            missing = message("no-length")
        if missing:
            raise BadStructure("at-place", place=source, problem=at_place(place(""), missing))


def _with_form(level: Entry) -> str:
    """Fill in who pays the ante, and return the guess; empty if none was needed. An ante of half the big blind or more
    is taken for a big blind ante: paid by each of nine players, it would be over four big blinds a hand."""
    ante, big = level.get("ante"), level.get("big")
    if not ante:
        level.pop("ante", None)
        level.pop("ante_form", None)
    if not ante or "ante_form" in level:
        return ""
    large = _is_count(ante) and _is_count(big) and 2 * ante >= big
    level["ante_form"] = "big-blind" if large else "each"
    return "big-blind" if large else "each"


def _fitting_chips(entries: list[object]) -> list[int]:
    """Chips from a common set that can pay every amount, up to the largest amount, and any chips named in the
    breaks."""
    amounts = list(_counts(entries, "small", "big", "ante"))
    unit, most = gcd(*amounts) or 1, max(amounts, default=1)
    smallest = max(chip for chip in CHIPS if unit % chip == 0)
    named = [entry.get("color_up") for entry in entries if isinstance(entry, dict) and _is_break(entry)]
    leaving = {chip for chips in named if isinstance(chips, list | tuple) for chip in chips if _is_count(chip)}
    return sorted({chip for chip in CHIPS if smallest <= chip <= max(most, smallest)} | leaving)


def _color_up(entries: list[object], chips: list[int], places: tuple[Place, ...]) -> list[Message]:
    """For each color-up break that does not name its chips, fill in the smallest ones that no later level needs.
    Returns a message that lists the breaks in which no chips can be removed."""
    left = sorted(chips)
    unanswered: list[Message | str] = []
    for number, entry in enumerate(entries):
        if not isinstance(entry, dict) or not _is_break(entry):
            continue
        if entry.get("color_up") == [1] and 1 not in left:
            entry["color_up"] = True
        if entry.get("color_up") is True:
            entry["color_up"] = no_longer_needed(left, list(_counts(entries[number:], "small", "big", "ante")))
            if not entry["color_up"]:
                unanswered.append(places[number]("") if number < len(places) else "")
        gone = entry.get("color_up")
        left = [chip for chip in left if not isinstance(gone, list | tuple) or chip not in gone]
    return [message("color-up-unanswered", places=listed(unanswered))] if unanswered else []


def no_longer_needed(chips: list[int], amounts: list[int]) -> list[int]:
    """The chips that can be removed: all those below the largest chip that can pay every one of these amounts. Of 5, 10
    and 25, the 5 and the 10 can be removed if every amount is a multiple of 25."""
    able = [number for number, chip in enumerate(chips) if all(amount % chip == 0 for amount in amounts)]
    return chips[: max(able, default=0)]
