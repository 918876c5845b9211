"""A client's session over its WebSocket: a table, a display or a director's page. Decides nothing itself."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.message import message
from kiosk.clock.access.roles import may
from kiosk.clock.access.sessions import Denied, Identity
from kiosk.clock.clients.latest import Latest
from kiosk.clock.clients.quota import holds
from kiosk.clock.features.displays.hub import ConnectedDisplay
from kiosk.clock.service import Service
from kiosk.clock.tournaments.publishing.director_messages import (
    Do,
    Enter,
    OrderResult,
    ViewSitting,
    decode_from_director,
    you,
)
from kiosk.clock.tournaments.room import Place
from kiosk.clock.web.answers import address_of, context_of, language_of
from kiosk.clock.web.sockets.connection_limits import trust
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable
from kiosk.protocol.link.pairing import AskPairing, TellNonce
from kiosk.protocol.link.recovery import AskCopy, AskKeep, CopyRecords, FetchBackup, FetchCopy, OldRecords
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import (
    Ack,
    Answered,
    CheckPin,
    FromTable,
    Hello,
    PinChecked,
    Ping,
    Pong,
    Records,
    Refusal,
    Request,
    TableHealth,
    decode_from_table,
)
from kiosk.protocol.pairing import CODE_MS, TRUSTED, fingerprint_of
from kiosk.protocol.sync import NotTheWriter
from ui.words import Words
from ui.words.languages import words_in

TABLE_TIMEOUT_S = 20.0
"""A table that sends nothing, not even a ping, for this many seconds is disconnected."""
PAGE_TIMEOUT_S = 150.0
"""How many seconds a page may be silent. A browser runs the timers of a hidden page only once a minute."""
ENTER_TIMEOUT_S = 20.0
"""How many seconds a page has to identify itself."""
FAREWELL_S = 2.0


async def serve_table(service: Service, socket: WebSocket) -> None:
    """Serve a table: first its hello, then records, health reports and pings until either side disconnects."""
    client = Latest()
    await hold(service, socket, client, _receive_table(service, socket, client))


async def serve_display(
    service: Service, socket: WebSocket, tournament: str, moments: bool, board: ConnectedDisplay | None = None
) -> None:
    """Send a tournament's public state to any client and, if `board` is given, what that display shows."""
    client = Latest()
    service.pages.add_display(client, tournament, moments)
    if board:
        service.displays.add(client, tournament, board)
    try:
        await hold(service, socket, client, _receive_display(service, socket, client))
    finally:
        service.pages.remove(client)
        if board:
            service.displays.remove(client)


async def serve_director(service: Service, socket: WebSocket, moments: bool, in_parts: bool) -> None:
    """Serve a director's page, which first sends the key or a session's token, and may then give orders."""
    client = Latest(in_parts)
    try:
        await hold(service, socket, client, _receive_director(service, socket, client, moments))
    finally:
        service.pages.remove(client)


async def _receive_table(service: Service, socket: WebSocket, client: Latest) -> None:
    hello = await _from_table(socket)
    if isinstance(hello, AskPairing):
        await _serve_pairing(service, socket, client, hello)
        return
    if not isinstance(hello, Hello | AskCopy | AskKeep):
        raise Fault("hello-missing")
    service.kiosk_access.check_guesses(hello.table, hello.token, address_of(socket))
    hang_up = own_hang_up()
    with service.access.tables.watch(hello.table, hello.token, hang_up):
        match hello:
            case AskCopy():
                await _give_copy(service, socket, client, hello)
            case AskKeep():
                await _keep_history(service, socket, client, hello)
            case Hello():
                await _serve_kiosk(service, socket, client, hello, hang_up)


async def _serve_pairing(service: Service, socket: WebSocket, client: Latest, ask: AskPairing) -> None:
    """Serve a tablet that is asking to be paired with a table. It receives the data that both screens need to show the
    same number, and its token once the director has approved it. Raises `Fault` when its code has expired."""
    authority = context_of(socket).authority
    known_by = TRUSTED if socket.url.scheme == "wss" else ""
    fingerprint = fingerprint_of(authority) if authority else known_by
    with service.pairing.asks(ask, address_of(socket), client, own_hang_up()) as asking:
        try:
            async with asyncio.timeout(CODE_MS / 1000):
                while True:
                    match await _from_table(socket):
                        case TellNonce(nonce=nonce):
                            service.pairing.shows(asking, nonce, fingerprint)
                        case Ping(t0=t0):
                            answer_ping(service, client, t0)
                        case _:
                            raise Fault("table-not-seated")
        except TimeoutError:
            raise Fault("pairing-expired") from None


