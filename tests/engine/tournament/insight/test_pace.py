"""How fast tables deal compared with the room: what counts, what does not, and which tables are slow."""

import pytest
from msgspec.structs import replace

from engine.tournament.insight.pace import TimedHand, near_money, room_pace

MINUTE = 60_000


def dealt(count, seconds, dealer="Ruth", level=3, pause=20):
    """This many hands, each dealt this many seconds after the one before; the last one is over."""
    cycle, rest = seconds * 1000, pause * 1000
    return tuple(
        TimedHand(number * 10, number, level, dealer, at := number * cycle, at + cycle - rest, at + cycle - rest, 1)
        for number in range(1, count + 1)
    )


def test_hands_per_hour_and_the_pause_cover_the_last_half_hour():
    hands = dealt(60, 120)
    early = tuple(replace(one, acted_ms=one.started_ms, started_ms=one.started_ms - 50) for one in hands[:20])
    pace = room_pace({1: (*early, *hands[20:])}, {1: hands[-1].ended_ms}, 3)

    assert (pace.an_hour, pace.pause_ms) == (30.0, 20_000)
    assert pace.tables[1].hands == 60


def test_a_break_is_not_a_pause_and_a_long_hand_counts_while_it_goes_on():
    before, break_ms = dealt(8, 120), 20 * MINUTE
    after = tuple(replace(one, started_ms=one.started_ms + 8 * 120_000 + break_ms, acted_ms=0) for one in dealt(5, 120))
    steady = room_pace({1: (*before, *after)}, {1: after[-1].started_ms + 60_000}, 3)
    assert steady.an_hour == 30.0

    stuck = (*dealt(8, 120), TimedHand(99, 9, 3, "Ruth", 9 * 120_000))
    assert room_pace({1: stuck}, {1: 9 * 120_000 + 10 * MINUTE}, 3).an_hour == 20.0


def test_a_slow_table_and_its_dealer_are_named_with_how_far_behind_they_are():
    tables = {1: dealt(20, 90, "Ann"), 2: dealt(18, 100, "Ben"), 3: dealt(10, 170, "Cas")}
    pace = room_pace(tables, {key: hands[-1].ended_ms for key, hands in tables.items()}, 3)

    assert [key for key, one in pace.tables.items() if one.slow] == [3]
    assert [name for name, one in pace.dealers.items() if one.slow] == ["Cas"]
    assert ([one.behind for one in pace.tables.values()], pace.spread) == ([0, 0, 8], 10)
    assert room_pace(tables, dict.fromkeys(tables, 10**7), 4).spread == 0


def test_too_few_hands_give_no_pace():
    pace = room_pace({1: dealt(3, 90), 2: ()}, {1: 10**6, 2: 10**6}, 3)

    assert (pace.an_hour, pace.pause_ms, [one.slow for one in pace.tables.values()]) == (None, None, [False, False])
    assert room_pace({}, {}, 1).tables == {}


@pytest.mark.parametrize(
    ("players", "paid", "near"),
    [(31, 30, True), (35, 30, True), (36, 30, False), (30, 30, False), (110, 100, True), (111, 100, False)],
)
def test_near_the_money_means_within_a_tenth_of_the_places_or_five(players, paid, near):
    assert near_money(players, paid) == near
