"""The clock's time over a good and a bad network, simulated from a seed."""

import random

from kiosk.table.link.timebase import LONGEST_ROUND_TRIP_MS, SAMPLES, Timebase

ANSWERING_MS = 13  # the time that the clock takes to answer must not matter


def ping(timebase: Timebase, sent_ms: int, offset_ms: int, there_ms: int, back_ms: int) -> None:
    """One ping with these delays each way, to a clock that is ahead by `offset_ms`."""
    received = sent_ms + there_ms
    answered = received + ANSWERING_MS
    timebase.sample(sent_ms, received + offset_ms, answered + offset_ms, answered + back_ms)


def test_the_time_is_unknown_before_the_first_pong():
    timebase = Timebase()

    assert timebase.offset_ms is None


def test_equal_delays_give_the_exact_offset():
    for offset_ms in (-86_400_000, -7, 0, 123_456_789):
        timebase = Timebase()
        ping(timebase, sent_ms=50_000, offset_ms=offset_ms, there_ms=40, back_ms=40)

        assert timebase.offset_ms == offset_ms


def test_a_short_round_trip_outweighs_a_long_one():
    timebase = Timebase()
    ping(timebase, 0, offset_ms=500, there_ms=300, back_ms=10)
    ping(timebase, 1000, offset_ms=500, there_ms=5, back_ms=5)
    ping(timebase, 2000, offset_ms=500, there_ms=10, back_ms=300)

    assert timebase.offset_ms == 500


def test_short_delays_of_different_pings_combine_to_one_short_ping():
    timebase = Timebase()
    ping(timebase, 0, offset_ms=500, there_ms=4, back_ms=400)
    ping(timebase, 1000, offset_ms=500, there_ms=400, back_ms=4)

    assert timebase.offset_ms == 500


def test_pings_older_than_the_last_samples_are_forgotten():
    timebase = Timebase()
    ping(timebase, 0, offset_ms=500, there_ms=1, back_ms=1)
    for n in range(SAMPLES):
        assert timebase.offset_ms == 500
        ping(timebase, n, offset_ms=510, there_ms=20, back_ms=20)

    assert timebase.offset_ms == 510


def test_a_clock_that_was_set_is_followed_at_once():
    timebase = Timebase()
    for n in range(SAMPLES):
        ping(timebase, 1000 * n, offset_ms=500, there_ms=3, back_ms=3)

    ping(timebase, 100_000, offset_ms=3_600_500, there_ms=20, back_ms=20)

    assert timebase.offset_ms == 3_600_500


def test_a_ping_that_took_too_long_or_returned_before_it_was_sent_is_not_counted():
    timebase = Timebase()
    ping(timebase, 0, offset_ms=0, there_ms=LONGEST_ROUND_TRIP_MS, back_ms=1)
    timebase.sample(1000, 1000, 1000, 999)

    assert timebase.offset_ms is None
    ping(timebase, 0, offset_ms=0, there_ms=LONGEST_ROUND_TRIP_MS, back_ms=0)
    assert timebase.offset_ms == -LONGEST_ROUND_TRIP_MS // 2 + LONGEST_ROUND_TRIP_MS


def bad_wifi(dice: random.Random) -> int:
    """One direction through a full room: 2 ms and some jitter. One message in five is held up by as much as 400 ms."""
    return 2 + round(dice.expovariate(1 / 6)) + (dice.randrange(400) if dice.random() < 0.2 else 0)


def test_on_bad_wifi_many_pings_beat_a_single_one():
    """
    This holds even while the two clocks drift apart by 40 ppm for an hour, with one ping a second.
    """
    dice = random.Random(20)
    best, single = [], []
    timebase = Timebase()
    for second in range(3600):
        offset_ms = 5_000 + round(second * 0.04)
        there_ms, back_ms = bad_wifi(dice), bad_wifi(dice)
        ping(timebase, 1000 * second, offset_ms, there_ms, back_ms)
        single.append(abs(there_ms - back_ms) // 2)
        if second >= SAMPLES:
            assert timebase.offset_ms is not None
            best.append(abs(timebase.offset_ms - offset_ms))

    p99 = {name: sorted(errors)[len(errors) * 99 // 100] for name, errors in (("best", best), ("single", single))}
    assert p99["best"] <= 4
    assert p99["single"] > 100
