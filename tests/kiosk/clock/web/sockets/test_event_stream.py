"""Decisions as they happen, for programs: each once, in order, from a given position, and only what is on disk."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.kit.clock import DEADLINE_S, KEY, ClockClient, ForkedClock, eventually
from tests.kit.room import NAMES, SEED, RoomApi, TournamentApi, room_settings

Events = Iterator[dict[str, Any]]
HEADERS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def evening(clock):
    with RoomApi(clock) as room:
        one = room.create("Club night", structure="demo")
        one.enter("Ana", "Bo")
        yield one


@contextmanager
def stream(
    clock: ClockClient, tournament: TournamentApi, last: str = "", **params: object
) -> Iterator[Iterator[dict[str, Any]]]:
    """The events of an open stream."""
    headers = HEADERS | ({"Last-Event-ID": last} if last else {})
    site = f"{clock.site}/api/tournaments/{tournament.id}/events"
    with httpx.stream("GET", site, headers=headers, params=params, timeout=DEADLINE_S) as answer:  # type: ignore[arg-type]
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield parsed(answer.iter_lines())


def parsed(lines: Iterator[str]) -> Events:
    event: dict[str, Any] = {}
    for line in lines:
        if not line:
            if "data" in event:
                yield event
            event = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            event[name] = json.loads(value) if name == "data" else value


def take(events: Events, most: int) -> list[dict[str, Any]]:
    return [next(events) for _ in range(most)]


def test_all_past_decisions_come_in_order_and_then_each_new_one(clock, evening):
    with stream(clock, evening) as events:
        before = take(events, evening.view["mark"])
        evening.enter("Cyd")
        after = take(events, 2)

    ids = [int(one["id"]) for one in before + after]
    assert ids == list(range(1, len(ids) + 1))
    assert [one["data"]["event"]["is"] for one in before] == [
        "ordered", "tournament-created", "draw-prepared", "ordered", "entry-added", "ordered", "entry-added",
    ]  # fmt: skip
    assert after[1]["data"]["event"]["name"] == "Cyd"
    assert after[1]["data"]["said"] == "player entered"
    assert after[1]["data"]["mark"] == int(after[1]["id"])


def test_a_client_that_reconnects_continues_where_it_stopped(clock, evening):
    with stream(clock, evening) as events:
        last = take(events, 4)[-1]["id"]
    evening.enter("Cyd")

    with stream(clock, evening, last=last) as events:
        assert [int(one["id"]) for one in take(events, 4)] == [5, 6, 7, 8]
    with stream(clock, evening, after=7) as events:
        assert next(events)["id"] == "8"


@pytest.mark.slow
def test_the_stream_continues_after_a_crash_of_the_clock(tmp_path, free_port):
    clock = ForkedClock(tmp_path, free_port, room_settings(free_port))
    clock.start()
    with RoomApi(clock) as room:
        one = room.create("Club night", structure="demo")
        with stream(clock, one) as events:
            last = take(events, 2)[-1]["id"]
            clock.kill()
        clock.start()
        one.enter("Ana")
        with stream(clock, one, last=last) as events:
            while (event := next(events)["data"]["event"])["is"] != "entry-added":
                pass
        assert event["name"] == "Ana"
        clock.stop()


def test_the_seed_of_the_draws_is_secret_until_they_are_drawn(clock, evening):
    with stream(clock, evening, after=2) as events:
        prepared = next(events)

    assert prepared["data"]["event"] == {"is": "draw-prepared", "draw": evening.view["draw"]}
    assert SEED not in json.dumps(prepared)


def test_the_present_state_of_tables_is_sent_on_request(clock, evening):
    evening.open_tables(1)
    with stream(clock, evening, after=evening.view["mark"], tables=True) as events:
        table = next(events)

    assert (table["event"], table["data"]["table"]) == ("table", 1)
    assert "id" not in table


def test_disconnected_clients_leave_nothing_behind_and_the_clock_stops_at_once(clock, evening):
    for _ in range(5):
        with stream(clock, evening) as events:
            next(events)
    streams = [stream(clock, evening) for _ in range(3)]
    opened = [one.__enter__() for one in streams]
    assert [next(events)["id"] for events in opened] == ["1"] * 3

    clock.stop()

    for one in streams:
        one.__exit__(None, None, None)
    clock.start()


def test_a_hostile_id_gets_the_stream_from_its_start(clock, evening):
    for last in ("-5", "9" * 40, "x", "1e3"):
        with stream(clock, evening, last=last) as events:
            evening.enter(f"Player {last[:4]}")
            if last in ("-5", "x", "1e3"):
                assert next(events)["id"] == "1"
    assert httpx.get(f"{clock.site}/api/tournaments/{evening.id}/events").status_code == 401


def test_a_client_that_does_not_read_delays_nobody(clock, evening):
    with stream(clock, evening):
        for name in NAMES[2:]:
            evening.enter(name)
        eventually(lambda: len(evening.view["entries"]) == len(NAMES))


def test_an_id_longer_than_any_number_comes_after_everything(clock, evening):
    with stream(clock, evening, last="9" * 5_000, tables=True) as events:  # `stream` checks the status
        assert events
