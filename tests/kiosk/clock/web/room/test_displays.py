"""The room's displays over HTTP and their WebSocket: the list, the contents of each, and the messages to all."""

import json
from base64 import b64encode
from contextlib import contextmanager
from urllib.parse import urlencode

import httpx
import pytest
import segno
from websockets.sync.client import connect

from kiosk.clock.web.addresses import drawn_qr
from tests.kit.clock import DEADLINE_S, KEY
from tests.kit.room import NAMES, RoomApi, clock, room

__all__ = ["clock", "room"]

HEADERS = {"Authorization": f"Bearer {KEY}"}
BREAKS = {"slides": [{"layout": "prizes", "seconds": 30}, {"layout": "clock"}]}


def asked(clock, path, body=None):
    method = "GET" if body is None else "POST"
    return httpx.request(method, f"{clock.site}/api/displays{path}", json=body, headers=HEADERS)


def display(clock, **asks):
    return display_at(clock.socket, **asks)


@contextmanager
def display_at(site, **asks):
    """A display's socket, and the messages of one kind until the condition holds."""
    with connect(f"{site}/room?{urlencode({'board': 1, **asks})}", proxy=None) as socket:

        def next_of(kind, is_so=lambda _: True):
            while True:
                said = json.loads(socket.recv(timeout=DEADLINE_S))
                if said["say"] == kind and is_so(said):
                    return said

        yield next_of


def test_a_display_is_listed_while_it_is_connected_and_shows_its_program(clock):
    with display(clock, display=" Bar\n", width=1920, height=1080) as next_of:
        assert next_of("shows")["program"] == {}
        here = {"display": "Bar", "screens": 1, "width": 1920, "height": 1080, "program": {}}
        assert asked(clock, "").json()["displays"] == [here]

        asked(clock, "/set", {"display": "Bar", "program": BREAKS})
        assert next_of("shows", lambda said: said["program"])["program"] == {
            "slides": [{"layout": "prizes", "seconds": 30}, {"layout": "clock"}]
        }
        assert asked(clock, "/room", {"voice": "Bar"}).json()["room"] == {"voice": "Bar"}
        assert next_of("shows", lambda said: said["voice"])

    gone = asked(clock, "").json()["displays"]
    assert [(one["display"], one["program"]) for one in gone] == [("Bar", BREAKS)]


def test_a_displays_program_survives_a_restart_until_it_is_reset(clock):
    asked(clock, "/set", {"display": "Bar", "program": BREAKS})
    clock.stop()
    clock.start()
    assert [one["display"] for one in asked(clock, "").json()["displays"]] == ["Bar"]

    assert asked(clock, "/set", {"display": "Bar", "program": {}}).json()["displays"] == []


@pytest.mark.parametrize(
    "slide",
    [
        {"layout": "nice"},
        {"seconds": 4},
        {"tournaments": ["a"] * 5},
        {"layout": "own", "cells": [{"what": "clock", "x": 12, "y": 0, "w": 13, "h": 4}]},
        {"layout": "own", "cells": [{"what": "clock", "x": 0, "y": 0, "w": 0, "h": 4}]},
        {"layout": "own", "cells": [{"what": "stacks", "x": 0, "y": 0, "w": 4, "h": 4}]},
        {"layout": "own", "cells": [{"what": "message", "x": 0, "y": 0, "w": 4, "h": 4, "text": "a" * 301}]},
        {"layout": "own", "cells": [{"what": "clock", "x": 0, "y": 0, "w": 4, "h": 4}] * 25},
    ],
)
def test_an_invalid_program_is_refused(clock, slide):
    answer = asked(clock, "/set", {"display": "Bar", "program": {"slides": [slide]}})

    assert (answer.status_code, answer.json()["code"]) == (400, "not-of-api")


def test_an_announcement_is_for_all_displays_or_for_one(clock):
    with display(clock, display="Bar") as at_bar, display(clock, display="Door") as at_door:
        asked(clock, "/announce", {"text": "Only here", "display": "Door"})
        asked(clock, "/announce", {"text": "Dinner", "aloud": False})

        assert at_bar("announced")["text"] == "Dinner"
        assert at_door("announced")["text"] == "Only here"
        assert not at_door("announced")["aloud"]


def test_seats_are_on_the_board_until_the_start_and_leaders_only_if_a_display_shows_them(clock):
    with RoomApi(clock) as room:
        one = room.create("Friday", buy_in=1000)
        one.do("open-table", table=1, seat_count=9, typed=True)
        one.enter(*NAMES[:3])
        with display(clock, tournament=one.id) as next_of:
            one.draw()
            board = next_of("board", lambda said: said["seats"])
            assert sorted(seat["name"] for seat in board["seats"]) == ["Ana", "Bo", "Cyd"]
            assert board["prizes"]["pool"] == 3000

            one.do("start")
            assert next_of("board", lambda said: not said["seats"])["leaders"] == []
            counts = [{"entry": 1, "chips": 20_000}, {"entry": 2, "chips": 6_000}, {"entry": 3, "chips": 4_000}]
            one.do("type-table", sitting=1, hands=9, button=1, counts=counts)
            asked(clock, "/set", {"display": "Bar", "program": {"slides": [{"layout": "final"}]}})
            leaders = next_of("board", lambda said: said["leaders"])["leaders"]
            assert [(leader["name"], leader["chips"]) for leader in leaders] == [
                ("Ana", 20_000), ("Bo", 6_000), ("Cyd", 4_000),
            ]  # fmt: skip


