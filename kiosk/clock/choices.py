"""Tablets that ask that their own history of a table counts, and not the clock's copy; and the director's word for it.
Knows no sockets.

The two have parted: a twin or an old kiosk was let in by mistake, or a disk lied. All that the tablet has is read and
audited before anybody is asked, so that what a choice leads to is said first, and is one step.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from secrets import token_hex
from typing import NamedTuple

import msgspec

from engine.refused import Refused
from kiosk.clock.awaited import DISMISSED, AwaitedRecords
from kiosk.clock.awaited import KIND as AWAITED
from kiosk.clock.copies import MOST_ASKING
from kiosk.clock.desk.desk import Desk
from kiosk.clock.door import Door
from kiosk.clock.latest import Latest
from kiosk.clock.room import Place, Tournaments
from kiosk.clock.store.chosen import KIND, Choice, chosen_in
from kiosk.clock.store.remembered import Kept
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.clock.tables.auditing import Auditing
from kiosk.clock.tables.view import AskedHistory, two_stacks
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.log import person
from kiosk.protocol.messages import AskKeep, CopyGranted, CopyHeld, encode
from kiosk.protocol.sync import MOST_OPENINGS, Forked
from kiosk.storage.chain import START, Mark, Record, follows, mark_of

log = logging.getLogger(__name__)

SLICE = 25
"""Records that are audited before others get their turn."""


class GivenUp(msgspec.Struct, frozen=True):
    """What became of a choice: `aside` records of the clock's copy of `table` were set aside, and lie in `file`."""

    table: int
    aside: int
    file: str


class AskingHistory:
    """One of them, connected."""

    def __init__(self, writer: Writer, place: Place, ask: AskKeep, client: Latest, at_ms: int) -> None:
        self.ask = ask
        self.place = place
        self.client = client
        self.is_taken = False
        """Whether the director has approved it, or is about to."""
        self._writer = writer
        self._at_ms = at_ms
        now = place.desk.floor.tables[place.key]
        self.audited = AuditedTable(now.seating, now.book, due=now.due)
        """As the tablet has it, up to what was sent."""
        self.shared = START
        """The last record that both have."""
        self.parted: list[Record] = []
        """What follows it on the tablet."""
        self._shared_hands = 0

    @property
    def mark(self) -> Mark:
        """Where what was sent ends."""
        return mark_of(self.parted[-1]) if self.parted else self.shared

    @property
    def is_whole(self) -> bool:
        """Whether all is there that the tablet has."""
        return self.mark == self.ask.head

    async def take(self, records: Sequence[Record]) -> Mark:
        """The next ones. Raises `Forked` where they are not, `Fault` where the disk fails."""
        held = {} if self.parted else await self._held(records)
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

    async def _held(self, records: Sequence[Record]) -> dict[int, bytes]:
        copy = await self._writer.read(self.place.stream, self.mark.seq, len(records))
        return {record.seq: record.hash for record in copy}

    def asked(self) -> AskedHistory:
        """For the director: as the clock's copy is now."""
        desk, key = self.place.desk, self.place.key
        theirs, mine = desk.floor.tables[key], self.audited
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
    """What of the clock has to do with a table's history."""

    writer: Writer
    tournaments: Tournaments
    auditing: Auditing
    awaited: AwaitedRecords


class Choices:
    """All that are asked for now, and those that were made. `changed` is told when that changes, with the table that is
    another kiosk's no more, 0 for none."""

    def __init__(
        self, store: Store, table: TableParts, door: Door, times: Times, changed: Callable[[int], None]
    ) -> None:
        """Before the writer has the store. Raises `Fault`."""
        self._table = table
        self._door = door
        self._times = times
        self._changed = changed
        self._asking: list[AskingHistory] = []
        self._done: dict[tuple[int, str], GivenUp] = {}
        """By table and number, what was chosen since the start: an answer may have been lost."""
        self._made = {one.stream for one in chosen_in(store.kept(KIND).values())}

    def opened(self, desk: Desk) -> None:
        """Of this tournament, say which tables ever had their history chosen."""
        desk.floor.chosen |= {key: 1 for key in desk.floor.keys if desk.stream(key) in self._made}

    @property
    def asked(self) -> tuple[AskedHistory, ...]:
        """Those that wait for the director's word, the longest first."""
        return tuple(one.asked() for one in self._asking if one.is_whole and not one.is_taken)

    async def asks(self, ask: AskKeep, client: Latest) -> AbstractContextManager[AskingHistory]:
        """A tablet asks, until the context ends. Raises `Fault` where it may not, or its table is in no tournament."""
        self._door.check_token(ask)
        place = self._table.tournaments.now().get(ask.table)
        if place is None:
            raise Fault("copy-of-no-table", table=ask.table)
        if ask.sitting != (place.name if place.desk.has_entries else ""):
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
        """What a tablet sends. Raises as `AskingHistory.take` does."""
        mark = await asking.take(records)
        if asking.is_whole:
            self._changed(0)
        return mark

    async def choose(self, table: int, check: str, by: str) -> GivenUp:
        """The director's word for the tablet that shows this number: its history is the table's from now on. Said again
        it changes nothing. Raises `Refused` where there is none, or the clock's copy has become another one since; or
        the disk's `Fault`."""
        shown = "".join(check.split())
        found = [one for one in self._asking if one.ask.table == table and one.ask.check == shown and one.is_whole]
        if not [one for one in found if not one.is_taken] and (done := self._done.get((table, shown))):
            return done
        if len(found) != 1 or found[0].is_taken:
            raise Refused("history-not-asked", table=table)
        if self._table.tournaments.now().get(table) != found[0].place:  # it was closed, or is for another tournament
            raise Refused("history-overtaken", table=table)
        # To its end, whoever stops waiting: else what is shown would not be what the disk has.
        return await asyncio.shield(self._choose(found[0], by))

    async def _choose(self, asking: AskingHistory, by: str) -> GivenUp:
        ask, place, chosen = asking.ask, asking.place, None
        choice = Choice(
            place.stream, ask.table, by, self._times.wall_ms(), asking.shared, asking.parted, ask.epoch, token_hex(8)
        )
        asking.is_taken = True
        try:
            forgotten = [Kept(kind, place.stream, None) for kind in (AWAITED, DISMISSED)]
            chosen = await self._table.writer.choose(choice, *forgotten)
        finally:
            asking.is_taken = chosen is not None
        if chosen is None:
            raise Refused("history-overtaken", table=ask.table)
        # At once, before anybody else has a turn: what waits to be audited is of the history that was set aside.
        log.info("table %d goes on with the history of its tablet, by %s: %s", ask.table, person(by), chosen)
        self._table.auditing.restart(place.stream)
        self._table.awaited.given_up(place.stream)
        self._made.add(place.stream)
        place.desk.floor.choose(place.key, asking.audited)
        self._changed(ask.table)
        asking.client.put("copy-granted", encode(CopyGranted(chosen.epoch, chosen.end)))
        done = self._done[ask.table, ask.check] = GivenUp(ask.table, chosen.aside, chosen.file)
        return done
