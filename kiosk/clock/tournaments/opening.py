"""Opens the desks when the service starts: each tournament as its stream left it, with its clock stopped at the last
recorded time.
"""

from collections.abc import Callable, Iterator

from engine.message import message
from engine.tournament.actions import CatchUp, TournamentAction
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.state import Tournament
from kiosk.clock.store.corrections import Corrections
from kiosk.clock.store.store import Store
from kiosk.clock.store.stream_copy import StreamCopy
from kiosk.clock.store.streams import TOURNAMENT
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.tables.snapshot import program, unpack
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk import Desk
from kiosk.clock.tournaments.outage import recover
from kiosk.clock.tournaments.rules import TimedOrder, TournamentKeeper, tournament_rules
from kiosk.storage.chain import Record
from ui.words import Words


class DeskOpener:
    """The inputs for opening desks before the store is handed to the writer."""

    def __init__(
        self, store: Store, times: Times, words: Words, corrections: Callable[[], Corrections] = Corrections
    ) -> None:
        self._store = store
        self._corrections = corrections
        self._times = times
        self._words = words
        self._alive = store.last_alive()

    def desks(self) -> list[Desk]:
        """Every tournament in the store, in the order in which they were created. Raises `Fault`."""
        streams = sorted(self._store.streams(TOURNAMENT), key=lambda stream: self._store.copy(stream).begun_ms())
        return [self._desk(self._keeper(stream)) for stream in streams]

    def _keeper(self, stream: str) -> TournamentKeeper:
        rules = tournament_rules(self._store.names, stream, self._corrections)
        return TournamentKeeper.resume(self._store, stream, rules, Tournament())

    def _desk(self, keeper: TournamentKeeper) -> Desk:
        audited_tables = AuditedTables(self._times, self._words)
        self._do(keeper, recover(keeper.state, self._alive, self._times))
        desk = Desk(keeper, audited_tables, self._times)
        for key in audited_tables.keys:
            self._load(desk, key)
        self._do(keeper, CatchUp(audited_tables.played()))
        desk.resumed()
        return desk

    def _load(self, desk: Desk, key: int) -> None:
        """Audit the stored records. Damaged ones are set aside in the store, so that the table sends them again."""
        stream, audited_tables = desk.stream(key), desk.audited
        copy = self._store.copy(stream)
        sound = audited_tables.read(key, self._after_snapshot(audited_tables, key, copy))
        if copy.head().seq != sound:
            self._store.set_aside(stream, sound)
            audited_tables.flag(key, message("copy-damaged", record=sound + 1))
        for short in self._store.shortfalls:
            if short.stream == stream:
                audited_tables.flag(
                    key, message("copy-short", found=short.found, promised=short.promised, kept=str(short.kept))
                )

    def _after_snapshot(self, audited_tables: AuditedTables, key: int, copy: StreamCopy) -> Iterator[Record]:
        """The records to audit. These are the records after the snapshot if the stream holds the snapshot's last
        record. Whether the earlier records are undamaged and lead to the snapshot is checked while the clock runs."""
        kept = copy.snapshot(program())
        audited = unpack(kept.body) if kept else None
        if kept is None or audited is None or audited.seq != kept.mark.seq or not copy.has(kept.mark):
            return copy.walk()
        audited_tables.resume(key, audited)
        return copy.walk(kept.mark)

    def _do(self, keeper: TournamentKeeper, action: TournamentAction) -> None:
        keeper.do_now(self._store, TimedOrder(action, self._times.mono_ms(), BY_CLOCK, {}), self._times.wall_ms())
