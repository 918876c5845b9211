"""The HTTP API that changes things: programs create tournaments and send orders. Every order is decided by the same
rules as a touch on the director's page."""

from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex
from typing import Annotated

from fastapi import Header

from engine.bad_input import BadInput
from engine.tournament.actions import Create
from engine.tournament.state import Event, Ordered
from kiosk.clock.tournaments.presets import policies_again, tables_again, terms_again
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.records.rules import act_of
from kiosk.clock.tournaments.room import Place
from kiosk.clock.web.answers import Asking, Caller
from kiosk.clock.web.bodies import (
    AnswerAsked,
    AnswerResult,
    AskedOrder,
    Created,
    Done,
    DryRun,
    NewTournament,
    OrderPreview,
    WouldHappen,
    event_of,
    said_of,
)
from kiosk.clock.web.examples import MAKING, ORDERS
from kiosk.clock.web.operations import ORDER, Example, Operations
from kiosk.protocol.messages import FloorAnswer

Key = Annotated[str, Header(description="Up to 64 characters: the same request by the same key is done once.")]
"""The Idempotency-Key of a request."""

orders = Operations()


@orders.operation(
    "POST", "/tournaments", may="run", refuses=(*ORDER, 404), summary="Make a tournament",
    examples=MAKING,
)  # fmt: skip
async def create_tournament(
    ask: Asking, new: NewTournament, sent: bytes, idempotency_key: Key = "", dry_run: DryRun = False
) -> Created | OrderPreview:
    earlier = ask.found(new.again).desk.state if new.again else None
    made_of = terms_again(earlier, said_of(new, sent)) if earlier else event_of(new)
    beside = (ask.service.orders.free(tables_again(earlier)), policies_again(earlier)) if earlier else ()
    wanted = Create("", new.name, *made_of, new.seed, *beside)
    if dry_run:
        return _happening(ask, 0, ask.service.orders.would_create(wanted))
    its_id = await ask.service.orders.create(wanted, request_of(idempotency_key, sent), ask.name)
    return Created(its_id, ask.found(its_id).desk.mark)


@orders.operation(
    "POST", "/tournaments/{tournament}/act", may="look", refuses=(*ORDER, 412),
    summary="Do something in a tournament",
    examples=ORDERS,
)  # fmt: skip
async def order(  # noqa: PLR0913, PLR0917  the order, and how it was sent
    ask: Asking, tournament: str, asked: AskedOrder, sent: bytes, idempotency_key: Key = "", dry_run: DryRun = False
) -> Done | OrderPreview:
    publisher = ask.found(tournament)
    ask.check_order(asked.action, publisher.desk.state)
    if dry_run:
        return _would(ask, publisher, asked)
    return await _ordered(ask, publisher, asked, request_of(idempotency_key, sent))


@orders.operation(
    "POST", "/tournaments/{tournament}/sittings/{sitting}/answer", may="floor",
    summary="Answer a table's call for the floor",
    examples=(
        Example("table-without-kiosk",
                {"action": {"ask": "meet-floor", "by": "Flo"}, "mark": 1, "by": "Flo"},
                answer={"why": "table 1 is not linked"}, after="order:rebuy"),
    ),
)  # fmt: skip
async def answer_table(  # noqa: PLR0913, PLR0917  the answer, and how it was sent
    ask: Asking, tournament: str, sitting: int, asked: AnswerAsked, sent: bytes, idempotency_key: Key = ""
) -> AnswerResult:
    once = request_of(idempotency_key, sent)
    its_id = id_of(once, tournament, sitting) if once else token_hex(8)
    place = Place(ask.found(tournament), sitting)
    by = ask.name if ask.who and ask.who.session else asked.by
    answer = FloorAnswer(its_id, asked.mark, by, asked.action)
    return AnswerResult(await ask.service.kiosks.answer(place, answer, ask.words))


async def _ordered(ask: Caller, publisher: Publisher, asked: AskedOrder, once: str) -> Done:
    """Carry out an order, or return the act that records that it was carried out before."""
    if once and (before := act_of(publisher.desk.state, once)):
        return Done(publisher.desk.mark, before.number, repeated=True)
    await ask.service.orders.act(publisher, asked.action, asked.seen, ask.name, once)
    booked = act_of(publisher.desk.state, once) if once else None
    return Done(publisher.desk.mark, booked.number if booked else None, repeated=False)


def _would(ask: Caller, publisher: Publisher, asked: AskedOrder) -> OrderPreview:
    """The events that an order would cause."""
    return _happening(ask, publisher.desk.mark, ask.service.orders.would(publisher, asked.action, asked.seen))


def _happening(ask: Caller, mark: int, events: Iterable[Event]) -> OrderPreview:
    kinds = [str(event.__struct_config__.tag) for event in events if not isinstance(event, Ordered)]
    said = {**ask.words.director.acts, **ask.words.director.clock_acts}
    return OrderPreview(mark, tuple(WouldHappen(kind, said.get(kind, "")) for kind in kinds))


LONGEST_KEY = 64
DIGEST = 16


def request_of(key: str, body: bytes) -> str:
    """How an act records its request: the key, and what was asked for. It is empty if there is no key. Raises
    `BadInput`.

    An order that is sent twice is carried out once. The key is in the same record as the act, so it survives a crash
    too. Format of the header: the IETF's draft on the Idempotency-Key header field.
    """
    if not key:
        return ""
    if len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable() or " " in key:
        raise BadInput("key-unlike", most=str(LONGEST_KEY))
    return f"{key} {sha256(body).hexdigest()[:DIGEST]}"


def id_of(request: str, tournament: str, sitting: int) -> str:
    """The id of a request to a table. A repeated request has the same id, so the table carries it out only once."""
    return sha256(f"{tournament} {sitting} {request}".encode()).hexdigest()[:DIGEST]
