"""Reads a tournament over HTTP: the whole tournament, its decisions as they are made, results, deals and chips.

Format of the decisions: WHATWG HTML, "Server-sent events". Only records on disk are sent."""

import asyncio
import csv
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from typing import Annotated, NamedTuple

import msgspec
from fastapi import Depends, Header, Query, Response
from fastapi.responses import StreamingResponse

from engine.message import message
from engine.money import Money
from engine.tournament.actions import DrawPrepared
from engine.tournament.draws import draws_made
from engine.tournament.event_terms import EventTerms
from engine.tournament.prizes.finishes import EntryWinnings, bounties
from engine.tournament.rules.prizes.deal_rules import DealBy, DealOffer, offer
from engine.tournament.rules.prizes.prize_list import PrizeList, finishes
from engine.tournament.rules.prizes.prize_pool import fee_of, paid_by
from engine.tournament.rules.seating.draw_rules import next_hash
from engine.tournament.seating.draw import SeedChain, hash_of
from engine.tournament.state import Tournament
from kiosk.clock.clients.latest import Latest
from kiosk.clock.features.hands import HandFilter, HandForm, hands_text, whose
from kiosk.clock.tables.view import TableView
from kiosk.clock.tournaments.publishing.director_messages import Totals
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.records.named import NamedForm
from kiosk.clock.tournaments.shown.acts import LoggedAct, log_of
from kiosk.clock.tournaments.shown.color_up import next_color_up
from kiosk.clock.tournaments.shown.piles import pile_of
from kiosk.clock.tournaments.shown.prizes import desk_prizes
from kiosk.clock.tournaments.shown.view import tournament_view
from kiosk.clock.tournaments.twins import member_number
from kiosk.clock.web.answers import Asking, Caller, Rejected, spreadsheet
from kiosk.clock.web.operations import ID, Example, Operations
from kiosk.clock.web.tournament.summary import SummaryFile, lasted_of, times_of, to_ots
from kiosk.protocol.tournaments import CardPile, ColorUp, Draws, PublicTournament, TournamentList
from kiosk.storage.chain import Record

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


Tables = Annotated[bool, Query(description="Whether to include every table, now and whenever it changes.")]
BrokenTable = Annotated[int, Query(description="The physical table that is breaking; 0 for the seats at all tables.")]
After = Annotated[
    int, Query(description="The last record that the client has. A Last-Event-ID takes precedence over it.")
]

Before = Annotated[int, Query(description="Only actions before this one.", ge=0)]
Most = Annotated[int, Query(description="The maximum number of actions.", ge=1, le=1000)]

reads = Operations()


@reads.operation(
    "GET", "/tournaments", "look", "List all tournaments, and the tables that have a kiosk",
    Example("all", answer={
        "say": "tournaments", "tables": [1],
        "tournaments": [{"id": ID, "name": "Club night", "entries": 4, "players_left": 1, "ended": True}],
        "plan": {"tables": []}, "asked": [], "asked_glasses": [], "zone": "Europe/Berlin",
    }),
)  # fmt: skip
async def list_tournaments(ask: Asking) -> TournamentList:
    return ask.service.listed()


@reads.operation(
    "GET", "/tournaments/{tournament}", "look", "Get the entries, tables, proposals, ledger and stack counts",
    Example("as-it-is", after="order:type-table"),
)  # fmt: skip
async def read_tournament(ask: Asking, tournament: str) -> Everything:
    publisher = ask.found(tournament)
    view, tables = tournament_view(publisher.desk, ask.words), tuple(publisher.director_view.tables(ask.words))
    return Everything(publisher.state_now(), view, publisher.director_view.totals(ask.words), tables)


@reads.operation(
    "GET", "/tournaments/{tournament}/events", "look",
    "Stream the decisions as server-sent events; each event's id is the number of its record",
    refuses=(503,), media="text/event-stream; charset=utf-8",
)  # fmt: skip
async def stream_events(
    ask: Asking, tournament: str, last_event_id: Annotated[str, Header()] = "", after: After = 0, tables: Tables = False
) -> Response:
    said = _number(last_event_id, after)
    stream = event_stream(ask, ask.found(tournament), max(0, min(said, MOST_RECORDS)), tables)
    return StreamingResponse(stream, media_type="text/event-stream")


@reads.operation(
    "GET", "/tournaments/{tournament}/log", "look",
    "List the latest actions: who did what and when, and which can be undone",
    Example("the-log", after="order:type-table"), refuses=(503,),
)  # fmt: skip
async def read_log(ask: Asking, tournament: str, before: Before = MOST_RECORDS, most: Most = 50) -> list[LoggedAct]:
    publisher = ask.found(tournament)
    times = await times_of(ask.service, publisher)
    return log_of(publisher.desk.state, publisher.desk.context(), times, before, most)


