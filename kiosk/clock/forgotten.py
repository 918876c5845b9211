"""What the clock had acknowledged and does not hold any more, because its disk had lied about a sync. The tables say so
as they connect, and send their records again. Until all tables of that tournament have, nothing is decided by itself.
Knows no sockets."""

import logging
from collections.abc import Callable, Iterator

from engine.message import Message
from kiosk.clock.awaited import take_old
from kiosk.clock.desk.desk import Desk
from kiosk.clock.latest import Latest
from kiosk.clock.room import Place, Tournaments
from kiosk.clock.store.writer import Standing, Writer
from kiosk.faults import Fault
from kiosk.protocol.messages import Hello, OldRecords, SendAgain, encode

log = logging.getLogger(__name__)


class ForgottenRecords:
    """Of all tables, since the start of the service. Belongs to the event loop's thread."""

    def __init__(self, tournaments: Tournaments, lacking: Callable[[str], int]) -> None:
        """`lacking` says how many records of a stream are waited for already."""
        self._tournaments = tournaments
        self._lacking = lacking
        self._heads: dict[str, int] = {}
        """By stream, how many records its table had as it connected last."""
        self._forgot: set[str] = set()
        """The tournaments of which something is lost, by id."""
        self._left: dict[str, Place] = {}
        """By stream, sittings that a table has left, though by what is here people sit there: how far their records go
        only the table knows."""

    def greeted(self, place: Place, hello: Hello, standing: Standing) -> None:
        """A table is there with its journal, of which the clock holds as much as `standing` says."""
        self._heads[place.stream] = hello.head.seq
        is_short = hello.held > standing.mark.seq and not place.desk.floor.is_known_short(place.key)
        if not is_short and hello.decided <= place.desk.mark:
            return
        log.error(
            "the disk has lost what it had said was on it: %s had %d records here and now has %d; table %d knew of "
            "decision %d, the last is %d",
            place.name, hello.held, standing.mark.seq, hello.table, hello.decided, place.desk.mark,
        )  # fmt: skip
        self._forgot.add(place.desk.state.id)

    def ask(self, hello: Hello, client: Latest) -> None:
        """A table is there: it is asked for what it recorded at a sitting that it has left, and that is not empty here.
        It goes to the next one once everybody has left."""
        for place in self._left_behind(hello):
            if self._lacking(place.stream):
                continue
            self._left[place.stream] = place
            held = place.desk.floor.tables[place.key].seq
            client.put(("send-again", place.name), encode(SendAgain(place.name, held)))

    def _left_behind(self, hello: Hello) -> Iterator[Place]:
        here = self._tournaments.place(hello.sitting) if hello.sitting else None
        if here is None:
            return
        facts = here.desk.accounts.facts()
        for key in here.desk.floor.keys:
            if key < here.key and here.desk.table_of(key) == hello.table and key in facts and facts[key].held:
                yield Place(here.publisher, key)

    async def came(self, table: int, sent: OldRecords, writer: Writer, client: Latest) -> bool:
        """A table sends old records: whether it was asked for them here. Raises the disk's `Fault`."""
        place = self._tournaments.place(sent.sitting)
        if place is None or place.stream not in self._left or place.desk.table_of(place.key) != table:
            return False
        if not sent.records or not await take_old(place, sent, writer, client):
            self._left.pop(place.stream, None)
        return True

    def of(self, desk: Desk) -> bool:
        """Whether records of a tournament may be missing."""
        left = any(place.desk is desk for place in self._left.values())
        return left or (desk.state.id in self._forgot and bool(self._missing(desk)))

    @property
    def said(self) -> Message | None:
        """For the director, until the service is started again; None where nothing was lost."""
        desks = [one.desk for one in self._tournaments if one.desk.state.id in self._forgot]
        if not desks:
            return None
        if tables := sorted({table for desk in desks for table in self._missing(desk)}):
            return Fault("records-forgotten", tables=", ".join(map(str, tables))).message
        return Fault("decisions-forgotten").message

    def _missing(self, desk: Desk) -> list[int]:
        """The tables that have yet to come, or to send again what they have."""
        kept = [one.number for one in desk.state.sittings.values() if not (one.closed or one.typed)]
        floor = desk.floor.tables
        return [
            desk.table_of(key) for key in kept
            if key in floor and floor[key].seq < self._heads.get(desk.stream(key), floor[key].seq + 1)
        ]  # fmt: skip
