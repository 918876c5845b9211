"""Blind structures: the levels and breaks that their TOML files list, and the blinds of each. Contains nothing about
time."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.bad_input import (
    BadInput,
    allowed_at,
    at_place,
    check_range,
    not_toml,
    place_of,
    problem_and_path,
    toml_of,
    with_allowed,
)
from engine.books.rulebook import RuleBook
from engine.decoders import converted
from engine.message import Message, message
from engine.terms import Blinds

MOST_LEVELS = 200


class Formula(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A formula that generates `levels` levels, each of this length, from the first small blind `small`."""

    small: Annotated[int, msgspec.Meta(ge=1)]
    levels: Annotated[int, msgspec.Meta(ge=1, le=MOST_LEVELS)]
    minutes: int | float = 0
    hands: int = 0
    orbits: int = 0


def blinds_at(small: int, level: int) -> tuple[int, int]:
    """The small and big blinds of a level, counted from 1. They are n and 2n if the first small blind is 1."""
    return level * small, 2 * level * small


AnteForm = Literal["none", "each", "big-blind"]
Lasts = Literal["minutes", "hands", "orbits"]
Place = Callable[[str], Message | str]
"""The location in a file of an entry's field with this name, or of the entry itself if the name is empty."""
Minutes = int | float
"""Whole or half minutes."""
MS_A_MINUTE = 60_000
LEAST_MINUTES, MOST_MINUTES = 0.5, 24 * 60
MOST_PLAY = 1_000
MOST_ENTRIES = 200
MOST_CHIPS = 10**12  # keeps the sum of all stacks in a room exact as a JavaScript number


class BadStructure(BadInput):
    """A structure that cannot be used. The error gives the file, the field and the values allowed there."""


class _BadEntry(BadInput):
    """An entry that is not consistent with those before it."""

    def __init__(self, index: int, problem: Message) -> None:
        super().__init__("at-place", place=place_of((index,)), problem=problem)
        self.index, self.problem = index, problem


class Level(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="level", forbid_unknown_fields=True):
    """The blinds, the ante and the length of a level. The length is in minutes, or in hands or orbits that each table
    plays. All levels in a structure use the same unit."""

    small: int
    """The small blind."""
    big: int
    """The big blind."""
    minutes: Minutes = 0
    """The length of the level, in whole or half minutes, up to 24 hours."""
    ante: int = 0
    """The ante. It is at most the big blind."""
    ante_form: AnteForm = "none"
    """Whether the ante is paid by each player, or by the big blind for the whole table."""
    name: str = ""
    """The name shown on screens. A level without a name is shown by its number."""
    hands: int = 0
    """The length of the level in hands at each table. Use it instead of `minutes`."""
    orbits: int = 0
    """The length of the level in orbits of the button at each table. Use it instead of `minutes`."""
    id: str | UnsetType = UNSET
    """The id that identifies the level when the structure is edited during the tournament. Without an id, the level is
    identified by its blinds."""

    def __post_init__(self) -> None:
        if [self.minutes, self.hands, self.orbits].count(0) < 2:
            raise BadInput("level-lasts")
        if self.lasts == "minutes":
            check_minutes(self.minutes)
        else:
            check_range(self.lasts, getattr(self, self.lasts), 1, MOST_PLAY)
        check_range("big", self.big, 1, MOST_CHIPS)
        if not 1 <= self.small <= self.big:
            raise BadInput("small-blind-range", big=str(self.big), small=str(self.small))
        if not 0 <= self.ante <= self.big:
            raise BadInput("ante-range", big=str(self.big), ante=str(self.ante))
        if (self.ante == 0) != (self.ante_form == "none"):
            raise BadInput("ante-form-unlike", ante=str(self.ante), form=self.ante_form)

    @property
    def lasts(self) -> Lasts:
        """The unit in which the level's length is counted."""
        return "hands" if self.hands else "orbits" if self.orbits else "minutes"


class Break(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="break", forbid_unknown_fields=True):
    """A pause in play that counts down like a level."""

    minutes: Minutes
    """The length of the break, in whole or half minutes, up to 24 hours."""
    color_up: tuple[int, ...] = ()
    """The denominations that are taken out of play during the break. The tables' screens say which chips to bring and
    who wins the odd chips."""
    name: str = ""
    """The name shown on screens."""
    id: str | UnsetType = UNSET
    """The id that identifies the break when the structure is edited during the tournament."""

    def __post_init__(self) -> None:
        check_minutes(self.minutes)


