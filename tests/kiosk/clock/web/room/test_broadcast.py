"""The broadcast over HTTP: access control, and no leak of anything before the delay."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.kiosk.clock.web.sockets.test_event_stream import Events, parsed
from tests.kit.clock import DEADLINE_S, KEY, ClockThread, RandomTable, eventually
from tests.kit.room import RoomApi, clock

__all__ = ["clock"]


def setting(clock, **body):
    headers = {"Authorization": f"Bearer {KEY}"}
    answer = httpx.post(f"{clock.site}/api/broadcast", headers=headers, json=body, timeout=DEADLINE_S)
    return answer.raise_for_status().json()


@contextmanager
def viewer(clock: ClockThread, token: str, last: str = "") -> Iterator[Events]:
    headers = {"Last-Event-ID": last} if last else {}
    site = f"{clock.site}/api/broadcast/tables/1/events"
    with httpx.stream("GET", site, headers=headers, params={"token": token}, timeout=DEADLINE_S) as answer:
        assert answer.status_code == 200
        yield parsed(answer.iter_lines())


def refused(clock, token):
    answer = httpx.get(f"{clock.site}/api/broadcast/tables/1/events", params={"token": token}, timeout=DEADLINE_S)
    return answer.status_code, answer.json()["code"]


@pytest.mark.slow
def test_only_viewers_with_the_token_see_the_tables_and_only_after_the_delay(clock, tmp_path):
    """The broadcast is off, then on without a delay, then with one, then has a new token, then is off again."""
    assert refused(clock, "") == refused(clock, "guess") == (401, "broadcast-not-open")
    with RoomApi(clock) as room, RandomTable(tmp_path, clock.socket) as table:
        evening = room.create("Club night", structure="demo")
        evening.open_tables(1)
        evening.enter("Ana", "Bo", "Cyd")
        evening.draw()
        evening.do("start")
        table.sit()
        table.play(2)
        table.wait_until_held(clock)
        token = setting(clock, on=True)["token"]
        assert refused(clock, "guess") == (401, "broadcast-not-open")
        with viewer(clock, token) as seen:
            first = next(seen)
            assert first["event"] == "frame"
            assert first["data"]["event"] == "Club night"
            assert {one["name"] for one in first["data"]["seats"]} <= {"Ana", "Bo", "Cyd"}
            table.play(1)
            later = next(seen)
            assert later["data"]["room"]["paid"] == 0  # nobody paid anything
        with viewer(clock, token, first["id"]) as seen:
            assert next(seen) == later
        assert setting(clock, on=True, minutes=10)["token"] == token
        table.play(1)
        table.wait_until_held(clock)
        with viewer(clock, token) as seen:
            held = next(seen)
            assert held["data"]["hand"] < table.game.table.hands
            new = setting(clock, on=True, minutes=10, new_token=True)["token"]
            assert list(seen) == []
        assert refused(clock, token) == (401, "broadcast-not-open")
        with viewer(clock, new) as seen:
            assert next(seen) == held
            setting(clock, on=False)
            assert list(seen) == []
        eventually(lambda: refused(clock, new) == (401, "broadcast-not-open"))