def own_hang_up() -> Callable[[], object]:
    """A function that ends the current session."""
    me = asyncio.current_task()
    return me.cancel if me else bool


async def _serve_kiosk(
    service: Service, socket: WebSocket, client: Latest, hello: Hello, hang_up: Callable[[], object]
) -> None:
    place = await service.kiosks.greet(hello, client, hang_up)
    trust(socket.scope)
    try:
        with service.clock_recovery.linked(hello, client):
            await _take_all_from_table(service, socket, place, hello, client)
    finally:
        service.kiosks.gone(hello.table, client)


async def _take_all_from_table(
    service: Service, socket: WebSocket, place: Place | None, hello: Hello, client: Latest
) -> None:
    while True:
        said = await next_message(socket, TABLE_TIMEOUT_S)
        sent = decode_from_table(said)
        copy = place and place.desk.audited.tables.get(place.key)  # none once the opening of its sitting was undone
        if not (copy and holds(copy.seq, sent)):
            _count(service, place, hello.table, len(said))
        match sent:
            case Ping(t0=t0):
                answer_ping(service, client, t0)
            case Hello() | AskCopy() | AskKeep() | AskPairing():
                raise Fault("hello-twice")
            case Records() if place:
                await service.kiosks.take(place, hello, sent, client)
            case TableHealth() if place:
                service.kiosks.reported(place, sent)
            case Request() if place:
                await service.kiosks.requested(place, hello, sent, client)
            case Answered() if place:
                service.kiosks.answered(place, sent)
            case CheckPin():
                service.access.table_pins.ask(hello.table, sent, partial(_checked, client))
            case Records() | Request() | FetchCopy():
                raise Fault("table-not-seated")
            case FetchBackup() | OldRecords():
                await service.clock_recovery.receive(hello.table, sent, client)
            case _:
                pass


def _checked(client: Latest, checked: PinChecked) -> None:
    client.put(("pin", checked.id), encode(checked))


async def _from_table(socket: WebSocket) -> FromTable:
    return decode_from_table(await next_message(socket, TABLE_TIMEOUT_S))


def _count(service: Service, place: Place | None, table: int, size: int) -> None:
    """Count what a table has sent. Raises `Fault` if it is more than allowed."""
    if service.quota.allows(table, size):
        return
    if place:
        place.desk.audited.flag(place.key, message("kiosk-sends-too-much"))
    service.access.turned_away.for_quota(table)
    raise Fault("table-over-quota")


async def _give_copy(service: Service, socket: WebSocket, client: Latest, ask: AskCopy) -> None:
    """Serve a tablet that is asking for the clock's copy. It may fetch records once the director has approved it."""
    with await service.copies.asks(ask, client) as asked:
        trust(socket.scope)
        while True:
            match await _from_table(socket):
                case Ping(t0=t0):
                    answer_ping(service, client, t0)
                case FetchCopy(after=after):
                    client.put("copy-records", encode(CopyRecords(await asked.read(after))))
                case _:
                    raise Fault("table-not-seated")


async def _keep_history(service: Service, socket: WebSocket, client: Latest, ask: AskKeep) -> None:
    """Receive the whole history of a tablet that is asking to keep it, then wait for the director's approval."""
    with await service.choices.asks(ask, client) as asking:
        trust(socket.scope)
        while True:
            said = await next_message(socket, TABLE_TIMEOUT_S)
            match decode_from_table(said):
                case Ping(t0=t0):
                    answer_ping(service, client, t0)
                case Records(records=records):
                    if asking.parted:
                        _count(service, None, ask.table, len(said))
                    client.put("ack", encode(Ack(await service.choices.take(asking, records))))
                case _:
                    raise Fault("table-not-seated")


async def _receive_display(service: Service, socket: WebSocket, client: Latest) -> None:
    while True:
        match decode_from_director(await next_message(socket, PAGE_TIMEOUT_S)):
            case Ping(t0=t0):
                answer_ping(service, client, t0)
            case _:
                raise Fault("display-only-listens")


