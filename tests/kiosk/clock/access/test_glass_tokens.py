"""The token of a glass gives access to its own table's screen, and to nothing else at the clock.

Generated from the clock's routes: an operation or a WebSocket that this file does not know fails the test.
"""

import httpx
import pytest
from starlette.routing import WebSocketRoute

from kiosk.clock.web.app import OPERATIONS, staff_routes
from kiosk.protocol.glass import NOT_PAIRED
from kiosk.protocol.link.recovery import AskCopy, AskKeep
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello
from kiosk.protocol.phone_camera import CameraHello, WatchCamera
from kiosk.storage.chain import START
from tests.kit.clock import KEY, eventually
from tests.kit.glasses import GlassRoom
from tests.kit.room import clock

__all__ = ["clock"]
SOCKETS = {"/room", "/table", "/director", "/glass/socket", "/glass/table", "/camera/socket", "/table/camera"}
FOR_ANYONE = {"/room"}
"""Displays are for everyone in the room."""
REFUSED = (401, 403)


@pytest.fixture
def glass_room(clock):
    return GlassRoom(clock)


JSON = {"Content-Type": "application/json"}


def every_path(operation):
    """The path, with a value in place of each parameter."""
    fields = {"tournament": "x", "sitting": 1, "table": 3, "kind": "x", "league": "x", "name": "x", "hand": 1}
    return operation.path.format_map(type("Any", (dict,), {"__missing__": lambda *_: "1"})(fields))


def test_every_operation_that_needs_a_key_or_a_token_refuses_it(clock, glass_room):
    token = glass_room.paired(3)
    needs = [one for one in OPERATIONS.values() if one.may != "anyone"]
    assert len(needs) > 50
    with httpx.Client(
        base_url=clock.site, headers={"Authorization": f"Bearer {token}", "Kiosk-Device": token}
    ) as client:
        for operation in needs:
            body = b"{}" if operation.body else None
            answer = client.request(operation.method, every_path(operation), content=body, headers=JSON)
            assert answer.status_code in REFUSED, operation.name
        assert client.get("/api/session").json()["you"] is None
        assert not client.get("/api/session").json()["device"]


def refused(client):
    """Whether the clock refuses the client, in words or by closing the connection."""
    said = client.hear()
    assert said["say"] == "refusal", said
    return client.code() == 1008


def test_every_websocket_but_the_tables_own_refuses_it(clock, glass_room):
    token = glass_room.paired(3)
    assert {one.path for one in staff_routes().routes if isinstance(one, WebSocketRoute)} == SOCKETS
    tried = set(FOR_ANYONE)
    for first in (Hello(token, 3, 1, START), AskCopy(token, 3, "1"), AskKeep(token, 3, "1", 1, START, "x")):
        with glass_room.connected("/table") as client:
            client.socket.send(encode(first))
            assert refused(client)
            tried.add("/table")
    with glass_room.connected("/director") as client:
        client.say(say="enter", key=token)
        assert refused(client)
        tried.add("/director")
    for path, hello in (("/camera/socket", CameraHello(token, 3)), ("/table/camera", WatchCamera(token, 3))):
        with glass_room.connected(path) as client:
            client.socket.send(encode(hello))
            assert refused(client)
            tried.add(path)
    with glass_room.connected("/glass/table") as client:
        client.say(say="offer", table=3, token=token)
        assert client.code() == NOT_PAIRED
        tried.add("/glass/table")
    with glass_room.host(2), glass_room.glass(2, token) as client:  # another table's
        assert client.code() == NOT_PAIRED
        tried.add("/glass/socket")
    assert tried == SOCKETS


@pytest.mark.parametrize("its_token", ["secret-of-3", KEY])
def test_no_other_secret_of_the_room_shows_a_tables_screen(glass_room, its_token):
    with glass_room.host(3), glass_room.glass(3, its_token) as client:
        assert client.code() == NOT_PAIRED


def test_its_own_socket_accepts_it(glass_room):
    token = glass_room.paired(3)
    with glass_room.host(3) as host, glass_room.glass(3, token):
        assert host.hear("hello")["table"] == 3
    eventually(lambda: "hosted" not in glass_room.devices())
