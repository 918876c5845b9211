"""The broadcast over HTTP: the director's settings, and a delayed view of a table for viewers, as server-sent
events.

Format: WHATWG HTML, "Server-sent events".
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Header, Query, Response
from fastapi.responses import StreamingResponse

from engine.message import message
from kiosk.clock.features.broadcast.setting import Broadcast, SetBroadcast
from kiosk.clock.web.answers import Asking, Caller, Rejected
from kiosk.clock.web.operations import Example, Operations

AGAIN_MS = 2_000
"""How soon, in milliseconds, a viewer should reconnect."""

broadcast = Operations()

Token = Annotated[str, Query(description="The broadcast's token, where it is not sent as a Bearer.")]


@broadcast.operation(
    "GET", "/broadcast", may="run", summary="Whether and how late the room broadcasts, and the viewers' token",
    examples=(Example("off", answer={"on": False, "minutes": 15, "hands": 0, "token": ""}),),
)  # fmt: skip
async def read_broadcast(ask: Asking) -> Broadcast:
    return ask.service.broadcasts.setting


@broadcast.operation(
    "POST", "/broadcast", may="run", refuses=(503,), summary="Set that, for what has not been seen yet",
    examples=(
        Example("by-a-quarter-of-an-hour", {"on": True, "minutes": 15}),
        Example("by-less-than-nothing", {"on": True, "minutes": -1}, 400),
    ),
)  # fmt: skip
async def set_broadcast(ask: Asking, asked: SetBroadcast) -> Broadcast:
    return await ask.service.broadcasts.set(asked)


@broadcast.operation(
    "GET", "/broadcast/tables/{table}/events", may="broadcast", media="text/event-stream; charset=utf-8",
    summary="What viewers see of a table, late, as server-sent events",
    examples=(),
)  # fmt: skip
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
