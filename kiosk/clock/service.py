"""The clock service: connects the tournaments, the tables and their disk.

Belongs to the event loop's thread. Knows nothing about sockets: a client is a `Latest` to be filled.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Sequence
from contextlib import ExitStack, suppress

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.refused import Refused
from engine.tournament.actions import Create, DirectorOrder, UseTable
from engine.tournament.levels.structure import misfit
from engine.tournament.state import Event, Tournament, is_over
from kiosk.clock.access.access import Access, AccessState
from kiosk.clock.access.keys import check_may
from kiosk.clock.access.kiosk_access import KioskAccess, RejectedKiosk
from kiosk.clock.access.orders import capability_for
from kiosk.clock.access.sessions import Identity
from kiosk.clock.access.waits.denied import Denied
from kiosk.clock.backup.backup_disk import BackupDisk
from kiosk.clock.clients.latest import Latest
from kiosk.clock.clients.quota import Quota
from kiosk.clock.clients.result_cache import ResultCache
from kiosk.clock.director import Totals
from kiosk.clock.features.broadcast.broadcasts import Broadcasts
from kiosk.clock.features.broadcast.setting import setting_of
from kiosk.clock.features.dealers.downs import Downs
from kiosk.clock.features.displays.display_programs import displays_of
from kiosk.clock.features.displays.hub import Displays, RoomNow
from kiosk.clock.features.insight.case_law import CaseLaw
from kiosk.clock.features.leagues.leagues import Leagues, LeagueSource
from kiosk.clock.features.people.erasure import check_may_go, ids_of, kept_in, spellings
from kiosk.clock.features.people.renaming import Renaming
from kiosk.clock.features.phones.days import Days, kept_card_secret
from kiosk.clock.features.phones.one_entry import PhoneShows
from kiosk.clock.features.phones.phones import Phones
from kiosk.clock.features.plan import PlanAction, plan_of, would_change
from kiosk.clock.health.counts import Counts
from kiosk.clock.health.vitals import Vitals, since
from kiosk.clock.links.kiosks import Kiosks, KioskServices
from kiosk.clock.links.pairing import TablePairings
from kiosk.clock.pages import OpenPages
from kiosk.clock.recovery.clock_recovery import ClockRecovery
from kiosk.clock.recovery.divergent_histories import Choices, TableParts
from kiosk.clock.recovery.table_copies import Copies
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.corrections import corrections_of
from kiosk.clock.store.store import Alive, Store, lock_database
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.tables.auditing import Auditing
from kiosk.clock.tables.snapshot_checks import prove
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk import DIRECTOR, Desk, new_seed
from kiosk.clock.tournaments.named import NamedForm
from kiosk.clock.tournaments.opening import DeskOpener
from kiosk.clock.tournaments.publisher import Publisher, PublisherSettings
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.clock.tournaments.rules import TimedOrder, TournamentKeeper, act_of, decided, tournament_rules
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog
from kiosk.protocol.room_plan import RoomPlan
from kiosk.protocol.tournaments import Erased, ListedTournament, TournamentList
from kiosk.storage.chain import START, Record
from kiosk.storage.keeper import Stale
from ui.words import Words
from ui.words.languages import words_in

HEARTBEAT_S = 1.0
"""How often, in seconds, the service records that it is alive. A crash may lose this much time."""

log = logging.getLogger(__name__)


class Service:
    """The whole clock. Only one may run on a database at a time."""

    def __init__(self, settings: ClockSettings, times: Times) -> None:
        """Raises `Fault` if the database cannot be used at all, or cannot be used with these settings."""
        self._words = words_in(settings.language)
        self.language = settings.language
        """The language of the pages."""
        self._zone = settings.zone
        self._shows = PublisherSettings(settings.names, settings.zone, settings.public_prizes)
        self._times = times
        self._fault: Message | None = None
        self.quota, self.vitals = Quota(times.mono_ms), Vitals(settings.database)
        self._backup_disk = BackupDisk(folder, settings.database) if (folder := settings.backup_folder) else None
        self.tournaments = Tournaments()
        self.pages = OpenPages(self.tournaments, self.listed)
        with ExitStack() as undo:
            lock = undo.enter_context(lock_database(settings.database))
            store = Store.open(settings.database)
            undo.callback(store.close)
            _tell_of(store)
            corrections = corrections_of(store)
            self._corrections = lambda: corrections.state
            desks = DeskOpener(store, times, self._words, self._corrections).desks()
            self._plan, self.case_law = plan_of(store), CaseLaw(store, times.wall_ms)
            self._writer = Writer(store, self._taken, self.vitals.commits.observe)
            state = AccessState(settings, store, self._writer, times, self._gather)
            self.kiosk_access = KioskAccess(settings.tokens, state.tables, state.turned_away, times, self._words)
            self._auditing = Auditing(self._writer, self._audit, self._failing)
            self.clock_recovery = ClockRecovery(settings, store, self._writer, self.tournaments, times)
            services = KioskServices(
                self._writer, self.tournaments, self.kiosk_access, state.staff, self.clock_recovery, self._words
            )
            self.kiosks = Kiosks(services, self._gather, self._failing)
            self.access = Access(settings, state, self._writer, times, self.kiosks.tell_staff)
            room = LeagueSource(self.tournaments, settings.names, settings.zone)
            self.leagues = Leagues(store, self._writer, room, times)
            self.downs = Downs(store, self._writer, self.tournaments, times)
            self.displays = Displays(
                displays_of(store), self._writer, times, RoomNow(self.tournaments, self.downs.view), settings
            )
            self.broadcasts = Broadcasts(setting_of(store), self._writer, self.tournaments, times, settings.names)
            self.results = ResultCache[bytes]()
            """The public results by tournament."""
            self.phones = Phones(
                PhoneShows(settings.names, settings.phone_stacks, settings.public_prizes),
                Days(kept_card_secret(store), self._writer, settings.names),
                lambda: self.plan,
            )
            parts = TableParts(self._writer, self.tournaments, self._auditing, self.clock_recovery.pending_records)
            self.copies = Copies(self._writer, self.kiosk_access, self.tournaments, times, self._copies_changed)
            self.choices = Choices(store, parts, self.kiosk_access, times, self._copies_changed)
            self.pairing = TablePairings(
                self.access.tables, times, self.pages.tell_list, self.access.turned_away.for_pairing
            )
            self.names = store.names
            self.renaming = Renaming(corrections, self._writer, self.tournaments, store.names, times)
            self._lock, self._peers = lock, PeerLog(log, times.mono_ms)
            undo.pop_all()
        if lost := self.names.lost:
            log.error("%s", lost)
        self._creating = asyncio.Lock()
        self._proving: asyncio.Task[None] | None = None
        self._begin(desks)

    def _begin(self, desks: Sequence[Desk]) -> None:
        """Connect the parts. From now on, each part notifies the others of its changes."""
        self.clock_recovery.tell(self._tell_directors)
        self.copies.lacking = self.clock_recovery.pending_records.of_table
        for desk in desks:
            self._add(desk)
        self.clock_recovery.lost_records.begin()

    async def heartbeat(self, every_s: float = HEARTBEAT_S) -> None:
        """Record at intervals that the service is alive, and catch up on an alarm that the machine slept through. In
        the meantime, verify the snapshots that the service continued from."""
        self._proving = asyncio.create_task(self._prove())
        self.vitals.beats()
        while True:
            times = self._times
            try:
                await self._writer.say_alive(Alive(times.boot, times.mono_ms(), times.wall_ms()))
                for publisher in self.tournaments:
                    await publisher.desk.advance_due()
                self.displays.publish()
                if self.vitals.beats():
                    self._gather()
            except Fault as fault:
                self._failing(fault)
            await asyncio.sleep(every_s)

    async def _prove(self) -> None:
        try:
            for publisher in self.tournaments:
                desk = publisher.desk
                for key in tuple(desk.audited.unproved):
                    if await prove(self._writer, desk.audited, key, desk.stream(key)):
                        self.kiosks.hang_up(desk.table_of(key))
        except Fault as fault:
            self._failing(fault)

    def close(self) -> None:
        """Finish everything in progress and release the disk."""
        if self._proving:
            self._proving.cancel()
        self._auditing.close()
        self.pages.close()
        self.broadcasts.end()
        self.case_law.close()
        for publisher in self.tournaments:
            publisher.close()
            publisher.desk.close()
        self._writer.close()
        self._lock.close()

    def failed(self, peer: str, error: Exception) -> None:
        """Log a connection that ended with an unexpected error. At most one line a minute is logged for each peer."""
        self._peers.write(peer, error)

    def now_ms(self) -> int:
        """The service's monotonic time."""
        return self._times.mono_ms()

    @property
    def disk_failed(self) -> bool:
        """Whether writing has stopped until the database is reopened."""
        return self._writer.has_failed

    def backed_up(self, fault: Fault | None) -> None:
        """A backup succeeded (`fault` is None) or failed. The director is notified."""
        if not fault:
            self.vitals.backed_up()
        self.clock_recovery.failed.report("disk", fault or (self._backup_disk.gone() if self._backup_disk else None))

    @property
    def words(self) -> Words:
        """The room's language."""
        return self._words

    def fault(self, words: Words) -> str:
        """The problem with the service, or an empty string while there is none."""
        return str(words.fault(fault)) if (fault := self._fault or self.vitals.trouble()) else ""

    def counts(self) -> Counts:
        """The current counts."""
        directors, displays, streams = self.pages.count()
        return Counts(
            healthy=not (self._fault or self.vitals.trouble()),
            linked=len(self.kiosks),
            away=len(self.tournaments.now().keys() - set(self.kiosks)),
            rejected=len(self.kiosk_access.rejected),
            directors=directors,
            displays=displays,
            streams=streams,
            taken=self._writer.taken,
            waiting=self._writer.waiting,
            unaudited=self._auditing.held,
            snapshot_s=since(self._auditing.kept_s),
        )

    # The director

    async def create(self, wanted: Create, request: str = "", by: str = DIRECTOR) -> str:
        """Set up a new tournament and commit to the seeds of its draws. Returns its id. A repeated `request` returns
        the id of the tournament that it made before. Raises `BadInput`, `Refused` or `Fault`."""
        if problem := misfit(wanted.structure, wanted.book):
            raise BadInput.of(problem)
        async with self._creating:
            if request and (made := self._made_by(request)):
                return made
            its_id = secrets.token_hex(8)
            stream = tournament_stream(its_id)
            epoch = await self._writer.open_stream(stream)
            rules = tournament_rules(self.names, stream, self._corrections)
            keeper = TournamentKeeper(stream, rules, Tournament(), START, epoch)
            action = replace(wanted, id=its_id, seed=wanted.seed or new_seed())
            creating = TimedOrder(action, self.now_ms(), by, {}, request)
            await keeper.do(self._writer, lambda: creating, self._times.wall_ms())
            self._add(Desk(keeper, AuditedTables(self._times, self._words), self._times))
            self.kiosks.send()
        return its_id

    def free(self, tables: Sequence[UseTable]) -> tuple[UseTable, ...]:
        """The tables that a new tournament may open."""

        def is_free(one: UseTable) -> bool:
            with suppress(Refused):
                self._check_table(None, one)
                return True
            return False

        return tuple(filter(is_free, tables))

    def would_create(self, wanted: Create) -> list[Event]:
        """The events that setting up the tournament would cause. Nothing is changed. Raises the same errors as
        `create`."""
        if problem := misfit(wanted.structure, wanted.book):
            raise BadInput.of(problem)
        creating = replace(wanted, id=secrets.token_hex(8), seed=wanted.seed or new_seed())
        return decided(Tournament(), TimedOrder(creating, self.now_ms(), DIRECTOR, {}))

    def _made_by(self, request: str) -> str:
        """The tournament that a request has already created, or an empty string if there is none. Raises `Refused` if
        the request asked for a different one.
        """
        made = (publisher.desk.state for publisher in self.tournaments)
        return next((one.id for one in made if (act := act_of(one, request)) and act.number == 1), "")

    async def act(
        self, publisher: Publisher, action: DirectorOrder, seen: int | None, by: str = DIRECTOR, request: str = ""
    ) -> None:
        """Carry out an order. A repeated `request` is not carried out again. Raises `Refused`, `Stale` if `seen` is
        not the newest mark, or `Fault`."""
        self._check_table(publisher, action)
        try:
            with self.vitals.orders.time():
                await publisher.desk.order(action, by, seen, request)
        except Fault as fault:
            self._failing(fault)
            raise

    def would(self, publisher: Publisher, action: DirectorOrder, seen: int | None) -> list[Event]:
        """The events that the order would cause now. Nothing is changed. Raises the same errors as `act`."""
        self._check_table(publisher, action)
        return publisher.desk.would(action, seen=seen)

    def _check_table(self, publisher: Publisher | None, action: DirectorOrder) -> None:
        """If the order opens a table, check that the table has a kiosk and is not in another tournament. Raises
        `Refused`.
        """
        if not isinstance(action, UseTable):
            return
        if not action.typed and action.table not in self.kiosk_access.tables:
            raise Refused("table-without-kiosk", table=action.table)
        held = self.tournaments.now().get(action.table)
        if held and held.publisher is not publisher:
            raise Refused("table-in-other", table=action.table, name=held.desk.state.name)

    @property
    def plan(self) -> RoomPlan:
        """The room plan, which shows where the tables are."""
        return self._plan.state

    async def change_plan(self, action: PlanAction) -> RoomPlan:
        """Place a table on the plan or remove it. Returns the new plan. Raises `Fault`."""
        try:
            await self._plan.do(self._writer, lambda: action, self._times.wall_ms())
        except Fault as fault:
            self._failing(fault)
            raise
        self.pages.tell_list()
        return self.plan

    def would_change_plan(self, action: PlanAction) -> bool:
        """Whether the action would change the plan. Nothing is changed."""
        return would_change(self.plan, action)

    def form_of(self, tournament: str) -> NamedForm:
        """The format in which a tournament's records are read."""
        return NamedForm(self.names, tournament, self._corrections)

    async def rename(self, was: str, player: str, name: str, by: str) -> None:
        """Correct a player's name wherever it appears. Raises `Refused` or `Fault`."""
        await self._corrected(self.renaming.rename(was, player, name, by))

    async def merge(self, player: str, into: str, by: str, anyway: bool = False) -> None:
        """Merge two players into one person. Raises `Refused` or `Fault`."""
        await self._corrected(self.renaming.merge(player, into, by, anyway))

    async def undo_correction(self, number: int, by: str) -> None:
        """Undo a rename or a merge. Raises `Refused` or `Fault`."""
        await self._corrected(self.renaming.undo(number, by))

    async def _corrected(self, done: Awaitable[None]) -> None:
        try:
            await done
        except Fault as fault:
            self._failing(fault)
            raise

    async def erase(self, name: str, anyway: bool = False) -> Erased:
        """Erase a name permanently. A number is shown in its place from now on. Raises `Refused`, with nothing erased,
        if there is no such name. Unless `anyway` is set, it also raises `Refused` if a person with that name is playing
        or barred. Raises `Fault`."""
        names, room = self._to_erase(name, anyway)
        try:
            texts = [*names, *ids_of(name, room)]
            before = self.renaming.before(texts, room)
            streams = await self._writer.erase([*texts, *before], [*names, *before])
            for publisher in self.tournaments:
                await publisher.desk.read_again()
        except Fault as fault:
            self._failing(fault)
            raise
        return Erased(name, kept_in(streams, self.tournaments))

    async def would_erase(self, name: str, anyway: bool = False) -> Erased:
        """The result of erasing a name. Nothing is changed. Raises the same errors as `erase`."""
        names, _ = self._to_erase(name, anyway)
        return Erased(name, kept_in(await self._writer.naming(names), self.tournaments))

    def _to_erase(self, name: str, anyway: bool) -> tuple[list[str], list[Tournament]]:
        """Every spelling of a name that may be erased, and the room's tournaments. Raises `Refused`."""
        room = [publisher.desk.state for publisher in self.tournaments]
        names = spellings(name, self.names, room)
        if not anyway:
            check_may_go(name, room)
        return names, room

    async def order_by(self, client: Latest, action: DirectorOrder, seen: int, who: Identity, words: Words) -> str:
        """Carry out an order in the tournament that the client follows. Returns an empty string, or the reason for
        refusing it, in the language of `words`.
        """
        publisher = self.pages.seen_by(client)
        if publisher is None:
            return words.say(message("no-tournament"))
        try:
            check_may(who, capability_for(action, publisher.desk.state, who))
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

    def listed(self) -> TournamentList:
        """All tournaments, and the physical tables."""
        tournaments = tuple(_listed(publisher) for publisher in self.tournaments)
        return TournamentList(tournaments, self.kiosk_access.tables, self.plan, self._zone, self.pairing.asked)

    def end_streams(self) -> None:
        """The service is about to stop: end all streams."""
        self.broadcasts.end()
        self.pages.end_streams()

    async def decisions(self, publisher: Publisher, after: int, most: int) -> list[Record]:
        """The records of a tournament after record `after`, as they are on disk. Raises `Fault`."""
        return await self._writer.read(tournament_stream(publisher.desk.state.id), after, most)

    async def records(self, publisher: Publisher, key: int, after: int, most: int) -> list[Record]:
        """The records of a tournament's table after record `after`, as they are on disk. Raises `Fault`."""
        return await self._writer.read(publisher.desk.stream(key), after, most)

    def _add(self, desk: Desk) -> None:
        publisher = Publisher(desk, self._times, self._room_wide, self._shows)
        self.tournaments.add(publisher)
        self.choices.opened(desk)
        desk.failing = self._failing
        desk.is_short = lambda: self.clock_recovery.is_short(desk)
        desk.awaits = lambda: self.clock_recovery.pending_records.tables_of(desk)
        desk.named = lambda: self.clock_recovery.lost_records.named(desk)
        desk.room = lambda: [(one.desk.state, one.desk.mark) for one in self.tournaments]
        desk.changed = lambda at_ms: self._changed(publisher, at_ms)
        ruled = self.case_law.listener(self._writer, lambda key: Place(publisher, key))
        desk.audited.listen(ruled)
        for key in desk.audited.keys:
            ruled(key)
        desk.run(self._writer)
        self.pages.opened(publisher)

    def _changed(self, publisher: Publisher, at_ms: int) -> None:
        publisher.clock_changed(at_ms)
        for other in self.tournaments:
            if other.desk.is_told_otherwise() and other is not publisher:
                other.gather()
        self.kiosks.send()

    def _room_wide(self, totals: Totals, words: Words) -> Totals:
        said = self.fault(words)
        if not said and (trouble := self.names.lost or self.clock_recovery.lost_records.said):
            said = str(words.fault(trouble))
        slowed = (RejectedKiosk(words.say(one.why), one.at_ms) for one in self.access.turned_away.last)
        return replace(
            totals, fault=said, rejected=(*self.kiosk_access.rejected, *slowed), copies=self.copies.asked,
            needs_paper=self.clock_recovery.needs_paper, failed_backups=self.clock_recovery.failed.said(words),
            awaited=self.clock_recovery.pending_records.said, histories=self.choices.asked,
        )  # fmt: skip

    def _gather(self) -> None:
        """Something that directors see about the room has changed."""
        for publisher in self.tournaments:
            publisher.gather()

    def _copies_changed(self, table: int) -> None:
        """A tablet is asking for a copy or was given one. `table` is the one whose kiosk was replaced, or 0."""
        self.kiosks.hang_up(table)
        self._tell_directors()

    def _tell_directors(self) -> None:
        """Send the directors everything that they see about the room except the tables."""
        for publisher in self.tournaments:
            publisher.send_totals()

    # Records

    def _taken(self, stream: str, records: Sequence[Record]) -> None:
        self._auditing.add(stream, records)

    def _audit(self, stream: str, records: Sequence[Record]) -> AuditedTable | None:
        """Audit records that are on disk. Returns the table after these records."""
        place = self.tournaments.at(stream)
        if place is None:
            return None
        place.desk.taken(place.key, records)
        return place.desk.audited.tables[place.key]

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
    """Log what was found when the database was opened."""
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
