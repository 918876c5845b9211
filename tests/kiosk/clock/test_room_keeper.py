"""The tournament's journal and alarm: what survives a restart, and orders that come too late."""

import asyncio
from pathlib import Path
from shutil import copy
from typing import get_args

import pytest

from engine.tournament.actions import NextLevel, Start
from engine.tournament.events import TournamentEvent
from engine.tournament.level_clock import LevelClock
from engine.tournament.state import Tournament
from kiosk.clock.room_keeper import FORM, ROOM_RULES, Order, journal_path, open_room
from kiosk.clock.settings import parse_clock_settings
from kiosk.clock.tables.store import Alive
from kiosk.clock.times import Times
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Keeper, Stale
from tests.kit.clock import settings_text

LEVEL_MS = 180_000
EVENING = Path(__file__).parents[2] / "journals" / "tournament-2.journal"
"""Eight entries at two tables: a draw, a move, a late entry taken back and seated, busts, a table broken, a winner."""
EVENING_HEAD = "077c6ebddfc78b23f9bcd17e3734579a044e48a176b233287f7dea610567fc5b"
SAMPLE = EVENING.with_name("tournament-1.journal")
"""Written when the engine was called the room: every kind of event of its time, in fourteen records."""
HEAD = "c8d845871ba089367eeae4f7bf6f15cae757b079646ac72729a34b1e0fa9fc85"
MENDED = EVENING.with_name("tournament-3.journal")
"""With ids of levels, an act taken back, a level that a table had reached, and one that the director went back on."""
MENDED_HEAD = "6083b74dc8c7ac7fcd40a2e852af5c48ef72a0f1bb490067037a1de9131a75af"


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


def test_a_journal_of_the_room_opens_as_the_tournament_with_the_same_head(tmp_path):
    path = Path(copy(SAMPLE, tmp_path))

    with Journal.open(path, lambda: 0) as journal:
        tournament = Keeper.resume(journal, ROOM_RULES, Tournament(), lambda: 0).state

        assert (journal.head.seq, journal.head.hash.hex()) == (14, HEAD)
        assert (tournament.id, tournament.name) == ("0123456789abcdef", "Club night")
        assert [len(table.seats) for table in tournament.tables] == [1, 1]
        assert tournament.clock == LevelClock(1, 160_000, -19_500)


def test_a_whole_evening_is_read_as_it_was_written(tmp_path):
    with Journal.open(Path(copy(EVENING, tmp_path)), lambda: 0) as journal:
        tournament = Keeper.resume(journal, ROOM_RULES, Tournament(), lambda: 0).state

        assert (journal.head.seq, journal.head.hash.hex()) == (64, EVENING_HEAD)
    assert tournament.ended
    assert [(paid.finish, paid.payout) for paid in tournament.ended.paid][:3] == [(1, 9100), (2, 4900), (3, 0)]
    assert len(tournament.acts) == 32


def test_a_journal_with_the_mended_clock_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(MENDED, tmp_path)), lambda: 0) as journal:
        tournament = Keeper.resume(journal, ROOM_RULES, Tournament(), lambda: 0).state

        assert (journal.head.seq, journal.head.hash.hex()) == (13, MENDED_HEAD)
        assert tournament.clock == LevelClock(1, 22_500)
        assert tournament.memory.overruled == {1: 44}


def test_every_event_of_a_tournament_is_written_as_it_always_was(tmp_path):
    bodies = []
    for sample in (SAMPLE, EVENING, MENDED):
        with Journal.open(Path(copy(sample, tmp_path)), lambda: 0) as journal:
            bodies += [record.body for record in journal.read(0)]

    kinds = {type(FORM.decode(body)) for body in bodies}
    assert kinds == set(get_args(TournamentEvent))
    assert [FORM.encode(FORM.decode(body)) for body in bodies] == bodies
