"""The routes of the clock's web server."""

from functools import cache
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.responses import RedirectResponse
from starlette.datastructures import MutableHeaders
from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from engine.message import message
from kiosk.clock.clients.site_address import consoles_of, sites_of
from kiosk.clock.features.displays.hub import ConnectedDisplay
from kiosk.clock.service import Service
from kiosk.clock.web.addresses import camera_page, certificate, clocks, found, glasses, trust
from kiosk.clock.web.answers import CONTEXT, AppContext, Asking, Rejected, add_answers, context_of, json_of, language_of
from kiosk.clock.web.console_sites import console_of, headers_for
from kiosk.clock.web.openapi import describe
from kiosk.clock.web.page_files import PageFiles
from kiosk.clock.web.room.devices import devices
from kiosk.clock.web.room.displays import displays, screen_of, shown
from kiosk.clock.web.room.downs import downs
from kiosk.clock.web.room.leagues import add_standings, leagues
from kiosk.clock.web.room.metrics import metrics
from kiosk.clock.web.room.people import people
from kiosk.clock.web.room.plan import plan
from kiosk.clock.web.room.recovery import recovery
from kiosk.clock.web.room.staff import staff
from kiosk.clock.web.sockets.cameras import serve_phone, serve_watcher
from kiosk.clock.web.sockets.connection_limits import HEADERS, OWN_SITE, POLICY_HEADER
from kiosk.clock.web.sockets.glasses import serve_glass, serve_host
from kiosk.clock.web.sockets.sessions import serve_director, serve_display, serve_table
from kiosk.clock.web.tournament.api import orders
from kiosk.clock.web.tournament.imports import imports
from kiosk.clock.web.tournament.insight import insight
from kiosk.clock.web.tournament.phone import phone
from kiosk.clock.web.tournament.prints import prints
from kiosk.clock.web.tournament.public import public
from kiosk.clock.web.tournament.reads import reads
from kiosk.clock.web.tournament.structures import structures
from kiosk.protocol.link.addresses import TABLE_PATH
from ui.words.languages import COMPILED, LANGUAGES

PAGES = Path(str(files("ui")))
READS = ("GET", "HEAD", "OPTIONS")
POLICY = 1008
SCRIPTS = {folder: f"{folder}.js" for folder in ("broadcast", "camera", "director", "display", "player", "results")}
"""The pages' scripts that are sent with their modules. A glass loads noVNC, whose modules have another form."""
PUBLIC = ("display", "player", "results", "web", "fonts")
TOPICS = (
    orders, public, phone, reads, insight, imports, prints, structures, people, plan, staff, devices,
    recovery, displays, downs, leagues, metrics,
)  # fmt: skip
OPERATIONS = {one.name: one for topic in TOPICS for one in topic}


