"""The clock service: connects the tournaments, the tables and their disk.

Belongs to the event loop's thread. Knows nothing about sockets: a client is a `Latest` to be filled.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import ExitStack

from msgspec.structs import replace

from engine.tournament.state import is_over
from kiosk.clock.access.access import Access
from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.access.open_sessions import SESSION
from kiosk.clock.clients.quota import Quota
from kiosk.clock.clients.result_cache import ResultCache
from kiosk.clock.clients.site_address import is_own
from kiosk.clock.features.broadcast.broadcasts import Broadcasts
from kiosk.clock.features.broadcast.setting import setting_of
from kiosk.clock.features.displays.hub import SAID, Displays, RoomNow, displays_of
from kiosk.clock.features.downs import Downs
from kiosk.clock.features.insight.case_law import CaseLaw
from kiosk.clock.features.leagues import Leagues, LeagueSource
from kiosk.clock.features.pages import OpenPages
from kiosk.clock.features.people.erasure import Erasure
from kiosk.clock.features.people.renaming import Renaming
from kiosk.clock.features.phones import Days, Phones, PhoneShows, kept_card_secret
from kiosk.clock.features.plan import TablePlan
from kiosk.clock.health.vitals import Counts, ServiceHealth, Turns, Vitals, since
from kiosk.clock.links.cameras import CameraRelay
from kiosk.clock.links.glasses import GlassPairings, HostedTables
from kiosk.clock.links.kiosks import Kiosks, KioskServices
from kiosk.clock.links.pairing import TablePairings
from kiosk.clock.recovery.clock_recovery import BackupDisk, ClockRecovery
from kiosk.clock.recovery.divergent_histories import Choices, TableParts
from kiosk.clock.recovery.lost_records import ClockGaps
from kiosk.clock.recovery.table_copies import Copies
from kiosk.clock.settings import ClockSettings
from kiosk.clock.shared_authority import room_authority
from kiosk.clock.store.corrections import corrections_of
from kiosk.clock.store.place import FollowedRoom, StorePlace, open_store
from kiosk.clock.store.port import Alive, ClockStore
from kiosk.clock.store.sqlite.store import lock_database
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.auditing import Auditing
from kiosk.clock.tables.snapshot import prove
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import DeskServices
from kiosk.clock.tournaments.publishing.director_messages import Restored, TookOver, Totals
from kiosk.clock.tournaments.publishing.publisher import Publisher, PublisherServices
from kiosk.clock.tournaments.publishing.state_feed import PublisherSettings
from kiosk.clock.tournaments.records.named import TournamentForms
from kiosk.clock.tournaments.records.records import (
    GOES_ON_MS,
    RecordServices,
    TournamentOpener,
    TournamentRecords,
)
from kiosk.clock.tournaments.room import Place, RoomServices, Tournaments
from kiosk.clock.tournaments.room_orders import OrderServices, RoomOrders
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog
from kiosk.protocol.link.versions import own_version
from kiosk.protocol.tournaments import ListedTournament, TournamentList
from kiosk.storage.chain import Record
from ui.words import Words
from ui.words.languages import words_in

HEARTBEAT_S = 1.0
"""How often, in seconds, the service records that it is alive. A crash may lose this much time."""
LOOK_S = 0.5
"""How often, in seconds, a clock that follows reads what is new."""

log = logging.getLogger(__name__)


class Service:
    """The whole clock. Only one may run on a database at a time."""

    def __init__(  # noqa: PLR0915  every part is created here
        self, settings: ClockSettings, times: Times, turns: Turns | None = None, followed: FollowedRoom | None = None
    ) -> None:
        """`turns` counts the takeovers of this program, if the database is on a server. With `followed`, another clock
        runs the room, and this one only shows it. Raises `Fault` if the database cannot be used at all, or cannot be
        used with these settings."""
        self.followed = followed
        self._looked = asyncio.Event()
        """Set at the end of the current look at the database."""
        self.language = settings.language or "en"
        """The room's language."""
        self.has_own_language = bool(settings.language)
        """Whether the room has chosen its language. If not, each page is in its browser's language."""
        self.is_unreachable = is_own(settings.host)
        """Whether the clock listens only on its own machine, so that only a proxy can open it to others."""
        self.words = words = words_in(self.language)
        self.version = own_version()
        self.peers = PeerLog(log, times.mono_ms)
        self.quota, self.vitals = Quota(times.mono_ms), Vitals(settings.state)
        self.tournaments = tournaments = Tournaments()
        self.health = ServiceHealth(self.vitals, tournaments.send_totals)
        failing = self.health.failing
        self._times, self._zone = times, settings.zone
        self._backup_disk = BackupDisk(folder, settings.state) if (folder := settings.backup_folder) else None
        self.pages = OpenPages(tournaments, self.listed)
        self.results = ResultCache[bytes]()
        self.begins = ResultCache[int]()
        """When the clock of each tournament first started."""
        self.ends = ResultCache[int]()
        """When each tournament ended."""
        self._proving: asyncio.Task[None] | None = None
        with ExitStack() as undo:
            self._lock = undo.enter_context(lock_database(settings.state))
            place = StorePlace(settings.state, settings.server, settings.name)
            store = followed or open_store(place)
            undo.callback(store.close)
            _log_findings(store)
            self.authority = room_authority(store, settings)
            """The room's certificate authority, if it is in the database on a server."""
            self._restored: Restored | None = None
            self.turns, self._took_over = turns, _took_over(store, place, times)
            if turns and self._took_over:
                turns.taken_over += 1
            self._writer = writer = Writer(store, self._taken, self.vitals.commits.observe)
            self._auditing = Auditing(writer, tournaments.audit, failing)
            room = RoomServices(writer, tournaments, times, failing)
            gaps, corrections = ClockGaps(store, tournaments), corrections_of(store)
            self.forms = TournamentForms(store.names, lambda: corrections.state)
            records = RecordServices(self.forms, times, words, gaps)
            opened = TournamentOpener(store, records).opened()
            self.plan, self.case_law = TablePlan(store, room, self.pages.tell_list), CaseLaw(store, times.wall_ms)
            self.access = access = Access(settings, store, writer, times, tournaments.gather, self._staff_changed)
            self.kiosk_access = KioskAccess(access.tables, access.turned_away, times, words)
            self.orders = RoomOrders(OrderServices(room, records, access.tables, self.vitals.orders), self._created)
            self.clock_recovery = ClockRecovery(settings, store, gaps, room)
            services = KioskServices(
                writer, tournaments, self.kiosk_access, access.staff, self.clock_recovery, words, settings.addresses,
                self.version,
            )  # fmt: skip
            self.kiosks = Kiosks(services, tournaments.gather, failing)
            self.leagues = Leagues(store, writer, LeagueSource(tournaments, settings.names, settings.zone), times)
            self.downs = Downs(store, writer, tournaments, times)
            self.displays = Displays(displays_of(store), writer, times, RoomNow(tournaments, self.downs.view), settings)
            self.broadcasts = Broadcasts(setting_of(store), writer, tournaments, times, settings.names)
            phone_shows = PhoneShows(settings.names, settings.phone_stacks, settings.public_prizes)
            days = Days(kept_card_secret(store), writer, settings.names)
            self.phones = Phones(phone_shows, days, lambda: self.plan.now)
            self.copies = Copies(room, self.kiosk_access, gaps.pending.of_table, self._kiosk_replaced)
            parts = TableParts(writer, tournaments, self._auditing, gaps.pending)
            self.choices = Choices(store, parts, self.kiosk_access, times, self._kiosk_replaced)
            self.pairing = TablePairings(
                access.tables, access.cameras, times, self.pages.tell_list, access.turned_away.for_pairing
            )
            self.cameras = CameraRelay()
            self.hosted = HostedTables()
            self.glasses = GlassPairings(access.glasses, times, self.pages.tell_list, access.turned_away.for_pairing)
            self.renaming = Renaming(corrections, store.names, room)
            self.erasure = Erasure(store.names, self.renaming, room)
            desk = DeskServices(writer, times, tournaments.states, gaps, failing)
            shows = PublisherSettings(settings.names, settings.zone, settings.public_prizes)
            self._publishing = PublisherServices(desk, shows, self._with_notices, self._ordered, self.downs)
            undo.pop_all()
        if lost := store.names.lost:
            log.error("%s", lost)
        for tournament in opened:
            self._open(tournament)
        self._restored = _restored(store, self.tournaments, times)
        self.clock_recovery.lost_records.begin()

    async def heartbeat(self, every_s: float = HEARTBEAT_S) -> None:
        """Record at intervals that the service is alive, and catch up on any alarm that the machine slept through.
        Meanwhile, verify the snapshots that the service resumed from."""
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
                    self.tournaments.gather()
            except Fault as fault:
                self.health.failing(fault)
            await asyncio.sleep(every_s)

    async def follow(self, every_s: float = LOOK_S) -> None:
        """Show what the clock that runs the room writes. Raises `Outdated` if this service must be opened again, or
        `Fault`."""
        news = self._writer.news
        assert news
        news.tell_tables(self._taken)
        news.tell_kept(SAID, self.displays.hear)
        news.tell_kept(SESSION, lambda _: self._access_changed())
        self.vitals.beats()
        while True:
            for tell in await self._writer.look(news):
                tell()
            self._looked.set()
            self._looked = asyncio.Event()
            self.displays.publish()
            self.vitals.beats()
            await asyncio.sleep(every_s)

    async def read_newer(self) -> None:
        """Wait until this waiting clock has read everything that was written before this call, or until it ends."""
        for _ in range(2):  # the current look may have begun before this call
            if not self.pages.is_ending:
                await self._looked.wait()

    async def _prove(self) -> None:
        try:
            for publisher in self.tournaments:
                desk = publisher.desk
                for key in tuple(desk.audited.unproved):
                    if await prove(self._writer, desk.audited, key, desk.stream(key)):
                        self.kiosks.hang_up(desk.table_of(key))
        except Fault as fault:
            self.health.failing(fault)

    def end_streams(self) -> None:
        self.broadcasts.end()
        self.pages.end_streams()
        self._looked.set()

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
        self._writer.close()
        self._lock.close()

    def now_ms(self) -> int:
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

    def counts(self) -> Counts:
        directors, displays, streams = self.pages.count()
        return Counts(
            healthy=self.health.is_well,
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

    def listed(self) -> TournamentList:
        tournaments = tuple(_listed(publisher) for publisher in self.tournaments)
        tables, asked = self.access.tables.tables, self.pairing.asked
        return TournamentList(tournaments, tables, self.plan.now, self._zone, asked, self.glasses.asked)

    def _taken(self, stream: str, records: Sequence[Record]) -> None:
        self._auditing.add(stream, records)

    def _access_changed(self) -> None:
        """The clock that runs the room has changed the staff, a device, a sign-in or a token."""
        self.access.sessions.hang_up()
        self.pages.tell_list()

    def _staff_changed(self) -> None:
        self.kiosks.tell_staff()

    def _with_notices(self, totals: Totals, words: Words) -> Totals:
        """The totals for a tournament, with notices for the director about the room, in the language of `words`."""
        recovery, said = self.clock_recovery, self.health.said(words)
        if self.followed:
            return replace(totals, fault=said)  # only the clock that runs the room knows the others
        if not said and (lost := recovery.lost):
            said = str(words.fault(lost))
        return replace(
            totals, fault=said, rejected=self.kiosk_access.turned_away(words), copies=self.copies.asked,
            needs_paper=recovery.needs_paper, failed_backups=recovery.failed.said(words),
            awaited=recovery.pending_records.said, histories=self.choices.asked, took_over=self._took_over,
            restored=self._restored,
        )  # fmt: skip

    def _created(self, records: TournamentRecords) -> None:
        self._open(records)
        self.kiosks.send()

    def _open(self, records: TournamentRecords) -> None:
        publisher = Publisher(records, self._publishing)
        desk = publisher.desk
        self.tournaments.add(publisher)
        self.choices.opened(desk)
        if not desk.is_followed:
            ruled = self.case_law.listener(self._writer, lambda key: Place(publisher, key))
            desk.audited.listen(ruled)
            for key in desk.audited.keys:
                ruled(key)
        desk.begin()
        self.pages.opened(publisher)

    def _ordered(self, tournament: str) -> None:
        self.tournaments.ordered(tournament)
        self.kiosks.send()

    def _kiosk_replaced(self, table: int) -> None:
        """A tablet is asking for a table, or has been assigned to it. `table` is the one whose kiosk was replaced, or
        0."""
        self.kiosks.hang_up(table)
        self.tournaments.send_totals()


def _listed(publisher: Publisher) -> ListedTournament:
    desk = publisher.desk
    figures = desk.accounts.figures()
    return ListedTournament(desk.state.id, desk.state.name, figures.entries, figures.players_left, is_over(desk.state))


def _restored(store: ClockStore, tournaments: Tournaments, times: Times) -> Restored | None:
    """The lost data that was restored at this opening, or None."""
    if not store.restored and not store.brought.entries and not store.brought.is_short:
        return None
    names = {tournament_stream(one.desk.state.id): one.desk.state.name for one in tournaments}
    restored = tuple(sorted({names.get(stream, "") for stream in store.restored}))
    return Restored(times.mono_ms(), restored, *store.brought)


def _took_over(store: ClockStore, place: StorePlace, times: Times) -> TookOver | None:
    """The takeover with which this service began, or None if it was no takeover."""
    if not store.took_over:
        return None
    away_ms = store.away_ms or 0
    log.info("this clock, %s, takes over from %s; nobody wrote for %d ms", place.clock_name, store.took_over, away_ms)
    now_ms, wall_ms = times.mono_ms(), times.wall_ms()
    return TookOver(place.clock_name, store.took_over, now_ms, wall_ms, away_ms, away_ms <= GOES_ON_MS)


def _log_findings(store: ClockStore) -> None:
    for short in store.shortfalls:
        log.error("the copy of %s ends at record %d, but it had %d; the damaged files are kept in %s", *short)
    for stream in store.restored:
        log.error("%s was restored from the second copy of the clock's decisions", stream)
    if store.brought.entries:
        log.error(
            "%d entries for staff, devices and tokens were restored from their second copy", store.brought.entries
        )
    if store.brought.is_short:
        log.error("changes to staff, devices and tokens may be lost: check them on the console's Room page")
