"""Records that a clock had and has lost, because it was rebuilt from a backup that tables kept: their tables send them
again. Until then nothing is decided by itself in their tournament. Knows no sockets."""

import logging
from collections.abc import Iterable, Mapping

from engine.decoders import json_decoder
from engine.message import Message
from kiosk.clock.desk.desk import Desk
from kiosk.clock.latest import Latest
from kiosk.clock.room import Place, Tournaments
from kiosk.clock.store.remembered import Kept
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer
from kiosk.faults import Fault
from kiosk.protocol.messages import Hello, OldRecords, SendAgain, encode
from kiosk.protocol.sync import Forked
from kiosk.storage.chain import Mark, Record

log = logging.getLogger(__name__)

KIND = "awaited"
"""Where the database has them: by stream, how far the copy went."""


def awaited_in(rows: Iterable[tuple[str, bytes]]) -> dict[str, Mark]:
    """The marks by stream, of rows of the database."""
    return {stream: json_decoder(Mark).decode(body) for stream, body in rows}


class AwaitedRecords:
    """Of all tables. Belongs to the event loop's thread."""

    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        """Before the writer has the store. Raises `Fault`."""
        owed = awaited_in(store.kept(KIND).items())
        self._owed = {stream: mark for stream, mark in owed.items() if store.copy(stream).head().seq < mark.seq}
        if came := owed.keys() - self._owed.keys():
            store.keep(*(Kept(KIND, stream, None) for stream in came))
        self._tournaments = tournaments

    @property
    def places(self) -> Mapping[str, Place]:
        """By stream, the tables of which some are still missing; not one whose chips are typed."""
        found = {stream: self._tournaments.at(stream) for stream in self._owed}
        return {stream: place for stream, place in found.items() if place and self._lacks(stream, place)}

    def of(self, desk: Desk) -> bool:
        """Whether records of a tournament are missing."""
        return bool(self._owed) and any(place.desk is desk for place in self.places.values())

    @property
    def said(self) -> Message | None:
        """For the director; None where nothing is missing."""
        tables = {place.desk.table_of(place.key) for place in self.places.values()} if self._owed else set()
        return Fault("records-awaited", tables=", ".join(map(str, sorted(tables)))).message if tables else None

    def _lacks(self, stream: str, place: Place) -> bool:
        sitting = place.desk.state.sittings.get(place.key)
        typed = sitting is not None and sitting.typed
        return not typed and place.desk.floor.tables[place.key].seq < self._owed[stream].seq

    def greeted(self, hello: Hello, client: Latest) -> None:
        """A table is there: it is asked for what it recorded at sittings that it has left."""
        for place in self.places.values():
            if place.name != hello.sitting and place.desk.table_of(place.key) == hello.table:
                self._ask(place, client, place.desk.floor.tables[place.key].seq)

    async def came(self, table: int, sent: OldRecords, writer: Writer, client: Latest) -> None:
        """A table sends them. Raises the disk's `Fault`."""
        place = self._tournaments.place(sent.sitting)
        mark = self._owed.get(place.stream) if place else None
        if place is None or mark is None or place.desk.table_of(place.key) != table:
            return
        if not sent.records:
            log.info("table %d has no more records of %s", table, place.name)
            return
        before = await writer.standing(place.stream)
        try:
            _check(sent.records, mark)
            epoch = max(before.epoch, *(record.epoch for record in sent.records))
            opening = before.opening if epoch == before.epoch else ""
            held = await writer.take(place.stream, epoch, sent.records, opening)
        except Forked as forked:
            place.desk.floor.forked(place.key, forked)
            return
        if held.seq > before.mark.seq:
            self._ask(place, client, held.seq)

    def _ask(self, place: Place, client: Latest, after: int) -> None:
        client.put(("send-again", place.name), encode(SendAgain(place.name, after)))


def _check(records: Iterable[Record], mark: Mark) -> None:
    """Raises `Forked` unless they lead to what was held."""
    if any(record.seq == mark.seq and record.hash != mark.hash for record in records):
        raise Forked("record-in-two-histories", record=mark.seq)
