"""The public routes for displays, tables and a club's own pages, and all tables for the director."""

from typing import Annotated

import msgspec
from fastapi import Header, Request, Response

from engine.tournament.levels.structure import Break
from engine.tournament.state import is_over
from kiosk.clock.tables.view import TableView
from kiosk.clock.tournaments.publishing.director_messages import Totals
from kiosk.clock.tournaments.shown.prizes import FinishedTournament, PublicResults, finished, public_results
from kiosk.clock.web.answers import Asking, address_of, json_of
from kiosk.clock.web.operations import Example, Operations
from kiosk.clock.web.tournament.summary import began_at, ended_at
from kiosk.faults import Fault
from kiosk.protocol.link.clock_state import ClockState


class TokenCheck(msgspec.Struct, frozen=True):
    """Whether the token is the table's."""

    ok: bool


class Tables(msgspec.Struct, frozen=True):
    """All tables in a tournament, and its totals."""

    totals: Totals
    tables: tuple[TableView, ...]


MOST_EARLIER = 60
"""The maximum number of earlier tournaments listed: a weekly evening for a year."""

public = Operations()


@public.operation(
    "GET", "/kiosk/{table}", "table", "Check whether a token belongs to a table",
    Example("not-its-token", status=401, answer={"ok": False}), answers=TokenCheck,
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


@public.operation("GET", "/room", "anyone", "Get what every display shows", Example("over"), refuses=(404,))
async def read_room(ask: Asking, tournament: str = "") -> ClockState:
    return ask.found(tournament).state


@public.operation(
    "GET", "/room/status.txt", "anyone", "Get the state as lines of name=value, in the form that desktop clocks use",
    Example("over"), refuses=(404,), media="text/plain; charset=utf-8",
)  # fmt: skip
async def read_status(ask: Asking, tournament: str = "") -> str:
    return status_lines(ask.found(tournament).state, ask.service.now_ms())


@public.operation(
    "GET", "/results", "anyone", "Get the places and prizes as the room displays them",
    Example("over"), public=True, refuses=(404, 503), answers=PublicResults,
)  # fmt: skip
async def read_public_results(ask: Asking, tournament: str = "") -> bytes:
    publisher = ask.found(tournament)
    desk, shows = publisher.desk, publisher.shows
    began_ms = await began_at(ask.service, publisher)
    return ask.service.results.of(
        desk.state.id,
        (desk.state, publisher.state),  # the level ends registration, after which results are no longer provisional
        lambda: msgspec.json.encode(public_results(desk, shows.names, shows.prizes, began_ms)),
    )


@public.operation(
    "GET", "/results/earlier", "anyone", "List the tournaments that are over, newest first",
    Example("over"), public=True, refuses=(503,),
)  # fmt: skip
async def list_earlier(ask: Asking) -> list[FinishedTournament]:
    over = [one for one in ask.service.tournaments if is_over(one.desk.state)][: -MOST_EARLIER - 1 : -1]
    return [finished(one.desk, one.shows.names, one.shows.prizes, await ended_at(ask.service, one)) for one in over]


@public.operation("GET", "/tables", "look", "List the tables in a tournament", Example("over"), refuses=(404,))
async def read_tables(ask: Asking, tournament: str = "") -> Tables:
    publisher = ask.found(tournament)
    return Tables(publisher.director_view.totals(ask.words), tuple(publisher.director_view.tables(ask.words)))


def status_lines(state: ClockState, now_ms: int) -> str:
    """The state as `name=value` lines, each ending with CR LF, in the format that desktop clocks use when they send
    their state to a club's page. The first four names are also used by those clocks; the others are our own. People's
    names are not included. Times are in seconds. A missing value is 0 or empty."""
    entries = state.structure.entries
    entry, rest = entries[state.index], entries[state.index + 1 :]
    on_break = isinstance(entry, Break)
    rounds = sum(not isinstance(one, Break) for one in entries[: state.index + 1])
    left_ms = max(0, state.remaining_ms - (now_ms - state.anchor_ms if state.running else 0))
    blinds, until_break = state.blinds, _until_break(rest, left_ms) if not on_break else 0
    values: dict[str, object] = {
        "roundnum": rounds,
        "breaknum": state.index + 1 - rounds,
        "level": state.index,
        "isround": int(not on_break),
        "isbreak": int(on_break),
        "event": state.event,
        "running": int(state.running),
        "seconds": left_ms // 1000,
        "smallblind": blinds.small,
        "bigblind": blinds.big,
        "ante": blinds.ante,
        "levelname": entry.name,
        "nextname": rest[0].name if rest else "",
        "secondstobreak": until_break // 1000,
        "entries": state.entries,
        "playersleft": state.players_left,
        "tables": state.tables,
        "chips": state.chips_issued,
        "average": state.average_stack,
        "winner": state.winner,
        "drawhash": state.draw,
    }
    return "".join(f"{name}={_one_line(str(value))}\r\n" for name, value in values.items())


def _until_break(rest: tuple[object, ...], left_ms: int) -> int:
    """Milliseconds of play until the next break, or 0 if there is none."""
    for one in rest:
        if isinstance(one, Break):
            return left_ms
        left_ms += round(getattr(one, "minutes", 0) * 60_000)
    return 0


def _one_line(text: str) -> str:
    """The text without line breaks, because each line break would start a new `name=value` pair."""
    return " ".join(text.split())
