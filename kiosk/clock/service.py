"""The clock service: connects the tournaments, the tables and their disk.

Belongs to the event loop's thread. Knows no sockets: a client is a `Latest` to be filled.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import NamedTuple

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.refused import Refused
from engine.tournament.actions import Create, DirectorOrder, OpenTable
from engine.tournament.events import TournamentEvent
from engine.tournament.levels.structure import misfit
from engine.tournament.state import Tournament, is_over
from kiosk.clock.access.access import Access
from kiosk.clock.access.denied import Denied
from kiosk.clock.access.orders import capability_for
from kiosk.clock.access.sessions import Identity
from kiosk.clock.beside_tables import BesideTables
from kiosk.clock.broadcast.broadcasts import Broadcasts
from kiosk.clock.broadcast.setting import setting_of
from kiosk.clock.choices import Choices, TableParts
from kiosk.clock.copies import Copies
from kiosk.clock.counts import Counts
from kiosk.clock.days import Days
from kiosk.clock.desk.desk import DIRECTOR, Desk, new_seed
from kiosk.clock.desk.named import NamedForm
from kiosk.clock.desk.old_room import adopt_old_room
from kiosk.clock.desk.opening import Opening
from kiosk.clock.desk.phone import PhoneShows
from kiosk.clock.desk.publisher import Publisher, Shows
from kiosk.clock.desk.rules import Order, TournamentKeeper, act_of, decided, tournament_rules
from kiosk.clock.director import Totals
from kiosk.clock.displays.hub import Displays, RoomNow
from kiosk.clock.displays.programmes import displays_of
from kiosk.clock.door import Door
from kiosk.clock.insight.case_law import CaseLaw
from kiosk.clock.insight.watching import Watching
from kiosk.clock.latest import Latest
from kiosk.clock.leagues.leagues import Leagues, Room
from kiosk.clock.pairing import Pairing
from kiosk.clock.people import check_may_go, ids_of, kept_in, spellings
from kiosk.clock.phones import Phones
from kiosk.clock.plan import PlanAction, plan_of, would_change
from kiosk.clock.quota import Quota
from kiosk.clock.requests import book
from kiosk.clock.room import Place, Tournaments
from kiosk.clock.settings import ClockSettings
from kiosk.clock.staffing.downs import Downs
from kiosk.clock.store.store import Alive, Store, lock_database
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.store.writer import Standing, Writer
from kiosk.clock.tables.audit import AuditedTable
from kiosk.clock.tables.auditing import Auditing
from kiosk.clock.tables.floor import Floor
from kiosk.clock.tables.proving import prove
from kiosk.clock.tables.view import RejectedKiosk
from kiosk.clock.times import Times
from kiosk.clock.vitals import Vitals, since
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog
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
from kiosk.protocol.room_plan import RoomPlan
from kiosk.protocol.sync import Forked
from kiosk.protocol.tournaments import Erased, ListedTournament, TournamentList
from kiosk.storage.chain import START, Record
from kiosk.storage.keeper import Stale
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

HEARTBEAT_S = 1.0
"""How often the service records that it is alive: a crash may lose this much time."""
LEAVING_S = 2.0
"""So long a kiosk waits for one that may be about to leave: it may be the same one, started again."""
ANSWER_S = 5.0
"""So long a table has to do what the floor answered."""

log = logging.getLogger(__name__)


class Wish(NamedTuple):
    """What a page wants to see of a tournament; `moments` if it keeps the structure itself. `words` are those of a
    director's page: None for a display."""

    tournament: str
    moments: bool
    words: Words | None = None


class _Kiosk(NamedTuple):
    """A connected kiosk, at a table of a tournament or at none."""

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


