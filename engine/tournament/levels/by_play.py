"""A table's progress through levels that are counted in hands or orbits. Each table advances by its own play."""

from collections.abc import Iterable, Mapping

import msgspec

from engine.tournament.levels.level_clock import LevelClock, PlayOffset
from engine.tournament.levels.structure import Lasts, Level, Structure, advances_by, level_by_play, next_index


class PlayAt(msgspec.Struct, frozen=True, gc=False, order=True):
    """The entry in force for a table's next hand, and how many hands or orbits are left in it. This is 0 in the last
    entry, which runs on. Of two positions, the one that is further ahead is the greater."""

    index: int
    done: int
    left: int


class PlayRange(msgspec.Struct, frozen=True, gc=False):
    """The positions of the table furthest behind and the table furthest ahead, in levels that last `hands` or
    `orbits`."""

    lasts: Lasts
    least: PlayAt
    most: PlayAt


def play_range(structure: Structure, tables: Iterable[tuple[int, int]]) -> PlayRange | None:
    """The range of positions of tables that have played these hands and orbits; None if levels are in minutes."""
    lasts = advances_by(structure)
    if lasts == "minutes":
        return None
    found = [play_at(structure, *played) for played in tables] or [play_at(structure, 0, 0)]
    return PlayRange(lasts, min(found), max(found))


def shift_of(clock: LevelClock, structure: Structure, table: int) -> int:
    """How many hands or orbits a table's levels are ahead of the play at the table. A table without a shift begins
    where the clock is."""
    return next((one.by for one in clock.shifts if one.table == table), _begins_after(structure, clock.index))


def counted_play(clock: LevelClock, structure: Structure, table: int, played: tuple[int, int]) -> tuple[int, int]:
    """The hands and orbits that count for a table's levels after it has `played` this many."""
    by = shift_of(clock, structure, table)
    hands, orbits = played
    return max(0, hands + by), max(0, orbits + by)


def shifted(
    clock: LevelClock, structure: Structure, index: int, played: Mapping[int, tuple[int, int]]
) -> tuple[PlayOffset, ...]:
    """The shifts that take tables to the beginning of an entry. When going forward, no table is moved back."""
    by_hands = advances_by(structure) == "hands"
    forward = index > here(clock, structure, played)
    found = []
    for table, (hands, orbits) in played.items():
        by = _begins_after(structure, index) - (hands if by_hands else orbits)
        found.append(PlayOffset(table, max(by, shift_of(clock, structure, table)) if forward else by))
    return tuple(found)


def here(clock: LevelClock, structure: Structure, played: Mapping[int, tuple[int, int]]) -> int:
    """The entry of the table that is furthest behind, given the play of each table."""
    each = (play_at(structure, *counted_play(clock, structure, *one)).index for one in played.items())
    return min(each, default=clock.index)


def play_at(structure: Structure, hands: int, orbits: int) -> PlayAt:
    """The position after this many hands and orbits. Raises `ValueError` for a structure that is timed in minutes."""
    index = level_by_play(structure, hands, orbits)
    done = hands if advances_by(structure) == "hands" else orbits
    done -= _begins_after(structure, index)
    left = 0 if next_index(structure, index) is None else _length(structure, index) - done
    return PlayAt(index, done, left)


def _begins_after(structure: Structure, index: int) -> int:
    """The number of hands or orbits played before an entry."""
    return sum(_length(structure, before) for before in range(index))


def _length(structure: Structure, index: int) -> int:
    entry = structure.entries[index]
    return entry.hands or entry.orbits if isinstance(entry, Level) else 0
