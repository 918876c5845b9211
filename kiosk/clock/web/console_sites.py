"""Lets a user of the console at a waiting clock sign in at this clock, which runs the room. A browser asks before such
a request (CORS). Only pages at the addresses of the room's clocks may send it."""

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.types import Scope

SIGN_IN = ("/api/session", "/api/session/end", "/api/devices/ask")
_SENT = "Authorization, Content-Type, Kiosk-Device"
"""The headers of a console's requests that a browser asks about."""


def console_of(scope: Scope, sites: tuple[str, ...]) -> str:
    """The site of the waiting clock's console that sends this sign-in. Empty for every other request."""
    if scope["type"] != "http" or scope["path"] not in SIGN_IN:
        return ""
    origin = HTTPConnection(scope).headers.get("origin", "")
    return origin if origin in sites else ""


def headers_for(site: str) -> Mapping[str, str]:
    """The headers of an answer to a console at this site."""
    return {
        "Access-Control-Allow-Origin": site,
        "Access-Control-Allow-Headers": _SENT,
        "Access-Control-Expose-Headers": "Retry-After",
        "Vary": "Origin",
    }
