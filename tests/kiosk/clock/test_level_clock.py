"""The level clock in its service: orders, the alarm, and the time left after a crash."""

import sqlite3
from contextlib import closing

import pytest

from tests.kit.clock import DirectorsPage, about_the_file, eventually, in_a_process

ONE_LEVEL_MS = 180_000


@pytest.fixture
def page(clock):
    with DirectorsPage(clock) as page:
        yield page


def known_alive_ms(clock):
    """When the service last recorded that it was running."""
    with closing(sqlite3.connect(clock.file())) as db:
        return db.execute("SELECT mono_ms FROM alive").fetchone()[0]


def test_the_clock_begins_stopped_with_the_whole_first_level(clock):
    word = clock.room()

    assert (word["running"], word["index"], word["remaining_ms"]) == (False, 0, ONE_LEVEL_MS)


def test_start_and_pause_reach_every_client(clock, page):
    assert page.order("start") == ""
    assert (page.room["running"], clock.room()["running"]) == (True, True)

    assert page.order("pause") == ""
    assert (page.room["running"], clock.room()["running"]) == (False, False)
    assert clock.room()["remaining_ms"] < ONE_LEVEL_MS


def test_next_previous_and_add_time_move_the_clock(clock, page):
    assert page.order("next") == ""
    assert (page.room["index"], page.room["blinds"]["big"]) == (1, 100)
    assert page.order("previous") == ""
    assert page.order("add-time", delta_ms=60_000) == ""

    assert (clock.room()["index"], clock.room()["remaining_ms"]) == (0, ONE_LEVEL_MS + 60_000)


def test_an_order_from_a_stale_page_is_refused(clock, page):
    page.order("start")
    old = page.room["mark"]
    page.order("pause")

    assert "had just changed" in page.order("start", seen=old)
    assert not clock.room()["running"]


def test_an_order_that_makes_no_sense_is_refused_and_changes_nothing(clock, page):
    before = clock.room()

    assert page.order("pause") == "the clock is paused"
    assert page.order("previous") == "this is the first level of the structure"
    assert page.order("apply-elapsed") == "there is no lost time to make up"
    assert clock.room() == before


def test_the_alarm_at_zero_starts_the_next_level(clock, page):
    page.order("add-time", delta_ms=1_000 - ONE_LEVEL_MS)
    page.order("start")
    ends_ms = page.room["anchor_ms"] + page.room["remaining_ms"]

    page.hear_until(lambda: page.room["index"] == 1)

    assert page.room["running"]
    assert page.room["anchor_ms"] + page.room["remaining_ms"] == ends_ms + ONE_LEVEL_MS  # however late the message is
    assert page.room["blinds"] == {"level": 2, "small": 50, "big": 100, "ante": 25, "ante_form": "each", "chip": 25}


@in_a_process
def test_a_crashed_clock_comes_back_paused_and_resumes_at_its_last_known_time(clock, page):
    page.order("start")
    eventually(lambda: known_alive_ms(clock) > page.room["anchor_ms"])
    clock.kill()
    clock.be_away_long()
    clock.start()

    assert not clock.room()["running"]
    with DirectorsPage(clock) as again:
        again.hear_until(lambda: "totals" in {message["say"] for message in again.said})
        recovery = again.last("totals")["recovery"]
        assert 0 < ONE_LEVEL_MS - recovery["left_ms"] < 60_000
        assert again.order("start") == ""
        again.hear_until(lambda: again.last("totals")["recovery"] is None)
        assert again.room["remaining_ms"] == recovery["left_ms"]


@in_a_process
@about_the_file("a server tells how long its clock was away, so the level goes on")
def test_the_time_away_after_a_crash_can_be_counted(clock, page):
    page.order("start")
    started_ms = page.room["anchor_ms"]
    clock.kill()
    clock.start()

    with DirectorsPage(clock) as again:
        assert again.order("apply-elapsed") == ""

        # Both runs count on the machine's own time: it is as if the clock had never stopped, but for the heartbeat.
        missing_ms = ONE_LEVEL_MS - again.room["remaining_ms"] - (again.room["anchor_ms"] - started_ms)
        assert again.room["running"]
        assert abs(missing_ms) < 50


@in_a_process
def test_a_clock_that_was_paused_asks_nothing_after_a_restart(clock, page):
    page.order("start")
    page.order("pause")
    left_ms = page.room["remaining_ms"]
    clock.kill()
    clock.start()

    assert clock.tables()["totals"]["recovery"] is None
    assert clock.room()["remaining_ms"] == left_ms


def test_a_wrong_key_can_give_no_orders_and_sees_nothing(clock):
    with DirectorsPage(clock, key="a-guess-of-mine") as stranger:
        stranger.hear_until(lambda: bool(stranger.said))

    assert stranger.said[0]["why"] == "this is not the director's key"
    assert len(stranger.said) == 1
