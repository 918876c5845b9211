"""The leagues of a room: defined, and shown as the tournaments stand now. Belongs to the event loop."""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from engine.leagues.league import League, counts
from engine.leagues.standings import EventResult, Standings, standings
from engine.refused import Refused
from engine.tournament.state import Tournament
from kiosk.clock.leagues.results import event_result
from kiosk.clock.leagues.stored import LeagueAction, LeagueList, decide, leagues_of
from kiosk.clock.once_made import OnceMade
from kiosk.clock.room import Tournaments
from kiosk.clock.settings import Shown
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times

STARTED = b'"is":"clock-started"'
READ_AT_ONCE = 200


class Room(NamedTuple):
    """Where the results are, how names are shown, and the zone that says what day it is."""

    tournaments: Tournaments
    names: Shown
    zone: str


class Leagues:
    """What is stored is each league's definition alone."""

    def __init__(self, store: Store, writer: Writer, room: Room, times: Times) -> None:
        """Raises `Fault`."""
        self._keeper = leagues_of(store)
        self._writer = writer
        self._room = room
        self._times = times
        self._made: OnceMade[Standings] = OnceMade()
        """By league: until a tournament ends, or what is over is changed."""
        self._turn = asyncio.Lock()
        self.texts: OnceMade[bytes] = OnceMade()
        """By league, form and language: the standings as they are read."""
        self._began: dict[str, str] = {}
        """By tournament, the day on which its clock was first started."""

    @property
    def all(self) -> LeagueList:
        """By id, in the order they were first made."""
        return self._keeper.state

    @property
    def mark(self) -> int:
        """The newest record: what a director has seen."""
        return self._keeper.mark

    def named(self, league: str) -> League:
        """The league. Raises `Refused`."""
        if league not in self.all:
            raise Refused("no-such-league", league=league)
        return self.all[league]

    async def do(self, action: LeagueAction) -> None:
        """Define or remove one. Raises `BadInput`, `Refused`, `Stale` or `Fault`."""
        await self._keeper.do(self._writer, lambda: action, self._times.wall_ms(), action.seen)

    def would(self, action: LeagueAction) -> bool:
        """Whether that would change something; nothing is done. Raises `BadInput` or `Refused`."""
        return bool(decide(self.all, action))

    async def standings(self, league: League) -> Standings:
        """As the results are now. Raises `Fault` where the disk fails."""
        async with self._turn:  # whoever comes meanwhile takes what comes of it
            every = {one.desk.state.id: one.desk.state for one in self._room.tournaments}
            over = [one for one in every.values() if one.ended]
            sources = (league, *over, *(flight for one in over for flight in _flights(one, every)))
            held = self._made.held(league.id, sources)
            if held is None:
                days = {one.id: await self._day(one.id) for one in over}
                made = await asyncio.to_thread(_worked_out, league, every, days, self._room.names)
                held = self._made.keep(league.id, sources, made)
            return held

    async def _day(self, tournament: str) -> str:
        """When its clock was first started, or was made where it never was: a day in the room's zone."""
        if tournament not in self._began:
            stream, after, at_ms = tournament_stream(tournament), 0, 0
            while records := await self._writer.read(stream, after, READ_AT_ONCE):
                at_ms = at_ms or records[0].at_ms
                if started := next((one for one in records if STARTED in one.body), None):
                    at_ms = started.at_ms
                    break
                after = records[-1].seq
            local = datetime.fromtimestamp(at_ms / 1000, ZoneInfo(self._room.zone))
            self._began[tournament] = local.date().isoformat()
        return self._began[tournament]


def _worked_out(league: League, every: Mapping[str, Tournament], days: Mapping[str, str], names: Shown) -> Standings:
    """In a thread of its own: all of it are values."""
    found: list[EventResult] = []
    for its_id, day in days.items():
        tournament = every[its_id]
        if not counts(league, its_id, tournament.name, day):
            continue
        if result := event_result(tournament, tuple(_flights(tournament, every)), day, names):
            found.append(result)
    return standings(league, found)


def _flights(tournament: Tournament, every: Mapping[str, Tournament]) -> Iterator[Tournament]:
    """Those that led to it."""
    return (every[flight.id] for flight in tournament.carried if flight.id in every)
