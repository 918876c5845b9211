"""One event from a seed, from registration to payout: all its flights and its final, one after the other."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import msgspec
from starlette.websockets import WebSocket

from engine.books.rulebook import RuleBook
from engine.tournament.actions import BarrierSet, ClockStarted, Create, EntryAdded
from engine.tournament.field.entries import counted
from engine.tournament.levels.structure import Structure
from engine.tournament.prizes.finishes import bounties, places
from engine.tournament.rules.prizes.prize_pool import paid_by
from engine.tournament.state import Event, Tournament, is_over
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings, TableWithToken
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.web.sockets.sessions import serve_table
from kiosk.simulate.dealer import DirectLine, SimulatedDealer
from kiosk.simulate.director import SimulatedDirector
from kiosk.simulate.formats import Form, parts_in_form, tables_of
from kiosk.simulate.loop import VirtualLoop
from kiosk.simulate.network import Cable, Network
from kiosk.simulate.reckoning import contradictions
from kiosk.table.settings import TableSettings

LONGEST_S = 48 * 3600.0
"""The limit on a tournament's length, in seconds of virtual time. A tournament that lasts longer is stuck."""
HEARTBEAT_S = 60.0
"""The time between commits of the clock's heartbeat. No crash is simulated here, so a commit every second would not
protect anything."""
LOOK_S = 10.0


class Plan(msgspec.Struct, frozen=True):
    book: RuleBook
    structure: Structure
    players: int
    seed: int
    form: Form = "book"


class PointsFinish(msgspec.Struct, frozen=True):
    """An entry's place, and the points it won for the place and for bounties."""

    finish: int
    entry: int
    payout: int
    bounties: int


class PlayedTournament(NamedTuple):
    desk: Desk
    director: SimulatedDirector


class ChipTotals(msgspec.Struct, frozen=True):
    issued: int
    found: int


class PartPlayed(msgspec.Struct, frozen=True):
    """One tournament in the event. `issued` is the number of chips issued. `waited` counts the entries that waited for
    a seat, and `late` those whose first entry came after the start. `forfeits` counts those that did not show up, and
    `went_on` those that reached the final. `counts` is how many times all chips were counted."""

    name: str
    entries: int
    issued: int
    waited: int
    late: int
    re_entries: int
    forfeits: int
    went_on: int
    hands: int
    redraws: int
    hands_for_hands: int
    deals: int
    counts: int


class Outcome(msgspec.Struct, frozen=True):
    """The result of a simulation. It is `ok` if the event finished and every check passed. `events` is the number of
    records in all journals."""

    ok: bool
    book: str
    players: int
    tables: int
    hands: int
    events: int
    finishes: tuple[PointsFinish, ...]
    chips: ChipTotals
    parts: tuple[PartPlayed, ...]
    violations: tuple[str, ...]


