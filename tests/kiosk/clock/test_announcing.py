"""A clock announces itself on its network, and `kiosk setup` finds it. The tests use only the loopback interface."""

import asyncio
import logging
import sys
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from secrets import token_hex
from threading import Event

import pytest
from zeroconf import ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from kiosk.clock import command
from kiosk.clock.announcing import EVERY_ADDRESS, address_to_announce, keep_announcing
from kiosk.clock.clients.site_address import own_address
from kiosk.clock.command import listen, serve_on
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings
from kiosk.commands.setup.nearby import clocks_nearby
from kiosk.faults import Fault
from kiosk.protocol.link.announced import LONGEST_NAME, AnnouncedClock, announced_clock, shown_name
from tests.kit.clock import ClockThread, settings_text
from tests.kit.patience import PATIENCE_S

HERE = "127.0.0.1"
KEY = "the-directors-key"


@pytest.fixture
def service():
    """A type of service that no other test and no room announces."""
    return f"_kc-{token_hex(4)}._tcp.local."


@asynccontextmanager
async def announcing(service, *clocks, address=lambda: HERE):
    """These clocks are announced inside the block."""
    tasks = [asyncio.create_task(keep_announcing(clock, address, service, look_s=0.01)) for clock in clocks]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def found(service, count):
    return asyncio.to_thread(clocks_nearby, PATIENCE_S, count, [HERE], service)


def test_two_clocks_are_found_by_name_with_their_ports(service):
    async def run():
        main, bar = AnnouncedClock("Main room", "", 8443, True, 8080), AnnouncedClock("Bar", "", 8081)
        async with announcing(service, main, bar):
            return await found(service, 2)

    bar, main = asyncio.run(run())

    assert (bar.name, bar.for_tables, bar.for_displays) == ("Bar", "ws://127.0.0.1:8081", "http://127.0.0.1:8081")
    assert (main.name, main.for_tables, main.for_displays) == (
        "Main room", "wss://127.0.0.1:8443", "http://127.0.0.1:8080",
    )  # fmt: skip


@pytest.fixture
def announcements(service, monkeypatch):
    """Announces the test's clocks on loopback. Two events: a clock was announced, and it was withdrawn."""
    monkeypatch.setattr(command, "address_to_announce", lambda settings, host: lambda: host)
    monkeypatch.setattr(command, "keep_announcing", partial(keep_announcing, service=service))
    added, removed = Event(), Event()

    def hear(zeroconf, service_type, name, state_change):
        (removed if state_change is ServiceStateChange.Removed else added).set()

    with closing(Zeroconf([HERE])) as network, ServiceBrowser(network, service, handlers=[hear]):
        yield added, removed


def test_a_running_clock_withdraws_its_announcement_when_it_stops(service, announcements, tmp_path, free_port):
    added, removed = announcements
    clock = ClockThread(tmp_path, free_port, f'name = "Main room"\n{settings_text(free_port)}')
    clock.start()

    assert added.wait(PATIENCE_S)
    assert clocks_nearby(PATIENCE_S, 1, [HERE], service) == (AnnouncedClock("Main room", HERE, free_port),)
    assert not removed.is_set()
    clock.stop()

    assert removed.wait(PATIENCE_S)


def test_a_clock_that_loses_the_room_withdraws_its_announcement(announcements, tmp_path, monkeypatch):
    added, removed = announcements

    async def lose(service):
        await asyncio.to_thread(added.wait, PATIENCE_S)
        raise Fault("clock-fenced")

    monkeypatch.setattr(Service, "heartbeat", lose)
    settings = ClockSettings(KEY, database_named=str(tmp_path / "clock.db"))
    with listen(HERE, 0) as listening, pytest.raises(Fault):
        asyncio.run(serve_on(listening, settings, lambda said: None, lambda stop: None))

    assert removed.wait(PATIENCE_S)