@reads.operation(
    "GET", "/tournaments/{tournament}/draws", "look",
    "List every draw with its seed, its hash and its input, so that anyone can repeat it",
    Example("the-draws", after="order:type-table"),
)  # fmt: skip
async def read_draws(ask: Asking, tournament: str) -> Draws:
    state = ask.found(tournament).desk.state
    return Draws(tuple(draws_made(state)), next_hash(state))


@reads.operation(
    "GET", "/tournaments/{tournament}/cards", "look", "Get which card stands for which seat in a card draw",
    Example("nobody-draws", answer={"cards": [], "drawers": []}, after="order:type-table"), refuses=(409,),
)  # fmt: skip
async def read_cards(ask: Asking, tournament: str, table: BrokenTable = 0) -> CardPile:
    return pile_of(ask.found(tournament).desk, table)


@reads.operation(
    "GET", "/tournaments/{tournament}/results.csv", "look", "Get the places and prizes",
    Example("over", answer="\ufeffplace,tied,name,payout,bounties,currency,entry,nth,paid_in,fee,member\r\n"
            "1,0,Ana,80.00,0.00,EUR,1,1,40.00,3.00,\r\n2,0,Bo,20.00,0.00,EUR,2,1,20.00,3.00,\r\n"
            "3,2,Cy,0.00,0.00,EUR,3,1,20.00,3.00,\r\n3,2,Eve,0.00,0.00,EUR,4,1,20.00,3.00,\r\n"),
    media="text/csv; charset=utf-8",
)  # fmt: skip
async def read_results(ask: Asking, tournament: str) -> bytes:
    desk = ask.found(tournament).desk
    return spreadsheet(results_csv(desk.state, desk_prizes(desk)).encode())


@reads.operation(
    "GET", "/tournaments/{tournament}/results.ots", "look", "Export the results as an Open Tournament Summary 1.1.5",
    Example("over"), refuses=(503,), answers=SummaryFile,
)  # fmt: skip
async def read_summary(ask: Asking, tournament: str) -> bytes:
    publisher = ask.found(tournament)
    lasted = await lasted_of(ask.service, publisher)
    return to_ots(publisher.desk.state, publisher.desk.context(), lasted)


@reads.operation(
    "GET", "/tournaments/{tournament}/hands.{form}", "look",
    "Export the finished hands as Open Hand History, PHH or PokerStars text",
    Example("none-yet", answer="", after="order:rebuy"), media="text/plain; charset=utf-8",
)  # fmt: skip
async def read_hands(ask: Asking, tournament: str, form: HandForm, of: Annotated[HandsOf, Depends()]) -> Response:
    publisher = ask.found(tournament)
    if of.entry and of.entry not in publisher.desk.state.entries:
        raise Rejected(404, message("no-such-entry", entry=of.entry))
    player = whose(publisher.desk.state, of.entry) if of.entry else None
    text = hands_text(publisher, form, HandFilter(of.table, player, of.level))
    return StreamingResponse(text, media_type="text/plain; charset=utf-8")


@reads.operation(
    "GET", "/tournaments/{tournament}/color-up", "look", "List what to bring to which table next",
    Example("nothing-to-color-up"),
)  # fmt: skip
async def read_color_up(ask: Asking, tournament: str) -> ColorUp | None:
    desk = ask.found(tournament).desk
    return next_color_up(desk.state, desk.accounts.facts())


@reads.operation(
    "GET", "/tournaments/{tournament}/deal", "look", "Calculate what each player would get in a deal",
    Example("what-a-deal-gives", answer={
        "by": "icm", "prizes": [10_000, 0],
        "shares": [{"entry": 1, "amount": 8_000}, {"entry": 2, "amount": 2_000}], "for_winner": 0, "round_to": 1,
    }, after="order:past-late-entries"),
    refuses=(409,),
)  # fmt: skip
async def read_deal(
    ask: Asking,
    tournament: str,
    by: DealBy = "icm",
    for_winner: Annotated[
        int, Query(description="The amount that is still to be played for, in the currency's minor unit.")
    ] = 0,
    round_to: Annotated[
        int, Query(description="The shares are multiples of this amount, in the currency's minor unit.")
    ] = 1,
) -> DealOffer:
    desk = ask.found(tournament).desk
    return offer(desk.state, desk.context(), by, for_winner, round_to)


def _number(header: str, otherwise: int) -> int:
    """The number in a header, or `otherwise` if there is none. A number with too many digits is replaced by
    `MOST_RECORDS`."""
    if not header.isdecimal():
        return otherwise
    return int(header) if len(header) <= len(str(MOST_RECORDS)) else MOST_RECORDS


COLUMNS = ("place", "tied", "name", "payout", "bounties", "currency", "entry", "nth", "paid_in", "fee", "member")
NO_PRIZES = PrizeList(0)


