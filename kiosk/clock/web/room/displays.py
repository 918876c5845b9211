"""The room's displays over HTTP, and its broadcast: the director's settings, and a delayed view of a table for viewers.

Format of the view: WHATWG HTML, "Server-sent events".
"""

from collections.abc import AsyncIterator
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException

from engine.message import message
from kiosk.clock.features.broadcast.setting import Broadcast, SetBroadcast
from kiosk.clock.features.displays.hub import Announced, ConnectedDisplay
from kiosk.clock.store.pictures import kind_of
from kiosk.clock.web.addresses import phones_site, qr_answer
from kiosk.clock.web.answers import Asking, Caller, Rejected
from kiosk.clock.web.operations import Example, Operations
from kiosk.protocol.displays import (
    Announce,
    ChooseRoom,
    DisplayList,
    PictureList,
    SendPicture,
    SetDisplay,
    StoredPicture,
    tidy,
)

AGAIN_MS = 2_000
"""How soon, in milliseconds, a viewer should reconnect."""
Token = Annotated[str, Query(description="The broadcast's token, if it is not sent as a Bearer token.")]

displays = Operations()
_BAR = {"display": "Bar", "program": {"slides": [{"layout": "prizes", "seconds": 30}, {"layout": "seats"}]}}
_SHOWN = {"displays": [_BAR | {"screens": 0, "width": 0, "height": 0}], "room": {}}
_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
_HEARD = {"voice": "Bar", "spotlight": "any"}


@displays.operation(
    "POST", "/displays/picture", "run", "Upload an image for displays: PNG, JPEG or WebP, in Base64",
    Example("a-dot", {"picture": _DOT}, answer={"id": "1c26ca308e4bf4eb"}),
    Example("no-picture", {"picture": "PHN2Zy8+"}, 400),
    refuses=(503,),
)  # fmt: skip
async def keep_picture(ask: Asking, asked: SendPicture) -> StoredPicture:
    return await ask.service.displays.keep_picture(asked.picture)


@displays.operation(
    "GET", "/displays/pictures", "look", "List the uploaded images",
    Example("one-picture", answer={"pictures": ["1c26ca308e4bf4eb"]}), refuses=(503,),
)  # fmt: skip
async def list_pictures(ask: Asking) -> PictureList:
    return await ask.service.displays.pictures()


@displays.operation(
    "POST", "/displays/picture/remove", "run", "Delete an image that no display is set to show",
    Example("the-dot-again", {"id": "1c26ca308e4bf4eb"}, answer={"pictures": []}),
    Example("of-no-id", {"id": 5}, 400),
    refuses=(503,),
)  # fmt: skip
async def remove_picture(ask: Asking, asked: StoredPicture) -> PictureList:
    return await ask.service.displays.remove_picture(asked.id)


shown = APIRouter()
"""The routes that displays fetch without a key."""
Pixels = Annotated[int, Query(ge=0, le=100_000)]


def screen_of(display: str = "", width: Pixels = 0, height: Pixels = 0) -> ConnectedDisplay:
    """The display that a page identifies itself as."""
    return ConnectedDisplay(tidy(display), width, height)


@displays.operation(
    "GET", "/displays", "look", "List the displays, and what each one shows",
    Example("one-display", answer=_SHOWN | {"room": _HEARD}, after="choose_room:heard-at-the-bar"),
)  # fmt: skip
async def list_displays(ask: Asking) -> DisplayList:
    return ask.service.displays.listed()


@displays.operation(
    "POST", "/displays/set", "run", "Set what a display shows",
    Example("at-the-bar", _BAR, answer=_SHOWN),
    Example("ends-off-the-screen", {"display": "Bar", "program": {"slides": [
        {"layout": "own", "cells": [{"what": "clock", "x": 20, "y": 0, "w": 8, "h": 8}]}]}}, 400),
    refuses=(503,),
)  # fmt: skip
async def set_display(ask: Asking, asked: SetDisplay) -> DisplayList:
    return await ask.service.displays.change(asked)


@displays.operation(
    "POST", "/displays/room", "run", "Choose which display plays sound, and where all-ins are shown",
    Example("heard-at-the-bar", _HEARD, answer=_SHOWN | {"room": _HEARD}),
    Example("no-such-spotlight", {"spotlight": "everywhere"}, 400),
    refuses=(503,),
)  # fmt: skip
async def choose_room(ask: Asking, asked: ChooseRoom) -> DisplayList:
    return await ask.service.displays.change(asked)


@displays.operation(
    "POST", "/displays/announce", "floor", "Show an announcement on the displays, and read it aloud",
    Example("dinner", {"text": "Dinner is served", "seconds": 30}),
    Example("nothing-to-say", {"text": ""}, 400),
    refuses=(503,),
)  # fmt: skip
async def announce(ask: Asking, asked: Announce) -> Announced:
    return await ask.service.displays.announce(asked)


@shown.get("/display-pictures/{its_id}", include_in_schema=False)
async def read_picture(ask: Asking, its_id: str) -> Response:
    picture = await ask.service.displays.picture(its_id)
    if picture is None:
        raise HTTPException(404)
    return Response(picture, media_type=f"image/{kind_of(picture)}")


@shown.get("/display-qr.svg", include_in_schema=False)
async def draw_qr(ask: Asking, request: Request, tournament: str = "") -> Response:
    """A QR code that opens a tournament's player page on a phone."""
    query = f"?{urlencode({'tournament': ask.found(tournament).desk.state.id})}" if tournament else ""
    return await qr_answer(f"{phones_site(request)}/player/{query}")


@displays.operation(
    "GET", "/broadcast", "run", "Get whether and with what delay the room broadcasts, and the viewers' token",
    Example("off", answer={"on": False, "minutes": 15, "hands": 0, "token": ""}),
)  # fmt: skip
async def read_broadcast(ask: Asking) -> Broadcast:
    return ask.service.broadcasts.setting


@displays.operation(
    "POST", "/broadcast", "run",
    "Set whether and with what delay the room broadcasts; what viewers have seen does not change",
    Example("by-a-quarter-of-an-hour", {"on": True, "minutes": 15}),
    Example("by-less-than-nothing", {"on": True, "minutes": -1}, 400),
    refuses=(503,),
)  # fmt: skip
async def set_broadcast(ask: Asking, asked: SetBroadcast) -> Broadcast:
    return await ask.service.broadcasts.set(asked)


@displays.operation(
    "GET", "/broadcast/tables/{table}/events", "broadcast",
    "Stream a table to viewers with the room's delay, as server-sent events",
    media="text/event-stream; charset=utf-8",
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
