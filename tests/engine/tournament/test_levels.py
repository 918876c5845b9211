"""Structures and the level clock: what is refused and in which words, and laws of time that no order may break."""

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.events import Blinds
from engine.refused import Refused
from engine.tournament.levels import (
    MS_A_MINUTE,
    BadStructure,
    Break,
    Level,
    LevelClock,
    Structure,
    add_time,
    advance,
    blinds,
    chips_in_play,
    due,
    duration_ms,
    ends_at_ms,
    first_clock,
    go_to,
    is_last,
    is_running,
    level_in_force,
    level_number,
    load_structure,
    next_break_ms,
    next_level,
    next_play_level,
    parse_structure,
    pause,
    previous_level,
    remaining_ms,
    start,
)

MINUTE = MS_A_MINUTE

EVENING = Structure(
    name="Evening",
    starting_stack=10_000,
    chips=(25, 100, 500),
    entries=(
        Level(small=25, big=50, minutes=20, name="Level 1"),
        Level(small=50, big=100, minutes=20, name="Level 2"),
        Break(minutes=10, colour_up=(25,), name="Break"),
        Level(small=100, big=200, minutes=15, ante=200, ante_form="big-blind", name="Level 3"),
        Level(small=200, big=400, minutes=15, ante=100, ante_form="each", name="Level 4"),
    ),
)


# Laws of the clock


@dataclass(frozen=True)
class Step:
    """Something done to the clock after a while."""

    after_ms: int
    order: str
    delta_ms: int = 0


moments = st.integers(0, 10**13)
whiles = st.integers(0, 90 * MINUTE)
steps = st.lists(
    st.builds(
        Step,
        after_ms=whiles,
        order=st.sampled_from(["start", "pause", "next", "previous", "add", "advance"]),
        delta_ms=st.integers(-30 * MINUTE, 30 * MINUTE),
    ),
    max_size=12,
)


def do(clock: LevelClock, step: Step, now_ms: int) -> LevelClock:
    """What the director's button does; a button that is refused changes nothing."""
    if step.order == "add":
        return add_time(clock, EVENING, now_ms, step.delta_ms)
    orders = {"start": start, "pause": pause, "next": next_level, "previous": previous_level, "advance": advance}
    try:
        return orders[step.order](clock, EVENING, now_ms)
    except Refused:
        return clock


@st.composite
def clocks(draw: st.DrawFn) -> tuple[LevelClock, int]:
    """A clock after some orders, and the time of the last."""
    now_ms, clock = draw(moments), first_clock(EVENING)
    for step in draw(steps):
        now_ms += step.after_ms
        clock = do(clock, step, now_ms)
    return clock, now_ms


@given(clocks(), st.integers(-90 * MINUTE, 24 * 60 * MINUTE))
def test_what_remains_is_never_negative_and_never_more_than_was_set(at, later_ms):
    """
    Whatever was ordered and however wrong `now` is, no screen shows a negative or a longer level.
    """
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
def test_pausing_and_resuming_keeps_exactly_what_was_left(at, paused_after_ms, paused_for_ms):
    """
    A break of any length costs not a millisecond and gives none.
    """
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
    """
    A display that was away for hours arrives exactly where those that looked all the time are.
    """
    clock, now_ms = at
    stepped, look_ms = clock, now_ms
    for wait_ms in waits_ms:
        look_ms += wait_ms
        stepped = advance(stepped, EVENING, look_ms)

    assert advance(clock, EVENING, look_ms) == stepped


@given(clocks(), st.integers(0, 60 * MINUTE))
def test_time_added_and_removed_again_changes_nothing(at, delta_ms):
    """
    Taking back what was added leaves what was left, then and at any later time.
    """
    clock, now_ms = at
    there = add_time(clock, EVENING, now_ms, delta_ms)
    back = add_time(there, EVENING, now_ms, -delta_ms)
    before = advance(clock, EVENING, now_ms)

    assert remaining_ms(there, now_ms) == remaining_ms(before, now_ms) + delta_ms
    assert (back.index, is_running(back)) == (before.index, is_running(before))
    assert remaining_ms(back, now_ms) == remaining_ms(before, now_ms)
    assert ends_at_ms(back, EVENING) == ends_at_ms(before, EVENING)


