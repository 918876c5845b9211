"""The clock's state cached beside a table's journal, so that a kiosk started again while the clock is away goes on
with its levels and their time. Knows no link and no table."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.tournament.structure import duration_ms
from kiosk.protocol.messages import ClockState
from kiosk.storage.files import write_atomic

FORM = 1
MOST_AGE_MS = 12 * 3_600_000
"""State older than this says what was played, no longer when: the machine's time may have been set anew."""


class CachedState(msgspec.Struct, frozen=True):
    """The room as the clock said it, and that its time was `clock_ms` when it was `wall_ms` here, and `mono_ms` by the
    machine's own time in the run `boot`; None while its time was not known."""

    room: ClockState
    wall_ms: int
    clock_ms: int | None = None
    form: int = FORM
    boot: str = ""
    mono_ms: int = 0
    day_ms: int | None = None
    """The clock's time by the time of day, where that was not sure: `clock_ms` is then the least it was."""


class Offsets(NamedTuple):
    """What to add to this machine's monotonic time to have the clock's: at the `least`, nothing having passed while the
    machine was off, and `by_day`, by its time of day, which may have been set wrong. They are equal where the machine
    ran on: its own time tells."""

    least: int
    by_day: int

    @property
    def is_sure(self) -> bool:
        """Whether no time of day is believed."""
        return self.least == self.by_day


def cache_path(journal: Path) -> Path:
    """Where the clock's state is cached for a table."""
    return journal.with_name(f"{journal.name}.room")


def write_cached(path: Path, state: CachedState) -> None:
    """Replace the state before, whole or not at all. Raises `Fault` when the disk fails."""
    write_atomic(path, msgspec.json.encode(state))


def read_cached(path: Path) -> CachedState | None:
    """The cached state; None where there is none, or none that can be believed: the clock will say it again."""
    try:
        state = msgspec.json.decode(path.read_bytes(), type=CachedState)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return state if state.form == FORM and state.room.index < len(state.room.structure.entries) else None


def offsets(state: CachedState, boot: str, mono_ms: int, wall_ms: int) -> Offsets | None:
    """By the machine's own time where it is still the same run, else by its time of day; None where neither tells."""
    if state.clock_ms is None:
        return None
    day_ms = state.clock_ms if state.day_ms is None else state.day_ms
    if boot and boot == state.boot and mono_ms >= state.mono_ms:
        return Offsets(state.clock_ms - state.mono_ms, day_ms - state.mono_ms)
    age_ms = wall_ms - state.wall_ms
    if not 0 <= age_ms <= MOST_AGE_MS:
        return None
    return Offsets(state.clock_ms - mono_ms, day_ms + age_ms - mono_ms)


def at_least(known: Offsets, room: ClockState, index: int, mono_ms: int) -> Offsets:
    """The same where entry `index` of the structure has begun already: a table that plays it went on after the state
    was cached."""
    ends_ms = room.anchor_ms + room.remaining_ms
    if not room.running or index <= room.index:
        return known
    began_ms = ends_ms + sum(duration_ms(room.structure, entry) for entry in range(room.index + 1, index))
    least = max(known.least, began_ms - mono_ms)
    return Offsets(least, max(known.by_day, least))
