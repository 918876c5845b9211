"""A table's link: its messages if there is no clock, or if the clock does not understand it."""

import socket
import threading
import time
from random import Random

import pytest

from engine.message import message
from hardware.reading.retry import next_backoff_s
from kiosk.clock.store.port import EPOCHS_AHEAD
from kiosk.protocol.messages import Ack, Welcome
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from kiosk.table.host import Inbox
from kiosk.table.link.client import ClockLink
from kiosk.table.link.connector import FIRST_RETRY_S, LONGEST_RETRY_S, jittered_s
from kiosk.table.link.events import Away, LinkEvent, OffsetMeasured, TableCredentials
from tests.kit.clock import DEADLINE_S, ON_SERVER, token
from tests.kit.full_tables import sitting_of
from ui.words.languages import words_in


class Owner:
    """Starts a link and waits for its posts."""

    def __init__(self, url, journal):
        self.woken = threading.Event()
        self.inbox: Inbox[LinkEvent] = Inbox(self.woken.set)
        self.heard: list[LinkEvent] = []
        identity = TableCredentials(url, 1, token(1), 1, sitting_of(1))
        self.link = ClockLink(identity, lambda: open_reader(journal), self.inbox.post, now_ms, Random(1))

    def __enter__(self):
        self.link.start()
        return self

    def __exit__(self, *_):
        self.link.stop()

    def wait_for(self, kind):
        """The first item of a kind."""
        while not (found := [item for item in self.heard if isinstance(item, kind)]):
            assert self.woken.wait(DEADLINE_S), f"no {kind.__name__} in {self.heard}"
            self.woken.clear()
            self.heard += self.inbox.take()
        return found[0]


def now_ms():
    return time.monotonic_ns() // 10**6


@pytest.fixture
def journal(tmp_path):
    with Journal.open(tmp_path / "table.journal", lambda: 0):
        yield tmp_path / "table.journal"


def test_a_missing_clock_is_reported_in_one_clear_line(journal, free_port):
    with Owner(f"ws://127.0.0.1:{free_port}/table", journal) as owner:
        away = owner.wait_for(Away)

    assert away.why == message("clock-not-there", clock=f"127.0.0.1:{free_port}", error="connection refused")
    assert not away.refused


def test_a_missing_clock_is_reported_once_however_often_the_table_retries(journal):
    with socket.create_server(("127.0.0.1", 0)) as server, Owner(address_of(server), journal) as owner:
        for _ in range(4):
            server.accept()[0].close()
        owner.wait_for(Away)

    assert len(owner.heard + owner.inbox.take()) == 1


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1:1/table", "is not a clock's address"),
        ("ws://no-such-clock.invalid:8080/table", "no clock at no-such-clock.invalid:8080"),
    ],
)
def test_an_impossible_address_is_reported_in_one_line(journal, url, why, monkeypatch):
    def nobody(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)  # a name server may take longer than the table waits
    with Owner(url, journal) as owner:
        assert why in str(words_in("en").fault(owner.wait_for(Away).why))


def test_a_server_that_is_no_clock_is_reported(journal):
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer_as_something_else, args=(server,), daemon=True).start()
        with Owner(address_of(server), journal) as owner:
            assert str(owner.wait_for(Away).why).startswith("clock-not-there (clock=127.0.0.1")


def address_of(server):
    return f"ws://127.0.0.1:{server.getsockname()[1]}/table"


def answer_as_something_else(server):
    near, _ = server.accept()
    near.recv(4096)
    near.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    near.close()


def test_an_unreadable_journal_is_reported_and_stops_nothing(tmp_path, free_port):
    with Owner(f"ws://127.0.0.1:{free_port}/table", tmp_path / "none.journal") as owner:
        assert "none.journal" in str(owner.wait_for(Away).why)


def test_a_link_is_welcomed_and_measures_the_clocks_time_and_delivers(clock, journal):
    began_ms = now_ms()
    with Owner(f"{clock.socket}/table", journal) as owner:
        welcomed = owner.wait_for(Welcome)
        offset_ms = owner.wait_for(OffsetMeasured).offset_ms
        took_ms = now_ms() - began_ms

    assert [place.name for place in welcomed.target.roster][:2] == ["Ana 1", "Bo 1"]
    moved = EPOCHS_AHEAD if ON_SERVER else 0  # when the tournament was moved to the server
    assert welcomed.room.epoch == moved + 2  # the first was that of the program that made the tournament
    # Both count from the same boot here, the clock through sleep as well; half a round trip is the estimate's error.
    assert offset_ms >= -1 - took_ms / 2
    assert not [item for item in owner.heard if isinstance(item, Ack | Away)]


def test_a_link_stops_at_once_while_it_waits_to_retry(journal, free_port):
    owner = Owner(f"ws://127.0.0.1:{free_port}/table", journal)
    with owner:
        owner.wait_for(Away)

    assert not owner.link._thread.is_alive()
    owner.link.offer()


def test_retries_wait_longer_each_time_and_differ_between_tables():
    waits = [0.0]
    for _ in range(12):
        waits.append(next_backoff_s(waits[-1], FIRST_RETRY_S, LONGEST_RETRY_S))

    assert waits[1] < 0.5
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_RETRY_S
    assert LONGEST_RETRY_S / 2 <= jittered_s(LONGEST_RETRY_S, Random(1)) <= LONGEST_RETRY_S
    assert jittered_s(2.0, Random(1)) != jittered_s(2.0, Random(2))