@given(clocks(), whiles)
def test_an_entry_is_due_exactly_when_advancing_moves(at, later_ms):
    """
    The alarm, the question and the walk agree about the end of a level to the millisecond.
    """
    clock, now_ms = at
    look_ms = now_ms + later_ms
    moves = advance(clock, EVENING, look_ms) != clock

    assert due(clock, EVENING, look_ms) == moves
    ends_ms = ends_at_ms(clock, EVENING)
    if ends_ms is not None:
        assert not due(clock, EVENING, ends_ms - 1)
        assert due(clock, EVENING, ends_ms)


@given(clocks(), whiles)
def test_a_break_begins_when_the_screens_said_it_would(at, later_ms):
    """
    Waiting as long as `next_break_ms` says brings the running clock to the first moment of a break.
    """
    clock, now_ms = at
    clock = start(clock, EVENING, now_ms)
    look_ms = now_ms + later_ms
    until_ms = next_break_ms(clock, EVENING, look_ms)
    if until_ms is None:
        assert not any(
            isinstance(entry, Break) for entry in EVENING.entries[advance(clock, EVENING, look_ms).index + 1 :]
        )
        return
    there = advance(clock, EVENING, look_ms + until_ms)

    assert isinstance(EVENING.entries[there.index], Break)
    assert remaining_ms(there, look_ms + until_ms) == duration_ms(EVENING, there.index)
    assert advance(clock, EVENING, look_ms + until_ms - 1).index < there.index


@given(clocks())
def test_a_clock_survives_the_wire(at):
    """
    Encoded and decoded, a clock and its structure are the same values.
    """
    clock, _ = at

    assert msgspec.json.decode(msgspec.json.encode(clock), type=LevelClock) == clock
    assert msgspec.json.decode(msgspec.json.encode(EVENING), type=Structure) == EVENING


# What orders do


def test_an_event_begins_stopped_with_its_whole_first_level():
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
    """
    A day after its end the blinds are what they were, nothing is left and nothing is due.
    """
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


@pytest.mark.parametrize("running", [True, False])
def test_next_and_previous_give_the_whole_entry_and_leave_the_clock_running_or_not(running):
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


def test_there_is_no_level_before_the_first_or_after_the_last():
    """
    The order is refused with a sentence to show.
    """
    clock = first_clock(EVENING)

    with pytest.raises(Refused, match=r"^this is the first level; there is none before it$"):
        previous_level(clock, EVENING, 0)
    with pytest.raises(Refused, match=r"^this is the last level; there is none after it$"):
        next_level(go_to(clock, EVENING, 0, 4), EVENING, 0)


# What a structure answers


def test_what_hands_are_played_for_entry_by_entry():
    """
    Breaks keep the level before them, and coloured-up chips are out of play from the level after.
    """
    second = Blinds(level=2, small=50, big=100, chip=25)

    assert [blinds(EVENING, index) for index in range(5)] == [
        Blinds(level=1, small=25, big=50, chip=25),
        second,
        second,
        Blinds(level=3, small=100, big=200, ante=200, ante_form="big-blind", chip=100),
        Blinds(level=4, small=200, big=400, ante=100, ante_form="each", chip=100),
    ]
    assert [level_number(EVENING, index) for index in range(5)] == [1, 2, 2, 3, 4]
    assert level_in_force(EVENING, 2) == EVENING.entries[1]
    assert chips_in_play(EVENING, 3) == (100, 500)


def test_the_next_level_is_the_one_after_the_break():
    """
    A display announces levels to be played, not breaks; after the last there is none.
    """
    assert next_play_level(EVENING, 0) == EVENING.entries[1]
    assert next_play_level(EVENING, 1) == next_play_level(EVENING, 2) == EVENING.entries[3]
    assert next_play_level(EVENING, 4) is None


