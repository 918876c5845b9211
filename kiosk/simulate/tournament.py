"""One tournament by seed, from registration to payout."""

import asyncio
from pathlib import Path
from random import Random

import msgspec

from engine.books.rulebook import RuleBook, most_seats
from engine.tournament.event_terms import EventTerms
from engine.tournament.payouts import load_payouts
from engine.tournament.structure import Structure
from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings
from kiosk.clock.times import Times
from kiosk.simulate.dealer import Dealer
from kiosk.simulate.director import Director
from kiosk.simulate.loop import VirtualLoop

LONGEST_S = 48 * 3600.0
"""Virtual: a tournament that lasts longer has got stuck."""
HEARTBEAT_S = 60.0
"""A crash is not simulated: what it would lose is not worth a commit each second."""
LOOK_S = 10.0
SEATS = 9
"""Of a table, or as many as the book seats."""
BUY_IN = 2_000


class Plan(msgspec.Struct, frozen=True):
    """What is played."""

    book: RuleBook
    structure: Structure
    players: int
    seed: int


class Finish(msgspec.Struct, frozen=True):
    """An entry's place, and what it won in points."""

    finish: int
    entry: int
    payout: int


class Chips(msgspec.Struct, frozen=True):
    """All chips."""

    issued: int
    found: int


class Outcome(msgspec.Struct, frozen=True):
    """`ok` when the tournament came to its end and kept every promise. `events` are the records of all journals."""

    ok: bool
    book: str
    players: int
    tables: int
    hands: int
    events: int
    finishes: tuple[Finish, ...]
    chips: Chips
    violations: tuple[str, ...]


def simulate(plan: Plan, folder: Path) -> Outcome:
    """Play it in this folder. Raises `Refused` or `BadInput` for a plan that cannot be played."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_play(plan, folder))


async def _play(plan: Plan, folder: Path) -> Outcome:
    loop, dice = asyncio.get_running_loop(), Random(plan.seed)

    def now_ms() -> int:
        return round(loop.time() * 1000)

    seats = most_seats(plan.book, SEATS)
    count = -(-plan.players // seats)
    tables = tuple(range(1, count + 1))
    tokens = {table: f"simulated-{table}" for table in tables}
    settings = ClockSettings(tokens, "simulated", folder / "clock.db", "127.0.0.1", 0)
    service = Service(settings, Times(now_ms, now_ms, "simulated"))
    dealers = [Dealer(folder, table, tokens[table], service, Random(plan.seed * 1000 + table)) for table in tables]
    heartbeat = asyncio.ensure_future(service.heartbeat(HEARTBEAT_S))
    try:
        terms = EventTerms(load_payouts("club"), BUY_IN, late_levels=2, re_entries=1)
        its_id = await service.create("Simulated", plan.book, plan.structure, terms)
        publisher = service.tournaments.named(its_id)
        assert publisher
        late = min(plan.players // 5, 3)
        names = tuple(f"Player {number}" for number in range(1, plan.players + 1))
        director = Director(publisher.desk, names, late, seats, dice)
        await director.begin(tables)
        while not publisher.desk.state.ended and loop.time() < LONGEST_S:
            await asyncio.sleep(LOOK_S)
            await director.look()
        return _outcome(plan, publisher, dealers, director, count)
    finally:
        heartbeat.cancel()
        for dealer in dealers:
            dealer.stop()
        await asyncio.sleep(1)
        service.close()


def _outcome(plan: Plan, publisher: Publisher, dealers: list[Dealer], director: Director, tables: int) -> Outcome:
    desk, violations = publisher.desk, list(director.violations)
    tournament, figures = desk.state, desk.accounts.figures()
    ended = tournament.ended
    finishes = tuple(Finish(paid.finish, paid.entry, paid.payout) for paid in ended.paid) if ended else ()
    if ended is None:
        violations.append("the tournament did not end")
    elif sum(finish.payout for finish in finishes) != BUY_IN * figures.entries:
        violations.append("the payouts are not the pool")
    elif sorted(finish.entry for finish in finishes) != sorted(
        entry.number for entry in tournament.entries.values() if not entry.voided
    ):
        violations.append("somebody has no place, or two")
    for dealer in dealers:
        violations += [f"table {dealer.game.table.number}: refused {why}" for why in dealer.screen.refused]
    found, issued = figures.chips.found, figures.chips.expected
    return Outcome(
        ok=not violations and found == issued,
        book=plan.book.id,
        players=plan.players,
        tables=tables,
        hands=sum(facts.hands for facts in desk.accounts.facts().values()),
        events=desk.mark + sum(desk.floor.tables[key].seq for key in desk.floor.keys),
        finishes=finishes,
        chips=Chips(issued, found),
        violations=tuple(violations),
    )
