"""The level clock over hours in which the machine's wall clock is set, the machine sleeps, and the service restarts
just before a level ends. In virtual time."""

import asyncio
from random import Random

import pytest

from engine.books.rulebook import load_book
from engine.tournament.actions import ApplyElapsed, Create, LevelStarted, Start
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import duration_ms, load_structure
from engine.tournament.prizes.payouts import load_payouts
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings, TableWithToken
from kiosk.clock.times import Times
from kiosk.clock.tournaments.records.named import FORM
from kiosk.simulate.loop import VirtualLoop

CLUB = load_structure("club")
HOUR_MS = 3_600_000


class Machine:
    """The machine's clocks: monotonic, which counts while it sleeps, and the wall clock, which people set."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.wall_ahead_ms = self.slept_ms = 0
        self.times = Times(
            lambda: round(loop.time() * 1000) + self.slept_ms,
            lambda: 10**12 + round(loop.time() * 1000) + self.slept_ms + self.wall_ahead_ms,
            "boot",
        )


def run(test):
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(test())


def service_of(machine, folder):
    settings = ClockSettings("key", (TableWithToken(1, "one"),), database_named=str(folder / "clock.db"), port=0)
    return Service(settings, machine.times)


async def begun(service):
    """A tournament whose clock runs."""
    its_id = await service.orders.create(Create("", "Club", load_book("tda"), CLUB, EventTerms(load_payouts("club"))))
    publisher = service.tournaments.named(its_id)
    await publisher.desk.order(Start())
    return publisher.desk


def expected(since_start_ms):
    """The level and its remaining time, computed by hand."""
    for index in range(len(CLUB.entries)):
        if since_start_ms < duration_ms(CLUB, index):
            return index, duration_ms(CLUB, index) - since_start_ms
        since_start_ms -= duration_ms(CLUB, index)
    raise AssertionError("longer than the structure")


def shown(desk, machine):
    clock = level_clock.advance(desk.state.clock, CLUB, machine.times.mono_ms())
    return clock.index, level_clock.remaining_ms(clock, machine.times.mono_ms())


def test_setting_the_wall_clock_by_hours_moves_no_level(tmp_path):
    async def test():
        machine, dice = Machine(), Random(4)
        service = service_of(machine, tmp_path)
        desk = await begun(service)
        start_ms = machine.times.mono_ms()
        for _ in range(46):
            await asyncio.sleep(299)
            machine.wall_ahead_ms += dice.choice((-HOUR_MS, HOUR_MS, 30 * HOUR_MS, 0))
            await asyncio.sleep(1.1)  # past the ends of levels
            index, left_ms = expected(machine.times.mono_ms() - start_ms)
            assert abs(shown(desk, machine)[1] - left_ms) <= 1
            assert desk.state.clock.index == index  # the alarm has rung, too
        service.close()

    run(test)


def test_a_machine_is_at_the_right_level_a_second_after_it_wakes_from_sleep(tmp_path):
    async def test():
        machine = Machine()
        service = service_of(machine, tmp_path)
        desk = await begun(service)
        start_ms = machine.times.mono_ms()
        beating = asyncio.create_task(service.heartbeat())
        for slept_s in (30, 600, 3 * 3600 // 2, 1):
            await asyncio.sleep(120)
            machine.slept_ms += slept_s * 1000
            await asyncio.sleep(1.5)
            index, left_ms = expected(machine.times.mono_ms() - start_ms)
            assert desk.state.clock.index == index
            assert abs(shown(desk, machine)[1] - left_ms) <= 1
        beating.cancel()
        service.close()

    run(test)


@pytest.mark.parametrize("left_ms", [100, 60, 20, 5, 1, 0])
@pytest.mark.parametrize("away_ms", [0, 1, 50, 3_000])
@pytest.mark.parametrize("then", [Start(), ApplyElapsed()], ids=["resume", "count the time"])
def test_a_restart_at_the_end_of_a_level_neither_skips_nor_repeats_it(tmp_path, left_ms, away_ms, then):
    async def test():
        machine = Machine()
        service = service_of(machine, tmp_path)
        desk = await begun(service)
        await asyncio.sleep(duration_ms(CLUB, 0) / 1000 - 1)
        beating = asyncio.create_task(service.heartbeat(0.01))
        await asyncio.sleep(1 - left_ms / 1000)
        beating.cancel()
        before, its_id = desk.state.clock.index, desk.state.id
        service.close()
        machine.slept_ms += away_ms

        service = service_of(machine, tmp_path)
        publisher = service.tournaments.named(its_id)
        desk = publisher.desk
        assert not level_clock.is_running(desk.state.clock)
        assert before <= desk.state.clock.index <= 1
        await desk.order(then)
        await asyncio.sleep(0.2)
        assert level_clock.is_running(desk.state.clock)
        assert desk.state.clock.index == 1
        await asyncio.sleep(duration_ms(CLUB, 1) / 1000)
        records = await publisher.desk.decisions(0, 1_000)
        assert desk.state.clock.index == 2
        begun_levels = [event.at.index for event in decided(records) if isinstance(event, LevelStarted)]
        assert begun_levels == sorted(set(begun_levels))
        service.close()

    run(test)


def decided(records):
    return [FORM.decode(record.body) for record in records]
