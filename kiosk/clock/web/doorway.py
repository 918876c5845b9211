"""Connections before anybody knows whose they are: who sends no whole request in time is hung up on, or does not read
what it asked for; and one address holds only so many, counted from before TLS begins until the system has closed them.

A room may be behind one address: the limits let it in with all its tables and phones, and keep room for others.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kiosk.clock.access.addresses import network_of

MOST_REFUSED = 64
"""Of those that wait to be let in, before the loop has another turn."""


class Limits(NamedTuple):
    """Of one port: connections of one address, of IPv6 of one network, and of all; how long a whole request may take to
    arrive, and how long what was sent may wait to be read."""

    of_address: int
    of_all: int
    request_s: float = 20.0
    reading_s: float = 60.0


STAFF = Limits(of_address=4_000, of_all=16_000)
"""Every table of a large room, its displays and its staff, behind one address."""
PUBLIC = Limits(of_address=16_000, of_all=32_000)
"""2,000 phones behind one address, each with the six connections that a browser opens at most."""


class CountedSocket(socket.socket):
    """Takes over the socket on which a port listens: whoever is one too many is hung up on once `told` has the address.
    asyncio accepts here, and closes each connection that it has accepted."""

    def __init__(self, listening: socket.socket, limits: Limits, told: Callable[[str], object] = bool) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._limits, self._told = limits, told
        self._held = Counter[str]()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next that is let in. Raises `BlockingIOError` where there is none for now."""
        for _ in range(MOST_REFUSED):
            connection, whence = super().accept()
            address = str(whence[0])
            network = network_of(address)
            if self._held[network] < self._limits.of_address and self._held.total() < self._limits.of_all:
                self._held[network] += 1
                return _LetIn(connection, partial(self._leave, network)), whence
            with connection:
                # With the web server's own lines, which are kept to one a minute.
                logging.getLogger("uvicorn.error").warning("too many connections; the last one was from %s", address)
                self._told(address)
        raise BlockingIOError

    def _leave(self, network: str) -> None:
        self._held[network] -= 1
        if self._held[network] <= 0:
            del self._held[network]


class _LetIn(socket.socket):
    """A connection that says once when it is closed."""

    def __init__(self, connection: socket.socket, leave: Callable[[], object]) -> None:
        super().__init__(connection.family, connection.type, connection.proto, connection.detach())
        self._leave: Callable[[], object] | None = leave

    def close(self) -> None:
        super().close()
        if leave := self._leave:
            self._leave = None
            leave()


class Protocols(NamedTuple):
    """What the web server speaks on a port."""

    http: type[asyncio.Protocol]
    socket: type[asyncio.Protocol]


class _MustRead:
    """A connection of which the other side has to read what it is sent."""

    patience_s: float
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More waits than the system takes."""
        super().pause_writing()  # type: ignore[misc]
        self._unread = self.loop.call_later(self.patience_s, self.transport.abort)

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()  # type: ignore[misc]
        self._read()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)  # type: ignore[misc]
        self._read()

    def _read(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None


def guarded(limits: Limits) -> Protocols:
    """The protocols of one port."""

    class Socket(_MustRead, WebSocketsSansIOProtocol):
        patience_s = limits.reading_s

        async def send(self, message: Any) -> None:
            """Nothing into a connection that is gone: asyncio would write a line of the log for each message."""
            if message["type"] == "websocket.send" and self.transport.is_closing():
                raise ClientDisconnected
            await super().send(message)

    class Http(_MustRead, H11Protocol):
        patience_s = limits.reading_s
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._watch_no_more()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is self:
                self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()  # half of the next one may be there already

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._watch_no_more()
            super().handle_websocket_upgrade(event)

        def _watch(self) -> None:
            """The time runs while the request is not whole, however much of it comes."""
            answering = self.cycle and not self.cycle.response_complete and not self.cycle.more_body
            if answering:
                self._watch_no_more()
            elif self._late is None:
                self._late = self.loop.call_later(limits.request_s, self.transport.abort)

        def _watch_no_more(self) -> None:
            if self._late:
                self._late.cancel()
                self._late = None

    return Protocols(Http, Socket)
