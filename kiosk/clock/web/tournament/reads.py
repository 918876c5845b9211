"""Reads a tournament over HTTP, for programs: the whole tournament, its decisions as they are made, results, deals and
chips.
"""

from typing import Annotated, NamedTuple

from fastapi import Depends, Header, Query, Response
from fastapi.responses import StreamingResponse

from engine.message import message
from engine.tournament.draws import draws_made
from engine.tournament.rules.prizes.deal_rules import DealBy, DealOffer, offer
from engine.tournament.rules.seating.draw_rules import next_hash
from kiosk.clock.tables.view import TableView
from kiosk.clock.tournaments.publishing.director_messages import Totals
from kiosk.clock.tournaments.shown.acts import LoggedAct, log_of
from kiosk.clock.tournaments.shown.color_up import next_color_up
from kiosk.clock.tournaments.shown.piles import pile_of
from kiosk.clock.tournaments.shown.view import tournament_view
from kiosk.clock.web.answers import Asking, Rejected, spreadsheet
from kiosk.clock.web.hands.hands import HandFilter, HandForm, hands_text, whose
from kiosk.clock.web.operations import ID, Example, Operations
from kiosk.clock.web.sockets.event_stream import event_stream
from kiosk.clock.web.tournament.results import results_csv
from kiosk.clock.web.tournament.summary import SummaryFile, lasted_of, times_of, to_ots
from kiosk.protocol.tournaments import CardPile, ColorUp, Draws, PublicTournament, TournamentList

MOST_RECORDS = 2**53
"""More records than any journal has. A browser cannot represent every integer above this number."""


class Everything(PublicTournament, frozen=True):
    """A tournament as its director sees it."""

    totals: Totals
    tables: tuple[TableView, ...]


class HandsOf(NamedTuple):
    """Which hands to include: those of a physical table, of an entry's player, or of a level. 0 means any."""

    table: int = 0
    entry: int = 0
    level: int = 0


Tables = Annotated[bool, Query(description="With each table as it is now and as it changes.")]
BrokenTable = Annotated[int, Query(description="The physical table that is broken; 0 for the seats of all.")]
After = Annotated[int, Query(description="The last record that is known; a Last-Event-ID goes before it.")]

Before = Annotated[int, Query(description="Only acts before this one.", ge=0)]
Most = Annotated[int, Query(description="So many acts at most.", ge=1, le=1000)]

reads = Operations()


@reads.operation(
    "GET", "/tournaments", may="look", summary="All tournaments, and the tables that have a kiosk",
    examples=(
        Example("all", answer={
            "say": "tournaments", "tables": [1],
            "tournaments": [{"id": ID, "name": "Club night", "entries": 4, "players_left": 1, "ended": True}],
            "plan": {"tables": []}, "asked": [], "zone": "Europe/Berlin",
        }),
    ),
)  # fmt: skip
async def list_tournaments(ask: Asking) -> TournamentList:
    return ask.service.listed()


@reads.operation(
    "GET", "/tournaments/{tournament}", may="look",
    summary="Entries, tables, proposals, the ledger, what counts found",
    examples=(Example("as-it-is", after="order:type-table"),),
)  # fmt: skip
async def read_tournament(ask: Asking, tournament: str) -> Everything:
    publisher = ask.found(tournament)
    view, tables = tournament_view(publisher.desk, ask.words), tuple(publisher.director_view.tables(ask.words))
    return Everything(publisher.state_now(), view, publisher.director_view.totals(ask.words), tables)


@reads.operation(
    "GET", "/tournaments/{tournament}/events", may="look", refuses=(503,), media="text/event-stream; charset=utf-8",
    summary="The decisions as they come, as server-sent events whose id is the record's number",
    examples=(),
)  # fmt: skip
async def stream_events(
    ask: Asking, tournament: str, last_event_id: Annotated[str, Header()] = "", after: After = 0, tables: Tables = False
) -> Response:
    said = _number(last_event_id, after)
    stream = event_stream(ask, ask.found(tournament), max(0, min(said, MOST_RECORDS)), tables)
    return StreamingResponse(stream, media_type="text/event-stream")


@reads.operation(
    "GET", "/tournaments/{tournament}/log", may="look", refuses=(503,),
    summary="The newest acts: who did what when, and what can be taken back",
    examples=(Example("the-log", after="order:type-table"),),
)  # fmt: skip
async def read_log(ask: Asking, tournament: str, before: Before = MOST_RECORDS, most: Most = 50) -> list[LoggedAct]:
    publisher = ask.found(tournament)
    times = await times_of(ask.service, publisher)
    return log_of(publisher.desk.state, publisher.desk.context(), times, before, most)