def test_what_a_stranger_announces_is_shown_in_one_short_line_or_not_at_all(service):
    def announcement(name, port, texts):
        return ServiceInfo(
            service, f"{name}.{service}", port, properties=texts, server=f"{name}.local.", addresses=[b"\x7f\0\0\1"]
        )

    with closing(Zeroconf([HERE])) as network:
        for info in (
            announcement(
                "a" * 63, 7001, {b"name": b"Room\x1b[2J\n1  \xe2\x80\xaeevil \xff" + b"z" * 200, b"tls": b"1"}
            ),
            announcement("b", 0, {b"name": b"no port"}),
            announcement("c", 7003, {b"public": b"99999"}),
        ):
            network.register_service(info, cooperating_responders=True)
        nameless, named = clocks_nearby(PATIENCE_S, 2, [HERE], service)

    assert nameless == AnnouncedClock("", HERE, 7003)
    assert named.name.startswith("Room[2J 1 evil \ufffdzzz")
    assert len(named.name) == LONGEST_NAME
    assert named.for_tables == "wss://127.0.0.1:7001"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Main room", "Main room"),
        ("  two\r\nlines\t", "two lines"),
        ("\x1b]0;title\x07\u202eabc\u2066", "]0;titleabc"),
        ("x" * 500, "x" * LONGEST_NAME),
        ("\0\n", ""),
    ],
)
def test_a_name_is_shown_in_one_line_of_printable_characters(name, shown):
    assert shown_name(name) == shown


@pytest.mark.parametrize(
    ("port", "texts"), [(None, {}), (0, {}), (8080, {b"name": None, b"tls": b"yes", b"public": b"-1"})]
)
def test_an_announcement_without_a_port_is_ignored_and_unusable_texts_are_left_out(port, texts):
    assert announced_clock([HERE], port, texts) == (AnnouncedClock("", HERE, 8080) if port else None)
    assert announced_clock([], port, texts) is None


def test_without_the_package_the_clock_says_so_once_and_nothing_is_found(service, monkeypatch, caplog):
    caplog.set_level(logging.INFO, "kiosk")
    monkeypatch.setitem(sys.modules, "zeroconf", None)

    asyncio.run(keep_announcing(AnnouncedClock("Bar", "", 8080), lambda: HERE, service))

    (said,) = caplog.messages
    assert said.startswith("the clock is not announced")
    assert "zeroconf" in said
    assert clocks_nearby(PATIENCE_S, 1, [HERE], service) == ()


def test_a_network_that_fails_is_logged_once_and_tried_again(service, caplog):
    caplog.set_level(logging.INFO, "kiosk")
    fails = ["Network is unreachable"] * 3

    def address():
        if fails:
            raise OSError(fails.pop())
        return HERE

    async def run():
        async with announcing(service, AnnouncedClock("Bar", "", 8080), address=address):
            return await found(service, 1)

    assert asyncio.run(run()) == (AnnouncedClock("Bar", HERE, 8080),)
    assert ["Network is unreachable" in line for line in caplog.messages] == [True, False]


def test_a_new_address_replaces_the_old_one(service):
    here = ["127.0.0.1"]

    async def run():
        async with announcing(service, AnnouncedClock("Bar", "", 8080), address=lambda: here[0]):
            before = await found(service, 1)
            here[0] = "127.0.0.2"
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    while (
                        after := await asyncio.to_thread(clocks_nearby, 1, 1, [HERE, "127.0.0.2"], service)
                    ) == before:
                        pass
            return before, after

    before, after = asyncio.run(run())

    assert [clock.address for clock in (*before, *after)] == ["127.0.0.1", "127.0.0.2"]


@pytest.mark.parametrize(
    ("host", "announce", "address"),
    [
        (EVERY_ADDRESS, True, own_address()),
        ("192.0.2.1", True, "192.0.2.1"),
        ("192.0.2.1", False, None),
        (HERE, True, None),
        ("::", True, None),
    ],
)
def test_a_clock_is_announced_only_if_other_machines_can_reach_it_and_the_setting_allows_it(host, announce, address):
    found = address_to_announce(ClockSettings(KEY, announce=announce), host)

    assert (found() if found else None) == address
