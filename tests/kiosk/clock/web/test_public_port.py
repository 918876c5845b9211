"""The port of displays and phones alone: it shows, and nothing else is there."""

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.kit.clock import DEADLINE_S, KEY, ClockThread
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, room_settings


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
        shown = [http.get(f"{site}{path}") for path in ("/player/", "/display/", "/words.json", "/api/phone")]
        hidden = [
            http.get(f"{site}{path}")
            for path in ("/director/", "/api/tournaments", "/api/session", "/api/openapi.json", "/api/broadcast")
        ]
        posted = [http.post(f"{site}{path}", json={}) for path in ("/api/tournaments", "/api/session", "/api/phone")]

    assert [answer.status_code for answer in shown] == [200] * 4
    assert shown[3].json()["clock"]["event"] == "Friday"
    assert {answer.status_code for answer in [*hidden, *posted]} <= {404, 405}
    assert not [name for answer in [*shown, *hidden, *posted] for name in answer.headers if name == "set-cookie"]
    for path in ("director", "table"):
        with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{port}/{path}", proxy=None):
            pass
    with connect(f"ws://127.0.0.1:{port}/room", proxy=None) as display:
        assert "Friday" in display.recv(timeout=DEADLINE_S)
