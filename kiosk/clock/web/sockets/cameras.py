"""The sessions of phones that are tables' cameras, and of the tables that watch them. Decides nothing itself."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.websockets import WebSocket

from kiosk.clock.clients.latest import Latest, LatestFrame
from kiosk.clock.service import Service
from kiosk.clock.web.answers import address_of
from kiosk.clock.web.sockets.connection_limits import trust
from kiosk.clock.web.sockets.sessions import ENTER_TIMEOUT_S, TABLE_TIMEOUT_S, answer_ping, hold, next_message
from kiosk.faults import Fault
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Ping
from kiosk.protocol.pairing import CODE_MS
from kiosk.protocol.phone_camera import (
    AskCamera,
    CameraAccepted,
    CameraHello,
    NextFrame,
    PhoneBattery,
    WatchCamera,
    decode_from_phone,
    decode_from_watcher,
)

PHONE_TIMEOUT_S = 10.0
"""How many seconds a phone may be silent. Its page pings every two seconds, until the phone sleeps."""


async def serve_phone(service: Service, socket: WebSocket) -> None:
    """Serve a phone: it asks to be paired with a table, or it sends that table's frames."""
    client = Latest()
    await hold(service, socket, client, _receive_phone(service, socket, client))


async def serve_watcher(service: Service, socket: WebSocket) -> None:
    """Serve a table that reads cards with a phone: it asks for frames, one at a time."""
    client = LatestFrame(socket.send_bytes)
    await hold(service, socket, client, _receive_watcher(service, socket, client))


class _Session:
    """The current session, which can be ended with a reason for the client."""

    def __init__(self) -> None:
        self._task = asyncio.current_task()
        self._reason: Fault | None = None

    def end(self, reason: Fault) -> None:
        self._reason = reason
        if self._task:
            self._task.cancel()

    async def run(self, serving: Coroutine[Any, Any, None]) -> None:
        """Raises the reason, if there is one."""
        try:
            await serving
        except asyncio.CancelledError:
            if self._reason:
                raise self._reason from None
            raise


async def _receive_phone(service: Service, socket: WebSocket, client: Latest) -> None:
    match decode_from_phone(await next_message(socket, ENTER_TIMEOUT_S)):
        case AskCamera() as ask:
            await _pair_phone(service, socket, client, ask)
        case CameraHello() as hello:
            session = _Session()
            await session.run(_serve_phone(service, socket, client, hello, session))
        case _:
            raise Fault("hello-missing")


async def _pair_phone(service: Service, socket: WebSocket, client: Latest, ask: AskCamera) -> None:
    session = _Session()

    async def wait() -> None:
        async with asyncio.timeout(CODE_MS / 1000):
            while True:
                match decode_from_phone(await next_message(socket, TABLE_TIMEOUT_S)):
                    case Ping(t0=t0):
                        answer_ping(service, client, t0)
                    case _:
                        raise Fault("hello-missing")

    def make_room() -> None:
        session.end(Fault("pairing-too-often"))

    with service.pairing.asks_for_camera(ask, address_of(socket), client, make_room):
        try:
            await session.run(wait())
        except TimeoutError:
            raise Fault("pairing-expired") from None


async def _serve_phone(
    service: Service, socket: WebSocket, client: Latest, hello: CameraHello, session: _Session
) -> None:
    cameras, table = service.access.cameras, hello.table
    with cameras.watch(hello.token, lambda: session.end(Fault("camera-not-paired", table=table))):
        if not cameras.is_valid(table, hello.token):
            raise Fault("camera-not-paired", table=table)
        trust(socket.scope)
        client.put("accepted", encode(CameraAccepted(table)))
        with service.cameras.phone(table, client, session.end):
            while True:
                said = await next_message(socket, PHONE_TIMEOUT_S)
                if isinstance(said, bytes):
                    service.cameras.take(table, said)
                    continue
                match decode_from_phone(said):
                    case PhoneBattery() as battery:
                        service.cameras.battery(table, battery)
                    case Ping(t0=t0):
                        answer_ping(service, client, t0)
                    case _:
                        raise Fault("hello-twice")


async def _receive_watcher(service: Service, socket: WebSocket, client: LatestFrame) -> None:
    hello = decode_from_watcher(await next_message(socket, ENTER_TIMEOUT_S))
    if not isinstance(hello, WatchCamera):
        raise Fault("hello-missing")
    session = _Session()
    await session.run(_serve_watcher(service, socket, client, hello, session))


async def _serve_watcher(
    service: Service, socket: WebSocket, client: LatestFrame, hello: WatchCamera, session: _Session
) -> None:
    table = hello.table
    service.kiosk_access.check_guesses(table, hello.token, address_of(socket))
    with service.access.tables.watch(table, hello.token, lambda: session.end(Fault("table-not-known"))):
        service.kiosk_access.check_token(hello)
        trust(socket.scope)
        with service.cameras.watcher(table, client, session.end):
            while True:
                match decode_from_watcher(await next_message(socket, TABLE_TIMEOUT_S)):
                    case NextFrame():
                        service.cameras.ask(table)
                    case Ping(t0=t0):
                        answer_ping(service, client, t0)
                    case WatchCamera():
                        raise Fault("hello-twice")
