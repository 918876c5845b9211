"""A room's leagues: their definitions, and their standings by the current results. Belongs to the event loop."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from engine.decoders import json_decoder
from engine.leagues.league import EventResult, League, Standings, counts, standings
from engine.refused import Refused
from engine.tournament.state import Tournament
from kiosk.clock.clients.result_cache import ResultCache
from kiosk.clock.features.leagues.first_entries import Began
from kiosk.clock.features.leagues.results import event_result
from kiosk.clock.features.leagues.stored import LeagueAction, LeagueList, decide, leagues_of
from kiosk.clock.settings import Shown
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.room import Tournaments
from kiosk.storage.chain import Record

STARTED = b'"is":"clock-started"'
LET_IN = (b'"is":"entry-added"', b'"is":"entry-promoted"', b'"is":"unbooked-booked"')
"""The kinds of records that allow an entry to play: the one that made it, or a later one that took it off the waiting
list."""
READ_AT_ONCE = 200


class LeagueSource(NamedTuple):
    """Where the results come from, how names are shown, and the time zone that determines the day."""

    tournaments: Tournaments
    names: Shown
    zone: str


class Leagues:
    """The leagues. Only each league's definition is stored."""

    def __init__(self, store: Store, writer: Writer, room: LeagueSource, times: Times) -> None:
        """Raises `Fault`."""
        self._keeper = leagues_of(store)
        self._writer = writer
        self._room = room
        self._times = times
        self._made: ResultCache[Standings] = ResultCache()
        """The standings by league. They are valid until a tournament ends or a finished one is changed."""
        self._turn = asyncio.Lock()
        self.texts: ResultCache[bytes] = ResultCache()
        """The standings in the form in which they are sent, by league, format and language."""
        self._days: dict[str, str] = {}
        """For each tournament, the day on which its clock was first started."""
        self._began: dict[str, tuple[int, dict[int, int]]] = {}
        """For each tournament, when each of its entries could first play, with the number of acts for which this is
        valid.
        """

    @property
    def all(self) -> LeagueList:
        """The leagues by id, in the order in which they were first defined."""
        return self._keeper.state

    @property
    def mark(self) -> int:
        """The number of the newest record. A page sends it back to say which state its order is based on."""
        return self._keeper.mark

    def named(self, league: str) -> League:
        """The league. Raises `Refused`."""
        if league not in self.all:
            raise Refused("no-such-league", league=league)
        return self.all[league]

    async def do(self, action: LeagueAction) -> None:
        """Define or remove a league. Raises `BadInput`, `Refused`, `Stale` or `Fault`."""
        await self._keeper.do(self._writer, lambda: action, self._times.wall_ms(), action.seen)

    def would(self, action: LeagueAction) -> bool:
        """Whether the action would change anything. Nothing is changed. Raises `BadInput` or `Refused`."""
        return bool(decide(self.all, action))

    async def standings(self, league: League) -> Standings:
        """The standings according to the current results. Raises `Fault` if the disk fails."""
        async with self._turn:  # other callers that wait here get the same result
            every = {one.desk.state.id: one.desk.state for one in self._room.tournaments}
            over = [one for one in every.values() if one.ended]
            flights = [flight for one in over for flight in flights_of(one, every)]
            sources = (league, *over, *flights)
            held = self._made.held(league.id, sources)
            if held is None:
                days = {one.id: await self._day(one.id) for one in over}
                timed = (*flights, *(one for one in over if one.carried)) if league.entry == "first" else ()
                began = {one.id: await self._began_of(one) for one in timed}
                made = await asyncio.to_thread(_worked_out, league, every, days, self._room.names, began)
                held = self._made.keep(league.id, sources, made)
            return held

    async def _day(self, tournament: str) -> str:
        """The day, in the room's zone, when the tournament's clock was first started, or when the tournament was
        created if its clock was never started.
        """
        if tournament not in self._days:
            at_ms = 0
            async for record in self._records(tournament):
                at_ms = at_ms or record.at_ms
                if STARTED in record.body:
                    at_ms = record.at_ms
                    break
            local = datetime.fromtimestamp(at_ms / 1000, ZoneInfo(self._room.zone))
            self._days[tournament] = local.date().isoformat()
        return self._days[tournament]

    async def _began_of(self, tournament: Tournament) -> dict[int, int]:
        """When each entry could first play, in wall-clock time: once it had been let in and the clock had first been
        started."""
        acts, began = self._began.get(tournament.id, (-1, {}))
        if acts != len(tournament.acts):
            started_ms, began = 0, {}
            async for record in self._records(tournament.id):
                if STARTED in record.body:
                    started_ms = started_ms or record.at_ms
                elif any(kind in record.body for kind in LET_IN):
                    began[entry_let_in(record.body).event.entry] = record.at_ms
            began = {entry: max(at_ms, started_ms) for entry, at_ms in began.items()}
            self._began[tournament.id] = len(tournament.acts), began
        return began

    async def _records(self, tournament: str) -> AsyncIterator[Record]:
        stream, after = tournament_stream(tournament), 0
        while records := await self._writer.read(stream, after, READ_AT_ONCE):
            for record in records:
                yield record
            after = records[-1].seq


class NumberedEntry(msgspec.Struct, frozen=True):
    entry: int


class LetIn(msgspec.Struct, frozen=True):
    event: NumberedEntry


def _worked_out(
    league: League, every: Mapping[str, Tournament], days: Mapping[str, str], names: Shown, began: Began
) -> Standings:
    """The standings, calculated in a thread. All arguments are values."""
    found: list[EventResult] = []
    for its_id, day in days.items():
        tournament = every[its_id]
        if not counts(league, its_id, tournament.name, day):
            continue
        flights = tuple(flights_of(tournament, every))
        if result := event_result(tournament, flights, day, names, entry=league.entry, began=began):
            found.append(result)
    return standings(league, found)


def flights_of(tournament: Tournament, every: Mapping[str, Tournament]) -> Iterator[Tournament]:
    """The flights that led to the tournament, each preceded by the flights that led to it."""
    for one in tournament.carried:
        if one.id in every:
            yield from flights_of(every[one.id], every)
            yield every[one.id]


entry_let_in = json_decoder(LetIn).decode
