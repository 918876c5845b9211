"""When the bubble, the end and the breaks are expected: laws of every forecast, whatever the numbers of the model."""

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.tournament.insight.forecast import At, Field, TimeSpan, breaking, coming, until_left
from engine.tournament.insight.growth import NO_GROWTH, Growth, Joining, expected, growth
from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import LevelClock, first_clock
from engine.tournament.levels.structure import Break, Level, Structure, blinds, load_structure

CLUB = load_structure("club")
MINUTE = 60_000


@st.composite
def moments(draw):
    """Any moment of a club's evening: the clock, and a field of any size."""
    index = draw(st.integers(0, len(CLUB.entries) - 1))
    left_ms = draw(st.integers(1, round(CLUB.entries[index].minutes * MINUTE)))
    players = draw(st.integers(2, 400))
    return At(CLUB, LevelClock(index, left_ms), 0), Field(players, players * draw(st.integers(500, 100_000)))


def until(at, field, players) -> TimeSpan:
    """A forecast that must exist."""
    span = until_left(at, field, players)
    assert span
    return span


@given(moments(), st.data())
def test_a_range_holds_its_middle_and_fewer_players_are_left_later(moment, data):
    at, field = moment
    few, many = sorted((data.draw(st.integers(1, field.players - 1)), data.draw(st.integers(1, field.players - 1))))
    sooner, later = until(at, field, many), until(at, field, few)

    for span in (sooner, later):
        assert 0 <= span.low_ms <= span.mid_ms <= span.high_ms
    assert sooner.mid_ms <= later.mid_ms
    assert until_left(at, field, field.players) is None


@given(moments())
def test_a_second_later_the_forecast_time_is_the_same(moment):
    """Except if the blinds are so high that only chance is left."""
    at, field = moment
    assume(field.chips > 100 * blinds(CLUB, len(CLUB.entries) - 1).big)
    running = level_clock.start(at.clock, CLUB, 0)
    before, after = until(At(CLUB, running, 0), field, 1), until(At(CLUB, running, 1000), field, 1)

    assert abs(before.mid_ms - after.mid_ms - 1000) < MINUTE  # each is anchored at its own time, so it moves little


@st.composite
def joinings(draw):
    """Entries are still open for some time."""
    came, over_min, left_min = (draw(st.integers(0, most)) for most in (60, 240, 240))
    return Joining(came, draw(st.integers(0, 30)), over_min * MINUTE, left_min * MINUTE, 5000, 5000, 400)


@given(moments(), joinings(), st.data())
def test_a_range_is_wider_and_later_while_entries_are_open(moment, joining, data):
    """Wider than if the number of arrivals were known; and no part of it is earlier than if nobody came."""
    at, field = moment
    more, players = growth(joining), data.draw(st.integers(1, field.players - 1))
    span, known = until_left(at, field, players, more), until_left(at, field, players, Growth(*[more.mid] * 3))
    closed = until(at, field, players)
    assert span
    assert known

    assert span.low_ms <= span.mid_ms <= span.high_ms
    assert span.high_ms - span.low_ms >= known.high_ms - known.low_ms
    assert span.mid_ms >= closed.mid_ms
    assert span.high_ms >= known.high_ms >= known.mid_ms == span.mid_ms


@given(joinings())
def test_while_entries_are_open_more_players_come_at_the_pace_so_far(joining):
    low, mid, high = growth(joining)
    assert low.players <= mid.players <= high.players
    assert low.chips <= mid.chips <= high.chips
    assert growth(joining._replace(left_ms=0)) == NO_GROWTH
    longer = growth(joining._replace(left_ms=2 * joining.left_ms))
    assert longer.mid.players >= mid.players


@given(joinings(), st.integers(0, 60))
def test_no_field_is_expected_to_more_than_double(joining, field):
    assert growth(joining._replace(field=field)).high.players <= field


def test_the_number_of_further_entries_is_more_certain_after_many():
    """
    The same pace over an hour and over six, with an hour to go.
    """
    few, many = expected(5, 60 * MINUTE, 60 * MINUTE), expected(30, 360 * MINUTE, 60 * MINUTE)

    assert few[1] in (5, 6)
    assert many[1] == 5
    assert few[2] - few[0] > many[2] - many[0]


def test_the_forecast_includes_breaks():
    """
    The same levels with an hour of break among them end an hour later.
    """
    levels = (Level(25, 50, 20), Level(400, 800, 20), Level(4000, 8000, 20))
    straight = Structure("t", 5000, (25,), levels)
    rested = Structure("t", 5000, (25,), (levels[0], Break(60), *levels[1:]))
    ends = [until(At(one, first_clock(one), 0), Field(10, 50_000), 1).mid_ms for one in (straight, rested)]

    assert ends[1] - ends[0] == 60 * MINUTE
    ahead = coming(At(rested, first_clock(rested), 0))
    assert [(one.is_break, one.in_ms // MINUTE) for one in ahead] == [(True, 20), (False, 80), (False, 100)]
    assert isinstance(rested.entries[ahead[0].index], Break)


@given(moments())
def test_tables_are_forecast_to_break_in_their_order_while_the_others_have_seats(moment):
    at, field = moment
    tables = -(-field.players // 8)
    order = [(table, 8) for table in range(tables, 0, -1)]
    found = breaking(at, field, order)

    assert [one.table for one in found] == [table for table, _ in order[: len(found)]]
    assert all(one.players < field.players for one in found)
    assert len(found) < max(tables, 1)


def test_a_table_that_can_break_already_is_not_forecast_to_break():
    at = At(CLUB, first_clock(CLUB), 0)
    assert breaking(at, Field(0, 0), [(2, 10), (1, 10)]) == []
    assert breaking(at, Field(10, 50_000), [(2, 10), (1, 10)]) == []


def test_nothing_is_forecast_if_levels_go_by_play():
    by_hands = Structure("t", 5000, (25,), (Level(25, 50, hands=9),))
    at = At(by_hands, first_clock(by_hands), 0)

    assert (coming(at), until_left(at, Field(9, 45_000), 1)) == ([], None)
