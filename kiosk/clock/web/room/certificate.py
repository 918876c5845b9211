"""The room's certificate authority, for tables that know its fingerprint and phones that should trust it."""

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from kiosk.clock.web.answers import context_of, phones_site
from kiosk.clock.web.qr import qr_answer
from kiosk.protocol.pinned import AUTHORITY_PATH

certificate = APIRouter()


@certificate.get(AUTHORITY_PATH, include_in_schema=False)
async def read_authority(request: Request) -> Response:
    authority = context_of(request).authority
    return Response(authority, 200 if authority else 404, media_type="application/x-x509-ca-cert")


def _need_authority(request: Request) -> None:
    if not context_of(request).authority:
        raise HTTPException(404)


trust = APIRouter(dependencies=[Depends(_need_authority)])
"""The routes that tell phones where to fetch the certificate, which is not secret. They do not exist if the clock has
no authority of its own.
"""


@trust.get("/trust-address", include_in_schema=False)
async def read_address(request: Request) -> Response:
    return Response(_address(request), media_type="text/plain; charset=utf-8")


@trust.get("/trust-qr.svg", include_in_schema=False)
async def draw_address(request: Request) -> Response:
    return await qr_answer(_address(request))


def _address(request: Request) -> str:
    """The address at the port for phones, if there is one. It uses plain HTTP, for which no browser shows a warning
    yet."""
    return f"{phones_site(request)}{AUTHORITY_PATH}"
