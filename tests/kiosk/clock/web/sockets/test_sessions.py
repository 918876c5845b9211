"""A conversation with one client, without a network: it ends when the server ends it, and quietly if the client has
gone.
"""

import asyncio
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from kiosk.clock.web.sockets.sessions import next_message, serve_display
from ui.words.languages import words_in

TEXT = {"type": "websocket.receive", "text": "hello"}


class DisplayPages:
    """The part of the open pages that a display needs."""

    def __init__(self):
        self.displays = []

    def add_display(self, client, *_):
        self.displays.append(client)

    def remove(self, client):
        self.displays.remove(client)


class DisplayRoom:
    """The part of the service that a display needs."""

    words = words_in("en")

    def __init__(self):
        self.pages = DisplayPages()


class Client:
    """A socket whose client sends one message; its connection breaks as the clock answers."""

    def __init__(self, breaks_by):
        self.breaks_by = breaks_by
        self.answers = 0

    async def accept(self):
        pass

    async def receive(self):
        return TEXT

    async def send_text(self, text):
        self.answers += 1
        raise self.breaks_by


@pytest.mark.parametrize("turns", range(4))
def test_a_session_that_is_ended_stops_even_if_a_message_arrives_at_that_moment(turns):
    """However far the message has got: the server must not read another message from a kiosk that is fenced off."""

    async def ended_while_reading():
        said = asyncio.get_running_loop().create_future()

        class Line:
            async def receive(self):
                return await said

        line: Any = Line()
        hearing = asyncio.create_task(next_message(line, 60))
        for _ in range(3):
            await asyncio.sleep(0)
        said.set_result(TEXT)
        for _ in range(turns):
            await asyncio.sleep(0)
        was_cancelled = hearing.cancel()
        await asyncio.wait([hearing])
        return was_cancelled, hearing.cancelled()

    was_cancelled, ended = asyncio.run(ended_while_reading())

    assert ended is was_cancelled


@pytest.mark.parametrize("breaks_by", [RuntimeError("closed"), WebSocketDisconnect(1006)])
def test_a_rejected_client_that_has_already_gone_is_dropped_without_an_error(breaks_by):
    """The clock cannot read its message, and the connection is closed before it can answer."""
    room: Any = DisplayRoom()
    client: Any = Client(breaks_by)

    asyncio.run(serve_display(room, client, "", moments=False))

    assert client.answers == 1
    assert room.pages.displays == []
