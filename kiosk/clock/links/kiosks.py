"""The connected kiosks: which may write for their tables, where each is sent, and the requests to and from each. Knows
nothing about sockets: each kiosk is a `Latest` to be filled."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple, Protocol

from engine.message import message
from engine.refused import Refused
from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.access.staff import StaffDirectory
from kiosk.clock.clients.latest import Latest
from kiosk.clock.links.requests import book
from kiosk.clock.store.port import StreamState
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.faults import Fault
from kiosk.protocol.link.versions import compare
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import (
    Ack,
    Answered,
    FloorAnswer,
    GoTo,
    Hello,
    Records,
    Request,
    RequestResult,
    TableHealth,
    Welcome,
)
from kiosk.protocol.people import ConnectedTable
from kiosk.protocol.sync import Forked
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

LEAVING_S = 2.0
"""How many seconds a kiosk waits for another one that may be about to disconnect. After a restart, that may be its own
old connection."""
ANSWER_S = 5.0
"""How many seconds a table has to carry out the floor's answer."""


class ConnectedKiosk(NamedTuple):
    """A connected kiosk, either at a tournament table or not at any table."""

    client: Latest
    hang_up: Callable[[], object]
    place: Place | None
    hello: Hello
    ended: asyncio.Event

    def keeps_out(self, place: Place | None, hello: Hello) -> bool:
        """Whether the kiosk is writing for this table, so that another opening of the journal has to wait."""
        mine = self.hello.opening
        return place is not None and place == self.place and mine not in ("", hello.opening)


class LossReports(Protocol):
    """Learns from each table that connects whether the clock has lost records."""

    def greeted(self, place: Place, hello: Hello, standing: StreamState) -> None:
        """A table has connected with its journal. `standing` says how much of it the clock holds."""

    async def strayed(self, hello: Hello) -> None:
        """A table has connected with the journal of an unknown sitting. Raises `Fault` if the disk fails."""


class KioskServices(NamedTuple):
    writer: Writer
    tournaments: Tournaments
    kiosk_access: KioskAccess
    staff: StaffDirectory
    loss_reports: LossReports
    words: Words
    """The room's language."""
    clocks: tuple[str, ...] = ()
    """The addresses of all of the room's clocks, for the tables."""
    version: str = ""
    """The version of the clock's program."""


