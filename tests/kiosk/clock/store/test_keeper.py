"""Orders whose caller stops waiting, as the client of a lost connection does."""

import asyncio
import gc

import pytest

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import Create, UseTable
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings, TableWithToken
from kiosk.clock.store.keeper import run_to_end
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale

WANTED = Create("", "Sunday", load_book("tda"), load_structure("club"), EventTerms(load_payouts("club")))


def service_in(folder):
    settings = ClockSettings("key", (TableWithToken(1, "one"),), database_named=str(folder / "clock.db"), port=0)
    return Service(settings, Times(lambda: 0, lambda: 0, "boot"))


def uncaught_in(play):
    """The errors that asyncio would log while this coroutine function runs."""
    uncaught = []

    async def watched():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: uncaught.append(context["exception"]))
        await play()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
        gc.collect()

    asyncio.run(watched())
    return uncaught


def test_a_refusal_that_nobody_awaits_is_not_logged_as_an_error(tmp_path):
    """Before, the clock logged it with a traceback, as an error that was never retrieved."""

    async def play():
        service = service_in(tmp_path)
        try:
            publisher = service.tournaments.named(await service.orders.create(WANTED))
            assert publisher
            orders = [asyncio.create_task(publisher.desk.order(UseTable(1, 9))) for _ in range(2)]
            await asyncio.sleep(0)
            orders[1].cancel()
            await orders[0]
            assert len(publisher.desk.state.sittings) == 1
        finally:
            service.close()

    assert uncaught_in(play) == []


@pytest.mark.parametrize(
    ("error", "is_bug"),
    [(Refused("tournament-ended"), False), (Stale(1, 2), False), (Fault("disk-full"), False), (ValueError("x"), True)],
)
def test_work_that_nobody_awaits_runs_to_its_end_and_only_a_bug_is_reported(error, is_bug):
    done = []

    async def work():
        await asyncio.sleep(0)
        done.append(error)
        raise error

    async def play():
        waits = asyncio.create_task(run_to_end(work()))
        await asyncio.sleep(0)
        waits.cancel()

    assert uncaught_in(play) == ([error] if is_bug else [])
    assert done == [error]


def test_an_order_under_way_when_the_clock_stops_is_not_logged_as_an_error(tmp_path):
    """Before, the clock logged it with a traceback, because its database was closed."""

    async def play():
        service = service_in(tmp_path)
        publisher = service.tournaments.named(await service.orders.create(WANTED))
        assert publisher
        order = asyncio.create_task(publisher.desk.order(UseTable(1, 9)))
        await asyncio.sleep(0)
        order.cancel()
        service.close()

    assert uncaught_in(play) == []
