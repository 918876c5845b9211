"""A message one byte over the limit is refused, wherever it is sent and whatever it is, and has no effect."""

import json
import socket
from base64 import b64encode
from itertools import pairwise

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kiosk.clock.command import LARGEST_MESSAGE
from kiosk.clock.store.pictures import MOST_PICTURES
from kiosk.clock.web.app import OPERATIONS
from kiosk.clock.web.bodies import MOST_BYTES
from kiosk.clock.web.openapi import PARAMETERS
from kiosk.clock.web.sockets import connection_limits
from kiosk.clock.web.sockets.connection_limits import GUEST
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Records
from kiosk.storage.chain import START, chain
from tests.kit.clock import DEADLINE_S, KEY
from tests.kit.room import KioskConnection, clock, room

__all__ = ["clock", "room"]

HEADERS = {"Authorization": f"Bearer {KEY}"}
JPEG = b"\xff\xd8\xff"
TAKING = [one for one in OPERATIONS.values() if one.body]


def padded(body, size):
    """The same body, padded to this length."""
    return json.dumps(body).encode().ljust(size)


def kept(clock):
    """Everything that a body could have changed."""
    with httpx.Client(base_url=f"{clock.site}/api/", headers=HEADERS, timeout=DEADLINE_S) as http:

        def read(path):
            return http.get(path).raise_for_status().json()

        ids = [one["id"] for one in read("tournaments")["tournaments"]]
        others = ("staff", "plan", "displays", "displays/pictures", "leagues", "broadcast", "people")
        return [read(f"tournaments/{one}")["tournament"] for one in ids], [read(one) for one in others]


def test_every_body_that_is_a_byte_too_long_is_refused(clock, room):
    one = room.create("Friday", structure="demo")
    before, said = kept(clock), {}
    with httpx.Client(base_url=clock.site, headers=HEADERS, timeout=DEADLINE_S) as http:
        for taking in TAKING:
            path = taking.path.format_map({**PARAMETERS, "tournament": one.id})
            answer = http.request(taking.method, path, content=padded(taking.examples[0].body, MOST_BYTES + 1))
            said[taking.name] = (answer.status_code, answer.json()["code"], answer.json()["why"])

    assert said == dict.fromkeys(said, (400, "body-too-long", f"more than {MOST_BYTES} bytes were sent"))
    assert kept(clock) == before


def test_a_body_of_exactly_the_limit_is_accepted(clock, room):
    one = room.create("Friday", structure="demo")
    path, order = (
        f"{clock.site}/api/tournaments/{one.id}/act",
        {"action": {"do": "add-entry", "name": "Bo", "player": "b"}},
    )

    def asks(size):
        return httpx.post(path, content=padded(order, size), headers=HEADERS, timeout=DEADLINE_S).status_code

    assert (asks(MOST_BYTES + 1), asks(MOST_BYTES)) == (400, 200)
    assert [entry["name"] for entry in one.view["entries"]] == ["Bo"]


def test_an_endless_body_is_refused_at_the_limit(clock):
    said = ("POST /api/tournaments HTTP/1.1", "Host: x", f"Authorization: Bearer {KEY}", "Transfer-Encoding: chunked")
    with socket.create_connection(("127.0.0.1", clock.port), timeout=DEADLINE_S) as endless:
        endless.sendall("".join(f"{line}\r\n" for line in (*said, "")).encode())
        endless.sendall(b"%x\r\n%b\r\n" % (MOST_BYTES + 1, b" " * (MOST_BYTES + 1)))

        assert endless.recv(4096).startswith(b"HTTP/1.1 400")


def test_a_picture_beyond_the_limit_is_refused_until_another_is_removed(clock):
    def sends(picture):
        body = {"picture": b64encode(picture).decode()}
        return httpx.post(f"{clock.site}/api/displays/picture", json=body, headers=HEADERS).json()

    def listed():
        return httpx.get(f"{clock.site}/api/displays/pictures", headers=HEADERS).json()["pictures"]

    ids = {sends(JPEG + bytes([number]))["id"] for number in range(MOST_PICTURES)}

    assert sends(JPEG)["code"] == "too-many-pictures"
    assert set(listed()) == ids
    assert sends(JPEG + bytes([0]))["id"] in ids
    httpx.post(f"{clock.site}/api/displays/picture/remove", json={"id": min(ids)}, headers=HEADERS).raise_for_status()
    assert sends(JPEG)["id"] not in ids
    assert len(listed()) == MOST_PICTURES


