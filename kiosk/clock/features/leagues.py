"""A room's leagues: their definitions, a tournament's results as a league counts them (each player once, with the
flights that led to it), and the standings based on the current results. Belongs to the event loop."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from engine.decoders import json_decoder
from engine.leagues.league import (
    CountedEntry,
    EventResult,
    League,
    Result,
    Standings,
    check_league,
    counts,
    formula_of,
    standings,
)
from engine.money import minor_digits
from engine.names import one_line
from engine.refused import Refused
from engine.tournament.field.entries import Entry, counted
from engine.tournament.rules.prizes.prize_pool import field_size, paid_by, pool
from engine.tournament.state import Tournament
from kiosk.clock.clients.result_cache import ResultCache
from kiosk.clock.settings import Shown
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.streams import LEAGUES, tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.room import Tournaments
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.chain import Record
from kiosk.storage.keeper import Rules

Began = Mapping[str, Mapping[int, int]]
"""For each tournament, the wall-clock time from which each of its entries could play."""
NO_TIMES: Began = {}


class PlayedEntry(NamedTuple):
    at: Tournament
    entry: Entry


class _Key(NamedTuple):
    tournament: str
    entry: int


def first_entries(final: Tournament, flights: Sequence[Tournament], began: Began) -> dict[str, tuple[PlayedEntry, ...]]:
    """For each player, the first entry, and the entries in later stages that continued with its stack. An entry that
    was dropped for a larger stack went no further. If times are missing, flights count in the order in which they were
    carried over."""
    stages = (*flights, final)
    by_key = {_Key(one.id, entry.number): PlayedEntry(one, entry) for one in stages for entry in counted(one.entries)}
    onward: dict[_Key, _Key] = {}
    for one in stages:
        sources = _sources(one, {stage.id: stage for stage in stages})
        for entry in counted(one.entries):
            if entry.carried and entry.player in sources:
                onward[sources[entry.player]] = _Key(one.id, entry.number)
    came = set(onward.values())
    order = {one.id: at for at, one in enumerate(stages)}

    def played_from(key: _Key) -> tuple[int, int, int]:
        return began.get(key.tournament, {}).get(key.entry, 0), order[key.tournament], key.entry

    first: dict[str, tuple[PlayedEntry, ...]] = {}
    for key in sorted((one for one in by_key if one not in came), key=played_from):
        first.setdefault(by_key[key].entry.player, tuple(by_key[each] for each in _way(key, onward)))
    return first


def _sources(stage: Tournament, by_id: Mapping[str, Tournament]) -> dict[str, _Key]:
    """For each player, the flight entry whose stack is played at this stage: the one with the most chips, or the first
    of those if tied."""
    best: dict[str, tuple[int, _Key]] = {}
    for flight in (by_id[one.id] for one in stage.carried if one.id in by_id):
        for one in flight.flight.going_on if flight.flight else ():
            entry = flight.entries[one.entry]
            chips = one.chips if entry.bag is None else entry.bag
            if entry.player not in best or chips > best[entry.player][0]:
                best[entry.player] = chips, _Key(flight.id, entry.number)
    return {player: key for player, (_, key) in best.items()}


def _way(key: _Key | None, onward: Mapping[_Key, _Key]) -> Iterator[_Key]:
    while key is not None:
        yield key
        key = onward.get(key)


def event_result(  # noqa: PLR0913  an event, and how it is counted
    tournament: Tournament,
    flights: Sequence[Tournament],
    day: str,
    names: Shown,
    *,
    entry: CountedEntry = "best",
    began: Began = NO_TIMES,
) -> EventResult | None:
    """The result of an event. None if the tournament is not over, or if it is a flight, which counts together with its
    final. Players who went out in a flight share the place after everyone in the final. `began` says when each entry
    could first play, for leagues in which only the first entry counts."""
    if tournament.ended is None or tournament.terms is None:
        return None
    scale = 10 ** minor_digits(tournament.terms.currency)
    own = {one.entry: one for one in tournament.ended.paid}
    by_player = defaultdict[str, list[PlayedEntry]](list)
    for one in (tournament, *flights):
        for each in counted(one.entries):
            by_player[each.player].append(PlayedEntry(one, each))
    heads = {one.id: _heads(one) for one in (tournament, *flights)}
    results = []
    first = first_entries(tournament, flights, began) if entry == "first" else {}
    for player, every in by_player.items():
        counting = first.get(player, every)
        here = [own[one.entry.number] for one in counting if one.at is tournament and one.entry.number in own]
        results.append(
            Result(
                player,
                shown(every[0].entry, names),
                min((one.finish for one in here), default=len(own) + 1),
                Fraction(sum(one.payout for one in here), scale),
                Fraction(sum(one.bounties for one in here), scale),
                Fraction(sum(paid_by(one.entry, one.at.terms or tournament.terms) for one in counting), scale),
                sum((heads[one.at.id].get(one.entry.number, Fraction(0)) for one in counting), Fraction(0)),
                sum(not one.entry.carried for one in every) - 1,
                sum(len(one.entry.bought) for one in counting),
            )
        )
    paid_for = [tournament.terms, *(one.terms for one in flights if one.terms)]
    return EventResult(
        tournament.id,
        tournament.name,
        day,
        field_size(tournament),
        Fraction(pool(tournament, tournament.terms), scale),
        Fraction(max(one.buy_in for one in paid_for), scale),
        Fraction(max(one.fee for one in paid_for), scale),
        tuple(sorted(results, key=lambda one: (one.place, one.name))),
    )


def _heads(tournament: Tournament) -> dict[int, Fraction]:
    """How many players each entry knocked out. A shared knockout counts as a fraction."""
    found = defaultdict[int, Fraction](Fraction)
    for entry in counted(tournament.entries):
        takers = entry.bust.by if entry.bust else ()
        for taker in takers:
            found[taker] += Fraction(1, len(takers))
    return found


class LeagueDefined(msgspec.Struct, frozen=True, tag_field="is", tag="league-defined"):
    """The definition of a league from now on. Its tag and fields are stored in records, so they must never change."""

    league: League


class LeagueRemoved(msgspec.Struct, frozen=True, tag_field="is", tag="league-removed"):
    """The league is removed."""

    id: str


class RemoveLeague(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The league to remove, and the mark that the sender had seen (None if it does not matter)."""

    id: str
    seen: int | None = None


