"""The port of displays and phones alone: it shows, and nothing else is there."""

import httpx
import pytest
import segno
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.kit.clock import DEADLINE_S, KEY, ClockThread
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, room_settings

SHOWN = (
    "/api/phone", "/api/results", "/api/standings", "/player/", "/display/", "/results/", "/standings/", "/words.json",
)  # fmt: skip


@pytest.fixture
def port():
    return unused_port()


@pytest.fixture
def clock(tmp_path, free_port, port):
    one = ClockThread(tmp_path, free_port, f"public_port = {port}\n" + room_settings(free_port))
    one.start()
    yield one
    one.stop()


def test_it_answers_displays_and_phones_and_nothing_else_even_with_the_key(clock, port):
    with RoomApi(clock) as room:
        room.create("Friday")
    site = f"http://127.0.0.1:{port}"
    with httpx.Client(headers={"Authorization": f"Bearer {KEY}"}, timeout=DEADLINE_S) as http:
        shown = [http.get(f"{site}{path}") for path in SHOWN]
        hidden = [
            http.get(f"{site}{path}")
            for path in ("/director/", "/api/tournaments", "/api/session", "/api/openapi.json", "/api/broadcast")
        ]
        posted = [http.post(f"{site}{path}", json={}) for path in ("/api/tournaments", "/api/session", "/api/phone")]

    assert {path: answer.status_code for path, answer in zip(SHOWN, shown, strict=True)} == dict.fromkeys(SHOWN, 200)
    assert shown[0].json()["clock"]["event"] == shown[1].json()["name"] == "Friday"
    assert {answer.status_code for answer in [*hidden, *posted]} <= {404, 405}
    assert not [name for answer in [*shown, *hidden, *posted] for name in answer.headers if name == "set-cookie"]
    for path in ("director", "table"):
        with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{port}/{path}", proxy=None):
            pass
    with connect(f"ws://127.0.0.1:{port}/room", proxy=None) as display:
        assert "Friday" in display.recv(timeout=DEADLINE_S)


@pytest.mark.slow  # fpdf2 is loaded
def test_codes_that_are_made_at_the_main_port_lead_phones_to_this_one(clock, port, monkeypatch):
    """
    A code on a display that was opened here leads to the address by which it was found here.
    """
    coded, make = [], segno.make

    def noted(text, **how):
        coded.append(text)
        return make(text, **how)

    monkeypatch.setattr(segno, "make", noted)
    with RoomApi(clock) as room:
        friday = room.create("Friday")
    headers = {"Authorization": f"Bearer {KEY}", "Host": "clock.example:80"}
    for path in ("/display-qr.svg", f"/api/tournaments/{friday.id}/prints/results"):
        assert httpx.get(f"{clock.site}{path}", headers=headers, timeout=DEADLINE_S).status_code == 200
    at_the_door = {"Host": "phones.example"}
    assert httpx.get(f"http://127.0.0.1:{port}/display-qr.svg", headers=at_the_door).status_code == 200

    assert coded == [
        f"http://clock.example:{port}/player/",
        f"http://clock.example:{port}/results/?tournament={friday.id}",
        "http://phones.example/player/",
    ]
