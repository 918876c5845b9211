"""The web server of the glass of a table without a clock: its page, and the WebSocket of the one device that was given
the address."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from engine.decoders import NOT_JSON
from kiosk.faults import Fault
from kiosk.protocol.glass import FROM_GLASS, LARGEST_MESSAGE, NOT_ALLOWED, NOT_PAIRED, GlassHello
from ui.words.languages import COMPILED, LANGUAGES

PAGES = Path(str(files("ui")))
OPEN_FOLDERS = ("glass", "web", "fonts")
"""The folders of the pages that are served. Nothing else is."""
SOCKET_PATH = "/glass/socket"
HELLO_S = 10.0
"""How long a new WebSocket has to say who it is."""
MOST_UNKNOWN = 32
"""The maximum number of WebSockets that have not yet said who they are."""
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml",
         ".json": "application/json", ".woff2": "font/woff2"}  # fmt: skip
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
log = logging.getLogger(__name__)


ShowTable = Callable[[Connection, GlassHello], Awaitable[None]]
"""Shows a table on a glass that has been identified, until it ends."""


class GlassServer:
    """Serves the page to everyone, and the table to the holder of its token."""

    def __init__(self, token: str, show: ShowTable, language: str) -> None:
        self._token = token
        self._show = show
        self._language = language
        self._unknown = 0

    async def listen(self, host: str, port: int) -> Server:
        """Start to serve. Raises `Fault` if the address cannot be used."""
        try:
            return await serve(
                self._serve, host, port, process_request=self._answer, compression=None,
                max_size=LARGEST_MESSAGE, max_queue=64, ping_interval=None, server_header=None, logger=_quiet(),
            )  # fmt: skip
        except OSError as error:
            raise Fault("glass-port", host=host, port=str(port), error=error.strerror or str(error)) from error

    async def _serve(self, socket: ServerConnection) -> None:
        if self._unknown >= MOST_UNKNOWN:
            await socket.close(NOT_ALLOWED)
            return
        self._unknown += 1
        try:
            hello = await _hello(socket)
        finally:
            self._unknown -= 1
        if hello is None or not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            await socket.close(NOT_PAIRED if hello else NOT_ALLOWED)
            return
        await self._show(socket, hello)

    def _answer(self, _: ServerConnection, request: Request) -> Response | None:
        """The response to a request for a file; None for the WebSocket."""
        parts = urlsplit(request.path)
        if parts.path == SOCKET_PATH:
            return None if _is_own_page(request) else _response(HTTPStatus.FORBIDDEN)
        if parts.path == "/":
            return _response(HTTPStatus.FOUND, location="/glass/")
        if parts.path == "/words.json":
            asked = parse_qs(parts.query).get("lang", [""])[0]
            language = asked if asked in LANGUAGES else self._language
            return _response(HTTPStatus.OK, (COMPILED / f"{language}.json").read_bytes(), ".json")
        path = page_file(parts.path)
        if path is None:
            return _response(HTTPStatus.NOT_FOUND)
        return _response(HTTPStatus.OK, path.read_bytes(), path.suffix)


def page_file(path: str) -> Path | None:
    """The file of the pages at this path, if it may be served."""
    names = path.split("/")[1:] or [""]
    if names[-1] == "":
        names[-1] = "index.html"
    if names[0] not in OPEN_FOLDERS or any(name in ("", ".", "..") or "%" in name or "\0" in name for name in names):
        return None
    file = PAGES.joinpath(*names)
    return file if file.suffix in TYPES and file.is_file() else None


def _response(status: HTTPStatus, body: bytes = b"", suffix: str = "", location: str = "") -> Response:
    headers = Headers({**HEADERS, "Content-Length": str(len(body)), "Connection": "close"})
    if body:
        headers["Content-Type"] = TYPES[suffix]
    if location:
        headers["Location"] = location
    return Response(status.value, status.phrase, headers, body)


def _is_own_page(request: Request) -> bool:
    """Whether the WebSocket comes from the page of this server, or from no page. A browser always states the page's
    origin."""
    try:
        origin = request.headers.get("Origin", "")
        return not origin or urlsplit(origin).netloc.lower() == request.headers["Host"].lower()
    except (ValueError, LookupError):  # an address without a valid form, or a header that occurs twice
        return False


async def _hello(socket: ServerConnection) -> GlassHello | None:
    try:
        async with asyncio.timeout(HELLO_S):
            said = await socket.recv()
        message = FROM_GLASS.decode(said)
    except (TimeoutError, ConnectionClosed, *NOT_JSON):
        return None
    return message if isinstance(message, GlassHello) else None


def _quiet() -> logging.Logger:
    """A logger for the server's own messages: anyone on the network can cause them, so they are not shown."""
    quiet = logging.getLogger(f"{__name__}.connections")
    quiet.setLevel(logging.CRITICAL)
    return quiet
