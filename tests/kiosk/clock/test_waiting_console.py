"""A console at a waiting clock shows the room that another clock runs, and takes no orders."""

import signal

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.clock import DEADLINE_S, KEY, DirectorsPage, RandomTable, eventually
from tests.kit.full_tables import FullTables
from tests.kit.room import RoomApi
from tests.kit.two_clocks import two_clocks

pytestmark = pytest.mark.slow
STAFF = '[[staff]]\nname = "Flo"\nrole = "floor"\npin = "{pin}"\n'
BEARER = {"Authorization": f"Bearer {KEY}"}
READ = ("log", "pace", "forecast", "figures", "draws", "results.csv")


@pytest.fixture
def two(tmp_path, free_port):
    """Two clocks at two addresses, with consoles at the same port."""
    with two_clocks(tmp_path, free_port, FullTables(), second_host="127.0.0.2") as both:
        yield both


def written(url):
    """The number of records in the database, and of changes to the other entries."""
    with psycopg.connect(url) as db:
        return db.execute("SELECT (SELECT count(*) FROM kiosk.record), (SELECT changes FROM kiosk.changed)").fetchone()


def sign_in(clock, pin, origin):
    """The answer to a console at this origin."""
    asked, headers = {"name": "Flo", "pin": pin}, {"Origin": origin}
    return httpx.post(f"{clock.site}/api/session", json=asked, headers=headers, timeout=DEADLINE_S)


def add_flo(clock, **changed):
    flo = {"name": "Flo", "role": "floor", "pin": "4711", **changed}
    httpx.post(
        f"{clock.site}/api/staff/put", json=flo, headers=BEARER, timeout=DEADLINE_S, verify=clock.verify
    ).raise_for_status()


def tables_of(page):
    """The newest message about each table, without what a waiting clock does not know."""
    found = {one["sitting"]: one for one in page.said if one["say"] == "table"}
    return {key: {name: value for name, value in one.items() if name != "link"} for key, one in found.items()}


def test_a_console_at_the_waiting_clock_shows_the_room_and_follows_it(two, tmp_path):
    first, second, _ = two
    with (
        RandomTable(tmp_path, first.socket) as table,
        DirectorsPage(first) as there,
        DirectorsPage(second.at_console_port) as here,
    ):
        here.hear_until(lambda: bool(here.room))
        assert here.last("you")["follows"] == "A"
        assert (here.last("you")["can"], here.last("you")["orders"]) == (["look"], [])
        assert there.order("start") == ""
        here.hear_until(lambda: here.room["running"])
        table.sit()
        table.play(2)
        held = table.wait_until_held(first)["records"]
        here.hear_until(lambda: any(one.get("records") == held for one in here.said))
        here.look(1)
        here.hear_until(lambda: here.said[-1]["say"] == "live")
        there.hear_until(lambda: any(one.get("records") == held for one in there.said))
        assert tables_of(here)[1] == tables_of(there)[1]


def test_a_viewer_may_read_the_same_at_the_waiting_clock(two):
    first, second, _ = two
    its_id = httpx.get(f"{first.site}/api/tournaments", headers=BEARER).json()["tournaments"][0]["id"]
    pages = [f"tournaments/{its_id}/{one}" for one in READ]

    for page in (*pages, "plan", "downs", "people", "cases", "displays", "structures"):
        here, there = (
            httpx.get(f"{site}/api/{page}", headers=BEARER, timeout=DEADLINE_S)
            for site in (second.at_console_port.site, first.site)
        )
        assert here.status_code == there.status_code == 200, page
    assert httpx.get(f"{second.at_console_port.site}/api/plan").status_code == 401


