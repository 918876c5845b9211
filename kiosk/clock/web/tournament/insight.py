"""Insights from the room's tables, for the room's staff, over HTTP."""

from typing import Annotated

import msgspec
from fastapi import Depends, Query

from engine.message import message
from engine.terms import Motion
from kiosk.clock.features.insight.awarding import AwardOrder, AwardWanted, FloorOrders, award, floor_orders
from kiosk.clock.features.insight.case_view import CallFacts, CaseList, listed
from kiosk.clock.features.insight.live import LiveTable, live_table
from kiosk.clock.features.insight.rulings import RulingView, ruling_on, usual_rulings
from kiosk.clock.features.insight.summary import (
    FiguresView,
    ForecastView,
    PaceView,
    figures_view,
    forecast_view,
    pace_view,
)
from kiosk.clock.tournaments.room import Place
from kiosk.clock.web.answers import Asking, Caller, Rejected
from kiosk.clock.web.hands.last_hands import LastHand, last_hands
from kiosk.clock.web.hands.story import StoryView, story_view
from kiosk.clock.web.operations import Example, Operations, refused

Seat = Annotated[int, Query(description="The seat that said or put in something; 0 for the one to act.")]

Find = Annotated[str, Query(max_length=100, description="Words that are all to be found in what was ruled.")]
Last = Annotated[int, Query(ge=1, description="How many hands, 50 at most.")]


class RulingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's words and chips, as of record `mark` of the sitting's journal."""

    motion: Motion
    mark: int


insight = Operations()
_NOT_OPEN = refused("table-not-open")


@insight.operation(
    "GET", "/cases", may="look", summary="Calls of the floor that were ruled on, those with the same facts first",
    examples=(Example("none-yet", answer={"cases": [], "ruled": 0}, after="order:rebuy"),),
)  # fmt: skip
async def read_cases(ask: Asking, of: Annotated[CallFacts, Depends()], find: Find = "") -> CaseList:
    room = [publisher.desk.state for publisher in ask.service.tournaments]
    return listed(ask.service.case_law, room, of, ask.words, find)


@insight.operation(
    "GET", "/tournaments/{tournament}/pace", may="look", refuses=(409,),
    summary="Hands an hour of each table and dealer against the room",
    examples=(
        Example("no-hand-yet", after="order:rebuy", answer={
            "level": 2, "an_hour": None, "pause_ms": None, "spread": 0, "near_money": True, "tables": [], "dealers": [],
        }),
    ),
)  # fmt: skip
async def read_pace(ask: Asking, tournament: str) -> PaceView:
    return pace_view(ask.found(tournament).desk)


@insight.operation(
    "GET", "/tournaments/{tournament}/forecast", may="look", refuses=(409,),
    summary="When the bubble, the end and each break will be",
    examples=(Example("early", after="order:rebuy"),),
)  # fmt: skip
async def read_forecast(ask: Asking, tournament: str) -> ForecastView:
    return forecast_view(ask.found(tournament).desk)


@insight.operation(
    "GET", "/tournaments/{tournament}/figures", may="look", refuses=(409,),
    summary="Leaders, median and average, and who is due the big blind",
    examples=(Example("early", after="order:rebuy"),),
)  # fmt: skip
async def read_figures(ask: Asking, tournament: str) -> FiguresView:
    return figures_view(ask.found(tournament).desk)


@insight.operation(
    "GET", "/tournaments/{tournament}/entries/{entry}/story", may="look", refuses=(503,),
    summary="A player's stack by hand, big pots, seats and moves",
    examples=(Example("over"),),
)  # fmt: skip
async def read_story(ask: Asking, tournament: str, entry: int) -> StoryView:
    publisher = ask.found(tournament)
    if entry not in publisher.desk.state.entries:
        raise Rejected(404, message("no-such-entry", entry=entry))
    return await story_view(publisher, entry)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/live", may="look",
    summary="One table whole: its hand of this moment, in words too",
    examples=(Example("no-hand-yet", after="order:rebuy"),),
)  # fmt: skip
async def read_live(ask: Asking, tournament: str, sitting: int) -> LiveTable:
    return live_table(_place(ask, tournament, sitting), ask.words)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/hands", may="look", refuses=(503,),
    summary="The last hands of a table, in words",
    examples=(Example("no-hand-yet", answer=[], after="order:rebuy"),),
)  # fmt: skip
async def read_last_hands(ask: Asking, tournament: str, sitting: int, last: Last = 10) -> tuple[LastHand, ...]:
    return await last_hands(_place(ask, tournament, sitting), last, ask.words)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/rulings", may="look",
    summary="The rulings on what happens most often at a seat",
    examples=(Example("no-hand-yet", answer=[], after="order:rebuy"),),
)  # fmt: skip
async def read_rulings(ask: Asking, tournament: str, sitting: int, seat: Seat = 0) -> list[RulingView]:
    place = _place(ask, tournament, sitting)
    return usual_rulings(place, seat or live_table(place, ask.words).turn, ask.words)


@insight.operation(
    "POST", "/tournaments/{tournament}/sittings/{sitting}/rulings", may="floor", refuses=(409,),
    summary="The ruling on what a player said or put in",
    examples=(
        Example("one-chip", {"motion": {"seat": 1, "chips": [500]}, "mark": 0}, 409,
                refused("no-hand-in-play"), after="order:rebuy"),
    ),
)  # fmt: skip
async def rule_on(ask: Asking, tournament: str, sitting: int, asked: RulingAsked) -> RulingView:
    return ruling_on(_place(ask, tournament, sitting), asked.motion, asked.mark, ask.words)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/orders", may="floor", refuses=(409,),
    summary="The pots that the floor may award, and its clauses",
    examples=(Example("no-book-yet", status=409, answer=_NOT_OPEN, after="order:rebuy"),),
)  # fmt: skip
async def read_floor_orders(ask: Asking, tournament: str, sitting: int) -> FloorOrders:
    return floor_orders(_place(ask, tournament, sitting))


@insight.operation(
    "POST", "/tournaments/{tournament}/sittings/{sitting}/award", may="floor", refuses=(409,),
    summary="The order that gives the pots to these seats",
    examples=(Example("no-book-yet", {"winners": [[1]], "mark": 0}, 409, _NOT_OPEN, after="order:rebuy"),),
)  # fmt: skip
async def share_pots(ask: Asking, tournament: str, sitting: int, asked: AwardWanted) -> AwardOrder:
    return award(_place(ask, tournament, sitting), asked)


def _place(ask: Caller, tournament: str, sitting: int) -> Place:
    """The table in a tournament. Raises `Rejected`."""
    place = Place(ask.found(tournament), sitting)
    if sitting not in place.desk.audited.keys:
        raise Rejected(404, message("no-such-table", table=sitting))
    return place
