"""The kiosks that are connected: which may write for its table, where each is sent, and what it asks and is asked.
Knows no sockets: each is a `Latest` to be filled."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from engine.message import message
from engine.refused import Refused
from kiosk.clock.access.access import Access
from kiosk.clock.beside_tables import BesideTables
from kiosk.clock.door import Door
from kiosk.clock.latest import Latest
from kiosk.clock.requests import book
from kiosk.clock.room import Place, Tournaments
from kiosk.clock.store.writer import Standing, Writer
from kiosk.faults import Fault
from kiosk.protocol.messages import (
    Ack,
    Answered,
    Booked,
    FloorAnswer,
    GoTo,
    Hello,
    Records,
    Request,
    TableHealth,
    Welcome,
    encode,
)
from kiosk.protocol.sync import Forked
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

LEAVING_S = 2.0
"""So long a kiosk waits for one that may be about to leave: it may be the same one, started again."""
ANSWER_S = 5.0
"""So long a table has to do what the floor answered."""


class ConnectedKiosk(NamedTuple):
    """At a table of a tournament or at none."""

    client: Latest
    hang_up: Callable[[], object]
    place: Place | None
    hello: Hello
    ended: asyncio.Event
    """Set once it has disconnected."""

    @property
    def knows_sittings(self) -> bool:
        """Whether it can be sent to one."""
        return self.hello.sitting is not None

    def keeps_out(self, place: Place | None, hello: Hello) -> bool:
        """Whether it writes for this table, so that another opening of its journal has to wait."""
        mine = self.hello.opening
        return place is not None and place == self.place and mine not in ("", hello.opening)


class AroundKiosks(NamedTuple):
    """What of the clock has to do with its kiosks."""

    writer: Writer
    tournaments: Tournaments
    door: Door
    access: Access
    beside_tables: BesideTables
    words: Words
    """The room's language."""


