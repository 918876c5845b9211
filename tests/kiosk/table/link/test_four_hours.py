"""Twelve screens over four hours of a very bad network, in virtual time: what each takes the clock's time to be."""

from collections.abc import Iterator
from random import Random

import pytest

from kiosk.table.link.session import PING_S, QUICK_PING_S, QUICK_PINGS
from kiosk.table.link.timebase import Timebase

HOUR_MS = 3_600_000
JITTER_MS, LOST, AGAIN_MS = 500, 0.1, 300
"""Each message is late by up to `JITTER_MS`. One in ten is lost and sent again after `AGAIN_MS`, as TCP does."""
SCREENS, PPM = 12, 50
SETTLED_MS = 60_000
"""Until then a screen that has just connected is a little less accurate."""
APART_MS, WRONG_MS = 100, 1_000


class Way:
    """One direction of a connection: no message overtakes another."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._last_ms = 0.0

    def carry(self, sent_ms: float) -> float:
        arrives_ms = sent_ms + 1 + self._dice.random() * JITTER_MS
        while self._dice.random() < LOST:
            arrives_ms += AGAIN_MS
        self._last_ms = max(self._last_ms, arrives_ms)
        return self._last_ms


class DriftingScreen:
    """A screen whose own clock drifts and began at a random time."""

    def __init__(self, dice: Random) -> None:
        self._rate = 1 + dice.uniform(-PPM, PPM) * 1e-6
        self._began_ms = dice.randrange(10**9)
        self._there, self._back = Way(dice), Way(dice)
        self._time = Timebase()
        self.pings = self._pinging()
        self.next_ms = next(self.pings)

    def local_ms(self, true_ms: float) -> int:
        return self._began_ms + round(true_ms * self._rate)

    def believes(self, true_ms: float) -> int:
        assert self._time.offset_ms is not None
        return self.local_ms(true_ms) + self._time.offset_ms

    def _pinging(self) -> Iterator[float]:
        """The time at which each pong arrives."""
        sent_ms, count = 0.0, 0
        while True:
            there_ms = self._there.carry(sent_ms)
            back_ms = self._back.carry(there_ms)
            yield back_ms
            self._time.sample(self.local_ms(sent_ms), round(there_ms), round(there_ms), self.local_ms(back_ms))
            count += 1
            sent_ms += 1000 * (QUICK_PING_S if count < QUICK_PINGS else PING_S)


@pytest.mark.parametrize(
    "hours", [pytest.param(0.25, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.nightly)]
)
def test_screens_stay_within_a_tenth_of_a_second_of_each_other_and_of_the_clock_for_hours(hours):
    dice = Random(11)
    screens = [DriftingScreen(dice) for _ in range(SCREENS)]
    apart, wrong = [], []
    for true_ms in range(1_000, round(hours * HOUR_MS), 3_000):
        for screen in screens:
            while screen.next_ms <= true_ms:
                screen.next_ms = next(screen.pings)
        if true_ms < SETTLED_MS:
            continue
        believed = [screen.believes(true_ms) for screen in screens]
        apart.append(max(believed) - min(believed))
        wrong.append(max(abs(screen_ms - true_ms) for screen_ms in believed))

    assert max(apart) <= APART_MS
    assert max(wrong) <= APART_MS < WRONG_MS


def test_after_two_and_a_half_seconds_the_time_is_within_a_quarter_of_a_second():
    dice = Random(12)
    for _ in range(50):
        screen = DriftingScreen(dice)
        while screen.next_ms <= 2_500:
            screen.next_ms = next(screen.pings)

        assert abs(screen.believes(2_500) - 2_500) <= JITTER_MS / 2