@reads.operation(
    "GET", "/tournaments/{tournament}/draws", may="look",
    summary="Every draw, to be made again: its seed, its hash, and what it was drawn from",
    examples=(Example("the-draws", after="order:type-table"),),
)  # fmt: skip
async def read_draws(ask: Asking, tournament: str) -> Draws:
    state = ask.found(tournament).desk.state
    return Draws(tuple(draws_made(state)), next_hash(state))


@reads.operation(
    "GET", "/tournaments/{tournament}/cards", may="look", refuses=(409,),
    summary="Which card means which seat in a draw by cards",
    examples=(Example("nobody-draws", answer={"cards": [], "drawers": []}, after="order:type-table"),),
)  # fmt: skip
async def read_cards(ask: Asking, tournament: str, table: BrokenTable = 0) -> CardPile:
    return pile_of(ask.found(tournament).desk, table)


@reads.operation(
    "GET", "/tournaments/{tournament}/results.csv", may="look", media="text/csv; charset=utf-8",
    summary="Places and prizes",
    examples=(
        Example("over", answer="\ufeffplace,tied,name,payout,bounties,currency,entry,nth,paid_in,fee\r\n"
                "1,0,Ana,80.00,0.00,EUR,1,1,40.00,3.00\r\n2,0,Bo,20.00,0.00,EUR,2,1,20.00,3.00\r\n"
                "3,2,Cy,0.00,0.00,EUR,3,1,20.00,3.00\r\n3,2,Eve,0.00,0.00,EUR,4,1,20.00,3.00\r\n"),
    ),
)  # fmt: skip
async def read_results(ask: Asking, tournament: str) -> bytes:
    return spreadsheet(results_csv(ask.found(tournament).desk.state).encode())


@reads.operation(
    "GET", "/tournaments/{tournament}/results.ots", may="look", refuses=(503,), answers=SummaryFile,
    summary="The results as an Open Tournament Summary 1.1.5",
    examples=(Example("over"),),
)  # fmt: skip
async def read_summary(ask: Asking, tournament: str) -> bytes:
    publisher = ask.found(tournament)
    lasted = await lasted_of(ask.service, publisher)
    return to_ots(publisher.desk.state, publisher.desk.context(), lasted)


@reads.operation(
    "GET", "/tournaments/{tournament}/hands.{form}", may="look", media="text/plain; charset=utf-8",
    summary="The finished hands as Open Hand History or PHH",
    examples=(Example("none-yet", answer="", after="order:rebuy"),),
)  # fmt: skip
async def read_hands(ask: Asking, tournament: str, form: HandForm, of: Annotated[HandsOf, Depends()]) -> Response:
    publisher = ask.found(tournament)
    if of.entry and of.entry not in publisher.desk.state.entries:
        raise Rejected(404, message("no-such-entry", entry=of.entry))
    player = whose(publisher.desk.state, of.entry) if of.entry else None
    text = hands_text(publisher, form, HandFilter(of.table, player, of.level))
    return StreamingResponse(text, media_type="text/plain; charset=utf-8")


@reads.operation(
    "GET", "/tournaments/{tournament}/color-up", may="look", summary="What to bring to which table next",
    examples=(Example("nothing-to-color-up"),),
)  # fmt: skip
async def read_color_up(ask: Asking, tournament: str) -> ColorUp | None:
    desk = ask.found(tournament).desk
    return next_color_up(desk.state, desk.accounts.facts())


@reads.operation(
    "GET", "/tournaments/{tournament}/deal", may="look", refuses=(409,), summary="What a deal would give everybody",
    examples=(
        Example("what-a-deal-gives", answer={
            "by": "icm", "prizes": [10_000, 0],
            "shares": [{"entry": 1, "amount": 8_000}, {"entry": 2, "amount": 2_000}], "for_winner": 0, "round_to": 1,
        }, after="order:past-late-entries"),
    ),
)  # fmt: skip
async def read_deal(
    ask: Asking,
    tournament: str,
    by: DealBy = "icm",
    for_winner: Annotated[int, Query(description="What is left to play for, in the minor unit.")] = 0,
    round_to: Annotated[int, Query(description="Shares in multiples of this, in the minor unit.")] = 1,
) -> DealOffer:
    desk = ask.found(tournament).desk
    return offer(desk.state, desk.context(), by, for_winner, round_to)


def _number(header: str, otherwise: int) -> int:
    """The number in a header. If it has more digits than Python reads, it counts as more than any journal has."""
    if not header.isdecimal():
        return otherwise
    return int(header) if len(header) <= len(str(MOST_RECORDS)) else MOST_RECORDS