@pytest.mark.parametrize("structure_id", ["club", "demo"])
def test_a_shipped_structure_shows_what_structures_can_do(structure_id):
    """
    Each has breaks, a colour-up and a big-blind ante, and ends on its largest blinds.
    """
    structure = load_structure(structure_id)
    levels = [entry for entry in structure.entries if isinstance(entry, Level)]
    breaks = [entry for entry in structure.entries if isinstance(entry, Break)]

    assert any(pause.colour_up for pause in breaks)
    assert "big-blind" in {level.ante_form for level in levels}
    assert [level.name for level in levels] == [f"Level {number}" for number in range(1, len(levels) + 1)]
    assert levels[-1].big == max(level.big for level in levels)


def test_the_club_evening_begins_with_two_hundred_big_blinds_and_twenty_minutes():
    """
    The structure that a club finds ready to use is the one its file describes.
    """
    club = load_structure("club")

    assert blinds(club, 0) == Blinds(level=1, small=25, big=50, chip=25)
    assert (club.starting_stack, duration_ms(club, 0)) == (10_000, 20 * MINUTE)


def test_a_structure_that_does_not_ship_is_named_with_those_that_do():
    """
    A wrong name gets the list to choose from.
    """
    with pytest.raises(BadStructure, match=r"^there is no structure 'clubb'; there are: astate-2009, club, demo, "):
        load_structure("clubb")


# What is refused

HEAD = 'name = "Mine"\nstarting_stack = 1_000\nchips = [25, 100]\n'
FIRST = "{ small = 25, big = 50, minutes = 20 }"
LEVEL_FIELDS = (
    "a level has small, big, minutes, ante, ante_form, name, hands, orbits; a break has minutes, colour_up, name"
)


