"""How far a table is in a structure that goes by hands or orbits: each table by its own play."""

from collections.abc import Iterable

import msgspec

from engine.tournament.levels.structure import Lasts, Level, Structure, advances_by, level_by_play, next_index


class PlayAt(msgspec.Struct, frozen=True, order=True):
    """The entry in force for a table's next hand, and how many hands or orbits of it are left; 0 in the last, which
    runs on. Of two tables the one that is further is the greater."""

    index: int
    done: int
    """Of the entry."""
    left: int


class PlayRange(msgspec.Struct, frozen=True):
    """The tables that are least and most far, in levels that last `hands` or `orbits`."""

    lasts: Lasts
    least: PlayAt
    most: PlayAt


def play_range(structure: Structure, tables: Iterable[tuple[int, int]]) -> PlayRange | None:
    """Of tables after so many hands and orbits each; None for a structure that goes by minutes."""
    lasts = advances_by(structure)
    if lasts == "minutes":
        return None
    found = [play_at(structure, *played) for played in tables] or [play_at(structure, 0, 0)]
    return PlayRange(lasts, min(found), max(found))


def play_at(structure: Structure, hands: int, orbits: int) -> PlayAt:
    """After so many hands and orbits. Raises `ValueError` for a structure that goes by minutes."""
    index = level_by_play(structure, hands, orbits)
    done = hands if advances_by(structure) == "hands" else orbits
    done -= sum(_length(structure, before) for before in range(index))
    left = 0 if next_index(structure, index) is None else _length(structure, index) - done
    return PlayAt(index, done, left)


def _length(structure: Structure, index: int) -> int:
    entry = structure.entries[index]
    return entry.hands or entry.orbits if isinstance(entry, Level) else 0
