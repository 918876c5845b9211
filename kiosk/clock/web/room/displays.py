"""The room's displays over HTTP: the list of displays, and what each one shows."""

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from starlette.exceptions import HTTPException

from kiosk.clock.features.displays.hub import ConnectedDisplay
from kiosk.clock.features.displays.messages import Announced
from kiosk.clock.features.displays.pictures import kind_of
from kiosk.clock.web.answers import Asking, phones_site
from kiosk.clock.web.operations import Example, Operations
from kiosk.clock.web.qr import qr_answer
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

displays = Operations()
_BAR = {"display": "Bar", "program": {"slides": [{"layout": "prizes", "seconds": 30}, {"layout": "seats"}]}}
_SHOWN = {
    "displays": [_BAR | {"screens": 0, "width": 0, "height": 0}],
    "room": {},
}
_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
_HEARD = {"voice": "Bar", "spotlight": "any"}


@displays.operation(
    "POST", "/displays/picture", may="run", refuses=(503,),
    summary="Keep a picture for cells to show: PNG, JPEG or WebP in Base64",
    examples=(
        Example("a-dot", {"picture": _DOT}, answer={"id": "1c26ca308e4bf4eb"}),
        Example("no-picture", {"picture": "PHN2Zy8+"}, 400),
    ),
)  # fmt: skip
async def keep_picture(ask: Asking, asked: SendPicture) -> StoredPicture:
    return StoredPicture(await asyncio.to_thread(ask.service.displays.pictures.keep, asked.picture))


@displays.operation(
    "GET", "/displays/pictures", may="look", refuses=(503,), summary="The pictures that are kept",
    examples=(Example("one-picture", answer={"pictures": ["1c26ca308e4bf4eb"]}),),
)  # fmt: skip
async def list_pictures(ask: Asking) -> PictureList:
    return PictureList(await asyncio.to_thread(ask.service.displays.pictures.listed))


@displays.operation(
    "POST", "/displays/picture/remove", may="run", refuses=(503,),
    summary="Delete a picture that no display is set to show",
    examples=(
        Example("the-dot-again", {"id": "1c26ca308e4bf4eb"}, answer={"pictures": []}),
        Example("of-no-id", {"id": 5}, 400),
    ),
)  # fmt: skip
async def remove_picture(ask: Asking, asked: StoredPicture) -> PictureList:
    return await asyncio.to_thread(ask.service.displays.remove_picture, asked.id)


shown = APIRouter()
"""The routes that displays fetch without a key."""
Pixels = Annotated[int, Query(ge=0, le=100_000)]


def screen_of(display: str = "", width: Pixels = 0, height: Pixels = 0) -> ConnectedDisplay:
    """The display that a page identifies itself as."""
    return ConnectedDisplay(tidy(display), width, height)


@displays.operation(
    "GET", "/displays", may="look", summary="Which displays there are, and what each shows",
    examples=(Example("one-display", answer=_SHOWN | {"room": _HEARD}, after="choose_room:heard-at-the-bar"),),
)  # fmt: skip
async def list_displays(ask: Asking) -> DisplayList:
    return ask.service.displays.listed()


@displays.operation(
    "POST", "/displays/set", may="run", refuses=(503,), summary="Set what a display shows",
    examples=(
        Example("at-the-bar", _BAR, answer=_SHOWN),
        Example("ends-off-the-screen", {"display": "Bar", "program": {"slides": [
            {"layout": "own", "cells": [{"what": "clock", "x": 20, "y": 0, "w": 8, "h": 8}]}]}}, 400),
    ),
)  # fmt: skip
async def set_display(ask: Asking, asked: SetDisplay) -> DisplayList:
    return await ask.service.displays.change(asked)


@displays.operation(
    "POST", "/displays/room", may="run", refuses=(503,),
    summary="Choose which display is heard, and where an all-in is shown",
    examples=(
        Example("heard-at-the-bar", _HEARD, answer=_SHOWN | {"room": _HEARD}),
        Example("no-such-spotlight", {"spotlight": "everywhere"}, 400),
    ),
)  # fmt: skip
async def choose_room(ask: Asking, asked: ChooseRoom) -> DisplayList:
    return await ask.service.displays.change(asked)


@displays.operation(
    "POST", "/displays/announce", may="floor", summary="Show words on the displays, and say them",
    examples=(
        Example("dinner", {"text": "Dinner is served", "seconds": 30}),
        Example("nothing-to-say", {"text": ""}, 400),
    ),
)  # fmt: skip
async def announce(ask: Asking, asked: Announce) -> Announced:
    return ask.service.displays.announce(asked)


@shown.get("/display-pictures/{its_id}", include_in_schema=False)
async def read_picture(ask: Asking, its_id: str) -> Response:
    picture = ask.service.displays.pictures.read(its_id)
    if picture is None:
        raise HTTPException(404)
    return Response(picture, media_type=f"image/{kind_of(picture)}")


@shown.get("/display-qr.svg", include_in_schema=False)
async def draw_qr(ask: Asking, request: Request, tournament: str = "") -> Response:
    """A QR code that opens a tournament's player page on a phone."""
    query = f"?{urlencode({'tournament': ask.found(tournament).desk.state.id})}" if tournament else ""
    return await qr_answer(f"{phones_site(request)}/player/{query}")
