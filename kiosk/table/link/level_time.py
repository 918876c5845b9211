"""The level clock as the screen shows it. Pure."""

from engine.tournament.level_clock import LevelClock, is_running, remaining_ms
from engine.tournament.structure import Break, blinds, next_index
from kiosk.protocol.messages import ClockState
from ui.dealer.model.surroundings import LevelTime


def level_time(room: ClockState, clock: LevelClock, now_ms: int) -> LevelTime:
    """The level clock at `now_ms`, the clock service's time."""
    structure = room.structure
    entry = structure.entries[clock.index]
    following = next_index(structure, clock.index)
    return LevelTime(
        entry.name,
        remaining_ms(clock, now_ms),
        is_running(clock),
        isinstance(entry, Break),
        structure.chips,
        entry.colour_up if isinstance(entry, Break) else (),
        None if following is None else blinds(structure, following),
    )