MESSAGE_TOO_BIG, POLICY = 1009, 1008
"""RFC 6455, 7.4.1."""
TOO_MUCH = (POLICY, "too much was sent")
HEADS = {1: 8, 50: 50 * 8 + 6}
"""Overhead of a guest's message in bytes, by its fragments: 8 for each, and the client ends several with an
empty one.
"""
parts = pytest.mark.parametrize("parts", [1, 1000], ids=["in one frame", "in a thousand"])


def in_parts(text, parts):
    """One frame, or so many fragments."""
    at = [len(text) * part // parts for part in range(parts + 1)]
    return text if parts == 1 else [text[begin:end] for begin, end in pairwise(at)]


def answered(clock, path, frames):
    """The clock's last answer to these, and the code and reason of its close."""
    said = None
    with connect(f"{clock.socket}{path}", proxy=None, compression=None) as client:
        try:
            client.send(frames)
            while True:
                said = client.recv(timeout=DEADLINE_S)
        except ConnectionClosed as closed:
            return said, closed.rcvd and (closed.rcvd.code, closed.rcvd.reason)


@pytest.fixture
def no_time(monkeypatch):
    """Make rate limits of guests never recover over time."""
    monkeypatch.setattr(connection_limits, "GUEST", GUEST._replace(frames_a_second=0, bytes_a_second=0))


@pytest.mark.parametrize("path", ["/table", "/director", "/room", "/camera/socket", "/table/camera"])
@pytest.mark.parametrize("parts", HEADS, ids=["in one frame", "in fifty"])
def test_a_client_without_a_key_is_disconnected_a_byte_above_the_guests_limit(clock, path, parts, no_time):
    most = GUEST.size - HEADS[parts]

    read, end = answered(clock, path, in_parts("x" * most, parts))
    assert json.loads(read)["say"] == "refusal"
    assert end != TOO_MUCH
    assert answered(clock, path, in_parts("x" * (most + 1), parts)) == (None, TOO_MUCH)


@pytest.mark.parametrize("path", ["/table", "/director", "/room", "/camera/socket", "/table/camera"])
def test_a_guest_who_keeps_sending_reads_why_they_are_disconnected(clock, path):
    """Before, most read nothing: the connection was closed while they were still sending."""
    longest = "x" * (LARGEST_MESSAGE + 1)

    said, (code, _) = answered(clock, path, longest)
    assert (said, code) == (None, MESSAGE_TOO_BIG)
    assert answered(clock, path, in_parts(longest, 50)) == (None, TOO_MUCH)
    assert answered(clock, path, in_parts(longest, 1000)) == (None, TOO_MUCH)


@parts
def test_a_signed_in_console_is_disconnected_for_a_message_a_byte_too_long(clock, parts):
    ping = json.dumps({"say": "ping", "t0": 7})

    def sends(size):
        with connect(f"{clock.socket}/director", proxy=None, compression=None) as console:
            console.send(json.dumps({"say": "enter", "key": KEY}))
            console.recv(timeout=DEADLINE_S)
            try:  # the clock may close before the last part is sent
                console.send(in_parts(ping.ljust(size), parts))
                while (said := json.loads(console.recv(timeout=DEADLINE_S)))["say"] != "pong":
                    pass
            except ConnectionClosed as closed:
                return closed.rcvd and closed.rcvd.code
            return said["t0"]

    assert (sends(LARGEST_MESSAGE), sends(LARGEST_MESSAGE + 1)) == (7, MESSAGE_TOO_BIG)


@parts
def test_a_tables_records_that_are_a_byte_too_long_are_rejected(clock, room, parts):
    said = encode(Records(tuple(chain(START, 1, 0, [b"{}"]))))
    one = room.create("Friday", structure="demo")
    one.open_tables(1)

    def sends(size):
        """How many records the clock held before, and its close code or how many it holds afterwards."""
        with KioskConnection(clock, 1) as wire:
            before = wire.hello(f"{one.id}-1")["mark"]["seq"]
            try:  # the clock may close before the last part is sent
                wire.socket.send(in_parts(said.ljust(size), parts), text=True)
                return before, wire.hear("ack")["mark"]["seq"]
            except ConnectionClosed as closed:
                return before, closed.rcvd and closed.rcvd.code

    assert [sends(LARGEST_MESSAGE + 1), sends(LARGEST_MESSAGE)] == [(0, MESSAGE_TOO_BIG), (0, 1)]
