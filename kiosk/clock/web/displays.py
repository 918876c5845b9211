"""The room's displays over HTTP: the list of displays, and what each one shows."""

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from starlette.exceptions import HTTPException

from kiosk.clock.displays.hub import ConnectedDisplay
from kiosk.clock.displays.pictures import kind_of
from kiosk.clock.web.answers import Asking, json_of, phones_site
from kiosk.clock.web.bodies import body_of, read_as
from kiosk.clock.web.qr import qr_answer
from kiosk.protocol.displays import Announce, ChooseRoom, PictureList, SendPicture, SetDisplay, StoredPicture, tidy

displays = APIRouter()
"""The routes under /api/displays."""


@displays.post("/picture")
async def keep_picture(ask: Asking, request: Request) -> Response:
    picture = read_as(await body_of(request), SendPicture).picture
    return json_of(StoredPicture(await asyncio.to_thread(ask.service.displays.pictures.keep, picture)))


@displays.get("/pictures")
async def list_pictures(ask: Asking) -> Response:
    return json_of(PictureList(await asyncio.to_thread(ask.service.displays.pictures.listed)))


@displays.post("/picture/remove")
async def remove_picture(ask: Asking, request: Request) -> Response:
    its_id = read_as(await body_of(request), StoredPicture).id
    return json_of(await asyncio.to_thread(ask.service.displays.remove_picture, its_id))


shown = APIRouter()
"""The routes that displays fetch without a key."""
Pixels = Annotated[int, Query(ge=0, le=100_000)]


def screen_of(display: str = "", width: Pixels = 0, height: Pixels = 0) -> ConnectedDisplay:
    """The display that a page says it is."""
    return ConnectedDisplay(tidy(display), width, height)


@displays.get("")
async def list_displays(ask: Asking) -> Response:
    return json_of(ask.service.displays.listed())


@displays.post("/set")
async def set_display(ask: Asking, request: Request) -> Response:
    return json_of(await ask.service.displays.change(read_as(await body_of(request), SetDisplay)))


@displays.post("/room")
async def choose_room(ask: Asking, request: Request) -> Response:
    return json_of(await ask.service.displays.change(read_as(await body_of(request), ChooseRoom)))


@displays.post("/announce")
async def announce(ask: Asking, request: Request) -> Response:
    return json_of(ask.service.displays.announce(read_as(await body_of(request), Announce)))


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
