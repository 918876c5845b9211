"""The public routes for displays, tables and a club's own pages, and all tables for the director."""

from typing import Annotated

import msgspec
from fastapi import Header, Request, Response

from kiosk.clock.clients.result_cache import ResultCache
from kiosk.clock.tables.view import TableView
from kiosk.clock.tournaments.publishing.director_messages import Totals
from kiosk.clock.tournaments.shown.prizes import PublicResults, public_results
from kiosk.clock.web.answers import Asking, address_of, json_of
from kiosk.clock.web.operations import Example, Operations
from kiosk.clock.web.tournament.status import status_lines
from kiosk.faults import Fault
from kiosk.protocol.link.clock_state import ClockState


class TokenCheck(msgspec.Struct, frozen=True):
    """Whether the token is the table's."""

    ok: bool


class Tables(msgspec.Struct, frozen=True):
    """All tables in a tournament, and its totals."""

    totals: Totals
    tables: tuple[TableView, ...]


public = Operations()


@public.operation(
    "GET", "/kiosk/{table}", may="table", answers=TokenCheck, summary="Whether a token is a table's",
    examples=(Example("not-its-token", status=401, answer={"ok": False}),),
)  # fmt: skip
async def check_token(
    ask: Asking, request: Request, table: int, authorization: Annotated[str, Header(include_in_schema=False)] = ""
) -> Response:
    token = authorization.removeprefix("Bearer ")
    try:
        ask.service.kiosk_access.check_guesses(table, token, address_of(request))
    except Fault:  # not checked, so that someone guessing learns nothing
        return json_of(TokenCheck(ok=False), 401)
    known = ask.service.kiosk_access.is_token(table, token)
    return json_of(TokenCheck(known), 200 if known else 401)


@public.operation(
    "GET", "/room", may="anyone", refuses=(404,), summary="What every display shows",
    examples=(Example("over"),),
)  # fmt: skip
async def read_room(ask: Asking, tournament: str = "") -> ClockState:
    return ask.found(tournament).state


@public.operation(
    "GET", "/room/status.txt", may="anyone", refuses=(404,), media="text/plain; charset=utf-8",
    summary="The state as lines of name=value, as desktop clocks send it",
    examples=(Example("over"),),
)  # fmt: skip
async def read_status(ask: Asking, tournament: str = "") -> str:
    return status_lines(ask.found(tournament).state, ask.service.now_ms())


@public.operation(
    "GET", "/results", may="anyone", public=True, refuses=(404,), answers=PublicResults,
    summary="Places and prizes, as the room shows them",
    examples=(Example("over"),),
)  # fmt: skip
async def read_public_results(ask: Asking, tournament: str = "") -> bytes:
    publisher = ask.found(tournament)
    desk, shows = publisher.desk, publisher.shows
    made: ResultCache[bytes] = ask.service.results
    return made.of(
        desk.state.id,
        (desk.state, publisher.state),  # the level ends registration, after which results are no longer provisional
        lambda: msgspec.json.encode(public_results(desk, shows.names, shows.prizes)),
    )


@public.operation(
    "GET", "/tables", may="look", refuses=(404,), summary="All tables of a tournament",
    examples=(Example("over"),),
)  # fmt: skip
async def read_tables(ask: Asking, tournament: str = "") -> Tables:
    publisher = ask.found(tournament)
    return Tables(publisher.director_view.totals(ask.words), tuple(publisher.director_view.tables(ask.words)))
