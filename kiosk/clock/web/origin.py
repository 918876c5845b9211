"""Pages from other sites cannot give orders here: a browser names the origin of every request that they make (RFC
6454).
"""

from urllib.parse import urlsplit

from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection

from engine.message import message
from kiosk.clock.web.answers import Rejected

READS = ("GET", "HEAD", "OPTIONS")
POLICY = 1008


async def check_origin(connection: HTTPConnection) -> None:  # in the loop: a thread costs as much as the response
    """Raises `Rejected`, or closes the socket before it is open, unless the request is allowed. A request that changes
    something, and every WebSocket, must come from a page of this clock or from no page at all."""
    if connection.scope["type"] == "http" and connection.scope["method"] in READS:
        return
    if is_foreign(connection):
        if connection.scope["type"] == "websocket":
            raise WebSocketException(POLICY)
        raise Rejected(403, message("origin-foreign"))


def is_foreign(connection: HTTPConnection) -> bool:
    """Whether a page from another site sent the request. A proxy in front of the clock may say under which host name it
    was reached. A page from another site cannot.
    """
    origin = connection.headers.get("origin", "")
    if not origin:
        return False
    hosts = (connection.headers.get("host", ""), connection.headers.get("x-forwarded-host", ""))
    try:
        return urlsplit(origin).netloc.lower() not in {host.lower() for host in hosts if host}
    except ValueError:  # an address without a valid form
        return True
