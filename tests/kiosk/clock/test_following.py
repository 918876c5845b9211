"""A clock that waits shows the room to displays and phones meanwhile, from the same PostgreSQL database."""

import signal
from base64 import b64encode

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kiosk.clock.web.tournament.phone import CLOCK
from tests.kiosk.clock.test_takeover import two
from tests.kiosk.clock.web.room.test_displays import display_at
from tests.kit.clock import DEADLINE_S, KEY, DirectorsPage, RandomTable, eventually
from tests.kit.room import RoomApi

__all__ = ["two"]
pytestmark = pytest.mark.slow
ASKED = ("results", "results/earlier", "phone?entry=1", "standings")
OFF_MS = 1_000


def shown(clock):
    """The pages of displays and phones at the public port, without moments and the number of the state."""
    with display(clock) as next_of:
        said = {kind: next_of(kind) for kind in ("room", "board", "shows")}
    for page in ASKED:
        answer = httpx.get(f"http://{clock.public}/api/{page}", timeout=DEADLINE_S)
        assert answer.status_code == 200, answer.text
        said[page] = answer.json()
    return without_moments(said)


def without_moments(value):
    if isinstance(value, dict):
        return {key: without_moments(one) for key, one in value.items() if not key.endswith("_ms") and key != "seq"}
    return [without_moments(one) for one in value] if isinstance(value, list) else value


def display(clock):
    return display_at(f"ws://{clock.public}", display="Bar")


def seq_of(clock):
    with display(clock) as next_of:
        return next_of("room")["room"]["seq"]


def show_the_same(first, second):
    """Wait until they do. A waiting clock that reads everything again closes its connections, even new ones."""

    def is_so():
        try:
            return shown(second) == shown(first)
        except (InvalidHandshake, ConnectionClosed, OSError, httpx.TransportError):
            return False

    eventually(is_so)


def test_a_waiting_clock_shows_what_the_other_one_shows(two, tmp_path):
    first, second, _ = two
    with RandomTable(tmp_path, first.socket) as table, display(second) as next_of, DirectorsPage(first) as page:
        assert not next_of("room")["room"]["running"]
        assert page.order("start") == ""
        assert next_of("room", lambda said: said["room"]["running"])
        table.sit()
        table.play(3)
        table.wait_until_held(first)
        show_the_same(first, second)

        assert page.order("pause") == ""
        assert next_of("room", lambda said: not said["room"]["running"])
        programs = {"display": "Bar", "program": {"slides": [{"layout": "prizes", "seconds": 30}]}}
        headers = {"Authorization": f"Bearer {KEY}"}
        httpx.post(f"{first.site}/api/displays/set", json=programs, headers=headers).raise_for_status()
        assert next_of("shows", lambda said: said["program"])
        dinner = {"text": "Dinner is served", "seconds": 600}
        httpx.post(f"{first.site}/api/displays/announce", json=dinner, headers=headers).raise_for_status()
        assert next_of("announced")["text"] == dinner["text"]
        show_the_same(first, second)


def test_a_waiting_clock_shows_the_pictures_of_displays(two):
    first, second, _ = two
    picture = b"\x89PNG\r\n\x1a\n" + bytes(500)
    headers = {"Authorization": f"Bearer {KEY}"}

    sent = httpx.post(
        f"{first.site}/api/displays/picture", json={"picture": b64encode(picture).decode()}, headers=headers
    )

    for clock in (first, second):
        shown = httpx.get(f"http://{clock.public}/display-pictures/{sent.json()['id']}")
        assert (shown.content, shown.headers["content-type"]) == (picture, "image/png")
    first.send(signal.SIGKILL)
    second.hear("director")
    listed = httpx.get(f"{second.site}/api/displays/pictures", headers=headers).json()
    assert listed == {"pictures": [sent.json()["id"]]}


def test_a_waiting_clock_shows_a_new_tournament_and_a_corrected_name(two):
    first, second, _ = two
    with RoomApi(first) as room:
        sunday = room.create("Sunday")
        sunday.enter("Ana", "Bo")
        show_the_same(first, second)
        assert shown(second)["room"]["room"]["event"] == "Sunday"

        headers = {"Authorization": f"Bearer {KEY}"}
        before = seq_of(second)
        corrected = {"player": "ana", "name": "Anna"}
        httpx.post(f"{first.site}/api/people/rename", json=corrected, headers=headers).raise_for_status()
        show_the_same(first, second)
        assert "Anna" in str(shown(second)["phone?entry=1"])
        assert seq_of(second) > before, "a phone ignores a state with a lower number"


def test_a_waiting_clock_has_the_other_ones_time(two):
    first, second, _ = two

    def now_ms(clock):
        return int(httpx.get(f"http://{clock.public}/api/phone", timeout=DEADLINE_S).headers[CLOCK])

    def is_right():
        before, there, after = now_ms(first), now_ms(second), now_ms(first)
        return before - OFF_MS <= there <= after + OFF_MS

    eventually(is_right)


def test_a_waiting_clock_takes_no_order_and_has_nothing_that_needs_a_key(two):
    _, second, _ = two
    for method, page in (("GET", "api/tournaments"), ("POST", "api/tournaments"), ("GET", "director/")):
        assert httpx.request(method, f"http://{second.public}/{page}").status_code in {404, 405}


def test_a_waiting_clock_that_was_killed_shows_the_room_again_after_a_start(two):
    first, second, _ = two
    with DirectorsPage(first) as page:
        assert page.order("start") == ""
        second.kill()
        assert page.order("pause") == ""
        second.start()
        second.hear("serves displays and phones")
        show_the_same(first, second)
        assert page.order("start") == ""
        with display(second) as next_of:
            assert next_of("room", lambda said: said["room"]["running"])


def test_displays_come_back_to_a_clock_that_has_taken_over(two):
    first, second, _ = two
    with DirectorsPage(first) as page:
        assert page.order("start") == ""
    with display(second) as next_of:
        assert next_of("room", lambda said: said["room"]["running"])
        first.send(signal.SIGKILL)
        second.hear("director")
    with display(second) as next_of:
        assert next_of("room")["room"]["running"]
