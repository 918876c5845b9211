"""Limits on connections before the client is identified. A client is disconnected if it does not send a whole request
in time, or does not read the response. One address may have only so many connections, counted from before TLS begins
until the system has closed them. A WebSocket may send only so many frames and bytes, and a request only so many pieces:
an empty piece costs the loop as much as any other.

A whole room may share one address: the limits allow all its tables and phones, and leave room for others.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from kiosk.clock.access.addresses import network_of

MOST_REFUSED = 64
"""The maximum number of waiting connections that are refused before the loop gets another turn."""


POLICY_HEADER = "Content-Security-Policy"
OWN_SITE = "default-src 'self'"
HEADERS = {
    # The pages must work in a building without internet access, so browsers refuse everything from other sites.
    POLICY_HEADER: f"{OWN_SITE}; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every response, including a refusal before the request is read."""


class Limits(NamedTuple):
    """The limits of one port: how many connections there may be from one address (in IPv6, one network) and in all.
    Also how long a whole request may take to arrive, and how long a response may wait to be read."""

    of_address: int
    of_all: int
    request_s: float = 20.0
    reading_s: float = 60.0


STAFF = Limits(of_address=4_000, of_all=16_000)
"""The limits for staff: enough for every table in a large room, its displays and its staff, all at one address."""
PUBLIC = Limits(of_address=16_000, of_all=32_000)
"""The limits for the public: enough for 2,000 phones at one address, each with a browser's maximum of six connections.
"""


class Allowance(NamedTuple):
    """The limit for a WebSocket: a number of frames and bytes at once, and then a number of each per second."""

    frames: int
    frames_a_second: int
    size: int
    bytes_a_second: int


GUEST = Allowance(60, 5, 64 * 1024, 2 * 1024)
"""The allowance before a client is identified. A display pings eight times at the start and then every five seconds.
Other clients send a hello."""
KNOWN = Allowance(4_000, 400, 64 * 1024 * 1024, 4 * 1024 * 1024)
"""The allowance of an accepted table, a table's host, a glass or a signed-in console. A day's backlog arrives in about
ten frames. A change of a table's whole page takes about 225 kB."""
LEAST_FRAME = 6
"""The number of bytes in the smallest frame that a client can send: header and mask."""
FAREWELL_S = 1.0
"""How many seconds a client that is being disconnected has to read the reason."""
FAREWELL_BYTES = 4 * 1024 * 1024
"""How many bytes a client that is being disconnected may still send. They are ignored, because closing at once would
discard the last message to it."""
_TRUST = "kiosk.trust"


def trust(scope: Scope) -> None:
    """The client of this WebSocket has been identified, so it may send more."""
    scope.get("state", {}).get(_TRUST, bool)()


class Allowed:
    """The remainder of an allowance. Times are in seconds, measured on any single clock."""

    def __init__(self, allowance: Allowance, now_s: float) -> None:
        self._allowance = allowance
        self._frames, self._size = float(allowance.frames), float(allowance.size)
        self._then_s = now_s

    def refill(self, now_s: float) -> None:
        """Add the amount regained since the last refill."""
        of, passed_s = self._allowance, max(0.0, now_s - self._then_s)
        self._frames = min(of.frames, self._frames + of.frames_a_second * passed_s)
        self._size = min(of.size, self._size + of.bytes_a_second * passed_s)
        self._then_s = now_s

    @property
    def at_most(self) -> int:
        """How many bytes may be processed together. They contain at most about one frame more than the limit allows."""
        return LEAST_FRAME * (int(max(0.0, self._frames)) + 1)

    def take(self, frames: int = 0, size: int = 0) -> None:
        self._frames -= frames
        self._size -= size

    @property
    def is_spent(self) -> bool:
        return self._frames < 0 or self._size < 0


class CountedSocket(socket.socket):
    """Takes over a port's listening socket. A connection over the limit is closed after `on_refused` is called with its
    address. asyncio accepts connections here, and closes each connection that it has accepted."""

    def __init__(self, listening: socket.socket, limits: Limits, on_refused: Callable[[str], object] = bool) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._limits, self._on_refused = limits, on_refused
        self._held = Counter[str]()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next allowed connection. Raises `BlockingIOError` if there is none for now."""
        for _ in range(MOST_REFUSED):
            connection, whence = super().accept()
            address = str(whence[0])
            network = network_of(address)
            if self._held[network] < self._limits.of_address and self._held.total() < self._limits.of_all:
                self._held[network] += 1
                return _LetIn(connection, partial(self._leave, network)), whence
            with connection:
                # This is logged with the web server's own lines, which are limited to one a minute.
                logging.getLogger("uvicorn.error").warning("too many connections; the last one was from %s", address)
                self._on_refused(address)
        raise BlockingIOError

    def _leave(self, network: str) -> None:
        self._held[network] -= 1
        if self._held[network] <= 0:
            del self._held[network]


class _LetIn(socket.socket):
    """A connection that reports once when it is closed."""

    def __init__(self, connection: socket.socket, leave: Callable[[], object]) -> None:
        super().__init__(connection.family, connection.type, connection.proto, connection.detach())
        self._leave: Callable[[], object] | None = leave

    def close(self) -> None:
        super().close()
        if leave := self._leave:
            self._leave = None
            leave()


MOST_PIECES = 4_000
"""The maximum number of pieces in a request's body. The longest body has fewer, even in the smallest packets."""