def simulate(plan: Plan, folder: Path) -> Outcome:
    """Play the plan in this folder. Raises `Refused` or `BadInput` for a plan that cannot be played."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_play(plan, folder))


async def _play(plan: Plan, folder: Path) -> Outcome:
    loop, dice = asyncio.get_running_loop(), Random(plan.seed)

    def now_ms() -> int:
        return round(loop.time() * 1000)

    parts = parts_in_form(plan.book, plan.players, plan.form)
    tables = tuple(range(1, tables_of(parts) + 1))
    tokens = {table: f"simulated-{table}" for table in tables}
    with_tokens = tuple(TableWithToken(table, token) for table, token in tokens.items())
    settings = ClockSettings("simulated", with_tokens, database_named=str(folder / "clock.db"), port=0)
    times = Times(now_ms, now_ms, "simulated")
    service = Service(settings, times)

    def answer(cable: Cable) -> bool:
        talks.add(talk := asyncio.ensure_future(serve_table(service, cast(WebSocket, cable))))
        talk.add_done_callback(talks.discard)
        return True

    talks: set[asyncio.Future[None]] = set()
    network = Network(Random(plan.seed), 0.0, answer)
    dealers = [_dealer(folder, table, times, plan.seed, network) for table in tables]
    heartbeat = asyncio.ensure_future(service.heartbeat(HEARTBEAT_S))
    try:
        played: list[PlayedTournament] = []
        for part in parts:
            seed = f"{dice.getrandbits(128):032x}"
            its_id = await service.orders.create(Create("", part.name, plan.book, plan.structure, part.terms, seed))
            publisher = service.tournaments.named(its_id)
            assert publisher
            played.append(PlayedTournament(publisher.desk, SimulatedDirector(publisher.desk, part, dice)))
            flights = tuple(one.desk.state.id for one in played[:-1]) if part.is_final else ()
            await _play_part(played[-1], tables, flights)
        return _outcome(plan, played, dealers, len(tables), folder)
    finally:
        heartbeat.cancel()
        for dealer in dealers:
            dealer.stop()
        await asyncio.sleep(1)
        service.close()


def _dealer(folder: Path, table: int, times: Times, seed: int, network: Network) -> SimulatedDealer:
    settings = TableSettings(table, str(folder / f"table-{table}.journal"), "ws://simulated:1", f"simulated-{table}")
    make_line = partial(DirectLine, partial(network.dial, table))
    return SimulatedDealer(settings, times, Random(seed * 1000 + table), make_line)


async def _play_part(part: PlayedTournament, tables: tuple[int, ...], flights: tuple[str, ...]) -> None:
    loop = asyncio.get_running_loop()
    await part.director.begin(tables, flights)
    latest_s = loop.time() + LONGEST_S
    while not is_over(part.desk.state) and loop.time() < latest_s:
        await asyncio.sleep(LOOK_S)
        await part.director.look()
    if not is_over(part.desk.state):
        part.director.violations.append(f"{part.desk.state.name} did not end")


def _outcome(
    plan: Plan, played: list[PlayedTournament], dealers: list[SimulatedDealer], tables: int, folder: Path
) -> Outcome:
    desks = [one.desk for one in played]
    violations = [said for one in played for said in one.director.violations]
    event = [desk.state for desk in desks]
    counts = [one.director.checked for one in played]
    finishes, whole = finishes_of(event), sum(paid_into(one) for one in event)
    if sum(finish.payout for finish in finishes) != whole:
        violations.append("the payouts are not the pool")
    if sum(finish.bounties for finish in finishes) != sum(heads_of(one) for one in event):
        violations.append("the heads are not worth what was paid for them")
    entered = sum(not entry.carried for one in event for entry in counted(one.entries))
    if len({finish.entry for finish in finishes}) != len(finishes) or len(finishes) != entered:
        violations.append("somebody has no place, or two")
    violations += contradictions(event, folder)
    for dealer in dealers:
        violations += [f"table {dealer.game.table.number}: refused {why}" for why in dealer.screen.refused]
    figures, twice = [desk.accounts.figures().chips for desk in desks], sum(carried_chips(one) for one in event)
    chips = ChipTotals(sum(one.expected for one in figures) - twice, sum(one.found for one in figures) - twice)
    hands = [sum(facts.hands for facts in desk.accounts.facts().values()) for desk in desks]
    return Outcome(
        ok=not violations and chips.found == chips.issued,
        book=plan.book.id,
        players=plan.players,
        tables=tables,
        hands=sum(hands),
        events=sum(desk.mark + sum(desk.audited.tables[key].seq for key in desk.audited.keys) for desk in desks),
        finishes=finishes,
        chips=chips,
        parts=tuple(_part(*one) for one in zip(event, hands, counts, strict=True)),
        violations=tuple(violations),
    )


def _part(tournament: Tournament, hands: int, counts: int) -> PartPlayed:
    entries = tournament.entries.values()
    return PartPlayed(
        name=tournament.name,
        entries=len(counted(tournament.entries)),
        issued=sum(entry.chips for entry in counted(tournament.entries)),
        waited=sum(entry.waited for entry in entries),
        late=sum(entry.nth == 1 and not entry.waited for entry in entries if entry.number in _after_start(tournament)),
        re_entries=sum(entry.nth > 1 for entry in entries),
        forfeits=sum(entry.forfeit is not None for entry in entries),
        went_on=len(tournament.flight.going_on) if tournament.flight else 0,
        hands=hands,
        redraws=len(tournament.redraws),
        hands_for_hands=sum(isinstance(event, BarrierSet) and bool(event.tables) for event in _events(tournament)),
        deals=int(tournament.deal is not None),
        counts=counts,
    )


def _after_start(tournament: Tournament) -> set[int]:
    """The entries that were added after the clock first started."""
    events = [*_events(tournament)]
    start = next(number for number, event in enumerate(events) if isinstance(event, ClockStarted))
    return {event.entry for event in events[start:] if isinstance(event, EntryAdded)}


def _events(tournament: Tournament) -> Iterator[Event]:
    return (event for act in tournament.acts for event in act.events)


def finishes_of(event: Sequence[Tournament]) -> tuple[PointsFinish, ...]:
    """The finishes of all parts, with the final last. Entries are numbered across all parts, and keep the number from
    their first part. Those that bust in the same place in different flights share one place, below everyone who did
    better."""
    numbers, players = _numbers(event)
    *flights, final = event
    found, before = [], _heads_won(flights, numbers)
    for paid in final.ended.paid if final.ended else ():
        entry = players[final.entries[paid.entry].player] if flights else paid.entry
        found.append(PointsFinish(paid.finish, entry, paid.payout, paid.bounties + before[entry]))
    out: dict[int, list[int]] = {}
    for part, flight in enumerate(flights):
        for entry, place in places(flight.entries, flight.finishes).items():
            out.setdefault(place, []).append(numbers[part, entry])
    better = len(found)
    for place in sorted(out):
        found += [PointsFinish(better + 1, entry, 0, before[entry]) for entry in sorted(out[place])]
        better += len(out[place])
    return tuple(found)


def _heads_won(flights: Sequence[Tournament], numbers: Mapping[tuple[int, int], int]) -> Counter[int]:
    """The bounties that each entry in the event won in the flights."""
    won = Counter[int]()
    for part, flight in enumerate(flights):
        for entry, amount in bounties(flight.entries, flight.terms.prizes.bounty if flight.terms else 0).items():
            won[numbers[part, entry]] += amount
    return won


def paid_into(tournament: Tournament) -> int:
    """The amount that the entries of a part paid into the pool. Carried-over entries paid in an earlier part."""
    terms = tournament.terms
    return sum(paid_by(entry, terms) for entry in counted(tournament.entries)) if terms else 0


def heads_of(tournament: Tournament) -> int:
    bounty = tournament.terms.prizes.bounty if tournament.terms else 0
    return bounty * sum(not entry.carried for entry in counted(tournament.entries))


def carried_chips(tournament: Tournament) -> int:
    """The chips that were already counted in an earlier part."""
    carried = tournament.book is not None and tournament.book.final_stacks.value == "carried"
    return sum(entry.chips for entry in counted(tournament.entries) if entry.carried) if carried else 0


def _numbers(event: Sequence[Tournament]) -> tuple[dict[tuple[int, int], int], dict[str, int]]:
    """Two mappings to event-wide numbers: from each part's entries that were not carried over, and from each player."""
    numbers: dict[tuple[int, int], int] = {}
    players: dict[str, int] = {}
    before = 0
    for part, tournament in enumerate(event):
        for entry in tournament.entries.values():
            if not entry.carried:
                numbers[part, entry.number] = players[entry.player] = before + entry.number
        before += max(tournament.entries, default=0)
    return numbers, players
