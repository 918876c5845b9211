"""The cost of an order or of a table's records at the desk of a large room: how often the code loops over
all entries.
"""

import asyncio
from contextlib import closing

import pytest

from engine.tournament.actions import AddEntry
from engine.tournament.targets import Targets
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.records import entry_accounts
from tests.benchmarks import day
from tests.kit.desks import begun
from tests.kit.small_room import SmallRoom

TABLES, RECORDS, MORE = 12, 60, 20


class CallCounter:
    """A function, and how often it is called."""

    def __init__(self, what) -> None:
        self.what, self.calls = what, 0

    def __call__(self, *given):
        self.calls += 1
        return self.what(*given)


@pytest.fixture
def counted(monkeypatch):
    """The functions that loop over all entries of the room."""
    found = {name: CallCounter(getattr(entry_accounts, name)) for name in ("has_sat", "Targets", "in_transit")}
    for name, one in found.items():
        monkeypatch.setattr(entry_accounts, name, one)
    return lambda: {name: one.calls for name, one in found.items()}


async def calls(store: SqliteStore, counted) -> tuple[dict[str, int], ...]:
    """The calls before anything, after one order, after records of a table, and after an update to every table."""
    room = day.fill(store, TABLES, RECORDS)
    desk = begun(store, Writer(store, lambda *_: None), day.TIMES)
    found = [counted()]
    await desk.order(AddEntry("late", "Late"))
    found.append(counted())
    desk.audited.taken(1, day.records_of(room, 1, RECORDS + MORE)[RECORDS:])
    assert desk.audited.tables[1].seq == RECORDS + MORE
    found.append(counted())
    assert all(desk.accounts.target(key) and not desk.accounts.coming(key) for key in desk.audited.keys)
    found.append(counted())
    desk.close()
    return tuple(found)


def test_an_order_loops_over_all_entries_once_and_a_tables_records_never_do(tmp_path, counted):
    with closing(SqliteStore(tmp_path / "clock.db")) as store:
        begun, ordered, taken, updated = asyncio.run(calls(store, counted))

    assert {name: ordered[name] - begun[name] for name in begun} == {"has_sat": 1, "Targets": 1, "in_transit": 0}
    assert taken == updated == ordered


@pytest.mark.parametrize("seed", range(6))
def test_the_targets_include_every_leaving_player_and_every_purchase(seed):
    """Computed from the entries, one by one: the players who leave, and the chips bought at each table."""
    room = SmallRoom(seed)
    room.open(14, 3, 7)
    seen = 0
    for _ in room.play():
        entries, targets = room.tournament.entries.values(), Targets(room.tournament)
        by_sitting = {number: targets.of(number) for number in room.tournament.sittings}
        left = {(one.moved_from.sitting, one.number) for one in entries if one.seat and one.moved_from}
        bought = {(one.sitting, one.number) for entry in entries if entry.is_in for one in entry.bought}
        assert {(number, one.entry) for number, target in by_sitting.items() for one in target.leaving} == left
        assert {(number, one.number) for number, target in by_sitting.items() for one in target.bought} == bought
        seen += len(left) + len(bought)
    assert seen
