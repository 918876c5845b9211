"""The level clock hand for hand: a hand uses no more time of its level than the book allows or than it lasts."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.books.rulebook import load_book, parse_book, shipped_ids
from engine.tournament.actions import (
    AddTime,
    AdvanceDue,
    ApplyElapsed,
    BarrierSet,
    ConfirmBust,
    HandForHand,
    HandTimed,
    NextHand,
    NextLevel,
    Pause,
    Recover,
    Start,
    TimeHand,
    TournamentAction,
    UndoAct,
    UndoClock,
)
from engine.tournament.levels.level_clock import (
    HandTime,
    ends_at_ms,
    first_clock,
    is_held,
    is_running,
    overtime_ms,
    remaining_ms,
    set_hand,
    start,
)
from engine.tournament.levels.structure import MS_A_MINUTE, Break, Level, Structure
from engine.tournament.state import Event, apply
from engine.tournament.tournament import order
from tests.kit.small_room import CREATE, TDA, SmallRoom

SECOND = 1_000
MINUTE = MS_A_MINUTE
CAP = 2 * MINUTE
LEVEL = Level(25, 50, 20)
EVENING = Structure("Evening", 10_000, (25, 100), (LEVEL, Break(10), LEVEL, LEVEL))


class HandRoom(SmallRoom):
    """Three tables of three, with the clock just started. Orders take no time."""

    def __init__(self, value: str = "two-minutes", structure: Structure = EVENING) -> None:
        super().__init__(1)
        book = replace(TDA, hand_for_hand=replace(TDA.hand_for_hand, value=value))
        self.open(9, 3, 9, create=replace(CREATE, structure=structure, book=book))
        self.tables_follow()
        self.finish(1, 2, 3)

    def do(self, action: TournamentAction, by: str = "Dana") -> bool:
        """Give the order, and then do what the service does automatically."""
        events = self._take(action, by)
        self.follow()
        return bool(events)

    def follow(self) -> None:
        """Follow the room, as the service does after a record of a table or the end of a level."""
        self._take(AdvanceDue(), "clock")
        self._take(TimeHand(), "clock")

    def _take(self, action: TournamentAction, by: str) -> list[Event]:
        events = order(self.tournament, action, by, self.now_ms, self.facts)
        self.tournament = reduce(apply, events, self.tournament)
        self.events += events
        return events

    def finish(self, *tables: int) -> None:
        """The hand at these tables is over."""
        for number in tables:
            self.tables[number].hands += 1
            self.tables[number].mark += 1
        if self.tournament.started:
            self.follow()

    def wait(self, ms: int) -> None:
        self.now_ms += ms
        self.follow()

    def release(self) -> None:
        before = self.left_ms
        assert self.do(NextHand())
        assert self.left_ms == before

    def hand(self, lasts_ms: int, after_ms: int = 0) -> int:
        """The time that a hand used of its level.

        The last table finishes it after `lasts_ms`, and the director releases the next `after_ms` later.
        """
        before = self.left_ms
        self.release()
        self.wait(lasts_ms // 2)
        self.finish(1, 2)
        self.wait(lasts_ms - lasts_ms // 2)
        self.finish(3)
        assert is_held(self.tournament.clock, self.now_ms)
        self.wait(after_ms)
        return before - self.left_ms

    @property
    def left_ms(self) -> int:
        """Of the level."""
        return remaining_ms(self.tournament.clock, self.now_ms)

    @property
    def index(self) -> int:
        """The entry of the structure."""
        return self.tournament.clock.index


@pytest.fixture
def room() -> HandRoom:
    """Called hand for hand, between two hands."""
    room = HandRoom()
    assert room.do(HandForHand(on=True))
    return room


@pytest.mark.parametrize(
    ("lasts_ms", "taken_ms"),
    [
        (40 * SECOND, 40 * SECOND),
        (CAP - SECOND, CAP - SECOND),
        (CAP, CAP),
        (CAP + 1, CAP),
        (7 * MINUTE, CAP),
    ],
)
def test_a_hand_uses_its_own_length_up_to_two_minutes(room, lasts_ms, taken_ms):
    assert room.hand(lasts_ms, after_ms=3 * MINUTE) == taken_ms


def test_each_of_three_hands_in_a_row_has_its_own_two_minutes(room):
    assert [room.hand(lasts_ms) for lasts_ms in (7 * MINUTE, 30 * SECOND, 3 * MINUTE)] == [CAP, 30 * SECOND, CAP]


@pytest.mark.parametrize(
    ("value", "most_ms"), [("one-minute", MINUTE), ("two-minutes", CAP), ("three-minutes", 3 * MINUTE)]
)
def test_the_book_sets_how_much_time_a_hand_may_use(value, most_ms):
    room = HandRoom(value)
    room.do(HandForHand(on=True))

    assert room.hand(7 * MINUTE) == most_ms


def test_with_a_book_that_lets_the_clock_run_hands_do_not_stop_it():
    room = HandRoom("runs")
    room.do(HandForHand(on=True))
    room.do(NextHand())
    room.finish(1, 2)
    room.wait(7 * MINUTE)

    assert room.left_ms == 13 * MINUTE
    assert not any(isinstance(event, HandTimed) for event in room.events)


def test_the_hands_in_play_at_the_call_have_the_same_limit():
    room = HandRoom()
    room.wait(5 * MINUTE)
    facts = {**room.facts, 2: replace(room.facts[2], playing=True)}
    for action in (HandForHand(on=True), TimeHand()):
        room.tournament = reduce(apply, order(room.tournament, action, "Dana", room.now_ms, facts), room.tournament)

    assert remaining_ms(room.tournament.clock, room.now_ms + 7 * MINUTE) == 13 * MINUTE


def test_the_clock_is_stopped_while_a_bust_waits_for_confirmation(room):
    room.release()
    out = min(room.tables[1].held)
    room.wait(MINUTE)
    room.lose(1, out)
    room.finish(2, 3)
    left_ms = room.left_ms
    room.wait(9 * MINUTE)
    assert room.left_ms == left_ms >= 18 * MINUTE

    assert room.do(ConfirmBust(out))
    assert room.left_ms == left_ms
    assert room.hand(MINUTE) == MINUTE


def test_after_hand_for_hand_the_clock_goes_on_from_where_it_stopped(room):
    room.hand(7 * MINUTE, after_ms=MINUTE)

    assert room.do(HandForHand(on=False))

    assert room.left_ms == 18 * MINUTE
    room.wait(5 * MINUTE)
    assert room.left_ms == 13 * MINUTE


def test_a_pause_during_a_hand_uses_none_of_its_time_and_lasts_beyond_it(room):
    room.release()
    room.wait(MINUTE)
    assert room.do(Pause())
    room.wait(9 * MINUTE)
    assert room.do(Start())
    room.wait(9 * MINUTE)
    assert room.left_ms == 18 * MINUTE

    room.do(Pause())
    room.finish(1, 2, 3)
    room.release()
    room.wait(MINUTE)
    assert not is_running(room.tournament.clock)
    assert room.left_ms == 18 * MINUTE
    room.do(Start())
    room.wait(MINUTE)
    assert room.left_ms == 17 * MINUTE


def test_a_hand_that_outlasts_its_level_uses_the_rest_of_its_time_from_the_next():
    room = HandRoom(structure=replace(EVENING, entries=(LEVEL, LEVEL, LEVEL)))
    room.wait(19 * MINUTE + 30 * SECOND)
    room.do(HandForHand(on=True))
    room.release()
    room.wait(30 * SECOND)
    assert (room.index, room.left_ms) == (1, 20 * MINUTE)
    room.wait(9 * MINUTE)

    assert (room.index, room.left_ms) == (1, 20 * MINUTE - 90 * SECOND)


def test_a_level_does_not_end_while_the_clock_is_stopped(room):
    room.do(AddTime(-18 * MINUTE + SECOND))
    room.hand(7 * MINUTE)
    room.wait(60 * MINUTE)
    assert (room.index, room.left_ms) == (0, SECOND)
    assert ends_at_ms(room.tournament.clock, EVENING) is None


def test_a_level_with_as_much_time_left_as_the_hand_ends_with_the_hand(room):
    room.do(AddTime(-18 * MINUTE))
    room.release()
    room.wait(CAP)
    assert (room.index, room.left_ms) == (1, 10 * MINUTE)


def test_a_break_that_begins_during_a_hand_has_its_full_length():
    room = HandRoom()
    room.wait(19 * MINUTE)
    room.do(HandForHand(on=True))
    room.release()
    room.wait(MINUTE)
    assert (room.index, room.left_ms) == (1, 10 * MINUTE)
    room.wait(4 * MINUTE)
    assert room.left_ms == 6 * MINUTE
    room.finish(1, 2, 3)
    room.release()
    room.wait(5 * MINUTE)
    assert room.left_ms == MINUTE
    room.wait(MINUTE)
    assert (room.index, room.left_ms) == (2, 20 * MINUTE)
    room.wait(9 * MINUTE)

    assert (room.index, room.left_ms) == (2, 18 * MINUTE)  # the hand released in the break has all of its time


def test_undoing_a_release_gives_no_time_twice(room):
    room.hand(MINUTE)
    room.release()
    released = next(act.number for act in reversed(room.tournament.acts) if act.by == "Dana")
    room.wait(90 * SECOND)
    assert room.do(UndoAct(released))
    left_ms = room.left_ms
    assert is_held(room.tournament.clock, room.now_ms)

    room.release()
    room.wait(9 * MINUTE)

    assert left_ms - room.left_ms == 30 * SECOND


def test_after_the_call_is_undone_the_clock_goes_on_from_where_it_is(room):
    called = next(act.number for act in room.tournament.acts if isinstance(act.events[0], BarrierSet))
    room.wait(9 * MINUTE)
    left_ms = room.left_ms

    assert room.do(UndoAct(called))

    assert room.left_ms == left_ms
    room.wait(MINUTE)
    assert room.left_ms == left_ms - MINUTE


def test_a_table_that_undoes_its_hand_goes_on_with_the_time_left(room):
    room.release()
    room.wait(30 * SECOND)
    room.finish(1, 2, 3)
    room.wait(5 * MINUTE)
    room.tables[3].hands -= 1
    room.wait(0)
    room.wait(9 * MINUTE)

    assert room.left_ms == 18 * MINUTE


def test_a_correction_of_the_clock_leaves_the_hand_its_time(room):
    room.release()
    room.wait(MINUTE)
    room.do(AddTime(5 * MINUTE))
    assert room.left_ms == 24 * MINUTE
    room.wait(9 * MINUTE)
    assert room.left_ms == 23 * MINUTE

    room.do(AddTime(-3 * MINUTE))
    assert room.left_ms == 20 * MINUTE
    room.do(NextLevel())
    room.do(NextLevel())
    room.wait(9 * MINUTE)
    assert (room.index, room.left_ms) == (2, 20 * MINUTE)  # the hand has used its time


def test_an_undone_clock_order_leaves_no_trace(room):
    room.release()
    room.wait(MINUTE)
    room.do(Pause())
    room.wait(30 * SECOND)
    room.do(UndoClock())
    assert room.left_ms == 18 * MINUTE + 30 * SECOND
    room.wait(9 * MINUTE)

    assert room.left_ms == 18 * MINUTE


def test_after_a_restart_during_a_hand_the_clock_and_the_hand_keep_their_time(room):
    room.release()
    room.wait(MINUTE)
    alive_ms = room.now_ms
    room.now_ms = 4_000  # the time of the new run
    room.do(Recover(alive_ms, away_ms=3_000))
    assert (room.left_ms, is_running(room.tournament.clock)) == (19 * MINUTE, False)
    halted = room.tournament

    room.do(Start())
    room.wait(9 * MINUTE)
    assert room.left_ms == 18 * MINUTE

    room.tournament, room.now_ms = halted, 20 * MINUTE
    room.do(ApplyElapsed())
    assert room.left_ms == 18 * MINUTE  # all the time away, but no more than the hand may take


def test_the_overtime_of_the_last_level_is_at_most_the_limit_of_the_hand():
    clock = start(first_clock(EVENING, level=3), EVENING, 0)
    over_ms = 20 * MINUTE + MINUTE
    clock = set_hand(clock, EVENING, over_ms, HandTime(CAP))
    assert overtime_ms(clock, EVENING, over_ms) == MINUTE

    assert overtime_ms(clock, EVENING, over_ms + 9 * MINUTE) == MINUTE + CAP


@pytest.mark.parametrize("book", shipped_ids())
def test_every_book_takes_the_hand_limit_from_the_standards_clause(book):
    rule = load_book(book).hand_for_hand

    assert (rule.value, rule.clause, rule.book) == ("two-minutes", "TDA 2024 RP-8", "tda")


def test_a_clubs_own_book_may_let_the_clock_run():
    text = """id = "club"
