"""How long wrong PINs make a person wait, whatever the machine's wall clock is set to in the meantime."""

import asyncio
from typing import cast

import msgspec
import pytest

from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_pins import PinWaits, WrongPins
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.pins import FIRST_WAIT_MS, FREE_TRIES, LONGEST_WAIT_MS

HOURS_MS = 5 * 3_600_000
DAYS_MS = 30 * 24 * 3_600_000
KEYS = ["table/1/floor/"]


class NoDisk:
    """Files are kept in memory."""

    async def keep(self, *_: object) -> None:
        return


class RestartedClock:
    """The clock program, which can restart, on a machine whose wall clock can be set."""

    def __init__(self, folder):
        self.wall_ms, self.mono_ms, self.boot = 1_800_000_000_000, 90_000, "first"
        store = SqliteStore(folder / "clock.db")
        self.kept: Kind[WrongPins] = Kind(store, "wrong", WrongPins)
        store.close()
        self.start()

    def start(self):
        times = Times(lambda: self.mono_ms, lambda: self.wall_ms, self.boot)
        self.waits = PinWaits(self.kept, times, TurnAwayLog(lambda: 0, bool))

    def reboot(self, off_ms=0, wall_by_ms=0):
        """The machine is off for so long, and its battery clock gives a different time."""
        self.wall_ms += off_ms + wall_by_ms
        self.mono_ms, self.boot = 20_000, f"{self.boot} again"
        self.start()

    def passes(self, ms):
        self.mono_ms += ms
        self.wall_ms += ms

    def guess(self, times=1):
        for _ in range(times):
            asyncio.run(self.waits.count(cast(Writer, NoDisk()), KEYS, "Flo", 1))

    @property
    def wait_ms(self):
        return 1000 * self.waits.wait_s(KEYS)


@pytest.fixture
def clock(tmp_path, caplog):
    made = RestartedClock(tmp_path)
    made.guess(FREE_TRIES)
    assert made.wait_ms == FIRST_WAIT_MS
    caplog.clear()
    return made


@pytest.mark.parametrize("set_by_ms", [-DAYS_MS, -HOURS_MS, -1000, 1000, HOURS_MS, DAYS_MS])
def test_a_wait_lasts_as_long_as_announced_however_the_wall_clock_is_set(clock, set_by_ms):
    clock.wall_ms += set_by_ms
    assert clock.wait_ms == FIRST_WAIT_MS
    clock.passes(FIRST_WAIT_MS - 1000)
    clock.start()  # a restart: the wait goes on
    assert clock.wait_ms == 1000
    clock.passes(1000)
    assert clock.wait_ms == 0


@pytest.mark.parametrize("set_by_ms", [-DAYS_MS, DAYS_MS])
def test_the_count_of_wrong_pins_is_kept_when_the_wall_clock_is_set(clock, set_by_ms, caplog):
    clock.passes(FIRST_WAIT_MS)
    clock.wall_ms += set_by_ms
    clock.guess()

    assert clock.wait_ms == 2 * FIRST_WAIT_MS
    caplog.clear()


def test_the_count_of_wrong_pins_is_dropped_after_a_day(clock):
    clock.passes(25 * 3_600_000)
    clock.guess()

    assert clock.wait_ms == 0


def test_a_wait_follows_the_time_of_day_over_a_reboot_of_the_machine(clock):
    clock.reboot(off_ms=2000)
    assert clock.wait_ms == FIRST_WAIT_MS - 2000
    clock.reboot(off_ms=3000)
    assert clock.wait_ms == 0


def test_a_wait_after_an_empty_clock_battery_lasts_its_full_length_of_running_time(clock):
    clock.reboot(wall_by_ms=-DAYS_MS)
    assert clock.wait_ms == FIRST_WAIT_MS
    clock.passes(FIRST_WAIT_MS - 1000)
    assert clock.wait_ms == 1000
    clock.passes(1000)
    assert clock.wait_ms == 0


def test_a_person_who_keeps_guessing_waits_longer_each_time_up_to_the_maximum(clock, caplog):
    for _ in range(10):
        clock.passes(clock.wait_ms)
        clock.wall_ms -= HOURS_MS
        clock.guess()

    assert clock.wait_ms == LONGEST_WAIT_MS
    caplog.clear()


def test_the_counts_of_an_older_program_can_be_read(clock):
    clock.kept.all[KEYS[0]] = msgspec.json.decode(
        f'{{"count":{FREE_TRIES},"last_ms":{clock.wall_ms - 2000}}}', type=WrongPins
    )

    assert clock.wait_ms == FIRST_WAIT_MS - 2000
