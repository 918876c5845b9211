"""The records of one tournament: its decisions, the audited copies of its tables, and the accounts of both. When the
service starts, each tournament is opened with its clock stopped at the last recorded time."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from engine.message import message
from engine.tournament.actions import CatchUp, Recover, TournamentAction
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.state import Tournament
from kiosk.clock.store.keeper import OpenedStream
from kiosk.clock.store.port import Alive, ClockStore, Copied
from kiosk.clock.store.streams import TOURNAMENT, sitting_stream, tournament_stream
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.tables.snapshot import program, unpack
from kiosk.clock.times import Times
from kiosk.clock.tournaments.records.entry_accounts import EntryAccounts
from kiosk.clock.tournaments.records.named import TournamentForms
from kiosk.clock.tournaments.records.rules import TimedOrder, TournamentKeeper, tournament_rules
from kiosk.storage.chain import START, Record
from ui.words import Words


class TournamentRecords(NamedTuple):
    """A tournament as reconstructed from its records. The accounts follow each decision as soon as it is on disk."""

    keeper: TournamentKeeper
    audited: AuditedTables
    accounts: EntryAccounts


class RecordGaps:
    """The records that the clock has lost and may still get back, by tournament. This default is for a clock that has
    lost none."""

    def is_short(self, tournament: str) -> bool:
        """Whether the clock is waiting to receive records again. Until then, nothing is decided automatically."""
        return False

    def pending_tables(self, tournament: str) -> Collection[int]:
        """The physical tables that still have to resend records that a rebuilt clock has lost."""
        return ()

    def lost_sitting(self, tournament: str) -> int:
        """The last sitting that a table reported and whose opening record is lost; 0 if there is none."""
        return 0


GOES_ON_MS = 120_000
"""The longest absence, in milliseconds, after which level clocks go on by themselves, if its length is certain."""


def recover(tournament: Tournament, alive: Alive | None, times: Times, away_ms: int | None = None) -> Recover:
    """The recovery order, based on when the previous run was last alive. After a reboot, only the wall clock shows how
    long ago that was, unless the database itself measured it (`away_ms`)."""
    alive_ms = last_known_ms(tournament, alive)
    if alive and away_ms is not None:
        return Recover(alive_ms, away_ms, away_ms <= GOES_ON_MS)
    if alive is None:
        return Recover(alive_ms, 0)
    same_boot = alive.boot and alive.boot == times.boot
    since_ms = times.mono_ms() - alive_ms if same_boot else times.wall_ms() - alive.wall_ms
    return Recover(alive_ms, max(0, since_ms))


def last_known_ms(tournament: Tournament, alive: Alive | None) -> int:
    """The last moment when the previous run is known to have been alive, in that run's own time."""
    since_ms = tournament.clock.since_ms or 0
    return max(alive.mono_ms, since_ms) if alive else since_ms  # it may have started in the last second before


class RecordServices(NamedTuple):
    """The objects needed to read the records of every tournament. `words` is the room's language."""

    forms: TournamentForms
    times: Times
    words: Words
    gaps: RecordGaps = RecordGaps()

    def new(self, its_id: str, epoch: int) -> TournamentRecords:
        stream = tournament_stream(its_id)
        audited, accounts = self._tables(its_id)
        opened, rules = OpenedStream(stream, START, epoch), tournament_rules(self.forms.of(its_id))
        return TournamentRecords(TournamentKeeper(opened, rules, Tournament(), accounts.follow), audited, accounts)

    def resumed(self, its_id: str, store: ClockStore) -> TournamentRecords:
        """The records of a tournament in the store. Raises `Fault`."""
        audited, accounts = self._tables(its_id)
        stream, rules = tournament_stream(its_id), tournament_rules(self.forms.of(its_id))
        keeper = TournamentKeeper.resume(store, stream, rules, Tournament(), accounts.follow)
        return TournamentRecords(keeper, audited, accounts)

    def _tables(self, its_id: str) -> tuple[AuditedTables, EntryAccounts]:
        audited = AuditedTables(self.times, self.words)
        return audited, EntryAccounts(audited, Tournament(), partial(self.gaps.pending_tables, its_id))


class TournamentOpener:
    def __init__(self, store: ClockStore, services: RecordServices) -> None:
        self._store = store
        self._services = services
        self._times = services.times
        self._alive, self._away_ms = store.last_alive(), store.away_ms

    def opened(self) -> list[TournamentRecords]:
        """Every tournament in the store, in the order in which they were created. Raises `Fault`."""
        streams = sorted(self._store.streams(TOURNAMENT), key=lambda stream: self._store.copy(stream).begun_ms())
        return [self._open(stream.removeprefix(TOURNAMENT)) for stream in streams]

    def _open(self, its_id: str) -> TournamentRecords:
        records = self._services.resumed(its_id, self._store)
        keeper, audited_tables, accounts = records
        self._do(keeper, recover(keeper.state, self._alive, self._times, self._away_ms))
        accounts.follow(keeper.state)
        for key in audited_tables.keys:
            self._load(audited_tables, key, sitting_stream(keeper.state.id, key))
        self._do(keeper, CatchUp(audited_tables.played()))
        accounts.follow(keeper.state)
        return records

    def _load(self, audited_tables: AuditedTables, key: int, stream: str) -> None:
        """Audit the stored records. Damaged ones are set aside in the store, so that the table sends them again."""
        copy = self._store.copy(stream)
        sound = audited_tables.read(key, self._after_snapshot(audited_tables, key, copy))
        if copy.head().seq != sound:
            if not self._store.news:
                self._store.set_aside(stream, sound)
            audited_tables.flag(key, message("copy-damaged", record=sound + 1))
        for short in self._store.shortfalls:
            if short.stream == stream:
                audited_tables.flag(
                    key, message("copy-short", found=short.found, promised=short.promised, kept=str(short.kept))
                )

    def _after_snapshot(self, audited_tables: AuditedTables, key: int, copy: Copied) -> Iterator[Record]:
        """The records to audit: those after the snapshot if the stream still has the snapshot's last record, or else
        all. While the clock runs, a separate check verifies that the earlier records are undamaged and lead to the
        snapshot."""
        kept = copy.snapshot(program())
        audited = unpack(kept.body) if kept else None
        if kept is None or audited is None or audited.seq != kept.mark.seq or not copy.has(kept.mark):
            return copy.walk()
        audited_tables.resume(key, audited)
        return copy.walk(kept.mark)

    def _do(self, keeper: TournamentKeeper, action: TournamentAction) -> None:
        if not self._store.news:  # else the clock that runs the room has done it
            now_ms, wall_ms = self._times.mono_ms(), self._times.wall_ms()
            keeper.do_now(self._store, TimedOrder(action, now_ms, BY_CLOCK, {}), wall_ms)
