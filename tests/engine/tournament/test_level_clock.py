"""The level clock: laws of time that no order may break."""

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refused import Refused
from engine.tournament.actions import Jump, LevelStarted, NextLevel, PreviousLevel
from engine.tournament.levels.level_clock import (
    LevelClock,
    add_time,
    advance,
    due,
    ends_at_ms,
    first_clock,
    go_to,
    is_last,
    is_running,
    overtime_ms,
    pause,
    remaining_ms,
    start,
)
from engine.tournament.levels.played import TableMark
from engine.tournament.levels.structure import (
    MS_A_MINUTE,
    Structure,
)
from engine.tournament.state import Tournament
from engine.tournament.tournament import decide
from tests.engine.tournament.evening import EVENING
from tests.kit.small_room import CREATE

MINUTE = MS_A_MINUTE


def next_level(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    return after_order(NextLevel(), clock, structure, now_ms)


def previous_level(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    return after_order(PreviousLevel(), clock, structure, now_ms)


def after_order(order: NextLevel | PreviousLevel, clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The clock after the director's order."""
    tournament = Tournament(structure=structure, terms=CREATE.terms, clock=clock)
    (event,) = decide(tournament, order, now_ms)
    assert isinstance(event, LevelStarted)
    return event.at


# Laws of the clock


@dataclass(frozen=True)
class ClockStep:
    """Something done to the clock after some time."""

    after_ms: int
    order: str
    delta_ms: int = 0


moments = st.integers(0, 10**13)
whiles = st.integers(0, 90 * MINUTE)
steps = st.lists(
    st.builds(
        ClockStep,
        after_ms=whiles,
        order=st.sampled_from(["start", "pause", "next", "previous", "add", "advance"]),
        delta_ms=st.integers(-30 * MINUTE, 30 * MINUTE),
    ),
    max_size=12,
)


def do(clock: LevelClock, step: ClockStep, now_ms: int) -> LevelClock:
    """The action of the director's button. A refused button changes nothing."""
    if step.order == "add":
        return add_time(clock, EVENING, now_ms, step.delta_ms)
    orders = {"start": start, "pause": pause, "next": next_level, "previous": previous_level, "advance": advance}
    try:
        return orders[step.order](clock, EVENING, now_ms)
    except Refused:
        return clock


@st.composite
def clocks(draw: st.DrawFn) -> tuple[LevelClock, int]:
    """A clock after some orders, and the time of the last one."""
    now_ms, clock = draw(moments), first_clock(EVENING)
    for step in draw(steps):
        now_ms += step.after_ms
        clock = do(clock, step, now_ms)
    return clock, now_ms


@given(clocks(), st.integers(-90 * MINUTE, 24 * 60 * MINUTE))
def test_the_remaining_time_is_never_negative_or_more_than_was_set(at, later_ms):
    """Whatever was ordered and however wrong `now` is, no screen shows a negative time or a longer level."""
    clock, now_ms = at

    assert 0 <= remaining_ms(clock, now_ms + later_ms) <= clock.left_ms
    assert 0 <= clock.index < len(EVENING.entries)


@given(clocks(), whiles, whiles)
def test_time_left_never_grows_by_itself(at, sooner_ms, later_ms):
    """
    Without an order, a later look never sees an earlier entry, or more time in the same one.
    """
    clock, now_ms = at
    first_look, second_look = now_ms + sooner_ms, now_ms + sooner_ms + later_ms
    one, two = advance(clock, EVENING, first_look), advance(clock, EVENING, second_look)

    assert (one.index, -remaining_ms(one, first_look)) <= (two.index, -remaining_ms(two, second_look))


@given(clocks(), whiles, whiles)
def test_pausing_and_resuming_keeps_exactly_the_time_left(at, paused_after_ms, paused_for_ms):
    """A break of any length neither costs nor gives a millisecond."""
    clock, now_ms = at
    then_ms = now_ms + paused_after_ms
    stopped = pause(clock, EVENING, then_ms)
    resumed_ms = then_ms + paused_for_ms

    assert not is_running(stopped)
    assert stopped.left_ms == remaining_ms(advance(clock, EVENING, then_ms), then_ms)
    assert stopped == advance(stopped, EVENING, resumed_ms) == pause(stopped, EVENING, resumed_ms)
    assert remaining_ms(start(stopped, EVENING, resumed_ms), resumed_ms) == stopped.left_ms


@given(clocks(), st.lists(whiles, min_size=1, max_size=8))
def test_one_jump_equals_any_number_of_steps(at, waits_ms):
    """A display that was away for hours arrives exactly where the others are."""
    clock, now_ms = at
    stepped, look_ms = clock, now_ms
    for wait_ms in waits_ms:
        look_ms += wait_ms
        stepped = advance(stepped, EVENING, look_ms)

    assert advance(clock, EVENING, look_ms) == stepped


@given(clocks(), st.integers(0, 60 * MINUTE))
def test_time_added_and_removed_again_changes_nothing(at, delta_ms):
    """Removing the added time restores the time left, at once and at any later time."""
    clock, now_ms = at
    there = add_time(clock, EVENING, now_ms, delta_ms)
    back = add_time(there, EVENING, now_ms, -delta_ms)
    before = advance(clock, EVENING, now_ms)

    assert remaining_ms(there, now_ms) == remaining_ms(before, now_ms) + delta_ms
    assert (back.index, is_running(back)) == (before.index, is_running(before))
    assert remaining_ms(back, now_ms) == remaining_ms(before, now_ms)
    assert ends_at_ms(back, EVENING) == ends_at_ms(before, EVENING)


@given(clocks(), whiles)
def test_an_entry_is_due_exactly_when_advancing_moves_the_clock(at, later_ms):
    """`due`, `ends_at_ms` and `advance` agree on the end of a level to the millisecond."""
    clock, now_ms = at
    look_ms = now_ms + later_ms
    moves = advance(clock, EVENING, look_ms) != clock

    assert due(clock, EVENING, look_ms) == moves
    ends_ms = ends_at_ms(clock, EVENING)
    if ends_ms is not None:
        assert not due(clock, EVENING, ends_ms - 1)
        assert due(clock, EVENING, ends_ms)


@given(clocks())
def test_a_clock_is_encoded_and_decoded(at):
    """
    Encoded and decoded, a clock and its structure are the same values.
    """
    clock, _ = at

    assert msgspec.json.decode(msgspec.json.encode(clock), type=LevelClock) == clock
    assert msgspec.json.decode(msgspec.json.encode(EVENING), type=Structure) == EVENING


# Effects of orders


def test_an_event_begins_with_a_stopped_clock_and_its_whole_first_level():
    """
    Nothing counts before the director starts the clock.
    """
    assert first_clock(EVENING) == LevelClock(index=0, left_ms=20 * MINUTE, since_ms=None)
    assert advance(first_clock(EVENING), EVENING, 10**12) == first_clock(EVENING)


def test_starting_a_running_clock_does_not_give_time_back():
    """
    A second tap on start is harmless.
    """
    running = start(first_clock(EVENING), EVENING, 1_000)

    assert start(running, EVENING, 5 * MINUTE) == running


def test_after_an_outage_the_clock_is_where_it_would_have_been():
    """
    Fifty-one minutes take the evening through two levels and the break, one minute into level 3.
    """
    running = start(first_clock(EVENING), EVENING, 0)

    assert advance(running, EVENING, 51 * MINUTE) == LevelClock(index=3, left_ms=15 * MINUTE, since_ms=50 * MINUTE)


def test_the_last_level_runs_on():
    """A day after its end the blinds are the same, no time is left and nothing is due."""
    clock = advance(start(first_clock(EVENING), EVENING, 0), EVENING, 24 * 60 * MINUTE)

    assert is_last(clock, EVENING)
    assert remaining_ms(clock, 24 * 60 * MINUTE) == 0
    assert not due(clock, EVENING, 24 * 60 * MINUTE)
    assert ends_at_ms(clock, EVENING) is None


def test_time_added_in_overtime_counts_from_now():
    """
    Five minutes more are five minutes, however long the last level has run over.
    """
    late_ms = 24 * 60 * MINUTE
    clock = add_time(start(first_clock(EVENING), EVENING, 0), EVENING, late_ms, 5 * MINUTE)

    assert remaining_ms(clock, late_ms) == 5 * MINUTE


def test_the_last_level_counts_its_overtime_through_pauses_and_a_crash():
    """Only running time counts. Added time ends the overtime."""
    over = advance(start(first_clock(EVENING), EVENING, 0), EVENING, 24 * 60 * MINUTE)
    ends_ms = (over.since_ms or 0) + over.left_ms

    assert overtime_ms(over, EVENING, ends_ms) == 0
    assert overtime_ms(over, EVENING, ends_ms + 3 * MINUTE) == 3 * MINUTE
    stopped = pause(over, EVENING, ends_ms + 3 * MINUTE)
    assert overtime_ms(stopped, EVENING, ends_ms + 60 * MINUTE) == 3 * MINUTE
    again = start(stopped, EVENING, ends_ms + 60 * MINUTE)
    assert overtime_ms(again, EVENING, ends_ms + 61 * MINUTE) == 4 * MINUTE
    assert add_time(again, EVENING, ends_ms + 61 * MINUTE, -MINUTE).over_ms == 4 * MINUTE
    longer = add_time(again, EVENING, ends_ms + 61 * MINUTE, MINUTE)
    assert overtime_ms(longer, EVENING, ends_ms + 61 * MINUTE) == 0
    assert overtime_ms(longer, EVENING, ends_ms + 63 * MINUTE) == MINUTE


def test_no_other_level_has_overtime():
    running = start(first_clock(EVENING), EVENING, 0)

    assert overtime_ms(running, EVENING, 24 * 60 * MINUTE) == 0


def test_removing_more_than_is_left_ends_the_level_now():
    """
    The next level then has its whole time, from this moment.
    """
    clock = add_time(start(first_clock(EVENING), EVENING, 0), EVENING, 5 * MINUTE, -30 * MINUTE)

    assert due(clock, EVENING, 5 * MINUTE)
    assert advance(clock, EVENING, 5 * MINUTE) == LevelClock(index=1, left_ms=20 * MINUTE, since_ms=5 * MINUTE)


def test_a_stopped_clock_with_nothing_left_waits_for_the_director():
    """
    Removing all the time while paused moves nothing until the clock is started.
    """
    empty = add_time(first_clock(EVENING), EVENING, 0, -20 * MINUTE)

    assert not due(empty, EVENING, 10**9)
    assert advance(start(empty, EVENING, 10**9), EVENING, 10**9).index == 1


def test_a_jump_gives_a_row_its_full_time_and_overrules_tables_only_backward():
    marks = (TableMark(1, 7),)
    opened = Tournament(structure=EVENING, terms=CREATE.terms, clock=LevelClock(0, 60_000, 0))

    (ahead,) = decide(opened, Jump(3, marks), 1_000)
    assert isinstance(ahead, LevelStarted)
    assert (ahead.at, ahead.marks) == (LevelClock(3, 900_000, 1_000), ())
    (back,) = decide(msgspec.structs.replace(opened, clock=ahead.at), Jump(1, marks), 2_000)
    assert isinstance(back, LevelStarted)
    assert (back.at, back.marks) == (LevelClock(1, 1_200_000, 2_000), marks)
    for nowhere in (-1, 5):
        with pytest.raises(Refused, match="no-such-row"):
            decide(opened, Jump(nowhere), 1_000)


@pytest.mark.parametrize("running", [True, False])
def test_next_and_previous_give_the_full_time_and_keep_the_clock_running_or_stopped(running):
    """
    Moving by hand neither starts nor stops time.
    """
    clock = start(first_clock(EVENING), EVENING, 0) if running else first_clock(EVENING)
    since_ms = 3 * MINUTE if running else None

    after = next_level(clock, EVENING, 3 * MINUTE)
    assert after == LevelClock(index=1, left_ms=20 * MINUTE, since_ms=since_ms)
    assert previous_level(after, EVENING, 3 * MINUTE) == LevelClock(index=0, left_ms=20 * MINUTE, since_ms=since_ms)
    assert go_to(clock, EVENING, 3 * MINUTE, 3) == LevelClock(index=3, left_ms=15 * MINUTE, since_ms=since_ms)


def test_next_counts_from_the_level_that_time_has_reached():
    """
    At minute 21 the second level is running, so next is the break, even if nobody advanced the clock.
    """
    running = start(first_clock(EVENING), EVENING, 0)

    assert next_level(running, EVENING, 21 * MINUTE).index == 2
    assert previous_level(running, EVENING, 21 * MINUTE).index == 0


def test_going_before_the_first_or_after_the_last_level_is_refused():
    clock = first_clock(EVENING)

    with pytest.raises(Refused, match=r"^first-level$"):
        previous_level(clock, EVENING, 0)
    with pytest.raises(Refused, match=r"^last-level$"):
        next_level(go_to(clock, EVENING, 0, 4), EVENING, 0)