name = "Club"
extends = "house"

[hand_for_hand]
value = "runs"
clause = "Club rules, 7"
says = "The clock runs on."
"""
    assert parse_book(text, "club.toml").hand_for_hand.value == "runs"


hands = st.tuples(
    st.integers(0, 9 * MINUTE),  # until the last table has finished
    st.integers(0, 3 * MINUTE),  # until the next is released
    st.integers(0, 5 * MINUTE),  # a pause inside it
)


@pytest.mark.fuzz
@given(st.lists(hands, min_size=1, max_size=12), st.integers(0, 25 * MINUTE))
def test_a_hand_never_uses_more_than_the_cap_and_exactly_its_length_if_shorter(played, before_ms):
    """In levels that follow each other without a break, so that the time used is the time that both have lost."""
    levels = (LEVEL,) * 12
    room = HandRoom(structure=replace(EVENING, entries=levels))
    room.wait(before_ms)
    room.do(HandForHand(on=True))
    for lasts_ms, idle_ms, paused_ms in played:
        used_ms = room.index * 20 * MINUTE + 20 * MINUTE - room.left_ms
        room.release()
        room.wait(lasts_ms // 3)
        room.do(Pause())
        room.wait(paused_ms)
        room.do(Start())
        room.finish(2, 1)
        room.wait(lasts_ms - lasts_ms // 3)
        room.finish(3)
        room.wait(idle_ms)
        used_ms = room.index * 20 * MINUTE + 20 * MINUTE - room.left_ms - used_ms
        assert used_ms == min(lasts_ms, CAP)
