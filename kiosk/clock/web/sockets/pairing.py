"""The route by which a tablet finds the clock, and the WebSocket of a tablet that asks to be paired with a table."""

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request, Response
from starlette.websockets import WebSocket

from kiosk.clock.clients.latest import Latest
from kiosk.clock.clients.site_address import site_for_phones
from kiosk.clock.service import Service
from kiosk.clock.web.answers import address_of, context_of
from kiosk.clock.web.qr import qr_answer
from kiosk.faults import Fault
from kiosk.protocol.link.pairing import AskPairing, TellNonce
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import FromTable, Ping, Pong
from kiosk.protocol.pairing import CODE_MS, TRUSTED
from kiosk.protocol.pinned import fingerprint_of

MS_A_SECOND = 1000
found = APIRouter()
"""The route that tells a tablet where the clock is. This is not a secret."""


async def serve_pairing(
    service: Service, socket: WebSocket, client: Latest, ask: AskPairing, heard: Callable[[], Awaitable[FromTable]]
) -> None:
    """Serve a tablet that is asking to be paired with a table. It gets what both screens need to show the same number,
    and its token once the director has approved it. `heard` returns the tablet's next message. Raises `Fault` when its
    code has expired."""
    authority = context_of(socket).authority
    known_by = TRUSTED if socket.url.scheme == "wss" else ""
    fingerprint = fingerprint_of(authority) if authority else known_by
    me = asyncio.current_task()
    with service.pairing.asks(ask, address_of(socket), client, me.cancel if me else bool) as asking:
        try:
            async with asyncio.timeout(CODE_MS / MS_A_SECOND):
                while True:
                    match await heard():
                        case TellNonce(nonce=nonce):
                            service.pairing.shows(asking, nonce, fingerprint)
                        case Ping(t0=t0):
                            client.put("pong", encode(Pong(t0, service.now_ms(), service.now_ms())))
                        case _:
                            raise Fault("table-not-seated")
        except TimeoutError:
            raise Fault("pairing-expired") from None


@found.get("/table-address", include_in_schema=False)
async def read_address(request: Request) -> Response:
    return Response(_address(request), media_type="text/plain; charset=utf-8")


@found.get("/table-qr.svg", include_in_schema=False)
async def draw_address(request: Request) -> Response:
    return await qr_answer(_address(request))


def _address(request: Request) -> str:
    """The address in the form used in tables' settings, with `ws` in place of `http`."""
    return site_for_phones(str(request.base_url)).replace("http", "ws", 1)
