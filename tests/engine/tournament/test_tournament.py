"""The tournament as a value: the effect of a restart on the level clock, and the changes that settings may make."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    ApplyElapsed,
    ClockHalted,
    Create,
    EditStructure,
    NextLevel,
    Pause,
    Recover,
    Start,
    UndoClock,
)
from engine.tournament.levels.level_clock import is_running, remaining_ms
from engine.tournament.levels.structure import load_structure
from engine.tournament.state import Tournament, apply
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE

DEMO = load_structure("demo")
LEVEL_MS = 180_000
OPEN = Create("id", "Open", CREATE.book, DEMO, CREATE.terms)


def after(tournament, action, now_ms=0):
    for event in decide(tournament, action, now_ms):
        tournament = apply(tournament, event)
    return tournament


def running(since_ms=1000):
    return after(after(Tournament(), OPEN), Start(), since_ms)


def test_after_a_crash_the_clock_is_stopped_at_its_last_known_time():
    tournament = after(running(since_ms=1000), Recover(alive_ms=61_000, away_ms=5000), now_ms=200)

    assert (tournament.clock.since_ms, tournament.clock.left_ms) == (None, LEVEL_MS - 60_000)
    assert tournament.stopped_ms == 200 - 5000


def test_counting_the_time_away_leaves_the_clock_as_if_it_had_never_stopped():
    """
    A minute had run, the service was away for 70 s, and the director took 60 s to decide: 190 s of a 180 s level.
    """
    tournament = after(running(since_ms=1000), Recover(alive_ms=61_000, away_ms=70_000), now_ms=500)

    tournament = after(tournament, ApplyElapsed(), now_ms=60_500)

    assert tournament.clock.index == 1
    assert remaining_ms(tournament.clock, 60_500) == LEVEL_MS - 10_000


def test_after_a_brief_absence_of_certain_length_the_clock_goes_on_and_the_time_counts():
    tournament = after(running(since_ms=1000), Recover(alive_ms=61_000, away_ms=7_000, goes_on=True), now_ms=500)

    assert is_running(tournament.clock)
    assert remaining_ms(tournament.clock, 500) == LEVEL_MS - 60_000 - 7_000
    assert tournament.stopped_ms is None
    undone = after(tournament, UndoClock(), now_ms=900)
    assert (undone.clock.left_ms, is_running(undone.clock), undone.stopped_ms) == (
        LEVEL_MS - 60_000,
        False,
        500 - 7_000,
    )


def test_a_paused_clock_does_not_go_on():
    paused = after(running(since_ms=1000), Pause(), now_ms=2000)

    assert after(paused, Recover(alive_ms=3000, away_ms=7_000, goes_on=True), now_ms=500) == paused


def test_a_second_crash_before_the_director_decides_loses_no_time():
    tournament = after(running(since_ms=0), Recover(alive_ms=60_000, away_ms=10_000), now_ms=0)
    tournament = after(tournament, Recover(alive_ms=5000, away_ms=7000), now_ms=100)

    tournament = after(tournament, ApplyElapsed(), now_ms=100)

    assert remaining_ms(tournament.clock, 100) == LEVEL_MS - 60_000 - 10_000 - 5000 - 7000


@pytest.mark.parametrize("action", [Start(), NextLevel()])
def test_the_choice_is_gone_after_any_decision_of_the_director(action):
    tournament = after(running(), Recover(alive_ms=2000, away_ms=5000))

    assert after(tournament, action).stopped_ms is None


def test_an_edited_structure_is_used_unless_it_lacks_the_current_level():
    tournament = after(after(running(), NextLevel(), 1000), NextLevel(), 1000)
    longer = replace(DEMO, entries=(*DEMO.entries, DEMO.entries[-1]))
    shorter = replace(DEMO, entries=DEMO.entries[:2])

    assert after(tournament, EditStructure(longer), 1000).structure == longer
    with pytest.raises(Refused, match="level-removed"):
        decide(tournament, EditStructure(shorter), 1000)


def test_a_halt_is_recorded_as_a_fact():
    assert decide(running(since_ms=0), Recover(1000, 0), 50)[0] == ClockHalted(
        50, replace(running().clock, since_ms=None, left_ms=LEVEL_MS - 1000)
    )