class Kiosks:
    """The connected kiosks by table. Belongs to the event loop's thread."""

    def __init__(
        self, services: KioskServices, rejected: Callable[[], object], failing: Callable[[Fault], object]
    ) -> None:
        """Calls `rejected` after a kiosk has been rejected, and `failing` if the disk fails."""
        self._services = services
        self._rejected = rejected
        self._failing = failing
        self._all: dict[int, ConnectedKiosk] = {}
        self._sent_to: dict[int, str] = {}
        self._booked: dict[tuple[Place, str], str] = {}
        self._answers: dict[tuple[Place, str], asyncio.Future[str]] = {}

    def __iter__(self) -> Iterator[int]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    async def greet(self, hello: Hello, client: Latest, hang_up: Callable[[], object]) -> Place | None:
        """Welcome a table, or send it to its current sitting. Returns the table whose journal it may send. An earlier
        connection from it is closed. Raises `Fault` if this kiosk may not write for the table."""
        writer, tournaments, kiosk_access, staff, loss_reports, _, clocks, version = self._services
        try:
            kiosk_access.check_token(hello)
            place = self._place_of(hello)
            if place:
                standing = await writer.standing(place.stream)
                self._check_journal(place, hello, standing)
                await self._check_free(place, hello, standing)
            else:
                await loss_reports.strayed(hello)
        except Fault:
            self._rejected()
            raise
        if before := self._all.get(hello.table):
            before.hang_up()
        kiosk_access.entered(hello.table)
        self._all[hello.table] = ConnectedKiosk(client, hang_up, place, hello, asyncio.Event())
        self._sent_to.pop(hello.table, None)
        if place:
            loss_reports.greeted(place, hello, standing)
            publisher, key = place
            known = publisher.add_kiosk(key, client)
            welcome = Welcome(standing.mark, publisher.state, staff.signers(), *known, clocks=clocks, version=version)
            client.put("welcome", encode(welcome))
            place.desk.audited.linked(key, linked=True, head=hello.head.seq)
        now = tournaments.now()
        self._send_to(hello.table, now.get(hello.table))
        self._note_elsewhere(hello.table, now.get(hello.table))
        return place

    def gone(self, table: int, client: Latest) -> None:
        kiosk = self._all.get(table)
        if kiosk is None or kiosk.client is not client:
            return
        del self._all[table]
        kiosk.ended.set()
        if kiosk.place and kiosk.place.publisher.remove_kiosk(kiosk.place.key, client):
            kiosk.place.desk.audited.linked(kiosk.place.key, linked=False)
        self._note_elsewhere(table, self._services.tournaments.now().get(table))

    def hang_up(self, table: int) -> None:
        """Disconnect a table's kiosk. Either the table was given to another kiosk, or this one must reconnect to find
        out what the clock holds."""
        if kiosk := self._all.get(table):
            kiosk.hang_up()

    @property
    def connected(self) -> tuple[ConnectedTable, ...]:
        """The connected tables with their programs' versions, by table number."""
        own = self._services.version
        sent = {table: kiosk.hello.version for table, kiosk in sorted(self._all.items())}
        return tuple(ConnectedTable(table, version, compare(version, own)) for table, version in sent.items())

    # Messages from kiosks

    async def take(self, place: Place, hello: Hello, records: Records, client: Latest) -> None:
        """Store a table's records and acknowledge them. Raises `Fault` if its history differs or the disk fails."""
        try:
            mark = await self._services.writer.take(place.stream, hello.epoch, records.records, hello.opening)
        except Forked as forked:
            raise place.desk.audited.forked(place.key, forked) from None
        client.put("ack", encode(Ack(mark)))

    def reported(self, place: Place, health: TableHealth) -> None:
        place.desk.audited.reported(place.key, health)

    async def requested(self, place: Place, hello: Hello, request: Request, client: Latest) -> None:
        """Handle a dealer's request to the room: it is recorded, or refused in the table's language."""
        words = words_in(hello.language) if hello.language in LANGUAGES else self._services.words
        why = self._booked.get((place, request.id))
        if why is None:
            try:
                await book(place.desk, place.key, request)
                why = self._booked[place, request.id] = ""
            except Refused as refused:
                why = words.refusal(refused)
            except Fault as fault:
                self._failing(fault)
                why = str(words.fault(fault.message))
        client.put(("request-result", request.id), encode(RequestResult(request.id, why)))

    def answered(self, place: Place, answered: Answered) -> None:
        if (done := self._answers.get((place, answered.id))) and not done.done():
            done.set_result(answered.why)

    # Messages to kiosks

    async def answer(self, place: Place, answer: FloorAnswer, words: Words) -> str:
        """Have a table carry out the floor's answer. Returns an empty string, or the reason why it was not carried out,
        in the table's words."""
        table = place.desk.table_of(place.key)
        kiosk = self._all.get(table)
        if kiosk is None or kiosk.place != place:
            return words.say(message("table-not-linked", table=table))
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers[place, answer.id] = done
        kiosk.client.put(("answer", answer.id), encode(answer))
        try:
            async with asyncio.timeout(ANSWER_S):
                return await done
        except TimeoutError:
            return words.say(message("table-not-answering", table=table))
        finally:
            del self._answers[place, answer.id]

    def send(self) -> None:
        """Send each kiosk to its table's current sitting."""
        now = self._services.tournaments.now()
        for table in self._all:
            self._send_to(table, now.get(table))
            self._note_elsewhere(table, now.get(table))

    def tell_staff(self) -> None:
        """Send each kiosk the list of staff who sign in at its table, without moving it to another table."""
        for table, kiosk in self._all.items():
            self._go(kiosk, self._sent_to.get(table) or (kiosk.place.name if kiosk.place else ""))

    def _send_to(self, table: int, now: Place | None) -> None:
        """Send a kiosk to its table's current sitting, unless it is already there or was already sent there."""
        kiosk = self._all[table]
        if kiosk.place and now in (None, kiosk.place):
            return
        name = now.name if now else ""
        if self._sent_to.get(table) != name:
            self._sent_to[table] = name
            self._go(kiosk, name)

    def _note_elsewhere(self, table: int, now: Place | None) -> None:
        """Note whether a table's kiosk is connected without having come to the table's current sitting `now`."""
        if now:
            kiosk = self._all.get(table)
            now.desk.audited.elsewhere(now.key, kiosk is not None and kiosk.place != now)

    def _go(self, kiosk: ConnectedKiosk, there: str) -> None:
        services = self._services
        kiosk.client.put("go-to", encode(GoTo(there, services.staff.signers(), services.clocks, services.version)))

    # Write access

    def _place_of(self, hello: Hello) -> Place | None:
        """The sitting whose journal this is, or None if the kiosk has to move to another sitting first. Raises
        `Fault`."""
        place = self._services.tournaments.place(hello.sitting)
        if place and place.desk.table_of(place.key) != hello.table:
            raise Fault("table-not-known")
        return place

    def _check_journal(self, place: Place, hello: Hello, standing: StreamState) -> None:
        try:
            self._services.kiosk_access.check_journal(hello, standing)
        except Forked as forked:
            raise place.desk.audited.forked(place.key, forked) from None

    async def _check_free(self, place: Place, hello: Hello, standing: StreamState) -> None:
        """Wait until any kiosk writing for the table has disconnected. Raises `Fenced` if it stays."""
        kiosk = self._all.get(hello.table)
        if kiosk and kiosk.keeps_out(place, hello):
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVING_S):
                    await kiosk.ended.wait()
        if (kiosk := self._all.get(hello.table)) and kiosk.keeps_out(place, hello):
            raise self._services.kiosk_access.in_use(hello, standing.mark.seq)