class Service:
    """The whole clock. One at a time for a database."""

    def __init__(self, settings: ClockSettings, times: Times) -> None:
        """Raises `Fault` when the database cannot be used, or not with these settings."""
        self._words = words_in(settings.language)
        self.language = settings.language
        """Of the pages."""
        self._zone = settings.zone
        self._shows = Shows(settings.names, settings.zone, settings.public_prizes)
        self._times = times
        self._fault: Message | None = None
        self.quota, self.vitals = Quota(times.mono_ms), Vitals(settings.database)
        self.tournaments = Tournaments()
        with ExitStack() as undo:
            lock = undo.enter_context(lock_database(settings.database))
            store = Store.open(settings.database)
            undo.callback(store.close)
            _tell_of(store)
            adopt_old_room(store, settings.database)
            desks = Opening(store, times, self._words).desks(settings.event)
            self._plan, self.case_law = plan_of(store), CaseLaw(store, times.wall_ms)
            self.access = Access(settings, store, times)
            self._door = Door(settings.tokens, times, self._words, self.access.tables)
            self._writer = Writer(store, self._taken, self.vitals.commits.observe)
            self._auditing, self.beside_tables = (
                Auditing(self._writer, self._audit, self._failing),
                BesideTables(settings, store, self._writer, self.tournaments, times),
            )
            self.leagues, self.downs = (
                Leagues(store, self._writer, Room(self.tournaments, settings.names, settings.zone), times),
                Downs(store, self._writer, self.tournaments, times),
            )
            self.displays = Displays(
                displays_of(store), self._writer, times, RoomNow(self.tournaments, self.downs.view), settings
            )
            self.broadcasts = Broadcasts(setting_of(store), self._writer, self.tournaments, times, settings.names)
            self.phones = Phones(
                PhoneShows(settings.names, settings.phone_stacks),
                Days(settings.director_key, self._writer, settings.names),
                lambda: self.plan,
            )
            parts = TableParts(self._writer, self.tournaments, self._auditing, self.beside_tables.awaited)
            self.copies, self.choices, self.pairing, self.names = (
                Copies(self._writer, self._door, self.tournaments, times, self._copies_changed),
                Choices(store, parts, self._door, times, self._copies_changed),
                Pairing(self.access.tables, times, self._tell_list),
                store.names,
            )
            self.form = NamedForm(store.names)
            """How a tournament's records are read."""
            self._lock, self._peers = lock, PeerLog(log, times.mono_ms)
            undo.pop_all()
        if lost := self.names.lost:
            log.error("%s", lost)
        self._watching: dict[Latest, Publisher] = {}
        self._open_tables = Watching()
        self._waiting: dict[Latest, Wish] = {}
        """Pages that wait for a tournament."""
        self._streams: set[Latest] = set()
        self.is_ending = False
        """Whether streams are to end."""
        self._kiosks: dict[int, _Kiosk] = {}
        self._sent_to: dict[int, str] = {}
        """The sitting that each connected kiosk was last told to go to."""
        self._creating = asyncio.Lock()
        self._booked: dict[str, str] = {}
        self._answers: dict[str, asyncio.Future[str]] = {}
        self._proving: asyncio.Task[None] | None = None
        self._begin(desks)

    def _begin(self, desks: Sequence[Desk]) -> None:
        """Whoever changes something tells the others from now on."""
        self.access.run(self._writer)
        self.access.tell(self._tell_staff, self._hang_up, self._gather)
        self.beside_tables.tell(self._tell_directors)
        self.copies.lacking = self.beside_tables.awaited.of_table
        for desk in desks:
            self._add(desk)
        self.beside_tables.forgotten.begin()

    async def heartbeat(self, every_s: float = HEARTBEAT_S) -> None:
        """Record now and then that the service is alive, and catch up an alarm that the machine slept through. Beside
        that, prove what the service went on from."""
        self._proving = asyncio.create_task(self._prove())
        self.vitals.beats()
        while True:
            times = self._times
            try:
                await self._writer.say_alive(Alive(times.boot, times.mono_ms(), times.wall_ms()))
                for publisher in self.tournaments:
                    await publisher.desk.advance_due()
                self.displays.publish()
                self.vitals.beats()
            except Fault as fault:
                self._failing(fault)
            await asyncio.sleep(every_s)

    async def _prove(self) -> None:
        try:
            for publisher in self.tournaments:
                desk = publisher.desk
                for key in tuple(desk.floor.unproved):
                    if await prove(self._writer, desk.floor, key, desk.stream(key)):
                        self._hang_up(desk.table_of(key))
        except Fault as fault:
            self._failing(fault)

    def close(self) -> None:
        """Finish what has begun and let go of the disk."""
        if self._proving:
            self._proving.cancel()
        self._auditing.close()
        self._open_tables.close()
        self.broadcasts.end()
        self.case_law.close()
        for publisher in self.tournaments:
            publisher.close()
            publisher.desk.close()
        self._writer.close()
        self._lock.close()

    def failed(self, peer: str, error: Exception) -> None:
        """A connection ended by an unexpected error: logged, one line a minute for each peer."""
        self._peers.write(peer, error)

    def now_ms(self) -> int:
        """The service's monotonic time."""
        return self._times.mono_ms()

    @property
    def disk_failed(self) -> bool:
        """Whether nothing is written until the database is opened anew."""
        return self._writer.has_failed

    def backed_up(self, fault: Fault | None) -> None:
        """A backup was made, or could not be: the director is told."""
        if not fault:
            self.vitals.backed_up()
        self.beside_tables.failed.told("disk", fault)

    @property
    def words(self) -> Words:
        """The room's language."""
        return self._words

    def fault(self, words: Words) -> str:
        """What is wrong with the service; empty while nothing is."""
        return str(words.fault(fault)) if (fault := self._fault or self.vitals.stands_still()) else ""

    def counts(self) -> Counts:
        """How much there is of what."""
        watching, waiting = self._watching, self._waiting
        directors = sum(publisher.is_director(client) for client, publisher in watching.items())
        directors += sum(wish.words is not None for wish in waiting.values())
        return Counts(
            healthy=not (self._fault or self.vitals.stands_still()),
            linked=len(self._kiosks),
            away=len(self.tournaments.now().keys() - self._kiosks.keys()),
            rejected=len(self._door.rejected),
            directors=directors,
            displays=len(watching) + len(waiting) - directors,
            streams=len(self._streams),
            taken=self._writer.taken,
            waiting=self._writer.waiting,
            unaudited=self._auditing.held,
            snapshot_s=since(self._auditing.kept_s),
        )

    @property
    def tables(self) -> tuple[int, ...]:
        """The physical tables that have a kiosk."""
        return self._door.tables

    def is_table(self, table: int, token: str) -> bool:
        """Whether this is the table's token; it takes as long whatever is wrong."""
        return self._door.is_token(table, token)

    def check_guesses(self, table: int, token: str, address: str) -> None:
        """A token of a table came from there: a wrong one counts. Raises `Fault` while none is looked at."""
        if wait_s := self.access.token_wait_s(table, address):
            raise Fault("tokens-wait", seconds=wait_s)
        if token and table in self.tables and not self.is_table(table, token):
            self.access.count_wrong_token(table, token, address)

    # The director

    async def create(self, wanted: Create, request: str = "", by: str = DIRECTOR) -> str:
        """Set up a new tournament, committed to the seeds of its draws; returns its id, that of the same `request` made
        before. Raises `BadInput`, `Refused` or `Fault`."""
        if problem := misfit(wanted.structure, wanted.book):
            raise BadInput.of(problem)
        async with self._creating:
            if request and (made := self._made_by(request)):
                return made
            its_id = secrets.token_hex(8)
            stream = tournament_stream(its_id)
            epoch = await self._writer.open_stream(stream)
            keeper = TournamentKeeper(stream, tournament_rules(self.names), Tournament(), START, epoch)
            action = replace(wanted, id=its_id, seed=wanted.seed or new_seed())
            creating = Order(action, self.now_ms(), by, {}, request)
            await keeper.do(self._writer, lambda: creating, self._times.wall_ms())
            self._add(Desk(keeper, Floor(self._times, self._words), self._times))
        return its_id

    def would_create(self, wanted: Create) -> list[TournamentEvent]:
        """What setting it up would do; nothing is done. Raises as `create` does."""
        if problem := misfit(wanted.structure, wanted.book):
            raise BadInput.of(problem)
        creating = replace(wanted, id=secrets.token_hex(8), seed=wanted.seed or new_seed())
        return decided(Tournament(), Order(creating, self.now_ms(), DIRECTOR, {}))

    def _made_by(self, request: str) -> str:
        """The tournament that a request has made; empty for none. Raises `Refused` where it asked for another."""
        made = (publisher.desk.state for publisher in self.tournaments)
        return next((one.id for one in made if (act := act_of(one, request)) and act.number == 1), "")

    async def act(
        self, publisher: Publisher, action: DirectorOrder, seen: int | None, by: str = DIRECTOR, request: str = ""
    ) -> None:
        """Do it; what the same `request` has done already is not done again. Raises `Refused`, `Stale` if `seen` is not
        the newest mark, or `Fault`."""
        self._check_table(publisher, action)
        try:
            with self.vitals.orders.time():
                await publisher.desk.order(action, by, seen, request)
        except Fault as fault:
            self._failing(fault)
            raise

    def would(self, publisher: Publisher, action: DirectorOrder, seen: int | None) -> list[TournamentEvent]:
        """What the order would do now; nothing is done. Raises as `act` does."""
        self._check_table(publisher, action)
        return publisher.desk.would(action, seen=seen)

    def _check_table(self, publisher: Publisher, action: DirectorOrder) -> None:
        """Of a table that is opened: it has a kiosk and is in no other tournament. Raises `Refused`."""
        if not isinstance(action, OpenTable):
            return
        if not action.typed and action.table not in self._door.tables:
            raise Refused("table-without-kiosk", table=action.table)
        held = self.tournaments.now().get(action.table)
        if held and held.publisher is not publisher and held.desk.has_entries:
            raise Refused("table-in-other", table=action.table, name=held.desk.state.name)

    @property
    def plan(self) -> RoomPlan:
        """Where the room's tables stand."""
        return self._plan.state

    async def change_plan(self, action: PlanAction) -> RoomPlan:
        """A table stands there from now on, or is on the plan no more; the plan after that. Raises `Fault`."""
        try:
            await self._plan.do(self._writer, lambda: action, self._times.wall_ms())
        except Fault as fault:
            self._failing(fault)
            raise
        self._tell_list()
        return self.plan

    def would_change_plan(self, action: PlanAction) -> bool:
        """Whether that would change the plan; nothing is done."""
        return would_change(self.plan, action)

    async def erase(self, name: str, anyway: bool = False) -> Erased:
        """Erase a name for good: a number is shown in its place from now on. Raises `Refused`, with nothing erased,
        where there is none, or who is called so plays or is barred, unless `anyway`; `Fault`."""
        names, room = self._to_erase(name, anyway)
        try:
            streams = await self._writer.erase([*names, *ids_of(name, room)], names)
            for publisher in self.tournaments:
                await publisher.desk.read_again()
        except Fault as fault:
            self._failing(fault)
            raise
        return Erased(name, kept_in(streams, self.tournaments))

    async def would_erase(self, name: str, anyway: bool = False) -> Erased:
        """What erasing a name would leave; nothing is done. Raises as `erase` does."""
        names, _ = self._to_erase(name, anyway)
        return Erased(name, kept_in(await self._writer.naming(names), self.tournaments))

    def _to_erase(self, name: str, anyway: bool) -> tuple[list[str], list[Tournament]]:
        """Every spelling of a name that may go, and the tournaments of the room. Raises `Refused`."""
        room = [publisher.desk.state for publisher in self.tournaments]
        names = spellings(name, self.names, room)
        if not anyway:
            check_may_go(name, room)
        return names, room

    async def order_by(self, client: Latest, action: DirectorOrder, seen: int, who: Identity, words: Words) -> str:
        """Do it in the tournament that the client looks at; empty, or why it was not done, in these words."""
        publisher = self._watching.get(client)
        if publisher is None:
            return words.say(message("no-tournament"))
        try:
            self.access.check_may(who, capability_for(action, publisher.desk.state, who))
            await self.act(publisher, action, seen, who.name)
        except Denied as denied:
            return words.say(denied.message)
        except Refused as refused:
            return words.refusal(refused)
        except Stale:
            return words.say(message("clock-changed"))
        except Fault as fault:
            return str(words.fault(fault.message))
        return ""

    async def answer(self, place: Place, answer: FloorAnswer, words: Words) -> str:
        """Have a table do what the floor answers; empty, or why it was not done, in words: a table's own are in the
        room's language."""
        kiosk = self._kiosks.get(place.desk.table_of(place.key))
        if kiosk is None or kiosk.place != place:
            return words.say(message("table-not-linked", table=place.desk.table_of(place.key)))
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers[answer.id] = done
        kiosk.client.put(("answer", answer.id), encode(answer))
        try:
            async with asyncio.timeout(ANSWER_S):
                return await done
        except TimeoutError:
            return words.say(message("table-not-answering", table=place.desk.table_of(place.key)))
        finally:
            del self._answers[answer.id]

    # Pages

    def add_display(self, client: Latest, tournament: str = "", moments: bool = False) -> None:
        """Send it the state of a tournament from now on; of the one that is on for an empty id."""
        self._watch(client, Wish(tournament, moments))

    def add_director(self, client: Latest, words: Words, tournament: str = "", moments: bool = False) -> None:
        """Send it everything of a tournament from now on, in these words."""
        client.put("tournaments", encode(self.listed()))
        self._watch(client, Wish(tournament, moments, words))

    def remove(self, client: Latest) -> None:
        """It has disconnected."""
        self._waiting.pop(client, None)
        self._open_tables.remove(client)
        self.displays.remove(client)
        if publisher := self._watching.pop(client, None):
            publisher.remove(client)

    def look(self, client: Latest, sitting: int, words: Words) -> None:
        """A director's page shows this table of its tournament whole from now on; none for 0."""
        publisher = self._watching.get(client)
        is_there = publisher is not None and sitting in publisher.desk.floor.keys
        self._open_tables.look(client, Place(publisher, sitting) if publisher and is_there else None, words)

    def listed(self) -> TournamentList:
        """All tournaments, and the physical tables."""
        tournaments = tuple(_listed(publisher) for publisher in self.tournaments)
        return TournamentList(tournaments, self._door.tables, self.plan, self._zone, self.pairing.asked)

    def _watch(self, client: Latest, wish: Wish) -> None:
        publisher = self.tournaments.named(wish.tournament)
        if publisher is None:
            self._waiting[client] = wish
            return
        self._watching[client] = publisher
        if wish.words:
            publisher.add_director(client, wish.moments, wish.words)
        else:
            publisher.add_display(client, wish.moments)

    def add_stream(self, client: Latest, publisher: Publisher) -> None:
        """Tell it whenever something changes in a tournament, and as the service ends."""
        self._streams.add(client)
        publisher.add_director(client, False, self._words)

    def remove_stream(self, client: Latest, publisher: Publisher) -> None:
        """It has ended."""
        self._streams.discard(client)
        publisher.remove(client)

    def end_streams(self) -> None:
        """The service is about to end: nothing more is streamed."""
        self.is_ending = True
        self.broadcasts.end()
        for client in self._streams:
            client.put("end", "")

    async def decisions(self, publisher: Publisher, after: int, most: int) -> list[Record]:
        """The records of a tournament that follow this one, as they are on disk. Raises `Fault`."""
        return await self._writer.read(tournament_stream(publisher.desk.state.id), after, most)

    async def records(self, publisher: Publisher, key: int, after: int, most: int) -> list[Record]:
        """The records of a table of a tournament that follow this one, as they are on disk. Raises `Fault`."""
        return await self._writer.read(publisher.desk.stream(key), after, most)

    # The tables

    async def greet(self, hello: Hello, client: Latest, hang_up: Callable[[], object]) -> Place | None:
        """Welcome a table, or tell it which sitting it is for; returns the table whose journal it may send.

        An earlier connection of the same table is closed. Raises `Fault` if this kiosk may not write for the table.
        """
        try:
            self._door.check_token(hello)
            place = self._place_of(hello)
            if place:
                standing = await self._writer.standing(place.stream)
                self._check_journal(place, hello, standing)
                await self._check_free(place, hello, standing)
            else:
                await self.beside_tables.strayed(hello)
        except Fault:
            self._gather()
            raise
        if before := self._kiosks.get(hello.table):
            before.hang_up()
        self._door.entered(hello.table)
        self._kiosks[hello.table] = _Kiosk(client, hang_up, place, hello, asyncio.Event())
        self._sent_to.pop(hello.table, None)
        if place:
            self.beside_tables.forgotten.greeted(place, hello, standing)
            publisher, key = place
            told = publisher.add_kiosk(key, client, moments=hello.sitting is not None)
            seating = place.desk.accounts.seating(key)
            welcome = Welcome(standing.mark, seating, publisher.state, self.access.table_staff(hello.asks_pins), *told)
            client.put("welcome", encode(welcome))
            place.desk.floor.linked(key, linked=True, head=hello.head.seq)
        self._send_to_sitting(hello.table, self.tournaments.now().get(hello.table))
        return place

    async def take(self, place: Place, hello: Hello, records: Records, client: Latest) -> None:
        """Store a table's records and acknowledge them. Raises `Fault` if its history differs, or the disk fails."""
        try:
            mark = await self._writer.take(place.stream, hello.epoch, records.records, hello.opening)
        except Forked as forked:
            raise place.desk.floor.forked(place.key, forked) from None
        client.put("ack", encode(Ack(mark)))

    def reported(self, place: Place, health: TableHealth) -> None:
        """A table has reported its health."""
        place.desk.floor.reported(place.key, health)

    async def requested(self, place: Place, hello: Hello, request: Request, client: Latest) -> None:
        """A dealer asks the room for something: booked, or refused in the table's language."""
        words = words_in(hello.language) if hello.language in LANGUAGES else self._words
        why = self._booked.get(request.id)
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
                self._booked[request.id] = why
        client.put(("booked", request.id), encode(Booked(request.id, why)))

    def answered(self, answered: Answered) -> None:
        """A table says what became of the floor's answer."""
        if (done := self._answers.get(answered.id)) and not done.done():
            done.set_result(answered.why)

    def gone(self, table: int, client: Latest) -> None:
        """A table's connection has ended."""
        kiosk = self._kiosks.get(table)
        if kiosk is None or kiosk.client is not client:
            return
        del self._kiosks[table]
        kiosk.ended.set()
        if kiosk.place and kiosk.place.publisher.remove_kiosk(kiosk.place.key, client):
            kiosk.place.desk.floor.linked(kiosk.place.key, linked=False)

    def _place_of(self, hello: Hello) -> Place | None:
        """The table whose journal this is; None where the kiosk has to go elsewhere first. Raises `Fault`."""
        if hello.sitting:
            place = self.tournaments.place(hello.sitting)
            if place and place.desk.table_of(place.key) != hello.table:
                raise Fault("table-not-known")
            return place
        place = self.tournaments.of_before(hello.table)
        if place is None and hello.sitting is None:
            raise Fault("kiosk-knows-no-sittings")
        other = place and hello.event and hello.event != place.desk.state.name
        return None if other else place

    def _check_journal(self, place: Place, hello: Hello, standing: Standing) -> None:
        try:
            self._door.check_journal(hello, standing)
        except Forked as forked:
            raise place.desk.floor.forked(place.key, forked) from None

    async def _check_free(self, place: Place, hello: Hello, standing: Standing) -> None:
        """A kiosk that writes for the table keeps another one out until it has gone. Raises `Fenced`."""
        kiosk = self._kiosks.get(hello.table)
        if kiosk and kiosk.keeps_out(place, hello):
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVING_S):
                    await kiosk.ended.wait()
        if (kiosk := self._kiosks.get(hello.table)) and kiosk.keeps_out(place, hello):
            raise self._door.in_use(hello, standing.mark.seq)

    def _send_to_sitting(self, table: int, now: Place | None) -> None:
        """Tell a connected kiosk where its table is now, unless it is there or knows already."""
        kiosk = self._kiosks[table]
        if not kiosk.knows_sittings or (kiosk.place and now in (None, kiosk.place)):
            return
        name = now.name if now else ""
        if self._sent_to.get(table) != name:
            self._sent_to[table] = name
            kiosk.client.put("go-to", encode(GoTo(name, self.access.table_staff(kiosk.hello.asks_pins))))

    def _hang_up(self, table: int) -> None:
        """On the kiosk of a table whose token counts no more, or that is told anew what is held of it as it returns."""
        if kiosk := self._kiosks.get(table):
            kiosk.hang_up()

    def _tell_staff(self) -> None:
        """To every connected kiosk: who signs there from now on. It goes where it was going."""
        for table, kiosk in self._kiosks.items():
            if kiosk.knows_sittings:
                there = self._sent_to.get(table) or (kiosk.place.name if kiosk.place else "")
                kiosk.client.put("go-to", encode(GoTo(there, self.access.table_staff(kiosk.hello.asks_pins))))

    def _add(self, desk: Desk) -> None:
        publisher = Publisher(desk, self._times, self._room_wide, self._shows)
        self.tournaments.add(publisher)
        self.choices.opened(desk)
        desk.failing = self._failing
        desk.is_short = lambda: self.beside_tables.is_short(desk)
        desk.awaits = lambda: self.beside_tables.awaited.tables_of(desk)
        desk.named = lambda: self.beside_tables.forgotten.named(desk)
        desk.room = lambda: [(one.desk.state, one.desk.mark) for one in self.tournaments]
        desk.changed = lambda at_ms: self._changed(publisher, at_ms)
        desk.floor.listen(self._open_tables.listener(lambda key: Place(publisher, key)))
        ruled = self.case_law.listener(self._writer, lambda key: Place(publisher, key))
        desk.floor.listen(ruled)
        for key in desk.floor.keys:
            ruled(key)
        desk.run(self._writer)
        for client, wish in list(self._waiting.items()):
            del self._waiting[client]
            self._watch(client, wish)
        self._tell_list()

    def _tell_list(self) -> None:
        """To every director: the tournaments, and the room's tables."""
        watching = [client for client, watched in self._watching.items() if watched.is_director(client)]
        for client in (*watching, *(client for client, wish in self._waiting.items() if wish.words)):
            client.put("tournaments", encode(self.listed()))

    def _changed(self, publisher: Publisher, at_ms: int) -> None:
        publisher.clock_changed(at_ms)
        for other in self.tournaments:
            if other.desk.is_told_otherwise() and other is not publisher:
                other.gather()
        now = self.tournaments.now()
        for table in self._kiosks:
            self._send_to_sitting(table, now.get(table))

    def _room_wide(self, totals: Totals, words: Words) -> Totals:
        said = self.fault(words)
        if not said and (trouble := self.names.lost or self.beside_tables.forgotten.said):
            said = str(words.fault(trouble))
        slowed = (RejectedKiosk(words.say(one.why), one.at_ms) for one in self.access.turned_away.last)
        return replace(
            totals, fault=said, rejected=(*self._door.rejected, *slowed), copies=self.copies.asked,
            needs_paper=self.beside_tables.needs_paper, failed_backups=self.beside_tables.failed.said(words),
            awaited=self.beside_tables.awaited.said, histories=self.choices.asked,
        )  # fmt: skip

    def _gather(self) -> None:
        """What the directors see of the room has changed."""
        for publisher in self.tournaments:
            publisher.gather()

    def _copies_changed(self, table: int) -> None:
        """A tablet asks for a copy or is given one; `table` is another kiosk's no more, 0 for none."""
        if kiosk := self._kiosks.get(table):
            kiosk.hang_up()
        self._tell_directors()

    def _tell_directors(self) -> None:
        """What they see of the room beside the tables."""
        for publisher in self.tournaments:
            publisher.send_totals()

    # Records

    def _taken(self, stream: str, records: Sequence[Record]) -> None:
        self._auditing.add(stream, records)

    def _audit(self, stream: str, records: Sequence[Record]) -> AuditedTable | None:
        """Records that are on disk; the table after them."""
        place = self.tournaments.at(stream)
        if place is None:
            return None
        place.desk.taken(place.key, records)
        return place.desk.floor.tables[place.key]

    def _failing(self, fault: Fault) -> None:
        if fault.message != self._fault:
            log.error("%s", fault)
            self._fault = fault.message
            self._tell_directors()


def _listed(publisher: Publisher) -> ListedTournament:
    desk = publisher.desk
    figures = desk.accounts.figures()
    return ListedTournament(desk.state.id, desk.state.name, figures.entries, figures.players_left, is_over(desk.state))


def _tell_of(store: Store) -> None:
    """What was found as the database was opened."""
    for short in store.shortfalls:
        log.error(
            "the copy of %s ends at record %d, but %d were held; the files as they were found are in %s",
            *short,
        )
    for stream in store.restored:
        log.error("%s was brought back from the second copy of the clock's decisions", stream)
    if store.brought.entries:
        log.error(
            "%d entries of staff, devices and tokens were brought back from their second copy", store.brought.entries
        )
    if store.brought.is_short:
        log.error("changes of staff, devices and tokens may be lost: look through both on the page of the room")