def test_names_given_in_the_file_are_kept_and_numbers_go_on():
    """
    Only what has no name is called by its number.
    """
    entries = f'entries = [{FIRST}, {{ kind = "break", minutes = 5, name = "Dinner" }}, {FIRST}]'

    assert [entry.name for entry in parse_structure(HEAD + entries, "mine.toml").entries] == [
        "Level 1",
        "Dinner",
        "Level 2",
    ]


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ("[]", "entries must be 1 to 200 levels and breaks, not 0"),
        ("[7]", "entry 1: Expected `object`, got `int`"),
        ("7", "entries: Expected `array`, got `int`"),
        ("[{ small = 25, big = 50, minutes = '20' }]", "entry 1, minutes: Expected `int`, got `str`"),
        ("[{ small = 25, big = 50.0, minutes = 20 }]", "entry 1, big: Expected `int`, got `float`"),
        ("[{ small = 25, minutes = 20 }]", f"entry 1: missing required field `big`; {LEVEL_FIELDS}"),
        (
            "[{ small = 25, big = 50, minutes = 20, antee = 5 }]",
            f"entry 1: unknown field `antee`; {LEVEL_FIELDS}",
        ),
        (
            f"[{FIRST}, {{ kind = 'pause', minutes = 5 }}, {FIRST}]",
            "entry 2, kind: Invalid value 'pause'; allowed: level, break",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante = 25, ante_form = 'all' }]",
            "entry 1, ante_form: Invalid enum value 'all'; allowed: none, each, big-blind",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante = 25 }]",
            "entry 1: ante 25 does not go with ante_form none; only an ante of 0 is none",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante_form = 'each' }]",
            "entry 1: ante 0 does not go with ante_form each; only an ante of 0 is none",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante = 100, ante_form = 'each' }]",
            "entry 1: ante must be from 0 to big (50), not 100",
        ),
        (
            "[{ small = 25, big = 1_000_000_000_025, minutes = 20 }]",
            "entry 1: big must be from 1 to 1000000000000, not 1000000000025",
        ),
        ("[{ small = 75, big = 50, minutes = 20 }]", "entry 1: small must be from 1 to big (50), not 75"),
        ("[{ small = 0, big = 50, minutes = 20 }]", "entry 1: small must be from 1 to big (50), not 0"),
        ("[{ small = 25, big = 50, minutes = 0 }]", "entry 1: minutes must be from 1 to 1440, not 0"),
        (f"[{FIRST}, {{ kind = 'break', minutes = -5 }}]", "entry 2: minutes must be from 1 to 1440, not -5"),
        (f"[{FIRST}, {{ kind = 'break', minutes = 5 }}]", "entries must begin and end with a level, not a break"),
        (f"[{{ kind = 'break', minutes = 5 }}, {FIRST}]", "entries must begin and end with a level, not a break"),
        (
            f"[{{ small = 50, big = 100, minutes = 20 }}, {FIRST}]",
            "entry 2: blinds must not fall from 50/100 to 25/50",
        ),
        (
            "[{ small = 50, big = 100, minutes = 20 }, { small = 25, big = 100, minutes = 20 }]",
            "entry 2: blinds must not fall from 50/100 to 25/100",
        ),
        (
            "[{ small = 30, big = 60, minutes = 20 }]",
            "entry 1: small, big and ante must be multiples of the smallest chip in play (25)",
        ),
        (
            f"[{FIRST}, {{ kind = 'break', minutes = 5, colour_up = [25] }}, {FIRST}]",
            "entry 3: small, big and ante must be multiples of the smallest chip in play (100)",
        ),
        (
            f"[{FIRST}, {{ kind = 'break', minutes = 5, colour_up = [100] }}, {FIRST}]",
            "entry 2: colour_up must be the smallest of the chips in play [25, 100], not all",
        ),
        (
            f"[{FIRST}, {{ kind = 'break', minutes = 5, colour_up = [25, 100] }}, {FIRST}]",
            "entry 2: colour_up must be the smallest of the chips in play [25, 100], not all",
        ),
    ],
)
def test_a_wrong_entry_gets_one_line_that_names_it(entries, problem):
    """
    File, entry, field and what is allowed there.
    """
    with pytest.raises(BadStructure) as refusal:
        parse_structure(f"{HEAD}entries = {entries}", "mine.toml")

    assert str(refusal.value) == f"mine.toml: {problem}"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[25, 100]", "[]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "[100, 25]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "[25, 25]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "[0, 25]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "['red']", "chips[0]: Expected `int`, got `str`"),
        ("1_000", "1_010", "starting_stack must be a multiple of the smallest chip (25), not 1010"),
        ("1_000", "1_000_000_000_025", "starting_stack must be from 1 to 1000000000000, not 1000000000025"),
        ("1_000", "0", "starting_stack must be from 1 to 1000000000000, not 0"),
        ("name =", "title =", "unknown field `title`; a structure has name, starting_stack, chips, entries"),
        (
            'name = "Mine"',
            '"na\\nme" = 1',
            "unknown field `na me`; a structure has name, starting_stack, chips, entries",
        ),
        ('name = "Mine"', "", "missing required field `name`; a structure has name, starting_stack, chips, entries"),
        ('"Mine"', "", "not TOML: Invalid value (at line 1, column 8)"),
    ],
)
def test_a_wrong_heading_gets_one_line_that_names_it(old, new, problem):
    """
    File, field and what is allowed there.
    """
    with pytest.raises(BadStructure) as refusal:
        parse_structure(f"{HEAD}entries = [{FIRST}]".replace(old, new), "mine.toml")

    assert str(refusal.value) == f"mine.toml: {problem}"


@given(st.text(max_size=200))
@example("x = " + "[" * 5_000)
@example("x = " + "9" * 5_000)
def test_any_text_is_a_structure_or_one_line(text):
    """
    No text makes the loader fail in any other way.
    """
    with pytest.raises(BadStructure) as refusal:
        parse_structure(text, "mine.toml")

    assert str(refusal.value).count("\n") == 0
