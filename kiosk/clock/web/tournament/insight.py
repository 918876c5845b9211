"""Insights from the room's tables, for the room's staff, over HTTP."""

from typing import Annotated

import msgspec
from fastapi import Depends, Query

from engine.message import message
from engine.terms import Motion
from kiosk.clock.features.hands import LastHand, StoryView, last_hands, story_view
from kiosk.clock.features.insight import live, rulings, summary
from kiosk.clock.features.insight.case_law import CallFacts, CaseList, listed
from kiosk.clock.tournaments.room import Place
from kiosk.clock.web.answers import Asking, Caller, Rejected
from kiosk.clock.web.operations import Example, Operations, refused

Seat = Annotated[
    int, Query(description="The seat that said something or put chips in; 0 for the seat whose turn it is.")
]

Find = Annotated[str, Query(max_length=100, description="Words that must all appear in the ruling.")]
Last = Annotated[int, Query(ge=1, description="The number of hands, at most 50.")]


class RulingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's words and chips, as of record `mark` of the sitting's journal."""

    motion: Motion
    mark: int


insight = Operations()
_NOT_OPEN = refused("table-not-open")


@insight.operation(
    "GET", "/cases", "look", "List past floor rulings, with those on the same facts first",
    Example("none-yet", answer={"cases": [], "ruled": 0}, after="order:rebuy"),
)  # fmt: skip
async def read_cases(ask: Asking, of: Annotated[CallFacts, Depends()], find: Find = "") -> CaseList:
    room = [publisher.desk.state for publisher in ask.service.tournaments]
    return listed(ask.service.case_law, room, of, ask.words, find)


@insight.operation(
    "GET", "/tournaments/{tournament}/pace", "look", "Compare each table's and dealer's hands per hour with the room's",
    Example("no-hand-yet", after="order:rebuy", answer={
        "level": 2, "an_hour": None, "pause_ms": None, "spread": 0, "near_money": True, "tables": [], "dealers": [],
    }),
    refuses=(409,),
)  # fmt: skip
async def read_pace(ask: Asking, tournament: str) -> summary.PaceView:
    return summary.pace_view(ask.found(tournament).desk)


@insight.operation(
    "GET", "/tournaments/{tournament}/forecast", "look", "Forecast the bubble, the end and each break",
    Example("early", after="order:rebuy"), refuses=(409,),
)  # fmt: skip
async def read_forecast(ask: Asking, tournament: str) -> summary.ForecastView:
    return summary.forecast_view(ask.found(tournament).desk)


@insight.operation(
    "GET", "/tournaments/{tournament}/figures", "look",
    "Get the leaders, the median and average stack, and who has the next big blind",
    Example("early", after="order:rebuy"), refuses=(409,),
)  # fmt: skip
async def read_figures(ask: Asking, tournament: str) -> summary.FiguresView:
    return summary.figures_view(ask.found(tournament).desk)


@insight.operation(
    "GET", "/tournaments/{tournament}/entries/{entry}/story", "look",
    "Get a player's stack after each hand, big pots, seats and moves",
    Example("over"), refuses=(503,),
)  # fmt: skip
async def read_story(ask: Asking, tournament: str, entry: int) -> StoryView:
    publisher = ask.found(tournament)
    if entry not in publisher.desk.state.entries:
        raise Rejected(404, message("no-such-entry", entry=entry))
    return await story_view(publisher, entry)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/live", "look",
    "Get everything about one table, with the current hand in words",
    Example("no-hand-yet", after="order:rebuy"),
)  # fmt: skip
async def read_live(ask: Asking, tournament: str, sitting: int) -> live.LiveTable:
    return live.live_table(_place(ask, tournament, sitting), ask.words)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/hands", "look", "Get a table's last hands, in words",
    Example("no-hand-yet", answer=[], after="order:rebuy"), refuses=(503,),
)  # fmt: skip
async def read_last_hands(ask: Asking, tournament: str, sitting: int, last: Last = 10) -> tuple[LastHand, ...]:
    return await last_hands(_place(ask, tournament, sitting), last, ask.words)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/rulings", "look",
    "Get the rulings for the most common situations at a seat",
    Example("no-hand-yet", answer=[], after="order:rebuy"),
)  # fmt: skip
async def read_rulings(ask: Asking, tournament: str, sitting: int, seat: Seat = 0) -> list[rulings.RulingView]:
    place = _place(ask, tournament, sitting)
    return rulings.usual_rulings(place, seat or live.live_table(place, ask.words).turn, ask.words)


@insight.operation(
    "POST", "/tournaments/{tournament}/sittings/{sitting}/rulings", "floor",
    "Get the ruling on what a player said or put in",
    Example("one-chip", {"motion": {"seat": 1, "chips": [500]}, "mark": 0}, 409,
            refused("no-hand-in-play"), after="order:rebuy"),
    refuses=(409,),
)  # fmt: skip
async def rule_on(ask: Asking, tournament: str, sitting: int, asked: RulingAsked) -> rulings.RulingView:
    return rulings.ruling_on(_place(ask, tournament, sitting), asked.motion, asked.mark, ask.words)


@insight.operation(
    "GET", "/tournaments/{tournament}/sittings/{sitting}/orders", "floor",
    "List the pots that the floor may award, and the clauses for it",
    Example("no-book-yet", status=409, answer=_NOT_OPEN, after="order:rebuy"), refuses=(409,),
)  # fmt: skip
async def read_floor_orders(ask: Asking, tournament: str, sitting: int) -> rulings.FloorOrders:
    return rulings.floor_orders(_place(ask, tournament, sitting))


@insight.operation(
    "POST", "/tournaments/{tournament}/sittings/{sitting}/award", "floor",
    "Get the order that awards the pots to these seats",
    Example("no-book-yet", {"winners": [[1]], "mark": 0}, 409, _NOT_OPEN, after="order:rebuy"), refuses=(409,),
)  # fmt: skip
async def share_pots(ask: Asking, tournament: str, sitting: int, asked: rulings.AwardWanted) -> rulings.AwardOrder:
    return rulings.award(_place(ask, tournament, sitting), asked)


def _place(ask: Caller, tournament: str, sitting: int) -> Place:
    """The table in a tournament. Raises `Rejected`."""
    place = Place(ask.found(tournament), sitting)
    if sitting not in place.desk.audited.keys:
        raise Rejected(404, message("no-such-table", table=sitting))
    return place
