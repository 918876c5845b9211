"""Insight from the room's tables, for the room's staff, over HTTP."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from engine.message import message
from engine.motion import Motion
from engine.tournament.insight.likeness import Facts
from kiosk.clock.insight.awarding import AwardWanted, award, floor_orders
from kiosk.clock.insight.case_view import listed
from kiosk.clock.insight.live import live_table
from kiosk.clock.insight.rulings import ruling_on, usual_rulings
from kiosk.clock.insight.summary import figures_view, forecast_view, pace_view
from kiosk.clock.room import Place
from kiosk.clock.web.answers import Asking, Caller, Rejected, json_of
from kiosk.clock.web.bodies import body_of, read_as
from kiosk.clock.web.last_hands import last_hands
from kiosk.clock.web.story import story_view

Seat = Annotated[int, Query(description="The seat that said or put in something; 0 for the one to act.")]

Find = Annotated[str, Query(max_length=100, description="Words that are all to be found in what was ruled.")]
Last = Annotated[int, Query(ge=1, description="How many hands, 50 at most.")]


class RulingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's words and chips, as of record `mark` of the sitting's journal."""

    motion: Motion
    mark: int


insight = APIRouter()
"""The routes under /api/tournaments that do not change anything."""
cases = APIRouter()
"""The route under /api/cases."""


@cases.get("")
async def read_cases(ask: Asking, of: Annotated[Facts, Depends()], find: Find = "") -> Response:
    room = [publisher.desk.state for publisher in ask.service.tournaments]
    return json_of(listed(ask.service.case_law, room, of, ask.words, find))


@insight.get("/{tournament}/pace")
async def read_pace(ask: Asking, tournament: str) -> Response:
    return json_of(pace_view(ask.found(tournament).desk))


@insight.get("/{tournament}/forecast")
async def read_forecast(ask: Asking, tournament: str) -> Response:
    return json_of(forecast_view(ask.found(tournament).desk))


@insight.get("/{tournament}/figures")
async def read_figures(ask: Asking, tournament: str) -> Response:
    return json_of(figures_view(ask.found(tournament).desk))


@insight.get("/{tournament}/entries/{entry}/story")
async def read_story(ask: Asking, tournament: str, entry: int) -> Response:
    publisher = ask.found(tournament)
    if entry not in publisher.desk.state.entries:
        raise Rejected(404, message("no-such-entry", entry=entry))
    return json_of(await story_view(ask.service, publisher, entry))


@insight.get("/{tournament}/sittings/{sitting}/live")
async def read_live(ask: Asking, tournament: str, sitting: int) -> Response:
    return json_of(live_table(_place(ask, tournament, sitting), ask.words))


@insight.get("/{tournament}/sittings/{sitting}/hands")
async def read_last_hands(ask: Asking, tournament: str, sitting: int, last: Last = 10) -> Response:
    return json_of(await last_hands(ask.service, _place(ask, tournament, sitting), last, ask.words))


@insight.get("/{tournament}/sittings/{sitting}/rulings")
async def read_rulings(ask: Asking, tournament: str, sitting: int, seat: Seat = 0) -> Response:
    place = _place(ask, tournament, sitting)
    return json_of(usual_rulings(place, seat or live_table(place, ask.words).turn, ask.words))


@insight.post("/{tournament}/sittings/{sitting}/rulings")
async def rule_on(ask: Asking, tournament: str, sitting: int, request: Request) -> Response:
    asked = read_as(await body_of(request), RulingAsked)
    return json_of(ruling_on(_place(ask, tournament, sitting), asked.motion, asked.mark, ask.words))


@insight.get("/{tournament}/sittings/{sitting}/orders")
async def read_floor_orders(ask: Asking, tournament: str, sitting: int) -> Response:
    return json_of(floor_orders(_place(ask, tournament, sitting)))


@insight.post("/{tournament}/sittings/{sitting}/award")
async def share_pots(ask: Asking, tournament: str, sitting: int, request: Request) -> Response:
    asked = read_as(await body_of(request), AwardWanted)
    return json_of(award(_place(ask, tournament, sitting), asked))


def _place(ask: Caller, tournament: str, sitting: int) -> Place:
    """The table of a tournament. Raises `Rejected`."""
    place = Place(ask.found(tournament), sitting)
    if sitting not in place.desk.audited.keys:
        raise Rejected(404, message("no-such-table", table=sitting))
    return place
