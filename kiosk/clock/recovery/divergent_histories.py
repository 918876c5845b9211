"""Tablets that ask to keep their own history of a table in place of the clock's copy, and the director's approval.

The two histories have forked: a twin or an old kiosk was let in by mistake, or a disk lied. The clock audits everything
that the tablet has before it asks the director, who sees the outcome before choosing.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from secrets import token_hex
from typing import NamedTuple

import msgspec

from engine.refused import Refused
from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.pending_records import DISMISSED, PendingRecords
from kiosk.clock.recovery.pending_records import KIND as AWAITED
from kiosk.clock.recovery.table_copies import MOST_ASKING
from kiosk.clock.store.history_choices import KIND, HistoryChoice, choice_notes_in
from kiosk.clock.store.keeper import run_to_end
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.clock.tables.auditing import Auditing
from kiosk.clock.tables.view import two_stacks
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.faults import Fault
from kiosk.log import person
from kiosk.protocol.link.recovery import AskKeep, CopyGranted, CopyHeld
from kiosk.protocol.link.wire import encode
from kiosk.protocol.people import AskedHistory
from kiosk.protocol.sync import MOST_OPENINGS, Forked
from kiosk.storage.chain import START, Mark, Record, follows, mark_of

log = logging.getLogger(__name__)

SLICE = 25
"""How many records are audited before other tasks get a turn."""


class GivenUp(msgspec.Struct, frozen=True):
    """The result of a choice: `aside` records of the clock's copy of `table` were moved to `file`."""

    table: int
    aside: int
    file: str


class AskingHistory:
    def __init__(self, writer: Writer, place: Place, ask: AskKeep, client: Latest, at_ms: int) -> None:
        self.ask = ask
        self.place = place
        self.client = client
        self.is_taken = False
        self._writer = writer
        self._at_ms = at_ms
        now = place.desk.audited.tables[place.key]
        self.audited = AuditedTable(now.seating, now.book, due=now.due)
        """The table as it is on the tablet, up to the last record sent."""
        self.shared = START
        self.parted: list[Record] = []
        """The tablet's records after the last shared one."""
        self._shared_hands = 0

    @property
    def mark(self) -> Mark:
        return mark_of(self.parted[-1]) if self.parted else self.shared

    @property
    def is_whole(self) -> bool:
        return self.mark == self.ask.head

    async def take(self, records: Sequence[Record]) -> Mark:
        """Take the next records. Raises `Forked` if they do not follow the last one, or `Fault` if the disk fails."""
        copy = [] if self.parted else await self._writer.read(self.place.stream, self.mark.seq, len(records))
        held = {record.seq: record.hash for record in copy}
        for number, record in enumerate(records):
            if not follows(self.mark, record) or record.seq > self.ask.head.seq or record.epoch > self.ask.epoch:
                raise Forked("record-in-two-histories", record=record.seq)
            if not self.parted and held.get(record.seq) == record.hash:
                self.shared = mark_of(record)
            else:
                self.parted.append(record)
            self.audited = audit_record(self.audited, record)
            if not self.parted:
                self._shared_hands = self.audited.game.table.hands
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        return self.mark

    def asked(self) -> AskedHistory:
        """The request as the director sees it, compared with the clock's copy as it is now."""
        desk, key = self.place.desk, self.place.key
        theirs, mine = desk.audited.tables[key], self.audited
        hands, shared = theirs.game.table.hands, min(self.shared.seq, theirs.seq)
        return AskedHistory(
            table=self.ask.table,
            check=self.ask.check,
            at_ms=self._at_ms,
            records=mine.seq,
            shared=shared,
            aside=theirs.seq - shared,
            added=mine.seq - self.shared.seq,
            hands_aside=max(0, hands - self._shared_hands),
            hands_added=mine.game.table.hands - self._shared_hands,
            chips=mine.game.table.issued - theirs.game.table.issued,
            flags=len(mine.flags),
            stacks=two_stacks(mine, theirs, desk.accounts.names(key)),
        )


class TableParts(NamedTuple):
    writer: Writer
    tournaments: Tournaments
    auditing: Auditing
    pending_records: PendingRecords


