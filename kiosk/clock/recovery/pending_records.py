"""Records that a clock has lost because it was rebuilt from a backup kept at the tables; the tables send them again.
Until then, nothing is decided automatically. The director can stop waiting, because a tablet may be lost too."""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

import msgspec

from engine.refused import Refused
from kiosk.clock.clients.latest import Latest
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.view import AwaitedTable
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.log import person
from kiosk.protocol.link.recovery import OldRecords, SendAgain
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello
from kiosk.protocol.sync import Forked
from kiosk.storage.chain import Mark, Record

log = logging.getLogger(__name__)

KIND = "awaited"
"""The kind of the database rows that say, for each stream, how far the copy reached."""
DISMISSED = "awaited-no-longer"
"""The kind of the rows that say who stopped waiting for a stream."""


class Dismissed(msgspec.Struct, frozen=True):
    by: str
    at_ms: int


def pending_in(rows: Iterable[tuple[str, bytes]]) -> dict[str, Mark]:
    """The marks by stream, from database rows. Unreadable rows are skipped."""
    return {stream: mark for stream, body in rows if (mark := read_row(body, Mark))}


def dismissed_in(rows: Iterable[tuple[str, bytes]]) -> dict[str, Dismissed]:
    """The dismissals by stream. An unreadable row is skipped, so the clock still waits for that stream."""
    return {stream: dismissed for stream, body in rows if (dismissed := read_row(body, Dismissed))}


class PendingRecords:
    """The records that the clock is waiting for from all tables. Belongs to the event loop's thread."""

    def __init__(self, store: ClockStore, tournaments: Tournaments) -> None:
        """Must be called before the writer's first job. Raises `Fault`."""
        self._owed = pending_in(store.kept(KIND).items())
        dismissed = dismissed_in(store.kept(DISMISSED).items())
        self._dismissed = {stream: one for stream, one in dismissed.items() if stream in self._owed}
        self._tournaments = tournaments

    def settle(self, store: ClockStore) -> None:
        """Stop waiting for records that the clock has after all. Must be called before the writer's first job. Raises
        `Fault`."""
        came = [stream for stream, mark in self._owed.items() if store.copy(stream).head().seq >= mark.seq]
        if came and not store.news:
            store.keep(*(MemoryEntry(kind, stream, None) for stream in came for kind in (KIND, DISMISSED)))
        for stream in came:
            self.given_up(stream)

    @property
    def places(self) -> Mapping[str, Place]:
        """The tables that the clock is waiting for, by stream. Tables whose chips are typed in are left out."""
        return {stream: place for stream, place in self._short.items() if stream not in self._dismissed}

    @property
    def _short(self) -> Mapping[str, Place]:
        """The tables whose records are missing, by stream, including those that the director has stopped waiting
        for."""
        found = {stream: self._tournaments.at(stream) for stream in self._owed}
        return {stream: place for stream, place in found.items() if place and self._lacks(stream, place)}

    def of(self, desk: Desk) -> bool:
        return bool(self.tables_of(desk))

    def tables_of(self, desk: Desk) -> Collection[int]:
        """The physical tables in a tournament whose records the clock is waiting for, in order."""
        if not self._owed:
            return ()
        return sorted({desk.table_of(place.key) for place in self.places.values() if place.desk is desk})

    @property
    def said(self) -> tuple[AwaitedTable, ...]:
        """The tables that the clock is waiting for, as the director sees them, in table order."""
        lacking = Counter[int]()
        for stream, place in self.places.items() if self._owed else ():
            lacking[place.desk.table_of(place.key)] += self.lacking(stream)
        return tuple(AwaitedTable(table, count) for table, count in sorted(lacking.items()))

    def lacking(self, stream: str) -> int:
        place = self._short.get(stream)
        return self._owed[stream].seq - place.desk.audited.tables[place.key].seq if place else 0

    def given_up(self, stream: str) -> None:
        """Stop waiting: the old records of this stream have arrived, or a different history was chosen for the
        table."""
        self._owed.pop(stream, None)
        self._dismissed.pop(stream, None)

    def _lacks(self, stream: str, place: Place) -> bool:
        sitting = place.desk.state.sittings.get(place.key)
        typed = sitting is not None and sitting.typed
        return not typed and place.desk.audited.tables[place.key].seq < self._owed[stream].seq

    def of_table(self, table: int) -> int:
        return next((one.records for one in self.said if one.table == table), 0)

    async def dismiss(self, table: int, dismissed: Dismissed, writer: Writer) -> None:
        """Stop waiting for a table's records. If they come later, they are still accepted. Raises `Refused` if the
        clock is not waiting for any, or `Fault` if the disk fails."""
        streams = [stream for stream, place in self.places.items() if place.desk.table_of(place.key) == table]
        if not streams:
            raise Refused("records-not-awaited", table=table)
        await writer.keep(*(MemoryEntry(DISMISSED, stream, msgspec.json.encode(dismissed)) for stream in streams))
        self._dismissed |= dict.fromkeys(streams, dismissed)
        for place in (self._short[stream] for stream in streams):
            place.publisher.table_changed(place.key)  # other tables may now get a different list of arrivals
        log.info("no longer waiting for the records of table %d: %s", table, person(dismissed.by))

    def greeted(self, hello: Hello, client: Latest) -> None:
        """A table has connected: ask it for its records of sittings that it has left."""
        for stream, place in self._short.items():
            if place.desk.table_of(place.key) != hello.table:
                continue
            held = place.desk.audited.tables[place.key].seq
            if place.name != hello.sitting:
                client.put(("send-again", place.name), encode(SendAgain(place.name, held)))
            elif hello.head.seq > held:
                self._dismissed.pop(stream, None)  # this is the tablet that has the records

    async def came(self, table: int, sent: OldRecords, writer: Writer, client: Latest) -> None:
        """Take old records that a table sends. Raises `Fault` if the disk fails."""
        place = self._tournaments.place(sent.sitting)
        mark = self._owed.get(place.stream) if place else None
        if place is None or mark is None or place.desk.table_of(place.key) != table:
            return
        if not sent.records:
            log.info("table %d has no further records of %s", table, place.name)
            return
        self._dismissed.pop(place.stream, None)
        try:
            _check(sent.records, mark)
        except Forked as forked:
            place.desk.audited.forked(place.key, forked)
            return
        await take_old(place, sent, writer, client)


async def take_old(place: Place, sent: OldRecords, writer: Writer, client: Latest) -> bool:
    """Take a table's records of a sitting that it has left, and ask for the next ones if any were new. Returns False if
    the table has a different history, which is flagged. Raises `Fault` if the disk fails."""
    before = await writer.standing(place.stream)
    epoch = max(before.epoch, *(record.epoch for record in sent.records))
    opening = before.opening if epoch == before.epoch else None
    try:
        held = await writer.take(place.stream, epoch, sent.records, opening)
    except Forked as forked:
        place.desk.audited.forked(place.key, forked)
        return False
    if held.seq > before.mark.seq:
        client.put(("send-again", place.name), encode(SendAgain(place.name, held.seq)))
    return True


def _check(records: Iterable[Record], mark: Mark) -> None:
    """Raises `Forked` unless these records lead up to the mark that the clock once held."""
    if any(record.seq == mark.seq and record.hash != mark.hash for record in records):
        raise Forked("record-in-two-histories", record=mark.seq)
