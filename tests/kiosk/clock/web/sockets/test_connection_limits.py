"""The clock closes connections that send nothing, or only half a request; one address gets only so many."""

import json
import socket
import ssl
import struct
import threading
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.sync.client import connect

from kiosk.clock.tls.authority import new_authority, new_server
from kiosk.clock.web.sockets import connection_limits
from kiosk.clock.web.sockets.connection_limits import (
    FAREWELL_BYTES,
    GUEST,
    MOST_PIECES,
    MOST_REFUSED,
    Allowed,
    CountedSocket,
    Limits,
    guarded,
)
from kiosk.protocol.messages import Ping
from kiosk.protocol.pairing import modern
from kiosk.storage.chain import START, chain
from tests.kit.clock import DEADLINE_S, KEY, ClockThread, eventually
from tests.kit.room import KioskConnection, RoomApi, room_settings

HALVES = (
    b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
)  # fmt: skip
SOON_S = 1.0


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MUCH = "x" * 32 * 1024 * 1024
"""Far more than the system buffers for a client that does not read."""
ENDED = SimpleQueue[bool]()
"""Grows by one each time the connection of a client that asked for much ends."""
RECEIVED, GONE = SimpleQueue[bool](), threading.Event()
"""A client that asks for many words has been read, and has gone before the first."""


async def app(scope, receive, send):
    """Reads the whole request, then answers; echoes a WebSocket's messages. A client that asks for much gets much."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        asked_for_much = False
        while (said := await receive())["type"] == "websocket.receive":
            if said["text"] == "many":
                await _say_many(send)
            await send({"type": "websocket.send", "text": MUCH if said["text"] == "much" else said["text"]})
            asked_for_much = said["text"] == "much"
        if asked_for_much:
            ENDED.put(True)
        return
    while (await receive()).get("more_body"):
        pass
    is_much = scope["path"] == "/much"
    await send({"type": "http.response.start", "status": 200 if is_much else 204, "headers": []})
    await send({"type": "http.response.body", "body": MUCH.encode() if is_much else b""})
    if is_much and (await receive())["type"] == "http.disconnect":
        ENDED.put(True)


async def _say_many(send):
    """Send to a client that has gone; the loop is blocked in the meantime and has not noticed it."""
    RECEIVED.put(True)
    GONE.wait(DEADLINE_S)
    try:
        for _ in range(100):
            await send({"type": "websocket.send", "text": "x"})
    finally:
        ENDED.put(True)


@contextmanager
def served(port, limits, on_refused=bool, secure=None, on_flood=bool):
    protocols = guarded(limits, on_flood)
    config = uvicorn.Config(
        app, http=protocols.http, ws=protocols.socket, lifespan="off", log_config=None, timeout_keep_alive=60,
    )  # fmt: skip
    config.load()
    config.ssl = secure
    server = uvicorn.Server(config)
    listening = CountedSocket(socket.create_server(("127.0.0.1", port)), limits, on_refused)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        eventually(lambda: server.started)
        yield lambda: socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S)
    finally:
        server.should_exit = True
        thread.join()


def is_disconnected(one):
    try:
        while one.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


def test_a_client_with_half_a_request_is_disconnected_and_an_active_one_stays(free_port):
    """Before, 9,000 of them stayed forever, and a table's hello took 2.1 s."""
    limits = SimpleNamespace(**Limits(100, 100, DEADLINE_S)._asdict())
    with served(free_port, limits) as dial, ExitStack() as open_ones:
        talks = open_ones.enter_context(connect(f"ws://127.0.0.1:{free_port}", proxy=None))
        limits.request_s = SOON_S
        halves = [open_ones.enter_context(dial()) for _ in HALVES]
        for one, said in zip(halves, HALVES, strict=True):
            with suppress(ConnectionResetError, BrokenPipeError):  # the second may have passed already
                one.sendall(said)

        assert all(map(is_disconnected, halves))
        talks.send("still here")
        assert talks.recv(timeout=DEADLINE_S) == "still here"


