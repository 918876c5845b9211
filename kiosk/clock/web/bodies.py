"""The bodies of HTTP requests, and the values that they are converted to."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import Query, Request

from engine.actions import TableAction
from engine.bad_input import BadInput
from engine.books.rulebook import RuleBook, check_book, load_book
from engine.chips import Discs
from engine.decoders import NOT_JSON, json_decoded
from engine.message import Message
from engine.tournament.actions import DirectorOrder
from engine.tournament.event_terms import EventTerms, Prizes, Registration
from engine.tournament.formats import HEADS_UP, FlightEnds, Redraws, ShootOut, flight_by_book
from engine.tournament.levels.structure import Structure, load_structure
from engine.tournament.prizes.payouts import PayoutTable, load_payouts
from kiosk.clock.web.answers import check_still
from kiosk.protocol.codec import why_undecoded
from ui.words import Words

MOST_BYTES = 1024 * 1024
T = TypeVar("T")
Text = Annotated[str, msgspec.Meta(max_length=200)]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament. The structure and the rule book either ship with the program, and are given by name, or are the
    tournament's own. Money is in the currency's minor unit. The payout table is `club`, or the tournament's own."""

    name: str
    structure: str | Structure = "club"
    book: str | RuleBook = "tda"
    payouts: str | PayoutTable = "club"
    buy_in: int = 0
    fee: int = 0
    currency: str = ""
    late_levels: int | None = None
    """The number of levels with late registration. If it is None, the structure's value is used."""
    re_entries: int = 0
    rebuys: int = 0
    rebuy_chips: int = 0
    rebuy_cost: int = 0
    registration: Registration | None = None
    flight: FlightEnds | Literal["book"] | None = None
    """For a flight: when it is over and who advances. `book` means the rule in the book's document."""
    prizes: Prizes | None = None
    stack: Discs | None = None
    """The makeup of a starting stack: pairs of a denomination and a number of chips."""
    redraws: Redraws | None = None
    shoot_out: ShootOut | Literal["heads-up"] | None = None
    first_level: int = 0
    """The first level to be played, or 0 for the structure's first level."""
    seed: str = ""
    """The secret root of the draws' seeds. If none is given, the clock generates one."""
    again: str = ""
    """The id of an earlier tournament. Everything that is not given is copied from it, including its tables."""


class AskedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, and the mark that the sender had seen (None if it does not matter)."""

    action: DirectorOrder
    seen: int | None = None


class AnswerAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The floor's answer to a table's call. `by` is the name of the person who answers, and `mark` is the newest record
    of the sitting's journal that this person had seen.
    """

    action: TableAction
    mark: int
    by: str


class Created(msgspec.Struct, frozen=True):
    """The id of a new tournament, and the mark of its newest record."""

    id: str
    mark: int


class Done(msgspec.Struct, frozen=True):
    """The mark after an order, and the number of its act if the request had a key. `repeated` means that the same
    request had already been carried out."""

    mark: int
    act: int | None
    repeated: bool


class WouldHappen(msgspec.Struct, frozen=True):
    """An event, by its kind and in words. The words are empty if there are none for it."""

    kind: str
    said: str


class OrderPreview(msgspec.Struct, frozen=True):
    """The events that an order would cause, decided as of record `mark`."""

    mark: int
    would: tuple[WouldHappen, ...]


def preview(words: Words, happens: Iterable[Message], mark: int = 0) -> OrderPreview:
    return OrderPreview(mark, tuple(WouldHappen(one.code, words.say(one)) for one in happens))


DryRun = Annotated[bool, Query(description="Only say what would happen, without doing it.")]


class AnswerResult(msgspec.Struct, frozen=True):
    """A table's reply to the floor's answer. It is empty if the answer was carried out; otherwise, it is the reason why
    not, in words."""

    why: str


async def body_of(request: Request) -> bytes:
    """The whole body. Raises `BadInput` if it is too long, or `Denied` if the sender has meanwhile lost access."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise BadInput("body-too-long", most=str(MOST_BYTES))
    check_still(request)
    return body


def read_as(body: bytes, kind: type[T]) -> T:
    """A body as a value of this type. Raises `BadInput`."""
    try:
        return json_decoded(body, kind)
    except NOT_JSON as error:
        raise BadInput("not-of-api", why=why_undecoded(error)) from error


def event_of(new: NewTournament) -> tuple[RuleBook, Structure, EventTerms]:
    """The book, the structure and the terms of a new tournament. Raises `BadInput`."""
    structure = load_structure(new.structure) if isinstance(new.structure, str) else new.structure
    book = load_book(new.book) if isinstance(new.book, str) else check_book(new.book)
    late = new.late_levels if new.late_levels is not None else structure.late_levels or 0
    terms = EventTerms(
        _payouts(new.payouts), new.buy_in, new.fee, new.currency, late, new.re_entries, new.rebuys,
        new.rebuy_chips, new.rebuy_cost, new.registration or Registration(), _flight(new.flight, book),
        new.prizes or Prizes(), new.stack or (), new.redraws or Redraws(),
        HEADS_UP if new.shoot_out == "heads-up" else new.shoot_out, new.first_level,
    )  # fmt: skip
    return book, structure, terms


def said_of(new: NewTournament, body: bytes) -> dict[str, Any]:
    """The fields that the body sets for a repeated tournament, including those set to their default values: `book`,
    `structure`, and those of its terms. Raises `BadInput`."""
    book, structure, terms = event_of(new)
    made = {"book": book, "structure": structure, **msgspec.structs.asdict(terms)}
    said = read_as(body, dict[str, Any])
    return {field: value for field, value in made.items() if said.get(field) is not None}


def _flight(flight: FlightEnds | str | None, book: RuleBook) -> FlightEnds | None:
    """The end of a flight. Raises `BadInput` if the book's document has no flights."""
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
