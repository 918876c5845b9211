"""The HTTP API that changes things: programs create tournaments and send orders. Every order is decided by the same
rules as a touch on the director's page."""

from collections.abc import Iterable
from secrets import token_hex
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from engine.tournament.actions import Create
from engine.tournament.events import Ordered, TournamentEvent
from kiosk.clock.desk.publisher import Publisher
from kiosk.clock.desk.rules import act_of
from kiosk.clock.presets import policies_again, tables_again, terms_again
from kiosk.clock.room import Place
from kiosk.clock.web.answers import Asking, Caller, json_of
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
    body_of,
    event_of,
    read_as,
    said_of,
)
from kiosk.clock.web.once import id_of, request_of
from kiosk.protocol.messages import FloorAnswer

Key = Annotated[str, Header(description="Up to 64 characters: the same request by the same key is done once.")]
"""The Idempotency-Key of a request."""

orders = APIRouter()
"""The routes under /api/tournaments that change something."""


@orders.post("")
async def create_tournament(
    ask: Asking, request: Request, idempotency_key: Key = "", dry_run: DryRun = False
) -> Response:
    body = await body_of(request)
    new = read_as(body, NewTournament)
    earlier = ask.found(new.again).desk.state if new.again else None
    made_of = terms_again(earlier, said_of(new, body)) if earlier else event_of(new)
    beside = (ask.service.free(tables_again(earlier)), policies_again(earlier)) if earlier else ()
    wanted = Create("", new.name, *made_of, new.seed, *beside)
    if dry_run:
        return json_of(_happening(ask, 0, ask.service.would_create(wanted)))
    its_id = await ask.service.create(wanted, request_of(idempotency_key, body), ask.name)
    return json_of(Created(its_id, ask.found(its_id).desk.mark))


@orders.post("/{tournament}/act")
async def order(
    ask: Asking, tournament: str, request: Request, idempotency_key: Key = "", dry_run: DryRun = False
) -> Response:
    body = await body_of(request)
    asked, publisher = read_as(body, AskedOrder), ask.found(tournament)
    ask.check_order(asked.action, publisher.desk.state)
    if dry_run:
        return json_of(_would(ask, publisher, asked))
    return json_of(await _ordered(ask, publisher, asked, request_of(idempotency_key, body)))


@orders.post("/{tournament}/sittings/{sitting}/answer")
async def answer_table(
    ask: Asking, tournament: str, sitting: int, request: Request, idempotency_key: Key = ""
) -> Response:
    body = await body_of(request)
    asked, once = read_as(body, AnswerAsked), request_of(idempotency_key, body)
    its_id = id_of(once, tournament, sitting) if once else token_hex(8)
    place = Place(ask.found(tournament), sitting)
    by = ask.name if ask.who and ask.who.session else asked.by
    answer = FloorAnswer(its_id, asked.mark, by, asked.action)
    return json_of(AnswerResult(await ask.service.kiosks.answer(place, answer, ask.words)))


async def _ordered(ask: Caller, publisher: Publisher, asked: AskedOrder, once: str) -> Done:
    """Carry out an order, or return the act that records that it was carried out before."""
    if once and (before := act_of(publisher.desk.state, once)):
        return Done(publisher.desk.mark, before.number, repeated=True)
    await ask.service.act(publisher, asked.action, asked.seen, ask.name, once)
    booked = act_of(publisher.desk.state, once) if once else None
    return Done(publisher.desk.mark, booked.number if booked else None, repeated=False)


def _would(ask: Caller, publisher: Publisher, asked: AskedOrder) -> OrderPreview:
    """The events that an order would cause."""
    return _happening(ask, publisher.desk.mark, ask.service.would(publisher, asked.action, asked.seen))


def _happening(ask: Caller, mark: int, events: Iterable[TournamentEvent]) -> OrderPreview:
    kinds = [str(event.__struct_config__.tag) for event in events if not isinstance(event, Ordered)]
    said = {**ask.words.director.acts, **ask.words.director.clock_acts}
    return OrderPreview(mark, tuple(WouldHappen(kind, said.get(kind, "")) for kind in kinds))
