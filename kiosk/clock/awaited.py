"""Records that a clock had and has lost, because it was rebuilt from a backup that tables kept: their tables send them
again. Until then nothing is decided by itself in their tournament, unless the director waits no longer, since a tablet
is lost too. Knows no sockets."""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

import msgspec

from engine.refused import Refused
from kiosk.clock.desk.desk import Desk
from kiosk.clock.latest import Latest
from kiosk.clock.room import Place, Tournaments
from kiosk.clock.store.remembered import Kept
from kiosk.clock.store.rows import read_row
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.view import AwaitedTable
from kiosk.log import person
from kiosk.protocol.messages import Hello, OldRecords, SendAgain, encode
from kiosk.protocol.sync import Forked
from kiosk.storage.chain import Mark, Record

log = logging.getLogger(__name__)

KIND = "awaited"
"""Where the database has them: by stream, how far the copy went."""
DISMISSED = "awaited-no-longer"
"""And by stream, who waits no longer."""


class Dismissed(msgspec.Struct, frozen=True):
    """Who said when that a table's records are not waited for."""

    by: str
    at_ms: int


def awaited_in(rows: Iterable[tuple[str, bytes]]) -> dict[str, Mark]:
    """The marks by stream, of rows of the database; without one that cannot be read."""
    return {stream: mark for stream, body in rows if (mark := read_row(body, Mark))}


def dismissed_in(rows: Iterable[tuple[str, bytes]]) -> dict[str, Dismissed]:
    """Who waits no longer, by stream; where that cannot be read, everybody does."""
    return {stream: dismissed for stream, body in rows if (dismissed := read_row(body, Dismissed))}


class AwaitedRecords:
    """Of all tables. Belongs to the event loop's thread."""

    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        """Before the writer has the store. Raises `Fault`."""
        owed = awaited_in(store.kept(KIND).items())
        self._owed = {stream: mark for stream, mark in owed.items() if store.copy(stream).head().seq < mark.seq}
        dismissed = dismissed_in(store.kept(DISMISSED).items())
        if came := owed.keys() - self._owed.keys():
            store.keep(*(Kept(kind, stream, None) for stream in came for kind in (KIND, DISMISSED)))
        self._dismissed = {stream: one for stream, one in dismissed.items() if stream in self._owed}
        self._tournaments = tournaments

    @property
    def places(self) -> Mapping[str, Place]:
        """By stream, the tables that are waited for; not one whose chips are typed."""
        return {stream: place for stream, place in self._short.items() if stream not in self._dismissed}

    @property
    def _short(self) -> Mapping[str, Place]:
        """The same, with those that are waited for no longer."""
        found = {stream: self._tournaments.at(stream) for stream in self._owed}
        return {stream: place for stream, place in found.items() if place and self._lacks(stream, place)}

    def of(self, desk: Desk) -> bool:
        """Whether records of a tournament are waited for."""
        return bool(self.tables_of(desk))

    def tables_of(self, desk: Desk) -> Collection[int]:
        """The physical tables of a tournament that are waited for, in order."""
        if not self._owed:
            return ()
        return sorted({desk.table_of(place.key) for place in self.places.values() if place.desk is desk})

    @property
    def said(self) -> tuple[AwaitedTable, ...]:
        """For the director, by table."""
        lacking = Counter[int]()
        for stream, place in self.places.items() if self._owed else ():
            lacking[place.desk.table_of(place.key)] += self.lacking(stream)
        return tuple(AwaitedTable(table, count) for table, count in sorted(lacking.items()))

    def lacking(self, stream: str) -> int:
        """How many records of a stream the clock had and has not."""
        place = self._short.get(stream)
        return self._owed[stream].seq - place.desk.floor.tables[place.key].seq if place else 0

    def given_up(self, stream: str) -> None:
        """Another history of a table was chosen, on the disk already: what the clock had of this one is not awaited."""
        self._owed.pop(stream, None)
        self._dismissed.pop(stream, None)

    def _lacks(self, stream: str, place: Place) -> bool:
        sitting = place.desk.state.sittings.get(place.key)
        typed = sitting is not None and sitting.typed
        return not typed and place.desk.floor.tables[place.key].seq < self._owed[stream].seq

    def of_table(self, table: int) -> int:
        """How many records of a table are waited for."""
        return next((one.records for one in self.said if one.table == table), 0)

    async def dismiss(self, table: int, dismissed: Dismissed, writer: Writer) -> None:
        """The director waits no longer for what a table recorded; until it comes after all. Raises `Refused` where
        nothing is waited for, or the disk's `Fault`."""
        streams = [stream for stream, place in self.places.items() if place.desk.table_of(place.key) == table]
        if not streams:
            raise Refused("records-not-awaited", table=table)
        await writer.keep(*(Kept(DISMISSED, stream, msgspec.json.encode(dismissed)) for stream in streams))
        self._dismissed |= dict.fromkeys(streams, dismissed)
        for place in (self._short[stream] for stream in streams):
            place.desk.table_changed(place.key)  # others may be told otherwise who is on the way
        log.info("the records of table %d are not waited for any longer: %s", table, person(dismissed.by))

    def greeted(self, hello: Hello, client: Latest) -> None:
        """A table is there: it is asked for what it recorded at sittings that it has left."""
        for stream, place in self._short.items():
            if place.desk.table_of(place.key) != hello.table:
                continue
            held = place.desk.floor.tables[place.key].seq
            if place.name != hello.sitting:
                self._ask(place, client, held)
            elif hello.head.seq > held:
                self._dismissed.pop(stream, None)  # this is the tablet that has them

    async def came(self, table: int, sent: OldRecords, writer: Writer, client: Latest) -> None:
        """A table sends them. Raises the disk's `Fault`."""
        place = self._tournaments.place(sent.sitting)
        mark = self._owed.get(place.stream) if place else None
        if place is None or mark is None or place.desk.table_of(place.key) != table:
            return
        if not sent.records:
            log.info("table %d has no more records of %s", table, place.name)
            return
        self._dismissed.pop(place.stream, None)
        try:
            _check(sent.records, mark)
        except Forked as forked:
            place.desk.floor.forked(place.key, forked)
            return
        await take_old(place, sent, writer, client)

    def _ask(self, place: Place, client: Latest, after: int) -> None:
        client.put(("send-again", place.name), encode(SendAgain(place.name, after)))


async def take_old(place: Place, sent: OldRecords, writer: Writer, client: Latest) -> bool:
    """Take what a table recorded at a sitting that it has left, and ask it for what follows, where anything was new.
    Whether it may be so: another history is flagged. Raises the disk's `Fault`."""
    before = await writer.standing(place.stream)
    epoch = max(before.epoch, *(record.epoch for record in sent.records))
    opening = before.opening if epoch == before.epoch else ""
    try:
        held = await writer.take(place.stream, epoch, sent.records, opening)
    except Forked as forked:
        place.desk.floor.forked(place.key, forked)
        return False
    if held.seq > before.mark.seq:
        client.put(("send-again", place.name), encode(SendAgain(place.name, held.seq)))
    return True


def _check(records: Iterable[Record], mark: Mark) -> None:
    """Raises `Forked` unless they lead to what was held."""
    if any(record.seq == mark.seq and record.hash != mark.hash for record in records):
        raise Forked("record-in-two-histories", record=mark.seq)
