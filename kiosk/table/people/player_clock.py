"""The time left for a player on whom the clock was called. Each call has its own countdown, which can be restored from
the record."""

from collections.abc import Callable
from typing import NamedTuple

from engine.game.game import Game, apply
from engine.table.actions.people import ClockCalled
from engine.table.actions.time_chips import TimeChipUsed
from engine.table.state import Timed, on_clock
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal import Journal
from ui.dealer.model.surroundings import PLAYER_CLOCK_MS, TIME_CHIP_MS


class CallKey(NamedTuple):
    """Identifies a call: the point in the hand, when the hand began, and the call's number within the hand."""

    timed: Timed
    began: int
    number: int


class CallTime(NamedTuple):
    """The record of the last call, the time at which its countdown started, and the last time at which it was in
    effect."""

    mark: int
    since_ms: int
    until_ms: int


class PlayerClock:
    """Follows the table. Times are in milliseconds of the monotonic clock. A call that is undone and then repeated
    continues its countdown. If an action is undone, the time it took still counts."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._times: dict[CallKey, CallTime] = {}
        self._call: CallKey | None = None
        self._chips = 0

    def resume(self, game: Game, journal: Journal, wall_ms: int) -> None:
        """Continue after a restart. If the wall clock was set back, the player has the full time."""
        if not _was_called(game, journal):
            return
        again = Game()
        for record in journal.walk():
            again = apply(again, decode_event(record.body))
            self._follow(again, record.at_ms)
        now_ms = self._now_ms()
        for call, time in self._times.items():
            since_ms, until_ms = (now_ms - max(0, wall_ms - at_ms) for at_ms in (time.since_ms, time.until_ms))
            self._times[call] = CallTime(time.mark, since_ms, until_ms)

    def follow(self, game: Game) -> None:
        self._follow(game, self._now_ms())

    def _follow(self, game: Game, now_ms: int) -> None:
        if self._call:
            self._times[self._call] = self._times[self._call]._replace(until_ms=now_ms)
        self._call, mark, self._chips = _call(game)
        if self._call is None:
            return
        time = self._times.get(self._call, CallTime(mark, now_ms, now_ms))
        if mark != time.mark:  # made again: it has not been in effect since it was undone
            time = CallTime(mark, now_ms - (time.until_ms - time.since_ms), now_ms)
        self._times[self._call] = time

    @property
    def left_ms(self) -> int | None:
        """The time left; 0 once it has run out, and None while nobody is on the clock."""
        if self._call is None:
            return None
        given_ms = PLAYER_CLOCK_MS + TIME_CHIP_MS * self._chips
        return max(0, given_ms - (self._now_ms() - self._times[self._call].since_ms))


def _call(game: Game) -> tuple[CallKey | None, int, int]:
    """The call that is in effect, its record, and the number of time chips spent since."""
    table, timeline = game.table, game.state.timeline
    if table.timed is None or timeline is None or not on_clock(table.hand, table.timed):
        return None, 0, 0
    calls = [fact.mark for fact in timeline.facts if isinstance(fact.event, ClockCalled) and fact.event.on]
    chips = sum(isinstance(fact.event, TimeChipUsed) and fact.mark > calls[-1] for fact in timeline.facts)
    return CallKey(table.timed, timeline.began, len(calls)), calls[-1], chips


def _was_called(game: Game, journal: Journal) -> bool:
    """Whether a clock was called since the start of the oldest hand that can still be undone."""
    timelines = [timeline for timeline in (game.state.last, game.state.timeline) if timeline]
    records = journal.read(timelines[0].began, journal.head.seq) if timelines else []
    return any(isinstance(decode_event(record.body), ClockCalled) for record in records)