async def _receive_director(service: Service, socket: WebSocket, client: Latest, moments: bool) -> None:
    enter = decode_from_director(await next_message(socket, ENTER_TIMEOUT_S))
    if service.followed and isinstance(enter, Enter) and not service.access.keys.is_known(enter.key):
        await service.read_newer()  # somebody may just have signed in at the clock that runs the room
        if service.pages.is_ending:
            raise WebSocketDisconnect
    who = _who(service, socket, enter) if isinstance(enter, Enter) else None
    if not isinstance(enter, Enter) or who is None or not may(who.role, "look"):
        raise Fault("not-the-directors-key")
    trust(socket.scope)
    words = words_in(language_of(enter.language, "", service.language))
    client.put("you", encode(you(who, service.followed.owner if service.followed else "")))
    service.pages.add_director(client, words, enter.tournament, moments)
    unwatch = service.access.sessions.watch(who, own_hang_up())
    try:
        await _take_from_director(service, socket, client, who, words)
    finally:
        unwatch()


def _who(service: Service, socket: WebSocket, enter: Enter) -> Identity | None:
    try:
        return service.access.keys.who(enter.key, address_of(socket))
    except Denied as denied:
        raise Fault("keys-wait", seconds=denied.wait_s) from denied


async def _take_from_director(service: Service, socket: WebSocket, client: Latest, who: Identity, words: Words) -> None:
    while True:
        match decode_from_director(await next_message(socket, PAGE_TIMEOUT_S)):
            case Do() as ask if service.followed:
                client.put("answer", encode(OrderResult(ask.id, str(words.fault(service.followed.refusal().message)))))
            case Do() as ask:
                why = await service.orders.act_as(who, service.pages.seen_by(client), ask.command, ask.seen, words)
                client.put("answer", encode(OrderResult(ask.id, why)))
            case ViewSitting(sitting=sitting):
                service.pages.look(client, sitting, words)
            case Ping(t0=t0):
                answer_ping(service, client, t0)
            case Enter():
                pass


def answer_ping(service: Service, client: Latest, t0: int) -> None:
    now_ms = service.now_ms()
    client.put("pong", encode(Pong(t0, now_ms, now_ms)))


async def next_message(socket: WebSocket, timeout_s: float) -> str | bytes:
    """The client's next message. Raises `WebSocketDisconnect`, or `TimeoutError` if no message comes."""
    async with asyncio.timeout(timeout_s):  # until Python 3.12, `wait_for` may forget that it was canceled
        message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    return text if text is not None else bytes(message.get("bytes") or b"")


async def hold(service: Service, socket: WebSocket, client: Latest, receiving: Coroutine[Any, Any, None]) -> None:
    """Send and receive until either task ends. A client that is rejected is sent the reason."""
    try:
        await socket.accept()
    except BaseException:
        receiving.close()  # the client has already gone, so nothing awaits it
        raise
    tasks = [asyncio.create_task(receiving), asyncio.create_task(client.send_all(socket.send_text))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        await _farewell(service, socket, end)


async def _farewell(service: Service, socket: WebSocket, end: BaseException | None) -> None:
    match end:
        case None | asyncio.CancelledError() | WebSocketDisconnect():
            return
        case Fault():
            fault = end
        case Unreadable():
            fault = Fault("peer-unreadable", error=end.message)
        case TimeoutError():
            fault = Fault("peer-silent")
        case Exception():  # a bug of our own or hostile input: it must not stop the others
            # The client's address is without its port, which differs for each connection.
            service.peers.write(f"{address_of(socket) or 'somebody'} at {socket.url.path}", end)
            fault = Fault("peer-not-understood")
        case _:
            raise end
    said, lost = service.words.fault(fault.message), isinstance(fault, NotTheWriter)
    held = fault.held if isinstance(fault, NotTheWriter) else None
    refusal = Refusal(said.what, said.fix, held, lost, fault.message.code)
    # Starlette raises RuntimeError for a socket that either side has already closed.
    with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
        async with asyncio.timeout(FAREWELL_S):
            await socket.send_text(encode(refusal))
            await socket.close(1008)
