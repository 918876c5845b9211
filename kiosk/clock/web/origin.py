"""Pages of other sites give no orders here: what a browser sends for them names where it comes from (RFC 6454)."""

from urllib.parse import urlsplit

from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection

from engine.message import message
from kiosk.clock.web.answers import Rejected

READS = ("GET", "HEAD", "OPTIONS")
POLICY = 1008


async def check_origin(connection: HTTPConnection) -> None:  # in the loop: a thread would cost as much as the answer
    """What changes something, and every WebSocket, is from a page of this clock or from no page. Raises `Rejected`, or
    closes the socket before it is open."""
    if connection.scope["type"] == "http" and connection.scope["method"] in READS:
        return
    if is_foreign(connection):
        if connection.scope["type"] == "websocket":
            raise WebSocketException(POLICY)
        raise Rejected(403, message("origin-foreign"))


def is_foreign(connection: HTTPConnection) -> bool:
    """Whether a page of another site asks. A proxy in front of the clock may say by which name it was asked: no page of
    another site can."""
    origin = connection.headers.get("origin", "")
    if not origin:
        return False
    hosts = (connection.headers.get("host", ""), connection.headers.get("x-forwarded-host", ""))
    try:
        return urlsplit(origin).netloc.lower() not in {host.lower() for host in hosts if host}
    except ValueError:  # an address of no form at all
        return True
