"""One table's view of the clock: the levels and their times, even while the clock is unreachable. Receives link events;
returns the stakes and what the screen shows. Never acts on the table itself."""

import logging
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from engine.events import Blinds
from engine.table.next_deal import play_so_far
from engine.table.state import Table
from engine.tournament.levels.by_play import PlayAt, counted_play, play_at
from engine.tournament.levels.level_clock import (
    LevelClock,
    advance,
    in_entry,
    is_held,
    is_running,
    overtime_ms,
    remaining_ms,
)
from engine.tournament.levels.played import index_played
from engine.tournament.levels.structure import Break, advances_by, blinds, duration_ms, next_index
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.faults import Fault
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.messages import RoomInfo, Welcome
from kiosk.table.link.cached_state import CachedState, Offsets, at_least, offsets, read_cached, write_cached
from kiosk.table.link.events import Away, StateReceived
from kiosk.table.link.timebase import LONGEST_ROUND_TRIP_MS
from kiosk.table.services import Services
from kiosk.zone import UTC_NAME
from ui.dealer.model.surroundings import LevelAt, LevelDoubt, LevelTime, Link, PlayLeft

log = logging.getLogger(__name__)

SAVE_MS = 60_000
"""How often the clock's time is saved while it is known."""


class ClockFollower:
    """Everything that one table knows about its clock. `path` is the cache file, and `number` is the table's number.
    `held` is how many records the clock holds; until the clock reports it, this is the count at startup."""

    def __init__(  # noqa: PLR0913, PLR0917  everything that is known before the clock answers
        self, path: Path, services: Services, table: Table, held: int, has_clock: bool, number: int = 0
    ) -> None:
        self._path = path
        self._services = services
        self._number = number
        self._room: ClockState | None = None
        self._offset_ms: int | None = None
        """The offset to the clock's time. None until a ping has returned, and after the clock restarts."""
        self._is_told = False
        """Whether the connected clock has sent its state. Until then, a measured time does not apply to the last known
        state."""
        self._guess: Offsets | None = None
        """The offsets from the cache, while only the wall clock shows how long this machine was off."""
        self._saved: tuple[ClockState, bool, int] | None = None
        """The state on disk, whether the clock's time was known, and the minute in which it was written."""
        self._held = held
        self._link = Link(connected=False) if has_clock else None
        """The last status of the link; the method `link` adds how long the clock has been unreachable."""
        self._away_since_ms: int | None = None
        self.coming: tuple[IncomingPlayer, ...] = ()
        """The players on the way here, in the order in which they were first reported."""
        self.room_info: RoomInfo | None = None
        """The room's report about the other tables; None until the clock has sent one."""
        self.level: LevelTime | None = None
        self.doubt: LevelDoubt | None = None
        self._resume(table)

    @property
    def zone(self) -> str:
        """The room's time zone."""
        return (self._room.zone if self._room else "") or UTC_NAME

    @property
    def is_over(self) -> bool:
        """Whether the tournament has a winner."""
        return self._room is not None and bool(self._room.winner)

    @property
    def starting_stack(self) -> int:
        """The stack of a new player; 0 if no clock has reported one."""
        return self._room.structure.starting_stack if self._room else 0

    def welcomed(self, event: Welcome) -> None:
        log.info("connected to the clock, which has %d records", event.mark.seq)
        self._link, self._away_since_ms, self._held = Link(), None, event.mark.seq
        self.room_info = event.room_info
        self._take_room(event)

    def state_received(self, event: StateReceived) -> None:
        self.room_info = event.room_info or self.room_info
        self._take_room(event)

    def sent_to(self) -> None:
        """Note that the table is connected, but that the clock has another sitting for it, or none."""
        self._link, self._away_since_ms = Link(), None

    def time_measured(self, offset_ms: int) -> None:
        if self._is_told:
            self._know_time(offset_ms)

    def delivered(self, held: int) -> None:
        self._held = held

    def away(self, event: Away) -> None:
        log.info("the clock is offline: %s", event.why)
        self._is_told = False
        if self._away_since_ms is None:
            self._away_since_ms = self._services.monotonic_ms()
        is_lost = event.lost or (self._link is not None and self._link.lost)
        self._link = Link(False, trouble=event.why, refused=event.refused, lost=is_lost)

    @property
    def is_linked(self) -> bool:
        return self._link is not None and self._link.connected

    def link(self, mark: int) -> Link | None:
        """The status of the link, with `mark` records in the journal; None without a clock."""
        if self._link is None:
            return None
        since_ms = self._away_since_ms
        away_ms = 0 if since_ms is None else self._services.monotonic_ms() - since_ms
        return replace(self._link, away_ms=away_ms, waiting=max(0, mark - self._held))

    def resolve_level(self, by_day: bool) -> None:
        if self._guess:
            self._know_time(self._guess.by_day if by_day else self._guess.least)

    def follow(self, table: Table) -> Blinds | None:
        """Advance the level clock to now. Returns the stakes; None if no clock has ever reported any."""
        room = self._room
        if room is None:
            return None
        if room.running and self._offset_ms is None:
            return self._guess_level(room, table)
        if self._offset_ms is None:  # the start is given in the clock's time
            room = replace(room, starts_at_ms=None)
        now_ms = self._services.monotonic_ms() + (self._offset_ms or 0)
        clock = _as_played(room, advance(_level_clock(room), room.structure, now_ms), now_ms, table)
        self.level = level_time(room, clock, now_ms, self._play_at(room, table))
        self._save()
        return self._terms(room, _index_begun(room, clock, now_ms, table), table)

    def by_play(self, table: Table) -> Blinds | None:
        """The stakes if levels are counted in hands or orbits; otherwise None."""
        if self._room is None or advances_by(self._room.structure) == "minutes":
            return None
        return self.follow(table)

    def _guess_level(self, room: ClockState, table: Table) -> Blinds:
        """The stakes while only the wall clock shows how long this machine was off. The wall clock never raises the
        blinds without the dealer's confirmation. Until the dealer answers, the last level that is certain applies."""
        if self._guess is None:
            return self._terms(room, max(room.index, _index_played(room, table)), table)
        mono_ms = self._services.monotonic_ms()
        sure_ms, day_ms = mono_ms + self._guess.least, mono_ms + self._guess.by_day
        sure, day = (advance(_level_clock(room), room.structure, at_ms) for at_ms in (sure_ms, day_ms))
        in_doubt = sure.index != day.index
        shown, shown_ms = (sure, sure_ms) if in_doubt else (day, day_ms)
        self.level = level_time(room, shown, shown_ms, self._play_at(room, table))
        self.doubt = LevelDoubt(_level_at(room, sure), _level_at(room, day)) if in_doubt else None
        self._save()
        return self._terms(room, sure.index, table)

    def _terms(self, room: ClockState, index: int, table: Table) -> Blinds:
        play = self._play_at(room, table)
        return blinds(room.structure, play.index if play else index)

    def _play_at(self, room: ClockState, table: Table) -> PlayAt | None:
        if advances_by(room.structure) == "minutes":
            return None
        return play_at(
            room.structure, *counted_play(_level_clock(room), room.structure, self._number, play_so_far(table))
        )

    def _take_room(self, event: Welcome | StateReceived) -> None:
        """Keep the newer of two states: a late message must never turn back a running clock. A different room's state
        always replaces the old one. So does an older state in a clock's welcome, because that clock's disk has lost the
        newer one."""
        self.coming = _in_order_shown(self.coming, event.coming)
        before, room = self._room, event.room
        is_other = before is not None and (room.room, room.epoch) != (before.room, before.epoch)
        if before and before.room == room.room and (room.epoch, room.seq) < (before.epoch, before.seq):
            if not isinstance(event, Welcome):
                return
            is_other = True
        if is_other:
            self._know_time(None)
        self._room, self._is_told = room, True
        self._save()

    def _know_time(self, offset_ms: int | None) -> None:
        self._offset_ms, self._guess, self.doubt = offset_ms, None, None

    def _resume(self, table: Table) -> None:
        state = read_cached(self._path)
        if state is None:
            return
        self._room = state.room
        mono_ms = self._services.monotonic_ms()
        guess = offsets(state, self._services.boot, mono_ms, self._services.wall_ms())
        if guess and guess.is_sure:
            self._offset_ms = guess.least
        elif guess:
            self._guess = at_least(guess, state.room, _index_played(state.room, table), mono_ms)

    def _save(self) -> None:
        """Cache the state when it changes and once a minute: after a power cut, only the wall clock shows how much time
        has passed."""
        room, mono_ms = self._room, self._services.monotonic_ms()
        offset_ms = self._guess.least if self._guess else self._offset_ms
        saved = (room, offset_ms is not None, mono_ms // SAVE_MS) if room else None
        if room is None or self._saved == saved:
            return
        clock_ms = None if offset_ms is None else mono_ms + offset_ms
        day_ms = mono_ms + self._guess.by_day if self._guess else None
        boot, wall_ms = self._services.boot, self._services.wall_ms()
        state = CachedState(room, wall_ms, clock_ms, boot=boot, mono_ms=mono_ms, day_ms=day_ms)
        with suppress(Fault):  # the journal is on the same disk and will report it; play needs no cache
            write_cached(self._path, state)
            self._saved = saved


def _index_played(room: ClockState, table: Table) -> int:
    """The index of the structure entry that the table is already playing; 0 if it is not playing one."""
    return index_played(room.structure, table.blinds) or 0


def _as_played(room: ClockState, clock: LevelClock, now_ms: int, table: Table) -> LevelClock:
    """The clock, moved to the level that the table plays. A clock that comes back from an outage may be below that
    level, and moves up to it as soon as it has the table's records."""
    if not room.recovered:
        return clock
    index = _index_played(room, table)
    if index <= clock.index:
        return clock
    there = LevelClock(index, duration_ms(room.structure, index), now_ms if is_running(clock) else None)
    return in_entry(clock, room.structure, now_ms, there)


def _index_begun(room: ClockState, clock: LevelClock, now_ms: int, table: Table) -> int:
    """The index of the entry whose level applies. Within one round trip of a level's end, this is the entry already
    being played, because a better estimate of the clock's time must not undo a level that has just begun."""
    is_ending = is_running(clock) and remaining_ms(clock, now_ms) <= LONGEST_ROUND_TRIP_MS
    return max(clock.index, _index_played(room, table)) if is_ending else clock.index


def _level_at(room: ClockState, clock: LevelClock) -> LevelAt:
    return LevelAt(room.structure.entries[clock.index].name, blinds(room.structure, clock.index))


def _level_clock(room: ClockState) -> LevelClock:
    since_ms = room.anchor_ms if room.running else None
    return LevelClock(room.index, room.remaining_ms, since_ms, room.over_ms, room.shifts, room.hand)


def level_time(room: ClockState, clock: LevelClock, now_ms: int, play: PlayAt | None = None) -> LevelTime:
    """The level clock at `now_ms` in the clock service's time. If levels are counted in hands or orbits, `play` gives
    the table's own level."""
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
        room.started,
        duration_ms(structure, index),
        index + 1 < len(structure.entries) and isinstance(structure.entries[index + 1], Break),
    )


def _in_order_shown(before: tuple[IncomingPlayer, ...], now: tuple[IncomingPlayer, ...]) -> tuple[IncomingPlayer, ...]:
    """The players on the way, after those who are already shown, so that the dealer's key does not change to a later
    player's seat under the finger."""
    shown = [one.player for one in before]
    return tuple(sorted(now, key=lambda one: shown.index(one.player) if one.player in shown else len(shown)))
