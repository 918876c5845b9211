"""No level goes back by itself, and the last action on the clock can be undone while nothing has followed it."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddTime,
    AdvanceDue,
    ApplyElapsed,
    CatchUp,
    Create,
    LevelReached,
    NextLevel,
    Pause,
    PreviousLevel,
    Recover,
    Start,
    UndoClock,
)
from engine.tournament.levels.level_clock import LevelClock, remaining_ms
from engine.tournament.levels.played import PlayedLevel, Reached, TableMark, index_played
from engine.tournament.levels.structure import blinds, duration_ms, load_structure
from engine.tournament.state import Tournament, apply
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom

DEMO = load_structure("demo")
LEVEL_MS = 180_000
OPEN = Create("id", "Open", CREATE.book, DEMO, CREATE.terms)


def after(tournament, action, now_ms=0):
    for event in decide(tournament, action, now_ms):
        tournament = apply(tournament, event)
    return tournament


def played(index, table=3, mark=40):
    return PlayedLevel(table, mark, blinds(DEMO, index))


def running():
    return after(after(Tournament(), OPEN), Start(), 0)


def crashed(ran_ms=LEVEL_MS - 10_000, away_ms=30_000):
    """The clock of the new run is at 0, 10 s before the end of the first level, after 30 s."""
    return after(running(), Recover(alive_ms=ran_ms, away_ms=away_ms), 0)


def test_the_clock_goes_to_the_highest_level_that_a_table_has_played():
    tournament = crashed()

    event = decide(tournament, CatchUp((played(0, 1), played(1, 4), played(1), played(0, 5))), 5_000)[0]

    assert event == LevelReached(LevelClock(1, LEVEL_MS), 3, 40, -20_000)
    tournament = apply(tournament, event)
    assert tournament.memory.reached == Reached(1, 3, 40)
    assert decide(tournament, CatchUp((played(1),)), 6_000) == []


def test_the_time_away_still_counts_from_when_the_level_would_have_begun():
    """The clock stopped 10 s before the end of the first level, 30 s before this run:

    20 s of the second level have passed.
    """
    tournament = after(crashed(), CatchUp((played(1),)), 5_000)

    tournament = after(tournament, ApplyElapsed(), 7_000)

    assert (tournament.clock.index, remaining_ms(tournament.clock, 7_000)) == (1, LEVEL_MS - 27_000)


def test_a_level_that_cannot_have_begun_yet_begins_now():
    tournament = after(crashed(ran_ms=1_000, away_ms=0), CatchUp((played(1),)), 5_000)

    assert tournament.stopped_ms == 5_000


def test_a_table_that_reconnects_after_a_restart_by_the_director_moves_the_clock_too():
    tournament = after(crashed(), Start(), 10_000)

    tournament = after(tournament, CatchUp((played(3),)), 12_000)

    assert tournament.clock == LevelClock(3, duration_ms(DEMO, 3), 12_000)


def test_a_table_behind_the_clock_does_not_move_it():
    assert decide(crashed(), CatchUp((played(0),)), 0) == []
    assert decide(crashed(), CatchUp(()), 0) == []


def test_stakes_that_are_not_in_the_structure_do_not_move_the_clock():
    stakes = replace(blinds(DEMO, 1), big=60)

    assert index_played(DEMO, stakes) is None
    assert decide(crashed(), CatchUp((PlayedLevel(3, 40, stakes),)), 0) == []


def test_no_table_moves_the_clock_without_an_outage():
    assert decide(running(), CatchUp((played(3),)), 0) == []


def test_a_director_who_goes_back_is_not_overruled_by_earlier_hands():
    """Not by another crash either. Hands that a table plays afterwards count again."""
    tournament = after(crashed(), CatchUp((played(1),)), 0)
    tournament = after(tournament, PreviousLevel((TableMark(3, 44), TableMark(4, 9))), 0)
    assert tournament.clock.index == 0
    assert not tournament.memory.recovered
    assert decide(tournament, CatchUp((played(1, mark=44),)), 0) == []

    tournament = after(after(tournament, Start(), 0), Recover(1_000, 1_000), 2_000)

    assert decide(tournament, CatchUp((played(1, mark=44),)), 2_000) == []
    assert after(tournament, CatchUp((played(1, mark=45),)), 2_000).clock.index == 1


def test_an_undone_act_leaves_the_clock_as_if_it_had_never_happened():
    tournament = after(running(), NextLevel(), 60_000)
    assert tournament.memory.last.kind == "next"

    tournament = after(tournament, UndoClock((TableMark(3, 44),)), 70_000)

    assert (tournament.clock.index, remaining_ms(tournament.clock, 70_000)) == (0, LEVEL_MS - 70_000)
    assert tournament.memory.overruled == {3: 44}
    with pytest.raises(Refused, match="clock-undo-nothing"):
        decide(tournament, UndoClock(), 70_000)


@pytest.mark.parametrize(
    ("action", "kind"),
    [(Pause(), "pause"), (AddTime(60_000), "add-time"), (NextLevel(), "next"), (AddTime(-60_000), "add-time")],
)
def test_every_act_of_the_director_can_be_undone(action, kind):
    before = running()
    tournament = after(before, action, 60_000)
    assert tournament.memory.last.kind == kind

    assert after(tournament, UndoClock(), 61_000).clock == before.clock


def test_the_start_and_the_choice_after_a_crash_can_be_undone():
    halted = crashed()

    for action, kind in ((Start(), "start"), (ApplyElapsed(), "apply-elapsed")):
        tournament = after(halted, action, 1_000)
        assert tournament.memory.last.kind == kind
        again = after(tournament, UndoClock(), 2_000)
        assert (again.clock, again.stopped_ms) == (halted.clock, halted.stopped_ms)


@pytest.mark.parametrize(
    ("followed", "now_ms"),
    [(AdvanceDue(), 2 * LEVEL_MS + 1_000), (Recover(90_000, 1_000), 500)],
    ids=["the level ran out", "the service went away"],
)
def test_an_act_that_something_followed_cannot_be_undone(followed, now_ms):
    tournament = after(after(running(), NextLevel(), 60_000), followed, now_ms)

    with pytest.raises(Refused, match="clock-undo-nothing"):
        decide(tournament, UndoClock(), now_ms)


def test_a_pause_cannot_be_undone_once_the_level_would_be_over():
    tournament = after(running(), Pause(), 60_000)

    after(tournament, UndoClock(), LEVEL_MS - 1)
    with pytest.raises(Refused, match="clock-undo-over"):
        decide(tournament, UndoClock(), LEVEL_MS)


def test_removing_time_ends_a_level_only_if_that_is_allowed():
    tournament = running()

    with pytest.raises(Refused, match="time-ends-level"):
        decide(tournament, AddTime(-60_000, may_end=False), LEVEL_MS - 60_000)
    assert after(tournament, AddTime(-60_000, may_end=False), LEVEL_MS - 60_001).clock.left_ms == 1
    assert after(tournament, AddTime(-60_000), LEVEL_MS - 60_000).clock.left_ms == 0


def opened() -> SmallRoom:
    """A room whose clock has just been started for the first time."""
    room = SmallRoom(1)
    room.open(6, 1, 9)
    return room


def test_a_tournament_whose_first_start_is_undone_has_not_started():
    room = opened()
    assert room.tournament.started

    assert room.ask(UndoClock())

    assert (room.tournament.started, room.tournament.clock.since_ms) == (False, None)
    assert room.ask(Start())
    assert room.tournament.started
    assert room.ask(UndoClock())
    assert not room.tournament.started


def test_an_undone_start_cancels_the_scheduled_start_which_would_start_the_clock_again():
    room = opened()
    room.tournament = replace(room.tournament, starts_ms=1)

    assert room.ask(UndoClock())

    assert room.tournament.starts_ms is None


@pytest.mark.parametrize("actions", [(Pause(), Start()), (Pause(),)])
def test_a_tournament_stays_started_if_another_act_is_undone(actions):
    room = opened()
    assert all(room.ask(action) for action in actions)

    assert room.ask(UndoClock())

    assert room.tournament.started


def test_a_tournament_in_which_a_hand_was_dealt_stays_started():
    room = opened()
    room.tables_follow()
    room.play_hands()

    assert room.ask(UndoClock())

    assert room.tournament.started