def test_the_board_says_that_players_of_a_broken_table_look_for_their_new_seats(clock):
    with RoomApi(clock) as room:
        one = room.create("Friday")
        for table in (1, 2, 3):
            one.do("open-table", table=table, seat_count=9, typed=True)
        one.enter(*NAMES[:6])
        for entry in range(1, 7):
            one.do("seat-entry", entry=entry, to={"sitting": 1 + entry % 3, "seat": entry})
        one.do("start")
        for sitting in (1, 2, 3):
            counts = [{"entry": entry, "chips": 10_000} for entry in range(1, 7) if 1 + entry % 3 == sitting]
            one.do("type-table", sitting=sitting, hands=3, button=counts[0]["entry"], counts=counts)
        with display(clock, tournament=one.id) as next_of:
            one.do("move-entry", entry=1, to={"sitting": 3, "seat": 9})
            assert not next_of("board", lambda said: said["moves"])["is_reseating"]

            one.do("break-table", sitting=1)
            board = next_of("board", lambda said: said["is_reseating"])
            assert sorted(seat["name"] for seat in board["moves"]) == ["Ana", "Cyd", NAMES[5]]


def test_a_page_that_requests_no_board_receives_only_the_clock(clock):
    with RoomApi(clock) as room:
        room.create("Friday")
    with connect(f"{clock.socket}/room", proxy=None) as socket:
        assert json.loads(socket.recv(timeout=DEADLINE_S))["say"] == "room"
        socket.send('{"say":"ping","t0":1}')
        assert json.loads(socket.recv(timeout=DEADLINE_S))["say"] == "pong"


def test_only_the_director_sets_displays(clock):
    assert httpx.get(f"{clock.site}/api/displays").status_code == 401
    assert httpx.post(f"{clock.site}/api/displays/announce", json={"text": "free beer"}).status_code == 401


def test_the_qr_code_is_a_separate_image(clock):
    answer = httpx.get(f"{clock.site}/display-qr.svg")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_a_qr_code_is_drawn_only_for_a_real_tournament_and_only_once(clock, room, monkeypatch):
    """Before, the loop drew any two thousand letters that a client sent, 150 ms each, and a few more were an error."""
    drawn = []

    def counted(text, **more):
        drawn.append(text)
        return make(text, **more)

    make = segno.make
    monkeypatch.setattr(segno, "make", counted)
    friday = room.create("Friday", structure="demo")
    path = f"{clock.site}/display-qr.svg"
    drawn_qr.cache_clear()
    answers = [httpx.get(f"{path}?tournament={friday.id}") for _ in range(5)]
    assert {one.status_code for one in answers} == {200}
    assert len(drawn) == 1

    for tournament in (
        "a%26b",
        "a" * 200,
        "a" * 2000,
        "a" * 2331,
        "a" * 8000,
        "%00",
        friday.id.upper(),
        f"{friday.id}%20",
    ):
        assert httpx.get(f"{path}?tournament={tournament}").status_code == 404
    for address in ("display-qr.svg", "table-qr.svg"):
        host = {"Host": ".".join(["a" * 60] * 30)}
        assert httpx.get(f"{clock.site}/{address}", headers=host).status_code == 404
    assert len(drawn) == 1


def test_a_picture_is_kept_and_a_file_that_could_hold_a_script_is_refused(clock):
    picture = b"\xff\xd8\xff and the rest of a JPEG"
    kept = asked(clock, "/picture", {"picture": b64encode(picture).decode()}).json()["id"]
    shown = httpx.get(f"{clock.site}/display-pictures/{kept}")

    assert (shown.content, shown.headers["content-type"]) == (picture, "image/jpeg")
    svg = asked(clock, "/picture", {"picture": b64encode(b"<svg onload=alert()>").decode()})
    assert (svg.status_code, svg.json()["code"]) == (400, "no-picture")
    for nowhere in ("0" * 16, "clock.db", "..%2Fclock.db"):
        assert httpx.get(f"{clock.site}/display-pictures/{nowhere}").status_code == 404


def test_a_picture_can_be_deleted_once_no_display_shows_it(clock):
    kept = asked(clock, "/picture", {"picture": b64encode(b"\xff\xd8\xff").decode()}).json()["id"]
    cell = {"what": "picture", "x": 0, "y": 0, "w": 4, "h": 4, "picture": kept}
    asked(clock, "/set", {"display": "Bar", "program": {"slides": [{"layout": "own", "cells": [cell]}]}})
    assert asked(clock, "/pictures").json() == {"pictures": [kept]}

    refused = asked(clock, "/picture/remove", {"id": kept})
    assert (refused.status_code, refused.json()["code"]) == (400, "picture-is-shown")

    asked(clock, "/set", {"display": "Bar", "program": {}})
    assert asked(clock, "/picture/remove", {"id": kept}).json() == {"pictures": []}
    assert httpx.get(f"{clock.site}/display-pictures/{kept}").status_code == 404


def test_the_next_push_is_sent_only_to_displays_that_show_it(clock):
    with RoomApi(clock) as room:
        room.create("Friday", structure="demo").open_tables(1)
    order = {"action": {"do": "clock-in", "name": "Kim"}}
    httpx.post(f"{clock.site}/api/downs/act", json=order, headers=HEADERS).raise_for_status()
    with display(clock, display="Bar") as next_of:
        assert next_of("push")["tables"] == []

        cell = {"what": "push", "x": 0, "y": 0, "w": 24, "h": 24}
        asked(clock, "/set", {"display": "Bar", "program": {"slides": [{"layout": "own", "cells": [cell]}]}})
        assert next_of("push", lambda said: said["tables"])["tables"] == [{"table": 1, "name": "Kim"}]