def test_an_order_that_is_sent_to_the_waiting_clock_is_refused_and_nothing_is_written(two):
    first, second, url = two
    its_id = httpx.get(f"{first.site}/api/tournaments", headers=BEARER).json()["tournaments"][0]["id"]
    before = written(url)
    orders = {f"tournaments/{its_id}/act": {"do": "start"}, "plan/remove": {"table": 1}, "session": {}}

    with DirectorsPage(second.at_console_port) as page:
        assert "only shows the room" in page.order("start")
        assert "only shows the room" in page.order("pause")
    for path, body in orders.items():
        answer = httpx.post(f"{second.at_console_port.site}/api/{path}", json=body, headers=BEARER, timeout=DEADLINE_S)
        assert (answer.status_code, answer.json()["code"]) == (503, "clock-follows"), path

    assert written(url) == before
    with DirectorsPage(first) as page:
        assert page.order("start") == ""


def test_only_the_key_or_a_sign_in_opens_the_console_and_the_clock_that_runs_the_room_checks_pins(two):
    first, second, url = two
    add_flo(first)
    origin, before = second.at_console_port.site, written(url)
    with DirectorsPage(second.at_console_port, key="guessed") as page:
        page.hear_until(lambda: page.said[-1]["say"] == "refusal")
        assert page.said[-1]["code"] == "not-the-directors-key"
    assert written(url) == before

    wrong, right = sign_in(first, "9999", origin), sign_in(first, "4711", origin)

    assert (wrong.status_code, wrong.json()["code"]) == (401, "pin-wrong")
    assert right.headers["Access-Control-Allow-Origin"] == wrong.headers["Access-Control-Allow-Origin"] == origin
    token = right.json()["token"]
    with DirectorsPage(second.at_console_port, key=token) as page:
        page.hear_until(lambda: bool(page.room))
        assert (page.last("you")["name"], page.last("you")["can"]) == ("Flo", ["look"])
        add_flo(first, pin="8642")  # which ends Flo's sign-in
        with pytest.raises(ConnectionClosed):
            page.hear_until(lambda: False)


def test_no_page_of_another_site_may_send_a_sign_in(two):
    first, second, _ = two
    add_flo(first)
    headers = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}

    def preflight(path, origin):
        return httpx.request("OPTIONS", f"{first.site}/api/{path}", headers={**headers, "Origin": origin})

    asked = preflight("session", second.at_console_port.site)
    assert (asked.status_code, asked.headers["Access-Control-Allow-Origin"]) == (204, second.at_console_port.site)
    for origin in (f"http://{second.public}", "http://evil.example", "null"):
        assert sign_in(first, "4711", origin).status_code == 403
        assert "Access-Control-Allow-Origin" not in preflight("session", origin).headers
    assert preflight("tournaments", second.at_console_port.site).status_code == 405


def test_the_console_becomes_an_ordinary_one_when_its_clock_takes_over(two):
    first, second, _ = two
    add_flo(first)
    token = sign_in(first, "4711", second.at_console_port.site).json()["token"]
    with DirectorsPage(second.at_console_port, key=token) as page:
        page.hear_until(lambda: bool(page.room))
        first.send(signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            page.hear_until(lambda: False)
    second.hear("director")
    first.end(signal.SIGKILL)

    with DirectorsPage(second.at_console_port, key=token) as page:
        assert page.order("start") == ""
        assert page.last("you")["follows"] == ""
    first.start()
    first.hear("the console at this clock only shows the room")
    with DirectorsPage(first.at_console_port, key=token) as page:
        page.hear_until(lambda: bool(page.room))
        assert (page.last("you")["follows"], page.room["running"]) == ("B", True)


def test_a_new_tournament_and_a_table_on_the_plan_are_shown(two):
    first, second, _ = two
    with RoomApi(first) as room:
        room.create("Sunday")

    def names():
        answer = httpx.get(f"{second.at_console_port.site}/api/tournaments", headers=BEARER, timeout=DEADLINE_S)
        return [one["name"] for one in answer.json()["tournaments"]] if answer.status_code == 200 else []

    eventually(lambda: "Sunday" in names())
    place = {"table": 1, "seats": 9}
    with DirectorsPage(second.at_console_port) as page:
        page.hear_until(lambda: bool(page.room))
        httpx.post(f"{first.site}/api/plan/place", json=place, headers=BEARER, timeout=DEADLINE_S).raise_for_status()
        page.hear_until(lambda: bool(page.last("tournaments")["plan"]["tables"]))
