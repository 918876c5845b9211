"""The clock's addresses for tablets and phones, as text and as QR codes, and the certificate of its authority."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from typing import Any

import msgspec
import segno
from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from kiosk.clock.clients.site_address import is_own, site_for_phones
from kiosk.clock.web.answers import context_of
from kiosk.protocol.pairing import AUTHORITY_PATH

LONGEST = 300
"""The maximum number of characters. The clock's own addresses are a third as long. A longer address makes a code too
dense for a phone's camera, and drawing it takes a hundred milliseconds."""
MOST_DIGITS = 4
"""The maximum number of digits of a table's number."""
_drawing = ThreadPoolExecutor(1, "qr")


@lru_cache(maxsize=64)
def drawn_qr(text: str) -> str:
    """The code as SVG, on a white background with its quiet zone, without a fixed size."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=3, xmldecl=False, svgns=True, light="white")
    return drawn.getvalue().decode()


async def qr_answer(address: str) -> Response:
    """The QR code of an address, or status 404 for an address that is not the clock's. Anyone may request a code, so
    codes are cached and are drawn one at a time, outside the event loop's thread."""
    if len(address) > LONGEST:
        raise HTTPException(404)
    drawn = await asyncio.get_running_loop().run_in_executor(_drawing, drawn_qr, address)
    return Response(drawn, media_type="image/svg+xml")


def phones_site(request: Request) -> str:
    """The address where a phone finds the pages, based on the address of this request."""
    site = str(request.base_url)
    if len(site) > LONGEST:
        raise HTTPException(404)
    return site_for_phones(site, context_of(request).port_of_phones)


def _certificate_address(request: Request) -> str:
    """The certificate's address, on the port for phones if there is one. It uses plain HTTP, for which no browser shows
    a warning yet."""
    return f"{phones_site(request)}{AUTHORITY_PATH}"


def _table_address(request: Request) -> str:
    """The clock's address in the form used in tables' settings, with `ws` in place of `http`."""
    return site_for_phones(str(request.base_url)).replace("http", "ws", 1)


def _glass_address(request: Request) -> str:
    """The address at which a device shows the table that is named in the request, such as `?table=3`."""
    table = request.query_params.get("table", "")
    if not (table.isascii() and table.isdecimal() and len(table) <= MOST_DIGITS):
        raise HTTPException(404)
    return f"{site_for_phones(str(request.base_url))}/glass/#table={int(table)}"


def _camera_address(request: Request) -> str:
    """The address of the camera's page. It is on this port, because no browser opens a camera without TLS."""
    return f"{site_for_phones(str(request.base_url))}/camera/"


def _text(request: Request, address: str) -> Response:
    """The address as text. The header `Only-Here` says that no other machine can open it."""
    only_here = context_of(request).service.is_unreachable and is_own(request.base_url.hostname or "")
    headers = {"Only-Here": "yes"} if only_here else {}
    return Response(address, headers=headers, media_type="text/plain; charset=utf-8")


def _need_authority(request: Request) -> None:
    if not context_of(request).authority:
        raise HTTPException(404)


def _serving(name: str, address: Callable[[Request], str], **options: Any) -> APIRouter:
    """The routes that give an address, which is not a secret, as text and as a QR code."""
    routes = APIRouter(**options)

    @routes.get(f"/{name}-address", include_in_schema=False)
    async def read_address(request: Request) -> Response:
        return _text(request, address(request))

    @routes.get(f"/{name}-qr.svg", include_in_schema=False)
    async def draw_address(request: Request) -> Response:
        return await qr_answer(address(request))

    return routes


found = _serving("table", _table_address)
"""The routes that tell a tablet where the clock is."""
glasses = _serving("glass", _glass_address)
"""The routes that tell a device where it can show a table."""
camera_page = _serving("camera", _camera_address)
"""The routes that tell a phone where the page is that makes it a table's camera."""


@found.get("/display-address", include_in_schema=False)
async def read_display_address(request: Request) -> Response:
    """Where a television finds the room's display."""
    return _text(request, f"{phones_site(request)}/display/")


trust = _serving("trust", _certificate_address, dependencies=[Depends(_need_authority)])
"""The routes that tell phones where to fetch the certificate, if the clock has an authority of its own."""
clocks = APIRouter()


@clocks.get("/clocks", include_in_schema=False)
async def read_clocks(request: Request) -> Response:
    """Where this page is at each of the room's clocks. Pages of the other clocks may read it too: if this clock
    answers, it has taken over from theirs."""
    sites = msgspec.json.encode(context_of(request).sites)
    return Response(sites, headers={"Access-Control-Allow-Origin": "*"}, media_type="application/json")


certificate = APIRouter()


@certificate.get(AUTHORITY_PATH, include_in_schema=False)
async def read_authority(request: Request) -> Response:
    authority = context_of(request).authority
    return Response(authority, 200 if authority else 404, media_type="application/x-x509-ca-cert")
