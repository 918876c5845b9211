"""The room's displays over HTTP: the list of displays, and what each one shows."""

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from starlette.exceptions import HTTPException

from kiosk.clock.displays.hub import ConnectedDisplay
from kiosk.clock.displays.messages import Announced
from kiosk.clock.displays.pictures import kind_of
from kiosk.clock.web.answers import Asking, phones_site
from kiosk.clock.web.operations import Operations
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


@displays.operation(
    "POST", "/displays/picture", may="run", refuses=(400, 503),
    summary="Keep a picture for cells to show: PNG, JPEG or WebP in Base64",
)  # fmt: skip
async def keep_picture(ask: Asking, asked: SendPicture) -> StoredPicture:
    return StoredPicture(await asyncio.to_thread(ask.service.displays.pictures.keep, asked.picture))


@displays.operation("GET", "/displays/pictures", may="look", refuses=(503,), summary="The pictures that are kept")
async def list_pictures(ask: Asking) -> PictureList:
    return PictureList(await asyncio.to_thread(ask.service.displays.pictures.listed))


@displays.operation(
    "POST", "/displays/picture/remove", may="run", refuses=(400, 503),
    summary="Delete a picture that no display is set to show",
)  # fmt: skip
async def remove_picture(ask: Asking, asked: StoredPicture) -> PictureList:
    return await asyncio.to_thread(ask.service.displays.remove_picture, asked.id)


shown = APIRouter()
"""The routes that displays fetch without a key."""
Pixels = Annotated[int, Query(ge=0, le=100_000)]


def screen_of(display: str = "", width: Pixels = 0, height: Pixels = 0) -> ConnectedDisplay:
    """The display that a page says it is."""
    return ConnectedDisplay(tidy(display), width, height)


@displays.operation("GET", "/displays", may="look", summary="Which displays there are, and what each shows")
async def list_displays(ask: Asking) -> DisplayList:
    return ask.service.displays.listed()


@displays.operation("POST", "/displays/set", may="run", refuses=(400, 503), summary="Set what a display shows")
async def set_display(ask: Asking, asked: SetDisplay) -> DisplayList:
    return await ask.service.displays.change(asked)


@displays.operation(
    "POST", "/displays/room", may="run", refuses=(400, 503),
    summary="Choose which display is heard, and where an all-in is shown",
)  # fmt: skip
async def choose_room(ask: Asking, asked: ChooseRoom) -> DisplayList:
    return await ask.service.displays.change(asked)


@displays.operation(
    "POST", "/displays/announce", may="floor", refuses=(400,), summary="Show words on the displays, and say them",
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