class Kiosks:
    """By table. Belongs to the event loop's thread."""

    def __init__(
        self, around: AroundKiosks, rejected: Callable[[], object], failing: Callable[[Fault], object]
    ) -> None:
        """Calls `rejected` after one was, and `failing` where the disk fails."""
        self._around = around
        self._rejected = rejected
        self._failing = failing
        self._all: dict[int, ConnectedKiosk] = {}
        self._sent_to: dict[int, str] = {}
        """The sitting that each was last told to go to."""
        self._booked: dict[tuple[Place, str], str] = {}
        """By who asked, and the request's id."""
        self._answers: dict[tuple[Place, str], asyncio.Future[str]] = {}
        """By who was told, and the answer's id."""

    def __iter__(self) -> Iterator[int]:
        """The tables that have one."""
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    async def greet(self, hello: Hello, client: Latest, hang_up: Callable[[], object]) -> Place | None:
        """Welcome a table, or tell it which sitting it is for; returns the table whose journal it may send.

        An earlier connection of the same table is closed. Raises `Fault` if this kiosk may not write for the table.
        """
        writer, tournaments, door, access, beside_tables, _ = self._around
        try:
            door.check_token(hello)
            place = self._place_of(hello)
            if place:
                standing = await writer.standing(place.stream)
                self._check_journal(place, hello, standing)
                await self._check_free(place, hello, standing)
            else:
                await beside_tables.strayed(hello)
        except Fault:
            self._rejected()
            raise
        if before := self._all.get(hello.table):
            before.hang_up()
        door.entered(hello.table)
        self._all[hello.table] = ConnectedKiosk(client, hang_up, place, hello, asyncio.Event())
        self._sent_to.pop(hello.table, None)
        if place:
            beside_tables.forgotten.greeted(place, hello, standing)
            publisher, key = place
            told = publisher.add_kiosk(key, client, moments=hello.sitting is not None)
            seating = place.desk.accounts.seating(key)
            welcome = Welcome(standing.mark, seating, publisher.state, access.table_staff(hello.asks_pins), *told)
            client.put("welcome", encode(welcome))
            place.desk.floor.linked(key, linked=True, head=hello.head.seq)
        self._send_to(hello.table, tournaments.now().get(hello.table))
        return place

    def gone(self, table: int, client: Latest) -> None:
        """A table's connection has ended."""
        kiosk = self._all.get(table)
        if kiosk is None or kiosk.client is not client:
            return
        del self._all[table]
        kiosk.ended.set()
        if kiosk.place and kiosk.place.publisher.remove_kiosk(kiosk.place.key, client):
            kiosk.place.desk.floor.linked(kiosk.place.key, linked=False)

    def hang_up(self, table: int) -> None:
        """On the kiosk of a table that another was given, or that is told anew what is held of it as it returns."""
        if kiosk := self._all.get(table):
            kiosk.hang_up()

    # What it says

    async def take(self, place: Place, hello: Hello, records: Records, client: Latest) -> None:
        """Store a table's records and acknowledge them. Raises `Fault` if its history differs, or the disk fails."""
        try:
            mark = await self._around.writer.take(place.stream, hello.epoch, records.records, hello.opening)
        except Forked as forked:
            raise place.desk.floor.forked(place.key, forked) from None
        client.put("ack", encode(Ack(mark)))

    def reported(self, place: Place, health: TableHealth) -> None:
        """A table has reported its health."""
        place.desk.floor.reported(place.key, health)

    async def requested(self, place: Place, hello: Hello, request: Request, client: Latest) -> None:
        """A dealer asks the room for something: booked, or refused in the table's language."""
        words = words_in(hello.language) if hello.language in LANGUAGES else self._around.words
        why = self._booked.get((place, request.id))
        if why is None:
            try:
                await book(place.desk, place.key, request)
                why = ""
            except Refused as refused:
                why = words.refusal(refused)
            except Fault as fault:
                self._failing(fault)
                why = str(words.fault(fault.message))
            else:
                self._booked[place, request.id] = why
        client.put(("booked", request.id), encode(Booked(request.id, why)))

    def answered(self, place: Place, answered: Answered) -> None:
        """A table says what became of the floor's answer."""
        if (done := self._answers.get((place, answered.id))) and not done.done():
            done.set_result(answered.why)

    # What it is told

    async def answer(self, place: Place, answer: FloorAnswer, words: Words) -> str:
        """Have a table do what the floor answers; empty, or why it was not done, in words: a table's own are in the
        room's language."""
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
        """Tell each where its table is now."""
        now = self._around.tournaments.now()
        for table in self._all:
            self._send_to(table, now.get(table))

    def tell_staff(self) -> None:
        """To each: who signs there from now on. It goes where it was going."""
        for table, kiosk in self._all.items():
            if kiosk.knows_sittings:
                there = self._sent_to.get(table) or (kiosk.place.name if kiosk.place else "")
                self._go(kiosk, there)

    def _send_to(self, table: int, now: Place | None) -> None:
        """Where its table is now, unless it is there or knows already."""
        kiosk = self._all[table]
        if not kiosk.knows_sittings or (kiosk.place and now in (None, kiosk.place)):
            return
        name = now.name if now else ""
        if self._sent_to.get(table) != name:
            self._sent_to[table] = name
            self._go(kiosk, name)

    def _go(self, kiosk: ConnectedKiosk, there: str) -> None:
        kiosk.client.put("go-to", encode(GoTo(there, self._around.access.table_staff(kiosk.hello.asks_pins))))

    # Which may write

    def _place_of(self, hello: Hello) -> Place | None:
        """The table whose journal this is; None where the kiosk has to go elsewhere first. Raises `Fault`."""
        if hello.sitting:
            place = self._around.tournaments.place(hello.sitting)
            if place and place.desk.table_of(place.key) != hello.table:
                raise Fault("table-not-known")
            return place
        place = self._around.tournaments.of_before(hello.table)
        if place is None and hello.sitting is None:
            raise Fault("kiosk-knows-no-sittings")
        other = place and hello.event and hello.event != place.desk.state.name
        return None if other else place

    def _check_journal(self, place: Place, hello: Hello, standing: Standing) -> None:
        try:
            self._around.door.check_journal(hello, standing)
        except Forked as forked:
            raise place.desk.floor.forked(place.key, forked) from None

    async def _check_free(self, place: Place, hello: Hello, standing: Standing) -> None:
        """A kiosk that writes for the table keeps another one out until it has gone. Raises `Fenced`."""
        kiosk = self._all.get(hello.table)
        if kiosk and kiosk.keeps_out(place, hello):
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVING_S):
                    await kiosk.ended.wait()
        if (kiosk := self._all.get(hello.table)) and kiosk.keeps_out(place, hello):
            raise self._around.door.in_use(hello, standing.mark.seq)
