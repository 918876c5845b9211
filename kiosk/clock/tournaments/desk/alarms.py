"""The timers of one tournament: the end of its level, and its scheduled start."""

import asyncio
from collections.abc import Callable

from engine.tournament.actions import AdvanceDue, Start, TournamentAction
from engine.tournament.levels import level_clock
from kiosk.clock.times import Times
from kiosk.clock.tournaments.records.rules import TournamentKeeper

LATEST_START_MS = 60_000
"""If the service misses a scheduled start by more than this, the clock does not start automatically afterward."""


class LevelAlarms:
    """The timers. `ring` is called with the order that is due. Belongs to the event loop's thread."""

    def __init__(self, keeper: TournamentKeeper, times: Times, ring: Callable[[TournamentAction], None]) -> None:
        self._keeper = keeper
        self._times = times
        self._ring = ring
        self._level: asyncio.TimerHandle | None = None
        self._start: asyncio.TimerHandle | None = None

    def set(self, now_ms: int) -> None:
        """Set one timer to the moment when the current entry of the structure runs out, and one to the start."""
        if self._level:
            self._level.cancel()
            self._level = None
        self.set_start()
        state = self._keeper.state
        ends_ms = level_clock.ends_at_ms(state.clock, state.structure) if state.structure else None
        if ends_ms is not None:
            delay_s = max(0, ends_ms - now_ms) / 1000
            self._level = asyncio.get_running_loop().call_later(delay_s, lambda: self._ring(AdvanceDue()))

    def set_start(self) -> None:
        """Set a timer for the scheduled start. If the service missed the start, the director has to start the clock."""
        if self._start:
            self._start.cancel()
            self._start = None
        starts_ms = self._keeper.state.starts_ms
        if starts_ms is None or self._keeper.state.started:
            return
        delay_ms = starts_ms - self._times.wall_ms()
        if delay_ms > -LATEST_START_MS:
            loop = asyncio.get_running_loop()
            self._start = loop.call_later(max(0, delay_ms) / 1000, self._start_as_scheduled)

    def cancel(self) -> None:
        """Cancel all timers."""
        for timer in (self._level, self._start):
            if timer:
                timer.cancel()

    def _start_as_scheduled(self) -> None:
        """Start if it is time. It may be too early, because the wall clock may have been changed in the meantime."""
        state = self._keeper.state
        if state.starts_ms is not None and not state.started and self._times.wall_ms() < state.starts_ms:
            self.set_start()
        elif not state.started:
            self._ring(Start())
