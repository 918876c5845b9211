"""What programs may ask of the room over HTTP: tournaments made, ordered about and read. Every order is decided by the
same rules as a touch on the director's page."""

from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Annotated, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Header, HTTPException, Request, Response
from msgspec import UNSET

from engine.actions import TableAction
from engine.bad_input import BadInput
from engine.books.rulebook import RuleBook, load_book
from engine.message import Message, message
from engine.refused import Refused
from engine.tournament.actions import DirectorOrder
from engine.tournament.deals import DealBy, offer
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.flights import FlightEnds, flight_by_book
from engine.tournament.payouts import PayoutTable, load_payouts
from engine.tournament.registration import Registration
from engine.tournament.structure import Structure, load_structure
from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.desk.view import tournament_view
from kiosk.clock.director import Totals
from kiosk.clock.room import Place
from kiosk.clock.service import Service
from kiosk.clock.tables.view import TableView
from kiosk.clock.web.results import results_csv
from kiosk.faults import Fault
from kiosk.protocol.codec import NOT_JSON, why_undecoded
from kiosk.protocol.messages import FloorAnswer
from kiosk.protocol.tournaments import PublicTournament
from kiosk.storage.keeper import Stale

MOST_BYTES = 1024 * 1024
T = TypeVar("T")


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament is made of: a structure that ships, by name, or its own; a rule book that ships; money in the
    currency's minor unit; the payout table `club`, or its own."""

    name: str
    structure: str | Structure = "club"
    book: str = "tda"
    payouts: str | PayoutTable = "club"
    buy_in: int = 0
    fee: int = 0
    currency: str = ""
    late_levels: int = 0
    re_entries: int = 0
    rebuys: int = 0
    rebuy_chips: int = 0
    rebuy_cost: int = 0
    registration: Registration | None = None
    flight: FlightEnds | Literal["book"] | None = None
    """Where it is a flight: when it is over and who goes on; or as the book's document says."""
    prizes: Prizes | None = None


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, and the mark that its sender saw; None where it does not matter."""

    action: DirectorOrder
    seen: int | None = None


class AnswerAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the floor, `by` name, answers a table's call, as of record `mark` of the sitting's journal."""

    action: TableAction
    mark: int
    by: str


class Everything(PublicTournament, frozen=True):
    """A tournament as its director sees it."""

    totals: Totals
    tables: tuple[TableView, ...]


def make_api(service: Service) -> APIRouter:
    """The routes under /api/tournaments."""

    def check_key(authorization: Annotated[str, Header()] = "") -> None:
        if not service.is_director(authorization.removeprefix("Bearer ")):
            raise HTTPException(401, "send the director's key as: Authorization: Bearer KEY")

    routes = APIRouter(prefix="/api/tournaments", dependencies=[Depends(check_key)])

    def found(tournament: str) -> Publisher:
        if publisher := service.tournaments.named(tournament):
            return publisher
        raise HTTPException(404, service.words.say(message("no-tournament")))

    async def done(what: Callable[[], Awaitable[object]]) -> Response:
        """What it returns as JSON, or why it was not done."""
        try:
            return json_of(await what())
        except Refused as refused:
            return _not_done(409, service.words.refusal(refused), refused.message, refused.clause)
        except Stale:
            return _not_done(412, service.words.say(message("clock-changed")), message("clock-changed"))
        except BadInput as bad:
            return _not_done(400, service.words.say(bad.message), bad.message)
        except Fault as fault:
            return _not_done(503, str(service.words.fault(fault.message)), fault.message)

    @routes.get("")
    async def tournaments() -> Response:
        return json_of(service.listed())

    @routes.post("")
    async def create(request: Request) -> Response:
        async def make() -> object:
            new = _read(await _body(request), NewTournament)
            structure = load_structure(new.structure) if isinstance(new.structure, str) else new.structure
            book = load_book(new.book)
            terms = EventTerms(
                _payouts(new.payouts), new.buy_in, new.fee, new.currency, new.late_levels, new.re_entries, new.rebuys,
                new.rebuy_chips, new.rebuy_cost, new.registration or UNSET, _flight(new.flight, book) or UNSET,
                new.prizes or UNSET,
            )  # fmt: skip
            its_id = await service.create(new.name, book, structure, terms)
            return {"id": its_id, "mark": found(its_id).desk.mark}

        return await done(make)

    @routes.get("/{tournament}")
    async def whole(tournament: str) -> Response:
        publisher = found(tournament)
        view = tournament_view(publisher.desk, service.words)
        return json_of(Everything(publisher.state, view, publisher.totals(), tuple(publisher.views())))

    @routes.post("/{tournament}/act")
    async def act(tournament: str, request: Request) -> Response:
        async def order() -> object:
            asked = _read(await _body(request), Asked)
            publisher = found(tournament)
            await service.act(publisher, asked.action, asked.seen)
            return {"mark": publisher.desk.mark}

        return await done(order)

    @routes.get("/{tournament}/results.csv")
    async def results(tournament: str) -> Response:
        state = found(tournament).desk.state
        return Response(results_csv(state), media_type="text/csv; charset=utf-8")

    @routes.get("/{tournament}/deal")
    async def deal(tournament: str, by: DealBy = "icm", for_winner: int = 0) -> Response:
        async def divide() -> object:
            desk = found(tournament).desk
            if (context := desk.context()) is None:
                raise Refused("seated-by-settings")
            return offer(desk.state, context, by, for_winner)

        return await done(divide)

    @routes.post("/{tournament}/sittings/{sitting}/answer")
    async def answer(tournament: str, sitting: int, request: Request) -> Response:
        async def tell() -> object:
            asked = _read(await _body(request), AnswerAsked)
            why = await service.answer(
                Place(found(tournament), sitting), FloorAnswer(token_hex(8), asked.mark, asked.by, asked.action)
            )
            return {"why": why}

        return await done(tell)

    return routes


def json_of(value: object, status: int = 200) -> Response:
    """A value as an answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _not_done(status: int, why: str, code: Message, clause: str = "") -> Response:
    return json_of({"why": why, "code": code.code, "fields": code.fields, "clause": clause}, status)


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise BadInput("body-too-long", most=str(MOST_BYTES))
    return body


def _read(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except NOT_JSON as error:
        raise BadInput("not-of-api", why=why_undecoded(error)) from error


def _flight(flight: FlightEnds | str | None, book: RuleBook) -> FlightEnds | None:
    """Raises `BadInput` where the book's document knows no flights."""
    if flight is None or isinstance(flight, FlightEnds):
        return flight
    if (found := flight_by_book(book)) is None:
        raise BadInput("no-flights-in-book", book=book.name)
    return found


def _payouts(table: str | PayoutTable) -> PayoutTable:
    if isinstance(table, PayoutTable):
        return table
    try:
        return load_payouts(table)
    except KeyError as error:
        raise BadInput("no-such-payouts", table=repr(table)) from error
