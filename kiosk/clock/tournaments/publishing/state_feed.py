"""The public state of one tournament, and the clients that it is sent to. Knows nothing about sockets."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import PlayOffset
from engine.tournament.levels.structure import blinds
from engine.tournament.rules.seating.draw_rules import next_hash
from engine.tournament.state import Tournament
from kiosk.clock.clients.latest import Latest
from kiosk.clock.settings import Shown
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.link.clock_state import ClockState, moment_of
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Levels, Moment, Room


class PublisherSettings(NamedTuple):
    """How names are shown, the time zone for times of day, and whether the results page shows the prizes."""

    names: Shown = "full"
    zone: str = ""
    prizes: bool = True


def clock_state(desk: Desk, shows: PublisherSettings, times: Times, at_ms: int, seq: int) -> ClockState:
    """The state at this moment in the service's time, as number `seq` of this run."""
    tournament, structure = desk.state, desk.structure
    figures = desk.accounts.figures()
    return ClockState(
        epoch=desk.epoch,
        seq=seq,
        mark=desk.mark,
        event=tournament.name,
        structure=structure,
        index=tournament.clock.index,
        running=level_clock.is_running(tournament.clock),
        anchor_ms=at_ms,
        remaining_ms=level_clock.remaining_ms(tournament.clock, at_ms),
        blinds=blinds(structure, tournament.clock.index),
        entries=figures.entries,
        players_left=figures.players_left,
        tables=figures.tables,
        chips_issued=figures.chips.issued,
        average_stack=figures.average,
        room=tournament.id,
        over_ms=level_clock.overtime_ms(tournament.clock, structure, at_ms),
        recovered=tournament.memory.recovered,
        play=desk.audited.play_range(structure, tournament.clock),
        shifts=_shifts(tournament),
        starts_at_ms=_starts_at_ms(tournament, times),
        starts_ms=None if tournament.started else tournament.starts_ms,
        zone=shows.zone,
        draw="" if tournament.started else next_hash(tournament),
        hand_for_hand=bool(tournament.barrier),
        started=tournament.started,
        hand=level_clock.hand_time(tournament.clock, at_ms),
        winner=shown(tournament.entries[tournament.ended.winner], shows.names) if tournament.ended else "",
    )


def _starts_at_ms(tournament: Tournament, times: Times) -> int | None:
    if tournament.starts_ms is None or tournament.started:
        return None
    return times.mono_ms() + tournament.starts_ms - times.wall_ms()


def _shifts(tournament: Tournament) -> tuple[PlayOffset, ...]:
    """How far the level clock is shifted for each physical table."""
    sittings = tournament.sittings
    on = (one for one in tournament.clock.shifts if one.table in sittings and not sittings[one.table].closed)
    return tuple(PlayOffset(sittings[one.table].table, one.by) for one in on)


class _Texts(NamedTuple):
    """The state as two JSON strings: one with the structure, and one for clients that already have it."""

    room: str
    moment: str


class StateFeed:
    """The state, and the clients that already hold its structure and are therefore sent only moments (the state without
    the structure)."""

    def __init__(self, desk: Desk, shows: PublisherSettings, times: Times) -> None:
        self._desk = desk
        self._shows = shows
        self._times = times
        # A clock that follows is opened again in the same epoch, and its states must then be newer than before.
        self._seq = times.mono_ms() if desk.is_followed else 0
        self.state = self.now()
        self._texts = self._encoded()
        self._holding: set[Latest] = set()

    def now(self) -> ClockState:
        """The state at this moment, for clients that cannot count down using the service's time."""
        return self._state_at(self._times.mono_ms())

    @property
    def moment(self) -> str:
        return self._texts.moment

    def add(self, client: Latest, moments: bool) -> None:
        """Send the state to a new client. With `moments`, the structure is sent only now and when it changes."""
        if moments:
            client.put("levels", encode(Levels(self.state.structure)))
            self.hold(client)
        self._put(client)

    def hold(self, client: Latest) -> None:
        self._holding.add(client)

    def remove(self, client: Latest) -> None:
        self._holding.discard(client)

    def publish(self, at_ms: int, clients: Iterable[Latest]) -> None:
        """The tournament has changed: send its state to these clients, and any new structure to all clients that hold
        the old one."""
        self._seq += 1
        before, self.state = self.state, self._state_at(at_ms)
        self._texts = self._encoded()
        if self.state.structure != before.structure:
            levels = encode(Levels(self.state.structure))
            for client in self._holding:
                client.put("levels", levels)
        for client in clients:
            self._put(client)

    def _put(self, client: Latest) -> None:
        client.put("room", self._texts.moment if client in self._holding else self._texts.room)

    def _state_at(self, at_ms: int) -> ClockState:
        return clock_state(self._desk, self._shows, self._times, at_ms, self._seq)

    def _encoded(self) -> _Texts:
        return _Texts(encode(Room(self.state)), encode(Moment(moment_of(self.state))))