class Choices:
    """All open requests, and the choices made. `changed` is called with the table whose kiosk was replaced, or 0."""

    def __init__(
        self,
        store: ClockStore,
        table: TableParts,
        kiosk_access: KioskAccess,
        times: Times,
        changed: Callable[[int], None],
    ) -> None:
        """Must be called before the writer's first job. Raises `Fault`."""
        self._table = table
        self._kiosk_access = kiosk_access
        self._times = times
        self._changed = changed
        self._asking: list[AskingHistory] = []
        self._done: dict[tuple[int, str], GivenUp] = {}
        """The choices made since the service started, by table and number, because a tablet may have missed the
        answer."""
        self._made = {one.stream for one in choice_notes_in(store.kept(KIND).values())}

    def opened(self, desk: Desk) -> None:
        """Tell this tournament for which of its tables a director has ever chosen a tablet's history."""
        desk.audited.chosen |= {key: 1 for key in desk.audited.keys if desk.stream(key) in self._made}

    @property
    def asked(self) -> tuple[AskedHistory, ...]:
        """The requests that are waiting for the director's decision, longest-waiting first."""
        return tuple(one.asked() for one in self._asking if one.is_whole and not one.is_taken)

    async def asks(self, ask: AskKeep, client: Latest) -> AbstractContextManager[AskingHistory]:
        """Serve a tablet's request until the context ends. Raises `Fault` if it may not ask for the table now."""
        self._kiosk_access.check_token(ask)
        place = self._table.tournaments.now().get(ask.table)
        if place is None:
            raise Fault("copy-of-no-table", table=ask.table)
        if ask.sitting != place.name:
            raise Fault("history-of-other-sitting", table=ask.table)
        if not ask.head.seq:
            raise Fault("history-empty", table=ask.table)
        if sum(one.ask.table == ask.table for one in self._asking) >= MOST_ASKING:
            raise Fault("copy-asked-too-often", table=ask.table)
        standing = await self._table.writer.standing(place.stream)
        if ask.epoch > standing.epoch + MOST_OPENINGS:
            raise Fault("epoch-not-believed", epoch=str(ask.epoch), newest=str(standing.epoch))
        client.put("copy-held", encode(CopyHeld(ask.sitting, standing.mark.seq)))
        return self._waiting(AskingHistory(self._table.writer, place, ask, client, self._times.mono_ms()))

    @contextmanager
    def _waiting(self, asking: AskingHistory) -> Iterator[AskingHistory]:
        self._asking.append(asking)
        try:
            yield asking
        finally:
            self._asking.remove(asking)
            self._changed(0)

    async def take(self, asking: AskingHistory, records: Sequence[Record]) -> Mark:
        """Take the records that a tablet sends. Raises the same errors as `AskingHistory.take`."""
        mark = await asking.take(records)
        if asking.is_whole:
            self._changed(0)
        return mark

    async def choose(self, table: int, check: str, by: str) -> GivenUp:
        """Approve the tablet that shows this number: its history becomes the table's history. Repeating the call
        changes nothing. Raises `Refused` if there is no such tablet or the clock's copy has changed, or `Fault`."""
        shown = "".join(check.split())
        found = [one for one in self._asking if one.ask.table == table and one.ask.check == shown and one.is_whole]
        if not [one for one in found if not one.is_taken] and (done := self._done.get((table, shown))):
            return done
        if len(found) != 1 or found[0].is_taken:
            raise Refused("history-not-asked", table=table)
        if self._table.tournaments.now().get(table) != found[0].place:  # closed, or now in another tournament
            raise Refused("history-overtaken", table=table)
        # Otherwise, the screen would differ from the disk if the caller stopped waiting.
        return await run_to_end(self._choose(found[0], by))

    async def _choose(self, asking: AskingHistory, by: str) -> GivenUp:
        ask, place, chosen = asking.ask, asking.place, None
        choice = HistoryChoice(
            place.stream, ask.table, by, self._times.wall_ms(), asking.shared, asking.parted, ask.epoch, token_hex(8)
        )
        asking.is_taken = True
        try:
            dropped = [MemoryEntry(kind, place.stream, None) for kind in (AWAITED, DISMISSED)]
            chosen = await self._table.writer.choose(choice, *dropped)
        finally:
            asking.is_taken = chosen is not None
        if chosen is None:
            raise Refused("history-overtaken", table=ask.table)
        # This is done immediately, before any other task gets a turn, because the records waiting to be audited belong
        # to the history that was set aside.
        log.info("table %d continues with the history of its tablet, approved by %s: %s", ask.table, person(by), chosen)
        self._table.auditing.restart(place.stream)
        self._table.pending_records.given_up(place.stream)
        self._made.add(place.stream)
        place.desk.audited.choose(place.key, asking.audited)
        self._changed(ask.table)
        asking.client.put("copy-granted", encode(CopyGranted(chosen.epoch, chosen.end)))
        done = self._done[ask.table, ask.check] = GivenUp(ask.table, chosen.aside, chosen.file)
        return done