@pytest.mark.parametrize("asks", [(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n",), (UPGRADE, b"\x81\x84\0\0\0\0much")])
def test_a_client_that_does_not_read_its_answer_is_disconnected(free_port, asks):
    with served(free_port, Limits(100, 100, reading_s=SOON_S)) as dial, dial() as deaf:
        for first in asks[:-1]:
            deaf.sendall(first)
            assert deaf.recv(4096).startswith(b"HTTP/1.1 101")
        deaf.sendall(asks[-1])

        assert ENDED.get(timeout=DEADLINE_S)


def test_a_client_that_disconnects_while_messages_wait_leaves_no_line_in_the_log(free_port):
    """Before, asyncio logged a line for each word from the sixth on."""
    with served(free_port, Limits(100, 100)) as dial:
        with dial() as leaves:
            leaves.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            leaves.sendall(UPGRADE)
            assert leaves.recv(4096).startswith(b"HTTP/1.1 101")
            leaves.sendall(b"\x81\x84\0\0\0\0many")
            RECEIVED.get(timeout=DEADLINE_S)
        GONE.set()

        assert ENDED.get(timeout=DEADLINE_S)


@pytest.mark.parametrize("limits", [Limits(3, 100), Limits(100, 3)])
def test_an_address_has_a_limit_of_connections_and_a_free_one_when_one_closes(free_port, limits, caplog):
    refused: list[str] = []
    with served(free_port, limits, refused.append) as dial, ExitStack() as open_ones:
        talks = open_ones.enter_context(connect(f"ws://127.0.0.1:{free_port}", proxy=None))
        first, _ = [open_ones.enter_context(dial()) for _ in range(2)]
        first.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert first.recv(4096).startswith(b"HTTP/1.1 204")

        assert is_disconnected(open_ones.enter_context(dial()))
        talks.send("in")
        assert talks.recv(timeout=DEADLINE_S) == "in"
        talks.close()

        eventually(lambda: answers(dial))
    assert set(refused) == {"127.0.0.1"}
    assert {record.getMessage() for record in caplog.records} == {
        "too many connections; the last one was from 127.0.0.1"
    }
    caplog.clear()


@pytest.fixture
def secure(tmp_path):
    ours = new_authority("room")
    server = new_server(ours, ("127.0.0.1",), datetime.now(UTC))
    (tmp_path / "server.pem").write_bytes(server.key + server.certificate)
    context = modern(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
    context.load_cert_chain(tmp_path / "server.pem")
    return context


def test_a_connection_without_a_tls_handshake_counts_until_it_closes(free_port, secure, caplog):
    """Before, 7,000 handshakes of one address waited at once although the limit is 4,000 connections."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    refused: list[str] = []
    with served(free_port, Limits(3, 100), refused.append, secure) as dial:

        def privately():
            return anybody.wrap_socket(dial())

        with ExitStack() as open_ones:
            talks = open_ones.enter_context(privately())
            for said in (b"", b"\x16\x03\x01\x02"):
                open_ones.enter_context(dial()).sendall(said)

            assert is_disconnected(open_ones.enter_context(dial()))
            assert refused == ["127.0.0.1"]
            talks.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert talks.recv(4096).startswith(b"HTTP/1.1 204")
        for _ in range(10):
            with dial() as no_tls, suppress(ConnectionResetError, BrokenPipeError):
                no_tls.sendall(b"GET / HTTP/1.1\r\n\r\n")
                assert b"HTTP" not in no_tls.recv(4096)

        eventually(lambda: answers(privately))
    caplog.clear()


def whence(monkeypatch, addresses):
    """Accepted connections come from these addresses, one after the other."""
    accept = socket.socket.accept
    monkeypatch.setattr(socket.socket, "accept", lambda self: (accept(self)[0], (addresses.pop(0), 1, 0, 0)))


def test_all_addresses_of_an_ipv6_network_count_as_one(free_port, monkeypatch, caplog):
    """A machine has 2⁶⁴ addresses there."""
    refused: list[str] = []
    with served(free_port, Limits(2, 100), refused.append) as dial, ExitStack() as open_ones:
        whence(monkeypatch, ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3", "2001:db8:0:1::1", "::ffff:127.0.0.1"])
        dialled = [open_ones.enter_context(dial()) for _ in range(5)]
        assert is_disconnected(dialled[2])
        for one in (*dialled[:2], *dialled[3:]):
            one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert one.recv(4096).startswith(b"HTTP/1.1 204")
    assert refused == ["2001:db8::ffff:3"]
    caplog.clear()


def test_refusing_a_crowd_still_gives_the_event_loop_its_turn(free_port, caplog):
    with (
        CountedSocket(socket.create_server(("127.0.0.1", free_port), backlog=200), Limits(0, 0)) as listening,
        ExitStack() as crowd,
    ):
        for _ in range(MOST_REFUSED + 1):
            crowd.enter_context(socket.create_connection(("127.0.0.1", free_port), timeout=DEADLINE_S))
        with pytest.raises(BlockingIOError):
            listening.accept()
        assert len(caplog.records) == MOST_REFUSED
    caplog.clear()


def answers(dial):
    try:
        with dial() as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return one.recv(4096).startswith(b"HTTP/1.1 204")
    except (ConnectionResetError, BrokenPipeError, ssl.SSLError):
        return False


MASK = b"\0\0\0\0"
BEGUN = b"\x01\x80" + MASK
"""The first fragment of a text, with nothing in it."""
FLOODS = {
    "empty fragments": BEGUN + (b"\x00\x80" + MASK) * 40_000,
    "fragments of a byte": BEGUN + (b"\x00\x81" + MASK + b"x") * 40_000,
    "empty fragments of bytes": b"\x02\x80" + MASK + (b"\x00\x80" + MASK) * 40_000,
    "empty texts": (b"\x81\x80" + MASK) * 40_000,
    "texts of a byte": (b"\x81\x81" + MASK + b"x") * 40_000,
    "pings": (b"\x89\x80" + MASK) * 40_000,
    "pings with something in them": (b"\x89\xfd" + MASK + b"x" * 125) * 4_000,
    "pongs": (b"\x8a\x80" + MASK) * 40_000,
    "fragments with pings between": BEGUN + (b"\x00\x80" + MASK + b"\x89\x80" + MASK) * 20_000,
    "half of a text of a megabyte": b"\x81\xff" + (1024 * 1024).to_bytes(8, "big") + MASK + b"x" * 100_000,
    "one frame, byte by byte": None,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_client_that_sends_too_many_frames_is_disconnected_with_a_reason_and_reported(free_port, flood):
    """
    Before, two of them kept a table's acknowledgements waiting for seconds.
    """
    flooding = SimpleQueue[str]()
    with ExitStack() as opened:
        dial = opened.enter_context(served(free_port, Limits(100, 100), on_flood=flooding.put))
        talks = opened.enter_context(connect(f"ws://127.0.0.1:{free_port}", proxy=None))
        one = opened.enter_context(dial())
        one.sendall(UPGRADE)
        assert one.recv(4096).startswith(b"HTTP/1.1 101")
        received = bytearray()
        with suppress(ConnectionResetError, BrokenPipeError):
            if data := FLOODS[flood]:
                one.sendall(data)
            else:
                for _ in range(200):
                    one.sendall(b"\x89\x80" + MASK)
        with suppress(ConnectionResetError):
            while said := one.recv(65536):
                received += said
        assert flooding.get(timeout=DEADLINE_S) == "127.0.0.1"
        assert received.count(b"\x8a") <= GUEST.frames + 5 * DEADLINE_S + 1  # pings that were answered
        talks.send("still here")
        assert talks.recv(timeout=DEADLINE_S) == "still here"


def upgraded(dial):
    """A WebSocket's connection."""
    one = dial()
    one.sendall(UPGRADE)
    assert one.recv(4096).startswith(b"HTTP/1.1 101")
    return one


def test_a_client_that_floods_over_tls_reads_the_reason_while_still_sending(free_port, secure):
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    with (
        served(free_port, Limits(100, 100), secure=secure),
        connect(f"wss://127.0.0.1:{free_port}", proxy=None, ssl=anybody) as guest,
    ):
        with suppress(ConnectionClosed):
            guest.send(["x" * 8_192] * 128)
        with pytest.raises(ConnectionClosed):
            guest.recv(timeout=DEADLINE_S)

        assert (guest.close_code, guest.close_reason) == (1008, "too much was sent")


def test_a_disconnected_client_that_stays_soon_frees_its_place(free_port, caplog):
    with served(free_port, Limits(1, 100)) as dial, upgraded(dial) as stays:
        stays.sendall(FLOODS["empty texts"])

        eventually(lambda: answers(dial))
    caplog.clear()


def test_a_disconnected_client_that_keeps_sending_is_cut_off(free_port, monkeypatch):
    monkeypatch.setattr(connection_limits, "FAREWELL_S", 10 * DEADLINE_S)
    with served(free_port, Limits(100, 100)) as dial, upgraded(dial) as sends:
        sends.sendall(FLOODS["empty texts"])

        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            sends.sendall(bytes(16 * FAREWELL_BYTES))


def test_an_allowance_refills_with_time():
    left = Allowed(GUEST, 0.0)
    left.take(frames=GUEST.frames)
    assert not left.is_spent
    left.take(frames=1)
    assert left.is_spent
    left.refill(1.0)
    assert not left.is_spent
    left.refill(0.5)  # a clock that is set back costs nothing
    left.refill(1e6)
    left.take(frames=GUEST.frames, size=GUEST.size)
    assert not left.is_spent
    left.take(size=1)
    assert left.is_spent


def test_a_display_that_pings_for_an_hour_stays_connected():
    left = Allowed(GUEST, 0.0)
    pings = [*(0.1 * number for number in range(8)), *(5.0 * number for number in range(1, 720))]
    pongs = [20.0 * number for number in range(1, 180)]  # to the server's own pings
    for at_s in sorted(pings + pongs):
        left.refill(at_s)
        left.take(frames=1, size=60)
        assert not left.is_spent


PIECES = {
    "chunks of a byte": b"1\r\nx\r\n" * 40_000,
    "chunks of five bytes": b"5\r\nxxxxx\r\n" * 40_000,
    "chunks with something beside them": b"1;a=b\r\nx\r\n" * 40_000,
}


@pytest.mark.parametrize("pieces", PIECES)
def test_a_client_that_sends_a_request_in_too_many_pieces_is_disconnected(free_port, pieces):
    flooding = SimpleQueue[str]()
    with served(free_port, Limits(100, 100), on_flood=flooding.put) as dial, dial() as one:
        with suppress(ConnectionResetError, BrokenPipeError):
            one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + PIECES[pieces])
        assert is_disconnected(one)
        assert flooding.get(timeout=DEADLINE_S) == "127.0.0.1"


def test_requests_with_bodies_in_pieces_are_answered_one_after_another(free_port):
    body = b"10\r\n0123456789abcdef\r\n" * (MOST_PIECES // 2) + b"0\r\n\r\n"
    request = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    with served(free_port, Limits(100, 100)) as dial, dial() as one:
        for _ in range(4):
            one.sendall(request)
            assert one.recv(4096).startswith(b"HTTP/1.1 204")


def test_the_director_sees_a_flooding_address_and_signed_in_clients_may_send_more(tmp_path, free_port):
    clock = ClockThread(tmp_path, free_port, room_settings(free_port))
    clock.start()
    with RoomApi(clock) as room, KioskConnection(clock, 1) as kiosk:
        club = room.create("Club night", structure="demo")
        club.open_tables(1)
        kiosk.hello(f"{club.id}-1")
        for number in range(3 * GUEST.frames):
            kiosk.say(Ping(number))
        kiosk.send(chain(START, 1, 0, [b"x" * 400] * 100))
        kiosk.say(Ping(987_654))
        while kiosk.hear("pong")["t0"] != 987_654:
            pass

        with connect(f"{clock.socket}/director", proxy=None, max_queue=None) as console:
            console.send(json.dumps({"say": "enter", "key": KEY}))
            console.recv(timeout=DEADLINE_S)
            for number in range(3 * GUEST.frames):
                console.send(json.dumps({"say": "ping", "t0": number}))
            with connect(f"{clock.socket}/room", proxy=None) as guest, suppress(ConnectionClosed):
                for number in range(3 * GUEST.frames):
                    guest.send(json.dumps({"say": "ping", "t0": number}))
                while True:
                    guest.recv(timeout=DEADLINE_S)
            assert (guest.close_code, guest.close_reason) == (1008, "too much was sent")
            eventually(lambda: "127.0.0.1 sent too much" in str(club.whole["totals"]["rejected"]))
            assert console.ping().wait(DEADLINE_S)
    clock.stop()


def test_a_server_can_end_while_a_client_is_closing_its_connection():
    """Before, the clock ended with a traceback if it was stopped in the moment between a client's close and its end."""
    closed = []
    kind = guarded(Limits(1, 1)).socket
    one: Any = kind.__new__(kind)
    one.handshake_complete, one.close_sent = True, False
    one.conn = SimpleNamespace(state=State.CLOSING)
    one.transport = SimpleNamespace(close=lambda: closed.append(True))
    one.stop_keepalive = lambda: None

    one.shutdown()

    assert closed == [True]
