"""The clock's state, cached beside a table's journal. A kiosk that restarts while the clock is unreachable continues
with its levels and their time. Knows nothing about links or tables."""

from pathlib import Path

import msgspec

from engine.decoders import NOT_JSON, json_decoded
from engine.tournament.levels.structure import duration_ms
from kiosk.protocol.link.clock_state import ClockState
from kiosk.storage.files import write_atomic

FORM = 1
MOST_AGE_MS = 12 * 3_600_000
"""From this age on, a state still shows which level was played, but its times are no longer trusted, because the
machine's time may have been changed."""


class CachedState(msgspec.Struct, frozen=True):
    """The clock's state and the time at which it was cached: `clock_ms` by the clock (None if unknown), `wall_ms` by
    this machine's wall clock, and `mono_ms` by its monotonic clock in this `boot`."""

    room: ClockState
    wall_ms: int
    clock_ms: int | None = None
    form: int = FORM
    boot: str = ""
    mono_ms: int = 0
    day_ms: int | None = None
    """The clock's time as estimated from this machine's wall clock; None if the time is certain. Otherwise, `clock_ms`
    is only a lower bound."""


class Offsets(msgspec.Struct, frozen=True):
    """The offset from this machine's monotonic time to the clock's. `least` assumes that no time passed while the
    machine was off; `by_day` relies on its wall clock, which may be wrong. They are equal if the machine was not
    restarted."""

    least: int
    by_day: int

    @property
    def is_sure(self) -> bool:
        """Whether the offset does not depend on wall-clock time."""
        return self.least == self.by_day


def cache_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.room")


def write_cached(path: Path, state: CachedState) -> None:
    """Replace the cache atomically. Raises `Fault` when the disk fails."""
    write_atomic(path, msgspec.json.encode(state))


def read_cached(path: Path) -> CachedState | None:
    """The cached state; None if there is none or it is invalid. The clock then sends it again."""
    try:
        state = json_decoded(path.read_bytes(), CachedState)
    except (OSError, *NOT_JSON):
        return None
    return state if state.form == FORM and state.room.index < len(state.room.structure.entries) else None


def offsets(state: CachedState, boot: str, mono_ms: int, wall_ms: int) -> Offsets | None:
    """The offsets by monotonic time within the same boot, or else by wall-clock time; None if neither is usable."""
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
    """The offsets, raised if the table has already begun entry `index`, because it kept playing after the state was
    cached."""
    ends_ms = room.anchor_ms + room.remaining_ms
    if not room.running or index <= room.index:
        return known
    began_ms = ends_ms + sum(duration_ms(room.structure, entry) for entry in range(room.index + 1, index))
    least = max(known.least, began_ms - mono_ms)
    return Offsets(least, max(known.by_day, least))
