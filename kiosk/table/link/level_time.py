"""The level clock as the screen shows it. Pure."""

from engine.tournament.levels.by_play import PlayAt
from engine.tournament.levels.level_clock import LevelClock, is_held, is_running, overtime_ms, remaining_ms
from engine.tournament.levels.structure import Break, advances_by, blinds, next_index
from kiosk.protocol.link.clock_state import ClockState
from ui.dealer.model.surroundings import LevelTime, PlayLeft


def level_time(room: ClockState, clock: LevelClock, now_ms: int, play: PlayAt | None = None) -> LevelTime:
    """The level clock at `now_ms`, the clock service's time; the table's own level if it is counted in `play`."""
    structure = room.structure
    index = play.index if play else clock.index
    entry = structure.entries[index]
    following = next_index(structure, index)
    lasts = advances_by(structure)
    return LevelTime(
        entry.name,
        remaining_ms(clock, now_ms),
        is_running(clock),
        isinstance(entry, Break),
        structure.chips,
        entry.color_up if isinstance(entry, Break) else (),
        None if following is None else blinds(structure, following),
        overtime_ms(clock, structure, now_ms),
        PlayLeft(lasts, play.left) if play and lasts != "minutes" else None,
        0 if room.starts_at_ms is None else max(0, room.starts_at_ms - now_ms),
        room.hand_for_hand,
        is_held(clock, now_ms),
    )
