"""The routes of the clock's web server."""

from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException, Request, Response, WebSocket
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles

from kiosk.clock.service import Service
from kiosk.clock.web.api import json_of, make_api
from kiosk.clock.web.sessions import serve_director, serve_display, serve_table
from ui.words.languages import COMPILED, LANGUAGES

HEADERS = {
    # The pages must work in a building without the internet: a browser refuses them anything from elsewhere.
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def make_app(service: Service) -> FastAPI:
    """The web application of a service."""
    # FastAPI's own pages of documentation fetch from the internet.
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    pages = Path(str(files("ui")))

    @app.middleware("http")
    async def harden(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        response.headers.update(HEADERS)
        return response

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        return RedirectResponse("/display/")

    @app.get("/words.json")
    async def words(lang: str = "") -> Response:
        language = lang if lang in LANGUAGES else service.language
        return Response((COMPILED / f"{language}.json").read_bytes(), media_type="application/json")

    @app.get("/healthz")
    async def health() -> Response:
        fault = service.fault
        return json_of({"ok": not fault, "fault": fault}, 503 if fault else 200)

    @app.get("/api/kiosk/{table}")
    async def kiosk(table: int, authorization: Annotated[str, Header()] = "") -> Response:
        known = service.is_table(table, authorization.removeprefix("Bearer "))
        return json_of({"ok": known}, 200 if known else 401)

    @app.get("/api/room")
    async def room(tournament: str = "") -> Response:
        publisher = service.tournaments.named(tournament)
        return json_of(publisher.state) if publisher else json_of({"why": "no tournament"}, 404)

    @app.get("/api/tables")
    async def tables(authorization: Annotated[str, Header()] = "", tournament: str = "") -> Response:
        if not service.is_director(authorization.removeprefix("Bearer ")):
            raise HTTPException(401, "send the director's key as: Authorization: Bearer KEY")
        publisher = service.tournaments.named(tournament)
        if publisher is None:
            return json_of({"why": "no tournament"}, 404)
        return json_of({"totals": publisher.totals(), "tables": publisher.views()})

    app.include_router(make_api(service))

    @app.websocket("/table")
    async def table(socket: WebSocket) -> None:
        await serve_table(service, socket)

    @app.websocket("/room")
    async def display(socket: WebSocket, tournament: str = "", moments: bool = False) -> None:
        await serve_display(service, socket, tournament, moments)

    @app.websocket("/director")
    async def director(socket: WebSocket, moments: bool = False) -> None:
        await serve_director(service, socket, moments)

    for page in ("display", "director"):
        app.mount(f"/{page}", StaticFiles(directory=pages / page, html=True), name=page)
    return app
