"""One event by seed, from registration to payout: all its flights and its final, one after the other."""

import asyncio
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from engine.books.rulebook import RuleBook
from engine.tournament.entries import counted
from engine.tournament.state import Tournament, is_over
from engine.tournament.structure import Structure
from kiosk.clock.desk.desk import Desk
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings
from kiosk.clock.times import Times
from kiosk.simulate.dealer import Dealer
from kiosk.simulate.director import Director
from kiosk.simulate.formats import BUY_IN, parts_of, tables_of
from kiosk.simulate.loop import VirtualLoop

LONGEST_S = 48 * 3600.0
"""Virtual: a tournament that lasts longer has got stuck."""
HEARTBEAT_S = 60.0
"""A crash is not simulated: what it would lose is not worth a commit each second."""
LOOK_S = 10.0


class Plan(msgspec.Struct, frozen=True):
    """What is played."""

    book: RuleBook
    structure: Structure
    players: int
    seed: int


class Played(NamedTuple):
    """A part that is or was played."""

    desk: Desk
    director: Director


class Finish(msgspec.Struct, frozen=True):
    """An entry's place, and what it won in points: for that, and for heads."""

    finish: int
    entry: int
    payout: int
    bounties: int


class Chips(msgspec.Struct, frozen=True):
    """All chips."""

    issued: int
    found: int


class PartPlayed(msgspec.Struct, frozen=True):
    """One tournament of the event: its entries and the chips issued to them, how many waited for a place, did not come,
    and went on to the final."""

    name: str
    entries: int
    issued: int
    waited: int
    forfeits: int
    went_on: int
    hands: int


class Outcome(msgspec.Struct, frozen=True):
    """`ok` when the event came to its end and kept every promise. `events` are the records of all journals, `finishes`
    those of the last part; `chips` are of all parts together."""

    ok: bool
    book: str
    players: int
    tables: int
    hands: int
    events: int
    finishes: tuple[Finish, ...]
    chips: Chips
    parts: tuple[PartPlayed, ...]
    violations: tuple[str, ...]


def simulate(plan: Plan, folder: Path) -> Outcome:
    """Play it in this folder. Raises `Refused` or `BadInput` for a plan that cannot be played."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_play(plan, folder))


async def _play(plan: Plan, folder: Path) -> Outcome:
    loop, dice = asyncio.get_running_loop(), Random(plan.seed)

    def now_ms() -> int:
        return round(loop.time() * 1000)

    parts = parts_of(plan.book, plan.players)
    tables = tuple(range(1, tables_of(parts) + 1))
    tokens = {table: f"simulated-{table}" for table in tables}
    settings = ClockSettings(tokens, "simulated", folder / "clock.db", "127.0.0.1", 0)
    service = Service(settings, Times(now_ms, now_ms, "simulated"))
    dealers = [Dealer(folder, table, tokens[table], service, Random(plan.seed * 1000 + table)) for table in tables]
    heartbeat = asyncio.ensure_future(service.heartbeat(HEARTBEAT_S))
    try:
        played: list[Played] = []
        for part in parts:
            its_id = await service.create(part.name, plan.book, plan.structure, part.terms)
            publisher = service.tournaments.named(its_id)
            assert publisher
            played.append(Played(publisher.desk, Director(publisher.desk, part, dice)))
            flights = tuple(one.desk.state.id for one in played[:-1]) if part.is_final else ()
            await _play_part(played[-1], tables, flights)
        return _outcome(plan, played, dealers, len(tables))
    finally:
        heartbeat.cancel()
        for dealer in dealers:
            dealer.stop()
        await asyncio.sleep(1)
        service.close()


async def _play_part(part: Played, tables: tuple[int, ...], flights: tuple[str, ...]) -> None:
    """From its registration until nothing is left to play."""
    loop = asyncio.get_running_loop()
    await part.director.begin(tables, flights)
    latest_s = loop.time() + LONGEST_S
    while not is_over(part.desk.state) and loop.time() < latest_s:
        await asyncio.sleep(LOOK_S)
        await part.director.look()
    if not is_over(part.desk.state):
        part.director.violations.append(f"{part.desk.state.name} did not end")


def _outcome(plan: Plan, played: list[Played], dealers: list[Dealer], tables: int) -> Outcome:
    desks = [one.desk for one in played]
    violations = [said for one in played for said in one.director.violations]
    last = desks[-1].state
    finishes = (
        tuple(Finish(paid.finish, paid.entry, paid.payout, paid.bounties) for paid in last.ended.paid)
        if last.ended
        else ()
    )
    paid_in = BUY_IN * sum(not entry.carried for desk in desks for entry in counted(desk.state.entries))
    if sum(finish.payout for finish in finishes) != paid_in:
        violations.append("the payouts are not the pool")
    heads = last.terms.money.bounty * len(finishes) if last.terms else 0
    if sum(finish.bounties for finish in finishes) != heads:
        violations.append("the heads are not worth what was paid for them")
    if sorted(finish.entry for finish in finishes) != sorted(entry.number for entry in counted(last.entries)):
        violations.append("somebody has no place, or two")
    for dealer in dealers:
        violations += [f"table {dealer.game.table.number}: refused {why}" for why in dealer.screen.refused]
    figures = [desk.accounts.figures() for desk in desks]
    chips = Chips(sum(one.chips.expected for one in figures), sum(one.chips.found for one in figures))
    hands = [sum(facts.hands for facts in desk.accounts.facts().values()) for desk in desks]
    return Outcome(
        ok=not violations and chips.found == chips.issued,
        book=plan.book.id,
        players=plan.players,
        tables=tables,
        hands=sum(hands),
        events=sum(desk.mark + sum(desk.floor.tables[key].seq for key in desk.floor.keys) for desk in desks),
        finishes=finishes,
        chips=chips,
        parts=tuple(_part(desk.state, count) for desk, count in zip(desks, hands, strict=True)),
        violations=tuple(violations),
    )


def _part(tournament: Tournament, hands: int) -> PartPlayed:
    entries = tournament.entries.values()
    return PartPlayed(
        name=tournament.name,
        entries=len(counted(tournament.entries)),
        issued=sum(entry.chips for entry in counted(tournament.entries)),
        waited=sum(entry.waited for entry in entries),
        forfeits=sum(entry.forfeit is not None for entry in entries),
        went_on=len(tournament.flight.going_on) if tournament.flight else 0,
        hands=hands,
    )
