"""The HTTP API that changes things: programs create tournaments and send orders. Every order is decided by the same
rules as a tap on the director's page."""

from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex
from typing import Annotated, Any

from fastapi import Header

from engine.bad_input import BadInput
from engine.tournament.actions import Create
from engine.tournament.state import Event, Ordered
from kiosk.clock.access.keys import check_may
from kiosk.clock.access.roles import capability_for
from kiosk.clock.tournaments.presets import policies_again, tables_again, terms_again
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
from kiosk.clock.web.operations import ID, ORDER, Example, Operations, happens, refused
from kiosk.protocol.messages import FloorAnswer


def _order(mark: int, do: str, said: str = "", **fields: Any) -> Example:
    """An order, and the mark after it. `said` replaces the order's kind as the example's name."""
    answer = {"mark": mark, "act": None, "repeated": False}
    return Example(said or do, {"action": {"do": do, **fields}}, answer=answer)


_MAKE = {
    "name": "Club night", "structure": "demo", "buy_in": 2000, "fee": 300, "currency": "EUR", "late_levels": 2,
    "re_entries": 1, "rebuys": 1, "rebuy_chips": 5000, "rebuy_cost": 2000,
}  # fmt: skip
MAKING = (
    Example("make", _MAKE, answer={"id": ID, "mark": 3}),
    Example("only-say-what-would-be-made", _MAKE, dry_run=True,
            answer={"mark": 0, "would": [{"kind": "tournament-created", "said": "tournament created"},
                                        {"kind": "draw-prepared", "said": "draw seed committed"}]}),
    Example("no-such-payouts", {"name": "Club night", "payouts": "nobody's"}, 400),
)  # fmt: skip
_BO = {"action": {"do": "add-entry", "player": "bo", "name": "Bo"}, "seen": 7}
_CY = {"action": {"do": "add-entry", "player": "cy", "name": "Cy"}, "seen": 9}
ORDERS = (
    _order(5, "open-table", table=1, seat_count=9, typed=True),
    _order(7, "add-entry", player="ana", name="Ana"),
    Example("only-say-what-would-happen", _BO, dry_run=True,
            answer=happens("entry-added", "player entered", mark=7)),
    Example("once", _BO, key="bo-1", answer={"mark": 9, "act": 4, "repeated": False}),
    Example("once-again", _BO, key="bo-1", answer={"mark": 9, "act": 4, "repeated": True}),
    Example("same-key-for-another", _CY, 422, refused("key-used", key="bo-1"), key="bo-1"),
    Example("on-what-has-changed", _BO, 412, refused("clock-changed")),
    Example("bought-in-already", {"action": {"do": "add-entry", "player": "bo", "name": "Bo"}}, 409,
            refused("player-is-in", name="Bo")),
    Example("no-such-order", {"action": {"do": "nothing"}}, 400),
    _order(11, "add-entry", said="third-entry", player="cy", name="Cy"),
    _order(13, "void-entry", entry=3),
    _order(15, "undo", act=6),
    _order(17, "turn-away", name="Dan", reason="too late"),
    _order(19, "schedule", starts_ms=4102444800000),
    _order(21, "draw-seats"),
    _order(23, "check-in", entry=1),
    _order(25, "start"),
    _order(27, "pause"),
    _order(29, "add-time", delta_ms=60_000),
    _order(31, "next"),
    _order(33, "previous"),
    _order(35, "undo-clock"),
    _order(37, "jump", entry=1),
    _order(39, "start", said="start-again"),
    _order(41, "add-entry", said="late-entry", player="eve", name="Eve"),
    _order(43, "seat-entry", entry=4),
    _order(45, "rebuy", entry=1),
    _order(47, "type-table", sitting=1, hands=9, button=1, counts=[
        {"entry": 1, "chips": 20_000}, {"entry": 2, "chips": 5_000}, {"entry": 3, "chips": 0},
        {"entry": 4, "chips": 0},
    ]),
    _order(49, "confirm-bust", entry=3),
    _order(51, "jump", said="past-late-entries", entry=4),
    _order(53, "make-deal", shares=[{"entry": 1, "amount": 8_000}, {"entry": 2, "amount": 2_000}]),
    _order(55, "type-table", said="last-hand", sitting=1, hands=12, button=2, counts=[
        {"entry": 1, "chips": 25_000}, {"entry": 2, "chips": 0},
    ]),
    _order(57, "confirm-bust", said="last-bust", entry=2),
    _order(59, "end"),
)  # fmt: skip
"""The orders of a short evening, which set the scene for the examples of other operations."""


Key = Annotated[
    str,
    Header(description="Up to 64 characters. A request that is repeated with the same key is carried out only once."),
]

orders = Operations()


@orders.operation("POST", "/tournaments", "run", "Create a tournament", *MAKING, refuses=(*ORDER, 404))
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
    "POST", "/tournaments/{tournament}/act", "look", "Give an order in a tournament", *ORDERS, refuses=(*ORDER, 412)
)
async def order(  # noqa: PLR0913, PLR0917  the order, and how it was sent
    ask: Asking, tournament: str, asked: AskedOrder, sent: bytes, idempotency_key: Key = "", dry_run: DryRun = False
) -> Done | OrderPreview:
    publisher = ask.found(tournament)
    if ask.who:
        check_may(ask.who, capability_for(asked.action, publisher.desk.state, ask.who))
    if dry_run:
        return _happening(ask, publisher.desk.mark, ask.service.orders.would(publisher, asked.action, asked.seen))
    once = request_of(idempotency_key, sent)
    if once and (before := act_of(publisher.desk.state, once)):  # it was carried out before
        return Done(publisher.desk.mark, before.number, repeated=True)
    await ask.service.orders.act(publisher, asked.action, asked.seen, ask.name, once)
    booked = act_of(publisher.desk.state, once) if once else None
    return Done(publisher.desk.mark, booked.number if booked else None, repeated=False)


@orders.operation(
    "POST", "/tournaments/{tournament}/sittings/{sitting}/answer", "floor", "Answer a table's floor call",
    Example("table-without-kiosk",
            {"action": {"ask": "meet-floor", "by": "Flo"}, "mark": 1, "by": "Flo"},
            answer={"why": "table 1 is not linked"}, after="order:rebuy"),
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


def _happening(ask: Caller, mark: int, events: Iterable[Event]) -> OrderPreview:
    kinds = [str(event.__struct_config__.tag) for event in events if not isinstance(event, Ordered)]
    said = {**ask.words.director.acts, **ask.words.director.clock_acts}
    return OrderPreview(mark, tuple(WouldHappen(kind, said.get(kind, "")) for kind in kinds))


LONGEST_KEY = 64
DIGEST = 16


def request_of(key: str, body: bytes) -> str:
    """A request's key with a digest of its body, as recorded with the act. An order that is sent twice is therefore
    carried out only once, even after a crash. Empty without a key. Raises `BadInput`. Format: the IETF's draft on the
    Idempotency-Key header field."""
    if not key:
        return ""
    if len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable() or " " in key:
        raise BadInput("key-unlike", most=str(LONGEST_KEY))
    return f"{key} {sha256(body).hexdigest()[:DIGEST]}"


def id_of(request: str, tournament: str, sitting: int) -> str:
    """The id of a request to a table. A repeated request has the same id, so the table carries it out only once."""
    return sha256(f"{tournament} {sitting} {request}".encode()).hexdigest()[:DIGEST]
