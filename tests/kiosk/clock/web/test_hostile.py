"""The clock withstands anything that a client can send: it answers in a sentence, keeps serving the others, and its log
stays short.
"""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kiosk.clock.clients import quota
from kiosk.clock.web.app import make_app
from kiosk.peer_log import MOST_PEERS, PeerLog, RateLimit, error_line
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello
from kiosk.storage.chain import Mark
from tests.kit.clock import DEADLINE_S, ClockThread, RandomTable, eventually, token
from tests.kit.full_tables import sitting_of
from ui.words.languages import words_in

FRAMES = (
    b'{"say":"hello","token":"\xff","table":1,"epoch":1,"head":{"seq":0,"hash":""}}',
    b"\xff\xfe\x00\x80",
    '{"say":"ping","t0":"\\ud800"}',
    "[" * 20_000,
    '{"say":"ping","t0":' + "9" * 5_000 + "}",
    "",
    "null",
    '{"say":"records","records":[]}',
)


@pytest.fixture
def clock(tmp_path, free_port):
    """With two tables of six, whose players are in its settings; it must write nothing."""
    one = ClockThread(tmp_path, free_port)
    one.start()
    yield one
    one.stop()


def sent(site: str, path: str, *frames: str | bytes) -> list[str]:
    """The clock's answers until it hangs up."""
    said = []
    with connect(f"{site}{path}", proxy=None, compression=None) as socket:
        try:
            for frame in frames:
                socket.send(frame)
            while True:
                said.append(str(socket.recv(timeout=120)))
        except ConnectionClosed:
            return said


@pytest.mark.parametrize("path", ["/table", "/room", "/director"])
def test_every_frame_is_answered_in_a_sentence_and_the_log_stays_empty(clock, path):
    """The fixture fails if the clock has written anything."""
    for frame in FRAMES:
        refusal = json.loads(sent(clock.socket, path, frame)[-1])
        assert refusal["say"] == "refusal"
        assert refusal["why"]


def test_a_table_that_sends_nonsense_after_its_hello_is_disconnected_and_others_play_on(clock, tmp_path):
    hello = encode(Hello(token(2), 2, 1, Mark(0, bytes(32)), sitting=sitting_of(2)))
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        for frame in (*FRAMES[:-1], hello):
            said = sent(clock.socket, "/table", hello, frame)
            assert json.loads(said[0])["say"] == "welcome"
        table.play(1)
        table.wait_until_held(clock)


def test_a_stolen_token_fills_no_disk_and_the_director_sees_it(clock, monkeypatch):
    monkeypatch.setattr(quota, "AT_ONCE", 10)
    hello, more = (
        encode(Hello(token(2), 2, 1, Mark(0, bytes(32)), sitting=sitting_of(2))),
        json.dumps({"say": "ping", "t0": 1}),
    )

    for _ in range(2):
        refusal = json.loads(sent(clock.socket, "/table", hello, more)[-1])
        assert refusal["why"] == "this kiosk sends far more than a table normally does"
    flags = [flag for flag in clock.table(2)["flags"] if "far more than a table normally does" in flag]

    assert len(flags) == 1
    assert clock.table(1)["flags"] == []
    away = [one["why"] for one in clock.tables()["totals"]["rejected"]]
    assert away == ["the kiosk of table 2 sent too much and was disconnected"]


class Broken:
    """A service with a bug in it."""

    words = words_in("en")
    followed = None

    def __init__(self, now_ms):
        self.peers = PeerLog(logging.getLogger("kiosk"), now_ms)
        self.pages = SimpleNamespace(add_display=lambda *_: None, remove=lambda _: None)

    def now_ms(self):
        raise KeyError("nobody foresaw this")


@contextmanager
def serving(service: Any, port: int) -> Iterator[str]:
    """The clock's web server over this service, in a thread."""
    config = uvicorn.Config(
        make_app(service), port=port, ws="websockets-sansio", lifespan="off", log_level="warning", log_config=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        eventually(lambda: server.started)
        yield f"ws://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def test_a_bug_of_ours_is_answered_with_all_headers(caplog, free_port):
    with serving(Broken(lambda: 0), free_port) as site:
        answer = httpx.get(f"{site.replace('ws', 'http', 1)}/healthz", timeout=DEADLINE_S)

    assert answer.status_code == 500
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    caplog.clear()


def test_a_bug_of_ours_is_logged_once_a_minute_for_each_peer(caplog, free_port):
    now_ms = 0
    with serving(Broken(lambda: now_ms), free_port) as site:
        for _ in range(30):
            assert "did not understand this" in sent(site, "/room", '{"say":"ping","t0":1}')[-1]
        first = [record.getMessage() for record in caplog.records]
        now_ms = 60_000
        sent(site, "/room", '{"say":"ping","t0":1}')

    assert len(first) == 1
    assert first[0].startswith("127.0.0.1 at /room: KeyError at test_hostile.py:")
    assert [record.getMessage() for record in caplog.records] == [first[0], f"{first[0]} (and 29 more before it)"]
    caplog.clear()


def test_the_log_remembers_only_a_limited_number_of_peers(caplog):
    log = PeerLog(logging.getLogger("kiosk"), lambda: 0)
    for peer in range(2 * MOST_PEERS):
        log.write(str(peer), KeyError("x"))

    assert len(log._since) == MOST_PEERS
    caplog.clear()


def test_an_error_whose_text_fails_is_reported_by_its_name():
    class Mute(Exception):
        def __str__(self):
            raise ValueError("no words")

    assert error_line(Mute()) == "Mute"


def test_a_repeated_warning_of_the_web_server_is_logged_once_a_minute():
    now_ms = 0
    seldom = RateLimit(lambda: now_ms)
    said = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid HTTP request received.", (), None)

    assert [seldom.filter(said) for _ in range(3)] == [True, False, False]
    now_ms = 60_000
    assert seldom.filter(said)