class DefineLeague(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The definition of a league. The formula may name a preset. `seen` is the mark that the sender had seen."""

    league: League
    seen: int | None = None


LeagueAction = DefineLeague | RemoveLeague
LeagueEvent = LeagueDefined | LeagueRemoved
LeagueList = Mapping[str, League]
FORM: EventForm[LeagueEvent] = EventForm(json_decoder(Written[LeagueEvent]))


def decide(leagues: LeagueList, action: LeagueAction) -> list[LeagueEvent]:
    """The events of an action; none if nothing changes. Raises `BadInput` or, for an unknown league, `Refused`."""
    if isinstance(action, RemoveLeague):
        if action.id not in leagues:
            raise Refused("no-such-league", league=action.id)
        return [LeagueRemoved(action.id)]
    asked = action.league
    league = msgspec.structs.replace(asked, name=one_line(asked.name), formula=formula_of(asked.formula.strip()))
    check_league(league)
    return [] if leagues.get(league.id) == league else [LeagueDefined(league)]


def apply(leagues: LeagueList, event: LeagueEvent) -> LeagueList:
    """The leagues after an event, in the order in which they were first defined."""
    if isinstance(event, LeagueRemoved):
        return {its_id: league for its_id, league in leagues.items() if its_id != event.id}
    return {**leagues, event.league.id: event.league}


STARTED = b'"is":"clock-started"'
LET_IN = (b'"is":"entry-added"', b'"is":"entry-promoted"', b'"is":"unbooked-booked"')
"""The kinds of records that allow an entry to play: those that create it or take it off the waiting list."""
READ_AT_ONCE = 200


class LeagueSource(NamedTuple):
    """Where the results come from, how names are shown, and the time zone that determines the day."""

    tournaments: Tournaments
    names: Shown
    zone: str


class Leagues:
    """The leagues. Only each league's definition is stored."""

    def __init__(self, store: ClockStore, writer: Writer, room: LeagueSource, times: Times) -> None:
        """Raises `Fault`."""
        rules = Rules(decide, apply, FORM.encode, FORM.decode)
        self._keeper: StreamKeeper[LeagueList, LeagueAction, LeagueEvent] = StreamKeeper.resume(
            store, LEAGUES, rules, {}
        )
        self._writer = writer
        self._room = room
        self._times = times
        self._made: ResultCache[Standings] = ResultCache()
        """The standings by league. They are valid until a tournament ends or a finished one is changed."""
        self._turn = asyncio.Lock()
        self.texts: ResultCache[bytes] = ResultCache()
        """The standings, encoded for sending, by league, format and language."""
        self._days: dict[str, str] = {}
        self._began: dict[str, tuple[int, dict[int, int]]] = {}
        """When each entry of each tournament could first play, and the number of actions in the tournament for which
        this is valid."""

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
        """The day, in the room's zone, when the tournament's clock was first started, or else when it was created."""
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
        """The wall-clock time at which each entry was let in, or at which the clock was first started if that is
        later."""
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
    counting = ((every[its_id], day) for its_id, day in days.items() if counts(league, its_id, every[its_id].name, day))
    found = (
        event_result(one, tuple(flights_of(one, every)), day, names, entry=league.entry, began=began)
        for one, day in counting
    )
    return standings(league, [result for result in found if result])


def flights_of(tournament: Tournament, every: Mapping[str, Tournament]) -> Iterator[Tournament]:
    """The flights that led to the tournament, each preceded by the flights that led to it."""
    for one in tournament.carried:
        if one.id in every:
            yield from flights_of(every[one.id], every)
            yield every[one.id]


entry_let_in = json_decoder(LetIn).decode