def results_csv(tournament: Tournament, prizes: PrizeList = NO_PRIZES) -> str:
    """A line for each entry by place, winner first. Amounts are in the currency's main unit, or in points if there is
    no currency. `tied` is how many entries share the place, or 0 if none do. `paid_in` went to the pool, and `fee` to
    the room. The amount by which payouts exceed the sum of `paid_in` is the overlay. `member` is the
    player's member number, or empty for a player known only by name. Until the tournament is over,
    there is only the heading, unless a deal was made. After a deal, the agreed shares come first, without places. The
    amount that is left to play for has the place 1 and no entry."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    rows.writerow(COLUMNS)
    if not tournament.terms:
        return text.getvalue()
    if tournament.ended:
        rows.writerows(_rows(tournament, tournament.ended.paid, tournament.terms))
    elif tournament.deal:
        if prizes.for_winner:
            currency = tournament.terms.currency
            rows.writerow((1, 0, "", Money(prizes.for_winner, currency).decimal, "", currency, "", "", "", "", ""))
        rows.writerows(_rows(tournament, _after_deal(tournament, prizes, tournament.terms), tournament.terms))
    return text.getvalue()


def _after_deal(tournament: Tournament, prizes: PrizeList, terms: EventTerms) -> list[EntryWinnings]:
    """The agreed shares of the players who are still in, then the entries that are out, by place."""
    heads = bounties(tournament.entries, terms.prizes.bounty)
    agreed = [EntryWinnings(one.entry, 0, one.amount, heads.get(one.entry, 0)) for one in prizes.agreed]
    out = sorted((place, entry) for entry, place in finishes(tournament).items())
    won = prizes.won
    return [*agreed, *(EntryWinnings(one, place, won.get(one, 0), heads.get(one, 0)) for place, one in out)]


def _rows(tournament: Tournament, paid: Sequence[EntryWinnings], terms: EventTerms) -> Iterator[tuple[str | int, ...]]:
    for one in paid:
        sharing = sum(other.finish == one.finish for other in paid) if one.finish else 0
        entry = tournament.entries[one.entry]
        payout, heads, paid_in, fee = (
            Money(minor, terms.currency).decimal
            for minor in (one.payout, one.bounties, paid_by(entry, terms), fee_of(entry, terms))
        )
        who = (one.finish or "", sharing if sharing > 1 else 0, as_text(entry.name))
        member = as_text(member_number(entry.player, entry.name))
        yield (*who, payout, heads, terms.currency, one.entry, entry.nth, paid_in, fee, member)


def as_text(name: str) -> str:
    """A name as text. If a spreadsheet would take it for a formula, an apostrophe is put in front of it."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name


AT_ONCE = 200
ALIVE_S = 10.0
"""A stream that is silent for longer than this many seconds counts as dead."""
AGAIN_MS = 2_000
"""How soon, in milliseconds, a client should reconnect."""


async def event_stream(ask: Caller, publisher: Publisher, after: int, with_tables: bool) -> AsyncIterator[str]:
    """The records after number `after`, and future ones. Each has its number as its id, so that a client can resume.
    With tables, it also yields the tables as they are now, and whenever they change. The stream ends with the service,
    or when the listener's sign-in ends. A slow client gets only each table's newest state, and delays no one."""
    client, service = Latest(), ask.service
    form = service.forms.of(publisher.desk.state.id)
    service.pages.add_stream(client, publisher, service.words)
    unwatch = service.access.sessions.watch(ask.who, lambda: client.put("end", "")) if ask.who else bool
    try:
        yield f"retry: {AGAIN_MS}\n\n"
        while not service.pages.is_ending and not (ask.who and not service.access.sessions.is_still(ask.who)):
            records = await publisher.desk.decisions(after, AT_ONCE)
            for record in records:
                yield _decision(record, ask, form)
                after = record.seq
            if len(records) == AT_ONCE:
                continue
            news: list[tuple[object, str]] = []
            with suppress(TimeoutError):
                async with asyncio.timeout(ALIVE_S):
                    news = await client.take()
            tables = [text for subject, text in news if with_tables and isinstance(subject, tuple)]
            for text in tables:
                yield f"event: table\ndata: {text}\n\n"
            if not news:
                yield ": alive\n\n"
    finally:
        unwatch()
        service.pages.remove_stream(client, publisher)


def _decision(record: Record, ask: Caller, form: NamedForm) -> str:
    """One record. The seeds of draws are replaced by their hash, because each seed is secret until its draw."""
    event = form.decode(record.body)
    kind = str(event.__struct_config__.tag)
    held: object = event
    if isinstance(event, DrawPrepared):
        held = {"is": kind, "draw": hash_of((SeedChain(event.seed, event.links),), 1)}
    words = ask.words
    said = {**words.director.acts, **words.director.clock_acts}.get(kind, "")
    data = {"mark": record.seq, "at_ms": record.at_ms, "said": said, "event": held}
    return f"id: {record.seq}\nevent: decision\ndata: {msgspec.json.encode(data).decode()}\n\n"