class ClockApp:
    """The web application of one service, as an ASGI application. It sets the headers on every response that does not
    set its own. It is not middleware, because the response to an unexpected error is made outside all middleware."""

    def __init__(self, routes: FastAPI, context: AppContext) -> None:
        self._routes = routes
        self._context = context
        policy = HEADERS[POLICY_HEADER].replace(
            OWN_SITE, f"{OWN_SITE}; connect-src 'self' {' '.join(context.sites)}", 1
        )
        self._headers = {**HEADERS, POLICY_HEADER: policy} if context.sites else HEADERS
        self._private = {**self._headers, "Cache-Control": "no-store"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        console = console_of(scope, self._context.consoles)

        async def send_hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if console:
                    headers.update(headers_for(console))
                for name, value in (self._private if scope["path"].startswith("/api/") else self._headers).items():
                    headers.setdefault(name, value)
            await send(message)

        scope[CONTEXT] = self._context
        if console and scope["method"] == "OPTIONS":
            await Response(status_code=204)(scope, receive, send_hardened)
            return
        await self._routes(scope, receive, send_hardened if scope["type"] == "http" else send)


def make_app(
    service: Service, public_port: int = 0, authority: str = "", clocks: tuple[str, ...] = (), console_port: int = 0
) -> ClockApp:
    """The web application of a service, with the port for phones, its authority's certificate as PEM, and the addresses
    of all of the room's clocks as in the settings. `console_port` is where waiting clocks have the console. The
    application of a waiting clock has only the console and what a viewer may read."""
    routes = waiting_routes() if service.followed else staff_routes()
    sites = sites_of(clocks), consoles_of(clocks, console_port)
    return ClockApp(routes, AppContext(service, public_port, authority, *sites))


def make_public_app(service: Service, public_port: int, authority: str = "", clocks: tuple[str, ...] = ()) -> ClockApp:
    """The web application of the public port: displays and players' phones, without orders, keys or cookies."""
    # Phones are already directed here, whatever name they used.
    return ClockApp(public_routes(), AppContext(service, 0, authority, sites_of(clocks, public_port)))


@cache
def staff_routes() -> FastAPI:
    """All routes, which every service shares. Creating them takes as long as the rest of the clock's startup."""
    app = _everybodys("/display/")

    @app.get("/healthz", include_in_schema=False)
    async def health(ask: Asking) -> Response:
        fault = ask.service.health.said(ask.words)
        return json_of({"ok": not fault, "fault": fault}, 503 if fault else 200)

    for operation in OPERATIONS.values():
        if not operation.public:
            operation.add_to(app)
    app.include_router(found)
    app.include_router(glasses)
    app.include_router(camera_page)
    app.include_router(trust)
    describe(app, OPERATIONS)

    @app.websocket(TABLE_PATH)
    async def table(socket: WebSocket) -> None:
        await serve_table(context_of(socket).service, socket)

    @app.websocket("/table/camera")
    async def watcher(socket: WebSocket) -> None:
        await serve_watcher(context_of(socket).service, socket)

    @app.websocket("/camera/socket")
    async def camera(socket: WebSocket) -> None:
        await serve_phone(context_of(socket).service, socket)

    @app.websocket("/director")
    async def director(socket: WebSocket, moments: bool = False, parts: bool = False) -> None:
        await serve_director(context_of(socket).service, socket, moments, parts)

    @app.websocket("/glass/socket")
    async def glass(socket: WebSocket) -> None:
        await serve_glass(context_of(socket).service, socket)

    @app.websocket("/glass/table")
    async def host(socket: WebSocket) -> None:
        await serve_host(context_of(socket).service, socket)

    _mount(app, ("broadcast", "camera", "director", "glass"))
    return app


@cache
def waiting_routes() -> FastAPI:
    """The routes of the console at a waiting clock: everything that a viewer may read, and no orders."""
    app = _everybodys("/director/")
    for operation in OPERATIONS.values():
        if operation.method == "GET" and operation.may == "look" and operation not in metrics:
            operation.add_to(app)
    app.include_router(trust)

    @app.api_route("/api/{path:path}", methods=["GET", "POST"], include_in_schema=False)
    async def refuse(ask: Asking) -> Response:
        assert ask.service.followed
        raise ask.service.followed.refusal()

    @app.websocket("/director")
    async def director(socket: WebSocket, moments: bool = False, parts: bool = False) -> None:
        await serve_director(context_of(socket).service, socket, moments, parts)

    _mount(app, ("director",))
    return app


@cache
def public_routes() -> FastAPI:
    return _everybodys("/player/")


def _everybodys(home_page: str) -> FastAPI:
    """The routes that both ports serve."""
    # FastAPI's own documentation pages load files from the internet, so `openapi` replaces them.
    app = FastAPI(
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        generate_unique_id_function=attrgetter("name"),
        dependencies=[Depends(check_origin)],
    )

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        return RedirectResponse(home_page)

    @app.get("/words.json", include_in_schema=False)
    async def words(request: Request, lang: str = "") -> Response:
        service = context_of(request).service
        accepted = "" if service.has_own_language else request.headers.get("accept-language", "")
        language = lang if lang in LANGUAGES else language_of("", accepted, service.language)
        content = (COMPILED / f"{language}.json").read_bytes()
        return Response(content, media_type="application/json", headers={"Vary": "Accept-Language"})

    add_answers(app)
    for operation in OPERATIONS.values():
        if operation.public:
            operation.add_to(app)
    app.include_router(shown)
    app.include_router(certificate)
    app.include_router(clocks)

    @app.websocket("/room")
    async def display(
        socket: WebSocket,
        screen: Annotated[ConnectedDisplay, Depends(screen_of)],
        tournament: str = "",
        moments: bool = False,
        board: bool = False,
    ) -> None:
        await serve_display(context_of(socket).service, socket, tournament, moments, screen if board else None)

    add_standings(app, PAGES)
    _mount(app, PUBLIC)
    return app


def _mount(app: FastAPI, folders: tuple[str, ...]) -> None:
    for folder in folders:
        app.mount(f"/{folder}", PageFiles(PAGES / folder, SCRIPTS.get(folder, "")), name=folder)


async def check_origin(connection: HTTPConnection) -> None:  # in the loop: a thread costs as much as the response
    """Raises `Rejected`, or closes the socket before it is open, unless the request is allowed. A request that changes
    something, and every WebSocket, must come from a page on this clock or from no page at all. A browser states the
    origin of every request that a page makes (RFC 6454)."""
    if connection.scope["type"] == "http" and connection.scope["method"] in READS:
        return
    if is_foreign(connection) and not console_of(connection.scope, context_of(connection).consoles):
        if connection.scope["type"] == "websocket":
            raise WebSocketException(POLICY)
        raise Rejected(403, message("origin-foreign"))


def is_foreign(connection: HTTPConnection) -> bool:
    """Whether a page from another site sent the request. `X-Forwarded-Host` is also accepted, because only a proxy in
    front of the clock sends it."""
    origin = connection.headers.get("origin", "")
    if not origin:
        return False
    hosts = (connection.headers.get("host", ""), connection.headers.get("x-forwarded-host", ""))
    try:
        return urlsplit(origin).netloc.lower() not in {host.lower() for host in hosts if host}
    except ValueError:  # an address without a valid form
        return True
