"""The room as a value: what a restart of its service makes of the level clock, and what settings may change."""

import asyncio

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.level_clock import remaining_ms
from engine.tournament.seats import Seating, SeatIssued
from engine.tournament.structure import load_structure
from kiosk.clock.room import ApplyElapsed, ClockHalted, Halt, NextLevel, Open, Order, Room, Start, apply, decide
from kiosk.clock.room_keeper import journal_path, open_room
from kiosk.clock.settings import parse_clock_settings
from kiosk.clock.store import Alive
from kiosk.clock.times import Times
from kiosk.storage.keeper import Stale
from tests.kiosk.clock.parts import settings_text

DEMO = load_structure("demo")
LEVEL_MS = 180_000
TABLE = Seating(1, "Open", "tda", 6, 1, (SeatIssued(1, "a", "Ana", 5000),))
OPEN = Open("id", "Open", DEMO, (TABLE,))


def after(room, command, now_ms=0):
    for event in decide(room, Order(command, now_ms)):
        room = apply(room, event)
    return room


def running(since_ms=1000):
    return after(after(Room(), OPEN), Start(), since_ms)


def test_after_a_crash_the_clock_stands_where_it_was_last_known_to_be():
    room = after(running(since_ms=1000), Halt(alive_ms=61_000, away_ms=5000), now_ms=200)

    assert (room.clock.since_ms, room.clock.left_ms) == (None, LEVEL_MS - 60_000)
    assert room.stopped_ms == 200 - 5000


def test_counting_the_time_away_makes_the_clock_as_if_it_had_never_stopped():
    """
    A minute had run, the service was away for 70 s, and the director took 60 s to decide: 190 s of a 180 s level.
    """
    room = after(running(since_ms=1000), Halt(alive_ms=61_000, away_ms=70_000), now_ms=500)

    room = after(room, ApplyElapsed(), now_ms=60_500)

    assert room.clock.index == 1
    assert remaining_ms(room.clock, 60_500) == LEVEL_MS - 10_000


def test_a_second_crash_before_the_director_decides_loses_no_time():
    room = after(running(since_ms=0), Halt(alive_ms=60_000, away_ms=10_000), now_ms=0)
    room = after(room, Halt(alive_ms=5000, away_ms=7000), now_ms=100)

    room = after(room, ApplyElapsed(), now_ms=100)

    assert remaining_ms(room.clock, 100) == LEVEL_MS - 60_000 - 10_000 - 5000 - 7000


@pytest.mark.parametrize("command", [Start(), NextLevel()])
def test_whatever_the_director_decides_the_choice_is_gone(command):
    room = after(running(), Halt(alive_ms=2000, away_ms=5000))

    assert after(room, command).stopped_ms is None


def test_a_structure_edited_between_runs_is_taken_up_unless_what_is_played_is_gone():
    room = after(after(running(), NextLevel(), 1000), NextLevel(), 1000)
    longer = replace(DEMO, entries=(*DEMO.entries, DEMO.entries[-1]))
    shorter = replace(DEMO, entries=DEMO.entries[:2])

    assert after(room, replace(OPEN, structure=longer)).structure == longer
    with pytest.raises(Refused, match="no longer has the entry 3 that is being played"):
        decide(room, Order(replace(OPEN, structure=shorter), 0))


def test_a_table_that_has_begun_keeps_its_players():
    other = replace(TABLE, seats=(SeatIssued(1, "b", "Bo", 5000),))

    assert after(running(), replace(OPEN, tables=(other,))).tables == (other,)
    with pytest.raises(Refused, match="table 1 has begun with other players"):
        decide(running(), Order(replace(OPEN, tables=(other,), begun=frozenset({1})), 0))


@pytest.mark.parametrize(
    ("boot", "away_ms"),
    [("this-boot", 7000), ("another-boot", 90_000), ("", 90_000)],
    ids=["the machine went on", "the machine was restarted", "the machine does not tell"],
)
def test_time_away_is_monotonic_for_as_long_as_the_machine_runs_and_wall_time_over_its_restart(tmp_path, boot, away_ms):
    settings = parse_clock_settings(settings_text(0), str(tmp_path / "clock.toml"))
    first = open_room(settings, frozenset(), None, Times(lambda: 1000, lambda: 0, boot))
    first._keeper.do(Order(Start(), 1000))
    first.close()

    alive = Alive(boot, 3000, 500_000)
    again = open_room(settings, frozenset(), alive, Times(lambda: 10_000, lambda: 590_000, "this-boot"))
    again.close()

    assert again.state.stopped_ms == 10_000 - away_ms
    assert again.state.clock.left_ms == LEVEL_MS - 2000
    assert journal_path(settings.database).exists()


def test_an_order_by_who_saw_a_level_that_has_run_out_is_stale_though_no_alarm_has_rung(tmp_path):
    settings = parse_clock_settings(settings_text(0), str(tmp_path / "clock.toml"))
    now_ms = 0

    async def order_late():
        nonlocal now_ms
        room = open_room(settings, frozenset(), None, Times(lambda: now_ms, lambda: 0, ""))
        try:
            room.order(Start(), room.mark)
            now_ms = LEVEL_MS
            with pytest.raises(Stale):
                room.order(NextLevel(), room.mark)
            return room.state.clock.index
        finally:
            room.close()

    assert asyncio.run(order_late()) == 1


def test_a_halt_is_written_down_as_a_fact():
    assert decide(running(since_ms=0), Order(Halt(1000, 0), 50))[0] == ClockHalted(
        50, replace(running().clock, since_ms=None, left_ms=LEVEL_MS - 1000)
    )
