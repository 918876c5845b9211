"""A tournament on the clock's disk: it survives a restart, and it rejects late orders."""

import asyncio
from contextlib import closing, contextmanager

import pytest

from engine.tournament.actions import NextLevel, Start
from kiosk.clock.store.port import Alive
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.storage.keeper import Stale
from tests.kit.desks import begun, opened
from tests.kit.full_tables import FullTables

LEVEL_MS = 180_000


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "clock.db"
    FullTables().write(path)
    return path


@pytest.mark.parametrize(
    ("boot", "away_ms"),
    [("this-boot", 7000), ("another-boot", 90_000), ("", 90_000)],
    ids=["the machine went on", "the machine was restarted", "the machine does not tell"],
)
def test_time_away_is_monotonic_while_the_machine_runs_and_wall_time_over_its_reboot(database, boot, away_ms):
    async def start_and_crash():
        with desk_of(database, Times(lambda: 1000, lambda: 0, boot)) as desk:
            await desk.order(Start())

    asyncio.run(start_and_crash())
    with closing(SqliteStore(database)) as store:
        store.say_alive(Alive(boot, 3000, 500_000))
        state = opened(store, Times(lambda: 10_000, lambda: 590_000, "this-boot")).keeper.state

    assert state.stopped_ms == 10_000 - away_ms
    assert state.clock.left_ms == LEVEL_MS - 2000


def test_an_order_from_a_page_before_the_levels_end_is_stale_before_the_alarm_too(database):
    now_ms = 0

    async def order_late():
        nonlocal now_ms
        with desk_of(database, Times(lambda: now_ms, lambda: 0, "")) as desk:
            await desk.order(Start(), seen=desk.mark)
            now_ms = LEVEL_MS
            with pytest.raises(Stale):
                await desk.order(NextLevel(), seen=desk.mark)
            return desk.state.clock.index

    assert asyncio.run(order_late()) == 1


@contextmanager
def desk_of(database, times):
    """The tournament in the database, running."""
    store = SqliteStore(database)
    writer = Writer(store, lambda *_: None)
    desk = begun(store, writer, times)
    yield desk
    desk.close()
    writer.close()
