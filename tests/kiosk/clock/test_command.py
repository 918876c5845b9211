"""`kiosk clock` itself: its messages when it cannot start, and what it serves over HTTP."""

import asyncio
import signal
import socket
from collections.abc import Callable

import httpx
import pytest
from websockets.sync.client import connect

from engine.message import Message
from kiosk.cli import main
from kiosk.clock import command
from kiosk.clock.clients.site_address import own_address
from kiosk.clock.command import listen, serve_on
from kiosk.clock.settings import ClockSettings
from tests.kit.clock import DEADLINE_S, KEY, ON_SERVER, ClockThread, KillableClock, about_the_file, settings_text, sql

DIRECTOR = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def start_and_fail(capsys):
    """Start a clock that cannot start: its exit code and its output."""

    def start(clock):
        code = main(["clock", "--settings", str(clock.settings)])
        said, complained = capsys.readouterr()
        assert said == ""
        return code, complained

    return start


@pytest.fixture
def stopped(tmp_path, free_port):
    """A clock that has run and ended."""
    clock = ClockThread(tmp_path, free_port)
    clock.start()
    clock.stop()
    return clock


def assert_one_line(failed, *words):
    code, said = failed
    assert code == 2
    assert said.count("\n") == 1
    for word in words:
        assert word in said


@pytest.mark.slow
def test_the_clock_prints_its_pages_in_one_line_and_ends_cleanly_on_ctrl_c(tmp_path, free_port):
    clock = KillableClock(tmp_path, free_port)

    said = clock.start()

    assert said == f"room display {clock.site}/display/  director {clock.site}/director/\n"
    assert clock.end(signal.SIGINT) == (0, "")


def test_a_client_still_connected_at_the_end_leaves_no_line_in_the_log(clock, monkeypatch):
    """In the middle of a request. The fixture fails if the clock has written anything."""
    monkeypatch.setattr(command, "CLOSING_S", 0.2)
    with socket.create_connection(("127.0.0.1", clock.port)) as sleeps:
        key = f"Authorization: Bearer {KEY}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
        sleeps.sendall(f"POST /api/plan/place HTTP/1.1\r\nHost: x\r\n{key}{{".encode())
        assert clock.room()["event"]
        clock.stop()
    clock.start()


def test_small_answers_are_sent_without_delay():
    """Every accepted connection is set not to gather small packets: otherwise 40 ms of a ping would be the network's,
    not the clock's.
    """
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        taken, _ = listening.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_reported_in_one_line(start_and_fail, clock, tmp_path):
    (tmp_path / "other").mkdir()

    assert_one_line(
        start_and_fail(ClockThread(tmp_path / "other", clock.port)),
        "another program is using it",
        "specify another port",
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-clock.invalid", "two..dots"])
def test_an_address_of_another_machine_is_reported_with_what_to_do(start_and_fail, stopped, host):
    stopped.configure(f'host = "{host}"\n{settings_text(stopped.port)}')

    assert_one_line(
        start_and_fail(stopped), host, "set `host` in the settings to an address of this machine, or to 0.0.0.0 for all"
    )


@about_the_file("a second clock on a server waits")
def test_a_database_in_use_is_reported_in_one_line(start_and_fail, clock):
    clock.settings.write_text(settings_text(0))

    assert_one_line(start_and_fail(clock), "clock.db")


def test_a_wrong_port_in_the_settings_is_reported_in_one_line(start_and_fail, stopped):
    stopped.configure(settings_text(70000))

    assert_one_line(start_and_fail(stopped), "clock.toml", "port")


def test_a_database_from_a_newer_version_is_not_touched(start_and_fail, stopped):
    sql(stopped.place, "UPDATE form SET number = 9" if ON_SERVER else "PRAGMA user_version = 9")

    assert_one_line(start_and_fail(stopped), "written by a newer version (format 9", "update this program")


@about_the_file("the settings name a file of another program")
def test_a_file_that_is_no_clock_database_is_not_touched(start_and_fail, stopped):
    stopped.database.write_bytes(b"shopping list: more chips" * 100)

    assert_one_line(start_and_fail(stopped), "clock.db")
    assert stopped.database.read_bytes() == b"shopping list: more chips" * 100


def test_a_new_table_in_the_settings_is_added_at_the_next_start(stopped):
    stopped.configure(settings_text(stopped.port, tables=3))

    stopped.start()

    assert httpx.get(f"{stopped.site}/api/tournaments", headers=DIRECTOR).json()["tables"] == [1, 2, 3]
    stopped.stop()


def test_only_the_director_can_read_the_tables(clock, caplog):
    guesses = [{}, *({"Authorization": f"Bearer {key}"} for key in ("x", "a-guess", "the-directors-keys"))]

    assert [httpx.get(f"{clock.site}/api/tables", headers=guess).status_code for guess in guesses] == [401] * 4
    assert "wrong keys from 127.0.0.1" in caplog.text


def test_anybody_can_read_the_room_but_no_names(clock):
    answer = httpx.get(f"{clock.site}/api/room")

    assert answer.json()["event"] == "Test Open"
    assert "Ana" not in answer.text


def test_the_health_route_reports_that_the_clock_is_well(clock):
    answer = httpx.get(f"{clock.site}/healthz")

    assert (answer.status_code, answer.json()) == (200, {"ok": True, "fault": ""})


def test_pages_may_load_nothing_from_other_sites(clock):
    for path in ("/display/", "/director/", "/display/display.js", "/director/director.css"):
        answer = httpx.get(f"{clock.site}{path}")

        assert answer.status_code == 200
        assert answer.headers["content-security-policy"].startswith("default-src 'self';")


def test_the_framework_pages_that_need_the_internet_are_off(clock):
    assert [httpx.get(f"{clock.site}{path}").status_code for path in ("/docs", "/redoc", "/openapi.json")] == [404] * 3


def test_a_clock_stops_at_once_on_request_and_not_at_its_next_tick(tmp_path, free_port, monkeypatch):
    monkeypatch.setattr(command, "TICK_S", 10 * DEADLINE_S)
    clock = ClockThread(tmp_path, free_port)
    clock.start()

    with connect(f"{clock.socket}/room", proxy=None):
        clock.stop()


@pytest.mark.parametrize(
    ("host", "shown"),
    [("0.0.0.0", own_address() or socket.gethostname()), ("127.0.0.1", "127.0.0.1")],
    ids=["every-address", "one-address"],
)
def test_the_addresses_printed_at_the_start_can_be_opened_on_other_machines(host, shown, tmp_path):
    """If the clock listens on every address, it prints the one on the network: its name may lead only to itself."""
    settings = ClockSettings("the-key", host=host, port=0, database_named=str(tmp_path / "clock.db"), announce=False)
    said: list[Message] = []
    ends: list[Callable[[], None]] = []

    def say(message):
        said.append(message)
        asyncio.get_running_loop().call_soon(ends[0])

    with listen(host, 0) as listening:
        port = listening.getsockname()[1]
        asyncio.run(serve_on(listening, settings, say, ends.append))

    assert said[0].fields == {
        "display": f"http://{shown}:{port}/display/", "director": f"http://{shown}:{port}/director/",
    }  # fmt: skip
