"""What happens in a tournament, past tense. Tags and field names are the journal's: they never change."""

from typing import Literal

import msgspec

from engine.tournament.level_clock import LevelClock
from engine.tournament.seats import Seating
from engine.tournament.structure import Structure


class Event(msgspec.Struct, frozen=True, tag_field="is"):
    """The family of a tournament's events. A clock `at` counts in the time of the service run that wrote it."""


class TournamentOpened(Event, frozen=True, tag="room-opened"):
    """The tournament `event` is set up, its clock stopped at the first level. `id` is unique."""

    id: str
    event: str
    structure: Structure


class StructureChanged(Event, frozen=True, tag="structure-changed"):
    """The structure was edited while the service was down."""

    structure: Structure


class TableAssigned(Event, frozen=True, tag="table-issued"):
    """These players with these chips were assigned to a table."""

    seating: Seating


class ClockStarted(Event, frozen=True, tag="clock-started"):
    """The clock runs."""

    at: LevelClock


class ClockPaused(Event, frozen=True, tag="clock-paused"):
    """The clock is stopped."""

    at: LevelClock


class LevelStarted(Event, frozen=True, tag="level-started"):
    """A level or break begins, because the one before ran out or by the director's order."""

    at: LevelClock
    by: Literal["time", "director"]


class TimeAdded(Event, frozen=True, tag="time-added"):
    """The director lengthened the current level or break, or shortened it."""

    delta_ms: int
    at: LevelClock


class ClockHalted(Event, frozen=True, tag="clock-halted"):
    """The service restarted: the clock stopped where it was last known to be, at `stopped_ms` of the new run's time."""

    stopped_ms: int
    at: LevelClock


class ElapsedApplied(Event, frozen=True, tag="elapsed-applied"):
    """The director counted the time that the service was away, and the clock runs."""

    at: LevelClock


TournamentEvent = (
    TournamentOpened | StructureChanged | TableAssigned | ClockStarted | ClockPaused | LevelStarted | TimeAdded
    | ClockHalted | ElapsedApplied
)  # fmt: skip
