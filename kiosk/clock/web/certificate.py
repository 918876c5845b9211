"""The room's certificate authority, for tables that know its fingerprint and phones that are to trust it."""

from fastapi import APIRouter, Request, Response

from kiosk.protocol.pinned import AUTHORITY_PATH

certificate = APIRouter()


@certificate.get(AUTHORITY_PATH, include_in_schema=False)
async def read_authority(request: Request) -> Response:
    authority: str = request.app.state.authority
    return Response(authority, 200 if authority else 404, media_type="application/x-x509-ca-cert")