class _Counted(h11.Connection):
    """Stops reading a request that arrives in too many pieces."""

    pieces = 0

    @property
    def is_spent(self) -> bool:
        return self.pieces > MOST_PIECES

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.is_spent:
            return h11.NEED_DATA
        event = super().next_event()
        if isinstance(event, h11.EndOfMessage):
            self.pieces = 0
        self.pieces += isinstance(event, h11.Data)
        return event


class _Upgrading(ServerProtocol):
    """Responds to a WebSocket request. A refusal gets the same headers as any other response."""

    def send_response(self, response: Response) -> None:
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
        super().send_response(response)


class Protocols(NamedTuple):
    http: type[asyncio.Protocol]
    socket: type[asyncio.Protocol]


class _MustRead:
    """A connection whose client has to read what is sent to it."""

    patience_s: float
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More data is waiting than the system accepts: start the timer."""
        super().pause_writing()  # type: ignore[misc]
        self._unread = self.loop.call_later(self.patience_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The data has been read: stop the timer."""
        super().resume_writing()  # type: ignore[misc]
        self._read()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)  # type: ignore[misc]
        self._read()

    def _read(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None


def guarded(limits: Limits, on_closed: Callable[[str], object] = bool) -> Protocols:
    """The protocols of one port. `on_closed` is called with the address of a client that sent too much."""

    class Socket(_MustRead, WebSocketsSansIOProtocol):
        patience_s = limits.reading_s
        _allowed: Allowed | None = None
        _is_hung_up = False
        _unheard = 0

        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            self.conn = _Upgrading(
                extensions=self.conn.available_extensions, max_size=self.config.ws_max_size, logger=self.conn.logger
            )

        def handle_connect(self, event: Request) -> None:
            self._allowed = Allowed(GUEST, self.loop.time())
            super().handle_connect(event)
            if not self.close_sent:
                self.scope["state"][_TRUST] = self._trust

        def data_received(self, data: bytes) -> None:
            """Process the data in small amounts, so that nothing beyond the limit is parsed."""
            if (allowed := self._allowed) is None:
                super().data_received(data)  # the request
                return
            if self._is_hung_up:
                self._unheard += len(data)
                if self._unheard > FAREWELL_BYTES:
                    self.transport.abort()
                return
            allowed.refill(self.loop.time())
            at = 0
            while at < len(data) and not self._is_hung_up and not self.transport.is_closing():
                part = data[at : at + allowed.at_most]
                at += len(part)
                allowed.take(size=len(part))
                if not allowed.is_spent:
                    super().data_received(part)
                if allowed.is_spent and not self._is_hung_up:
                    self._hang_up()
            if self._is_hung_up and self.transport.can_write_eof():
                self.transport.write_eof()

        def handle_events(self) -> None:
            if self._allowed:
                self._allowed.take(frames=len(self.conn.events))
            super().handle_events()

        def shutdown(self) -> None:
            """Close the connection at server shutdown. If the client is already closing it, uvicorn's own method would
            raise an error."""
            if self.handshake_complete and self.conn.state is not State.OPEN:
                self.stop_keepalive()
                self.transport.close()
            else:
                super().shutdown()

        def _trust(self) -> None:
            self._allowed = Allowed(KNOWN, self.loop.time())

        def handle_parser_exception(self) -> None:
            """Close a connection whose data is too long or is not valid WebSocket data."""
            assert self.conn.close_sent is not None
            self._end_with(self.conn.close_sent.code, self.conn.close_sent.reason)

        def _hang_up(self) -> None:
            if self.client:
                on_closed(self.client[0])
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too much was sent")
            self._end_with(int(CloseCode.POLICY_VIOLATION), "too much was sent")

        def _end_with(self, code: int, reason: str) -> None:
            """Close the connection. A client that is still sending gets a moment to read the reason."""
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = self._is_hung_up = True
            self.transport.resume_reading()
            self.close_timer = self.loop.call_later(FAREWELL_S, self.transport.abort)

        async def send(self, message: Any) -> None:
            """Drop messages to a connection that is gone, because asyncio would log a line for each of them."""
            if self._is_hung_up or (message["type"] == "websocket.send" and self.transport.is_closing()):
                raise ClientDisconnected
            await super().send(message)

    class Http(_MustRead, H11Protocol):
        patience_s = limits.reading_s
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            self.conn = _Counted(h11.SERVER)
            super().connection_made(transport)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._watch_no_more()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is self:
                self._watch()
            if isinstance(self.conn, _Counted) and self.conn.is_spent:
                if self.client and not self.transport.is_closing():
                    on_closed(self.client[0])
                self.transport.abort()

        def send_400_response(self, msg: str) -> None:
            """Respond to data that is not a valid request."""
            headers = [*HEADERS.items(), ("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for part in (answer, h11.Data(data=msg.encode("ascii")), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
            self.transport.close()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()  # half of the next request may already be there

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._watch_no_more()
            super().handle_websocket_upgrade(event)

        def _watch(self) -> None:
            """Run the timer until the request is complete, however much of it has arrived."""
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
