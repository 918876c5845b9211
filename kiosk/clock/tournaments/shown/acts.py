"""The entries and tables that a tournament's logged actions concern, and which actions can still be undone."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from engine.tournament.actions import UndoAct
from engine.tournament.field.entries import SeatAt
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.order import Context
from engine.tournament.state import Act, Event, Tournament

ABOUT = 6


class LoggedAct(msgspec.Struct, frozen=True):
    """A logged action: who performed it, when (wall-clock time in UTC ms, or 0 if no record says), and the kinds of its
    events. It has the first of the entries concerned, how many there are, and the physical table and seat (0 if there
    are none). `row` is the entry of the structure that began, or None. It also says which action it undoes (0 if none),
    whether it was itself undone, and whether it can be undone.
    """

    act: int
    by: str
    at_ms: int
    kinds: tuple[str, ...]
    entries: tuple[int, ...]
    table: int
    undoes: int
    undone: bool
    can_undo: bool
    entry_count: int = 0
    seat: int = 0
    row: int | None = None


class ActPlace(NamedTuple):
    """The physical table that an action concerns, and the seat if it gave one player a seat. 0 if there is none."""

    table: int = 0
    seat: int = 0


def entries_of(act: Act) -> list[int]:
    return list(dict.fromkeys(_entries(act.events)))


def kinds_of(act: Act) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(kind, act.events)))


def place_of(act: Act, tournament: Tournament) -> ActPlace:
    """The table of the first event that mentions one, or the only seat that the action is about."""
    for event in act.events:
        if sitting := tournament.sittings.get(getattr(event, "sitting", 0)):
            return ActPlace(sitting.table)
    given = [one for event in act.events for one in (event, *getattr(event, "seats", ()))]
    seats = [at for one in given if isinstance(at := getattr(one, "seat", None), SeatAt)]
    if len(seats) == 1 and (there := tournament.sittings.get(seats[0].sitting)):
        return ActPlace(there.table, seats[0].seat)
    return ActPlace()


def row_of(act: Act) -> int | None:
    """The entry of the structure in which the clock was after a change of level. None for any other action."""
    at = [getattr(event, "at", None) for event in act.events if kind(event) == "level-started"]
    return at[-1].index if at and isinstance(at[-1], LevelClock) else None


def kind(event: Event) -> str:
    return str(event.__struct_config__.tag)


def log_of(tournament: Tournament, context: Context, times: list[int], before: int, most: int) -> list[LoggedAct]:
    """At most `most` actions before action number `before`, newest first."""
    undone = {act.number for act in tournament.acts if act.undone_by}
    acts = [act for act in tournament.acts if act.number < before][-most:]
    return [
        LoggedAct(
            act.number,
            act.by,
            times[act.number - 1] if act.number <= len(times) else 0,
            kinds_of(act),
            tuple(entries[:ABOUT]),
            place.table,
            act.undoes,
            act.number in undone,
            act.number not in undone and UndoAct(act.number).is_legal(tournament, context),
            len(entries),
            place.seat,
            row_of(act),
        )
        for act in reversed(acts)
        for entries, place in [(entries_of(act), place_of(act, tournament))]
    ]


def _entries(events: Iterable[Event]) -> Iterator[int]:
    for event in events:
        for one in (event, *getattr(event, "out", ()), *getattr(event, "seats", ())):
            entry = getattr(one, "entry", None)
            if isinstance(entry, int):
                yield entry
