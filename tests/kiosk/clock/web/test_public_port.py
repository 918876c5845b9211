"""The port for displays and phones only: it is read-only, and nothing else is there."""

import httpx
import pytest
import segno
from starlette.routing import Mount, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kiosk.clock.web.app import OPERATIONS, public_routes, staff_routes
from kiosk.clock.web.openapi import PARAMETERS, document
from tests.kit.clock import DEADLINE_S, KEY, ClockThread
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, room_settings

SHOWN = {
    "/", "/api/phone", "/api/phone/day", "/api/phone/hands.{form}", "/api/results", "/api/results/earlier",
    "/api/standings", "/api/standings/{league}", "/api/standings/{league}/standings.csv", "/clocks",
    "/display-pictures/{its_id}", "/display-qr.svg", "/display/", "/fonts/", "/player/", "/results/", "/room-ca.crt",
    "/standings/", "/standings/page/", "/standings/{league}", "/web/", "/words.json",
}  # fmt: skip
"""Everything that can be read here. Adding to this list means that everybody in the house may see it, without TLS."""
SOCKETS = {"/room"}
FILLED = PARAMETERS | {"its_id": "0" * 16}
CHANGING = ("POST", "PUT", "PATCH", "DELETE")


@pytest.fixture
def port():
    return unused_port()


@pytest.fixture
def clock(tmp_path, free_port, port):
    one = ClockThread(tmp_path, free_port, f"public_port = {port}\n" + room_settings(free_port))
    one.start()
    yield one
    one.stop()


def routes_of(holder, before=""):
    """Each route of an app: its method, empty for a socket, and its path."""
    for route in holder.routes:
        if router := getattr(route, "original_router", None):  # as FastAPI keeps those that it includes
            yield from routes_of(router, before + route.include_context.prefix)
        elif isinstance(route, Mount):
            yield "GET", f"{before}{route.path}/"
        elif isinstance(route, WebSocketRoute):
            yield "", before + route.path
        else:
            for method in route.methods:
                yield method, before + route.path


HERE, AT_MAIN_PORT = set(routes_of(public_routes())), set(routes_of(staff_routes()))


def test_every_route_of_the_public_port_is_for_everybody():
    """This catches an unwanted router. The main port and the API's document prove that all routes are checked."""
    documented = {
        (method.upper(), path)
        for path, methods in document(staff_routes(), OPERATIONS)["paths"].items()
        for method in methods
    }
    assert len(documented) == len(OPERATIONS)
    assert documented < AT_MAIN_PORT
    for_everybody = {*(("GET", path) for path in SHOWN), *(("", path) for path in SOCKETS)}
    assert for_everybody == HERE


def test_the_public_port_answers_only_displays_and_phones_even_with_the_key(clock, port):
    with RoomApi(clock) as room:
        room.create("Friday")
    elsewhere = {
        *(AT_MAIN_PORT - HERE),
        *((method, path) for _, path in AT_MAIN_PORT for method in CHANGING),
        ("GET", "/api/openapi.json"), ("GET", "/docs"), ("GET", "/openapi.json"),
    }  # fmt: skip
    with httpx.Client(
        base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=DEADLINE_S
    ) as http:
        shown = {path: http.get(path.format_map(FILLED)) for path in SHOWN}
        hidden = {(method, path): http.request(method, path.format_map(FILLED)) for method, path in elsewhere if method}

    assert len(hidden) > len(OPERATIONS)
    assert shown["/api/phone"].json()["clock"]["event"] == shown["/api/results"].json()["name"] == "Friday"
    for path in ("/display/", "/player/", "/results/", "/standings/", "/words.json", "/api/standings"):
        assert shown[path].status_code == 200, path
    assert {one: answer.status_code for one, answer in hidden.items() if answer.status_code not in {404, 405}} == {}
    answers = [*shown.values(), *hidden.values()]
    assert not [name for answer in answers for name in answer.headers if name == "set-cookie"]
    for method, path in elsewhere:
        if not method:
            with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{port}{path}", proxy=None):
                pass
    with connect(f"ws://127.0.0.1:{port}/room", proxy=None) as display:
        assert "Friday" in display.recv(timeout=DEADLINE_S)


@pytest.mark.slow  # fpdf2 is loaded
def test_codes_made_at_the_main_port_lead_phones_to_the_public_port(clock, port, monkeypatch):
    """A code on a display that was opened here leads to the address at which the display reached it."""
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


def test_pages_are_told_where_they_are_at_the_rooms_other_clocks_and_may_look_there(tmp_path, free_port, port):
    """The other clocks have the same public port."""
    there = 'addresses = ["ws://10.0.0.11:8080", "ws://[fd00::2]:8080/"]\n'
    one = ClockThread(tmp_path, free_port, f"{there}public_port = {port}\n" + room_settings(free_port))
    one.start()
    staff, public = httpx.get(f"{one.site}/clocks"), httpx.get(f"http://127.0.0.1:{port}/clocks")
    one.stop()

    assert staff.json() == ["http://10.0.0.11:8080", "http://[fd00::2]:8080"]
    assert public.json() == [f"http://10.0.0.11:{port}", f"http://[fd00::2]:{port}"]
    for said in (staff, public):
        assert said.headers["Access-Control-Allow-Origin"] == "*"
        assert f"; connect-src 'self' {' '.join(said.json())};" in said.headers["Content-Security-Policy"]


def test_without_other_clocks_a_page_may_look_nowhere_else(clock):
    said = httpx.get(f"{clock.site}/clocks")

    assert said.json() == []
    assert "connect-src" not in said.headers["Content-Security-Policy"]