class Structure(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The levels and breaks of an event, in order, and the starting stack. Every instance has been validated."""

    name: str
    """The name of the structure."""
    starting_stack: int
    """The number of chips that each entry starts with."""
    chips: tuple[int, ...]
    """The denominations in play, smallest first. It must be possible to pay every amount with them."""
    entries: tuple[Level | Break, ...]
    """The levels and breaks in order, at most 200. The first and the last entry must be levels."""
    late_levels: int | UnsetType = UNSET
    """The last level during which players can enter, unless a tournament says otherwise. 0 closes entries at the
    start."""

    def __post_init__(self) -> None:
        check_range("starting_stack", self.starting_stack, 1, MOST_CHIPS)
        if not self.chips or self.chips[0] < 1 or list(self.chips) != sorted(set(self.chips)):
            raise BadInput("denominations-unlike")
        if self.starting_stack % self.chips[0]:
            raise BadInput("starting-stack-unpayable", chip=str(self.chips[0]), stack=str(self.starting_stack))
        if not 1 <= len(self.entries) <= MOST_ENTRIES:
            raise BadInput("entries-count", most=str(MOST_ENTRIES), entries=str(len(self.entries)))
        if not isinstance(self.entries[0], Level) or not isinstance(self.entries[-1], Level):
            raise BadInput("entries-ends")
        if self.late_levels is not UNSET:
            check_range("late_levels", self.late_levels, 0, level_number(self, len(self.entries) - 1))
        ids = [entry.id for entry in self.entries if entry.id]
        if len(set(ids)) < len(ids):
            raise BadInput("entry-ids-alike")
        if bad := next(_problems(self), None):
            raise bad


# Reading structures


def parse_structure(text: str, source: str) -> Structure:
    """Read a structure from TOML `text`; errors refer to it as `source`. Raises `BadStructure`."""
    try:
        raw = toml_of(text)
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists nested a thousand deep
        raise BadStructure("file-not-toml", path=source, why=not_toml(error)) from error
    return structure_of(raw, source)


def structure_of(
    raw: dict[str, object], source: str, places: Sequence[Place] = (), *, in_json: bool = False
) -> Structure:
    """A structure from the fields of its file, in any format. Raises `BadStructure`, which uses `places` to say where
    in the file an entry is.

    Levels without a name are called "Level 1", "Level 2" and so on, and breaks without a name are called "Break". A
    [formula] expands to its levels.
    """
    try:
        return converted(_with_names(_counted_out(raw)), Structure)
    except msgspec.ValidationError as error:
        raise BadStructure("at-place", place=source, problem=_explain(error, places, in_json)) from error


def load_structure(structure_id: str) -> Structure:
    """A structure that ships with the program. For any other name, raises `BadStructure`, which lists those
    available."""
    shipped = shipped_structures()
    if structure_id not in shipped:
        raise BadStructure("no-such-structure", structure=repr(structure_id), structures=", ".join(sorted(shipped)))
    return parse_structure(shipped[structure_id].read_text("utf-8"), f"{structure_id}.toml")


def shipped_structures() -> dict[str, Path]:
    """The files of the structures that ship with the program, by name."""
    shelf = Path(__file__).parents[2] / "structures"
    return {path.stem: path for path in shelf.iterdir() if path.suffix == ".toml"}


# Querying a structure


def advances_by(structure: Structure) -> Lasts:
    """The unit in which levels are counted, which is time on the clock, or hands or orbits at the table."""
    return level_in_force(structure, 0).lasts


def is_by_play(structure: Structure) -> bool:
    """Whether tables advance from level to level by their own play."""
    return advances_by(structure) != "minutes"


def level_by_play(structure: Structure, hands: int, orbits: int) -> int:
    """The entry in force after this many hands and orbits. Raises `ValueError` if levels are in minutes."""
    lasts = advances_by(structure)
    if lasts == "minutes":
        raise ValueError(f"{structure.name} goes by minutes, not by play")
    left, index = hands if lasts == "hands" else orbits, 0
    for number, entry in enumerate(structure.entries):
        if isinstance(entry, Level):
            index, left = number, left - (entry.hands or entry.orbits)
            if left < 0:
                break
    return index


def misfit(structure: Structure, book: RuleBook) -> Message | None:
    """Why a structure cannot be played under a rule book; None if it can."""
    if book.antes.value == "forbidden":
        for number, entry in enumerate(structure.entries, 1):
            if isinstance(entry, Level) and entry.ante:
                return message(
                    "ante-without-antes",
                    structure=structure.name,
                    number=str(number),
                    book=book.name,
                    clause=book.antes.clause,
                )
    return None


def duration_ms(structure: Structure, index: int) -> int:
    """The length of an entry in milliseconds."""
    return round(structure.entries[index].minutes * MS_A_MINUTE)


def level_number(structure: Structure, index: int) -> int:
    """The number, from 1, of the level in force at an entry. Breaks are not counted."""
    return sum(isinstance(entry, Level) for entry in structure.entries[: index + 1])


def level_in_force(structure: Structure, index: int) -> Level:
    """The level at which hands are played. During a break, it is the previous level."""
    return next(entry for entry in reversed(structure.entries[: index + 1]) if isinstance(entry, Level))


def next_index(structure: Structure, index: int) -> int | None:
    """The index of the next level, skipping any break; None in the last level."""
    later = enumerate(structure.entries[index + 1 :], index + 1)
    return next((number for number, entry in later if isinstance(entry, Level)), None)


def previous_index(structure: Structure, index: int) -> int | None:
    """The index of the previous level, skipping any break; None in the first level."""
    earlier = enumerate(structure.entries[:index])
    return max((number for number, entry in earlier if isinstance(entry, Level)), default=None)


def chips_in_play(structure: Structure, index: int) -> tuple[int, ...]:
    """The denominations on the tables, smallest first. Those colored up in a break count until the break ends."""
    gone = {chip for entry in structure.entries[:index] if isinstance(entry, Break) for chip in entry.color_up}
    return tuple(chip for chip in structure.chips if chip not in gone)


def blinds(structure: Structure, index: int) -> Blinds:
    """The blinds of a hand that starts during an entry."""
    level = level_in_force(structure, index)
    chip = chips_in_play(structure, index)[0]
    return Blinds(level_number(structure, index), level.small, level.big, level.ante, level.ante_form, chip)


# Checks and their messages


def check_minutes(minutes: Minutes) -> None:
    """Raises `BadInput` unless the value is a number of whole or half minutes, up to a day."""
    check_range("minutes", minutes, LEAST_MINUTES, MOST_MINUTES)
    if 2 * minutes % 1:
        raise BadInput("minutes-in-halves", minutes=str(minutes))


class _Formulated(msgspec.Struct, frozen=True, gc=False):
    formula: Formula


def _problems(structure: Structure) -> Iterator[_BadEntry]:
    """The problems between entries: blinds that go down, amounts that the chips cannot make, and chips colored up out
    of order."""
    before = None
    for index, entry in enumerate(structure.entries):
        chips = chips_in_play(structure, index)
        if isinstance(entry, Break):
            if entry.color_up != chips[: len(entry.color_up)] or len(entry.color_up) == len(chips):
                yield _BadEntry(index, message("color-up-unlike", chips=str(list(chips))))
            continue
        if before and entry.lasts != before.lasts:
            yield _BadEntry(index, message("lasts-mixed", before=before.lasts, lasts=entry.lasts))
        if before and (entry.small < before.small or entry.big < before.big):
            yield _BadEntry(index, message("blinds-fall", before=_said(before), blinds=_said(entry)))
        if any(amount % chips[0] for amount in (entry.small, entry.big, entry.ante)):
            yield _BadEntry(index, message("level-unpayable", chip=str(chips[0])))
        before = entry


def _said(level: Level) -> str:
    return f"{level.small}/{level.big}"


def _counted_out(raw: dict[str, object]) -> dict[str, object]:
    if "formula" not in raw or "entries" in raw:
        return raw
    formula = converted({"formula": raw["formula"]}, _Formulated).formula
    lasts = {name: getattr(formula, name) for name in ("minutes", "hands", "orbits") if getattr(formula, name)}
    every = (blinds_at(formula.small, number) for number in range(1, formula.levels + 1))
    entries = [{"small": small, "big": big, **lasts} for small, big in every]
    return {name: part for name, part in raw.items() if name != "formula"} | {"entries": entries}


def _with_names(raw: dict[str, object]) -> dict[str, object]:
    """The file with kinds and names filled in. Anything that is not a table is left for the conversion to reject."""
    entries = raw.get("entries")
    if not isinstance(entries, list):
        return raw
    named, levels = [], 0
    for entry in entries:
        if not isinstance(entry, dict):
            return raw
        kind = entry.get("kind", "level")
        levels += kind == "level"
        named.append({"kind": kind, "name": "Break" if kind == "break" else f"Level {levels}", **entry})
    return {**raw, "entries": named}


def _explain(error: msgspec.ValidationError, places: Sequence[Place], in_json: bool) -> Message:
    """The message for a failed conversion in the file's terms, with the values allowed there."""
    problem, path = problem_and_path(error, in_json=in_json)
    if isinstance(error.__cause__, _BadEntry):
        problem, path = error.__cause__.problem, ("entries", error.__cause__.index)
    of_entry = path[:1] == ("entries",) and len(path) > 1
    if of_entry and isinstance(path[1], int) and path[1] < len(places):
        return at_place(places[path[1]](str(path[2]) if len(path) > 2 else ""), problem)
    if problem.code in ("field-missing", "field-unknown"):
        problem = _with_fields(problem, of_entry)
    return at_place(place_of(path[1:] if of_entry else path), with_allowed(problem, allowed_at(Structure, path)))


def _with_fields(problem: Message, of_entry: bool) -> Message:
    if not of_entry:
        return message("structure-fields", problem=problem, fields=", ".join(Structure.__struct_fields__))
    level, pause = ", ".join(Level.__struct_fields__), ", ".join(Break.__struct_fields__)
    return message("entry-fields", problem=problem, level=level, pause=pause)
