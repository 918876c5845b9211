"""The broadcast over HTTP: the director's settings, and a delayed view of a table for viewers, as server-sent
events.

Format: WHATWG HTML, "Server-sent events".
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from engine.message import message
from kiosk.clock.broadcast.setting import SetBroadcast
from kiosk.clock.web.answers import Asking, Caller, Rejected, json_of
from kiosk.clock.web.bodies import body_of, read_as

AGAIN_MS = 2_000
"""How soon, in milliseconds, a viewer should reconnect."""

broadcast = APIRouter()
"""The routes under /api/broadcast that require the director's key."""
viewers = APIRouter()
"""The route under /api/broadcast that requires the broadcast's token. It is the only access to what viewers see."""

Token = Annotated[str, Query(description="The broadcast's token, where it is not sent as a Bearer.")]


@broadcast.get("")
async def read_broadcast(ask: Asking) -> Response:
    return json_of(ask.service.broadcasts.setting)


@broadcast.post("")
async def set_broadcast(ask: Asking, request: Request) -> Response:
    return json_of(await ask.service.broadcasts.set(read_as(await body_of(request), SetBroadcast)))


@viewers.get("/tables/{table}/events")
async def stream_table(
    ask: Asking,
    table: int,
    token: Token = "",
    last_event_id: Annotated[str, Header()] = "",
    authorization: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    sent = token or authorization.removeprefix("Bearer ")
    if not ask.service.broadcasts.is_viewer(sent):
        raise Rejected(401, message("broadcast-not-open"))
    return StreamingResponse(_events(ask, table, sent, last_event_id), media_type="text/event-stream")


async def _events(ask: Caller, table: int, token: str, last: str) -> AsyncIterator[str]:
    yield f"retry: {AGAIN_MS}\n\n"
    async for sent in ask.service.broadcasts.frames(table, token, last):
        yield f"id: {sent.id}\nevent: frame\ndata: {sent.text}\n\n" if sent else ": alive\n\n"
