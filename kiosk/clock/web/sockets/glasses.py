"""The WebSockets of glasses and of the hosts that offer tables. The clock passes messages on between the two, and looks
only at the first one.

Each message is sent on before the next one is read, so neither side can fill the clock's memory: if one side is slow,
the other has to wait.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.decoders import NOT_JSON
from kiosk.clock.links.glasses import ConnectedGlass, Send, TableOffer
from kiosk.clock.service import Service
from kiosk.clock.web.answers import address_of
from kiosk.clock.web.sockets.connection_limits import trust
from kiosk.clock.web.sockets.sessions import ENTER_TIMEOUT_S, FAREWELL_S, next_message, own_hang_up
from kiosk.faults import Fault
from kiosk.protocol.glass import (
    FROM_GLASS,
    FROM_HOST,
    HOST_AWAY,
    LARGEST_MESSAGE,
    NOT_ALLOWED,
    NOT_PAIRED,
    TURNED_AWAY,
    GlassCode,
    GlassHello,
    GlassPaired,
    OfferWaits,
)
from kiosk.protocol.link.wire import encode
from kiosk.protocol.pairing import CODE_MS

WAITS_S = 5.0
"""How often, in seconds, a host that waits for a glass hears from the clock."""
CODE_S = 1.0
"""How often, in seconds, a device that waits for approval hears from the clock."""
AGAIN = 1000
"""The code for a connection after which the other side connects again."""
OF_HOST = range(4000, 5000)
"""The codes with which a host may close a glass's connection."""
T = TypeVar("T")
_GONE = (WebSocketDisconnect, RuntimeError, TimeoutError)
"""Raised for a connection that has ended. Starlette raises RuntimeError if this side has closed it."""


async def serve_host(service: Service, socket: WebSocket) -> None:
    """Serve a host's connection: it offers a table, and then belongs to the glass that takes the offer."""
    await _serve(service, socket, _offer(service, socket), AGAIN)


async def serve_glass(service: Service, socket: WebSocket) -> None:
    """Serve a device that shows a table's screen, or asks to."""
    await _serve(service, socket, _show(service, socket), NOT_PAIRED)


async def _serve(service: Service, socket: WebSocket, session: Coroutine[Any, Any, int], if_revoked: int) -> None:
    """Run a session in a task that can be canceled, and close the connection with the code that it returns."""
    try:
        await socket.accept()
    except BaseException:
        session.close()  # the client has already gone, so nothing awaits it
        raise
    task = asyncio.create_task(_code_of(service, socket, session))
    try:
        await asyncio.wait([task])
    finally:
        task.cancel()
    with suppress(*_GONE):
        async with asyncio.timeout(FAREWELL_S):
            await socket.close(if_revoked if task.cancelled() else task.result())


async def _code_of(service: Service, socket: WebSocket, session: Coroutine[Any, Any, int]) -> int:
    """The code to close the connection with, also if the session ends with an error."""
    try:
        return await session
    except (*_GONE, Fault):
        return AGAIN
    except Exception as error:  # a bug of our own or hostile input: it must not stop the others
        service.peers.write(f"{address_of(socket) or 'somebody'} at {socket.url.path}", error)
        return NOT_ALLOWED


async def _first(socket: WebSocket, decoder: msgspec.json.Decoder[T]) -> T | None:
    """The first message; None if it is not one of those that the decoder knows."""
    said = await next_message(socket, ENTER_TIMEOUT_S)
    try:
        return decoder.decode(said)
    except NOT_JSON:
        return None


async def _offer(service: Service, socket: WebSocket) -> int:
    if (said := await _first(socket, FROM_HOST)) is None:
        return NOT_ALLOWED
    service.kiosk_access.check_guesses(said.table, said.token, address_of(socket))
    with service.access.tables.watch(said.table, said.token, own_hang_up()):
        if not service.access.tables.is_valid(said.table, said.token):
            return NOT_PAIRED
        trust(socket.scope)
        offer = TableOffer(said.table, _sender(socket), own_hang_up())
        with service.hosted.offers(offer):
            return await _keep_offer(socket, offer)


async def _keep_offer(socket: WebSocket, offer: TableOffer) -> int:
    """Pass on what the host sends to the glass that has taken the offer, until either has gone."""
    waits = asyncio.create_task(_say_waits(socket, offer))
    try:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            if offer.glass is None:
                return NOT_ALLOWED  # a host has nothing to say before a glass has come
            await offer.glass.send(_content(message))
        if offer.glass and message.get("code") in OF_HOST:
            offer.glass.end(message["code"])
        return AGAIN
    finally:
        waits.cancel()


async def _say_waits(socket: WebSocket, offer: TableOffer) -> None:
    with suppress(*_GONE):
        while offer.glass is None:
            await socket.send_text(encode(OfferWaits()))
            await asyncio.sleep(WAITS_S)


async def _show(service: Service, socket: WebSocket) -> int:
    hello = await _first(socket, FROM_GLASS)
    if not isinstance(hello, GlassHello):
        return NOT_ALLOWED
    if not hello.token:
        return await _pair(service, socket, hello.table)
    with service.access.glasses.watch(hello.token, own_hang_up()) as has_room:
        if not service.access.glasses.is_valid(hello.table, hello.token):
            return NOT_PAIRED
        if not has_room:
            return NOT_ALLOWED
        trust(socket.scope)
        glass = ConnectedGlass(_sender(socket))
        offer = await service.hosted.take(hello.table, glass)
        if offer is None:
            return HOST_AWAY
        try:
            await offer.send(encode(replace(hello, token="")))
            return await _pass_on(socket, glass, offer)
        finally:
            offer.hang_up()


async def _pass_on(socket: WebSocket, glass: ConnectedGlass, offer: TableOffer) -> int:
    """Pass on what the glass sends to the host, until either has gone."""
    sending = asyncio.create_task(_send_all(socket, offer.send))
    ends: list[asyncio.Future[int]] = [sending, glass.ended]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        return glass.ended.result() if glass.ended.done() else await sending
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send_all(socket: WebSocket, send: Send) -> int:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        content = _content(message)
        if len(content) > LARGEST_MESSAGE:
            return NOT_ALLOWED
        await send(content)
    return AGAIN


async def _pair(service: Service, socket: WebSocket, table: int) -> int:
    """Show a code on the device until the director has approved it, turned it away, or the code has expired."""
    if table not in service.hosted.tables:
        return HOST_AWAY
    with service.glasses.asks(table, address_of(socket)) as asking:
        leaving = asyncio.create_task(_until_gone(socket))
        ends: list[asyncio.Future[Any]] = [asking.decided, leaving]
        try:
            async with asyncio.timeout(CODE_MS / 1000):
                while not asking.decided.done():
                    await socket.send_text(encode(GlassCode(asking.code)))
                    await asyncio.wait(ends, timeout=CODE_S, return_when=asyncio.FIRST_COMPLETED)
                    if leaving.done():
                        return AGAIN
        finally:
            leaving.cancel()
        if not (token := asking.decided.result()):
            return TURNED_AWAY
        await socket.send_text(encode(GlassPaired(token)))
    return AGAIN


async def _until_gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _content(message: Message) -> str | bytes:
    text = message.get("text")
    return text if text is not None else bytes(message.get("bytes") or b"")


def _sender(socket: WebSocket) -> Send:
    async def send(content: str | bytes) -> None:
        if isinstance(content, str):
            await socket.send_text(content)
        else:
            await socket.send_bytes(content)

    return send
