"""Records that the clock acknowledged but no longer holds, because its disk lied about a sync. The tables report this
when they connect, and send their records again. Until then, nothing is decided automatically."""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from engine.message import Message
from engine.tournament.rules.seating.seat_rules import next_sitting
from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.pending_records import PendingRecords, take_old
from kiosk.clock.store.port import ClockStore, StreamState
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.streams import read_sitting_id
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.records.records import RecordGaps
from kiosk.clock.tournaments.room import Place, Tournaments
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import OldRecords, SendAgain
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello

log = logging.getLogger(__name__)

NAMED = "sitting-named"
"""The kind of the database rows that hold, for each tournament, the last sitting that a table
reported and whose opening record is lost."""
MOST_LOST = 1_000
"""The maximum number of lost openings of sittings. If a table claims more, the claim is ignored."""


def named_in(store: ClockStore) -> dict[str, int]:
    """For each tournament id, the last sitting whose opening was lost. Unreadable rows are skipped. Raises `Fault`."""
    return {its_id: number for its_id, body in store.kept(NAMED).items() if (number := read_row(body, int))}


class LostRecords:
    """The lost records of all tables since the service started. Belongs to the event loop's thread."""

    def __init__(
        self, tournaments: Tournaments, lacking: Callable[[str], int], named: Mapping[str, int] | None = None
    ) -> None:
        """`lacking` returns how many records of a stream are already pending. `named` is the result of `named_in`."""
        self._tournaments = tournaments
        self._lacking = lacking
        self._heads: dict[str, int] = {}
        """For each stream, how many records its table had when it last connected."""
        self._at: dict[tuple[str, int], int] = {}
        """For each tournament and table, the table's sitting when it last connected."""
        self._forgot: set[str] = set()
        self._left: dict[str, Place] = {}
        """The sittings, by stream, that their table has already left but where the clock still shows players."""
        self._here: dict[str, frozenset[int]] = {}
        """For each tournament, the sittings that existed when the service started. Later ones have not lost
        anything."""
        self._named = dict(named or {})
        self._strays: dict[str, set[int]] = {}
        """For each tournament, the tables that reported a sitting whose opening was lost."""

    def begin(self) -> None:
        """Note the sittings that exist when the service starts."""
        self._here = {one.desk.state.id: frozenset(one.desk.state.sittings) for one in self._tournaments}

    def greeted(self, place: Place, hello: Hello, standing: StreamState) -> None:
        """A table has connected with its journal. `standing` says how much of it the clock holds."""
        self._heads[place.stream] = hello.head.seq
        self._at[place.desk.state.id, hello.table] = place.key
        is_known = self._lacking(place.stream) or place.desk.audited.flags.is_known_short(place.key)
        is_short = hello.held > standing.mark.seq and not is_known
        if not is_short and hello.decided <= place.desk.mark:
            return
        log.error(
            "the disk has lost data that it had confirmed: %s had %d records here and now has %d; table %d knew "
            "decision %d, but the last one is %d",
            place.name, hello.held, standing.mark.seq, hello.table, hello.decided, place.desk.mark,
        )  # fmt: skip
        self._forgot.add(place.desk.state.id)

    async def strayed(self, hello: Hello, writer: Writer) -> None:
        """A table has connected with the journal of an unknown sitting. If its tournament has opened fewer sittings,
        the decision to open this one was lost, and its number is remembered. Raises `Fault` if the disk fails."""
        its_id, number = read_sitting_id(hello.sitting) or ("", 0)
        publisher = self._tournaments.named(its_id) if its_id else None
        if publisher is None:
            return
        more = number - next_sitting(publisher.desk.state, {})
        if not 0 <= more < MOST_LOST:
            return
        log.error("the disk has lost data that it had confirmed: table %d is at sitting %s", hello.table, hello.sitting)
        self._forgot.add(its_id)
        self._strays.setdefault(its_id, set()).add(hello.table)
        if number > self._named.get(its_id, 0):
            await writer.keep(MemoryEntry(NAMED, its_id, msgspec.json.encode(number)))
            self._named[its_id] = number

    def named(self, tournament: str) -> int:
        """The last sitting in a tournament that a table reported and whose opening was lost, or 0."""
        return self._named.get(tournament, 0)

    def ask(self, hello: Hello, client: Latest) -> None:
        """Ask a newly connected table for its records of the sittings that it has already left but where the clock
        still shows players. Once everyone has left, the table moves on to the next sitting."""
        for place in self._left_behind(hello):
            if self._lacking(place.stream):
                continue
            self._left[place.stream] = place
            held = place.desk.audited.tables[place.key].seq
            client.put(("send-again", place.name), encode(SendAgain(place.name, held)))

    def _left_behind(self, hello: Hello) -> Iterator[Place]:
        here = self._tournaments.place(hello.sitting) if hello.sitting else None
        if here is None:
            return
        facts = here.desk.accounts.facts()
        for key in here.desk.audited.keys:
            if key < here.key and here.desk.table_of(key) == hello.table and key in facts and facts[key].held:
                yield Place(here.publisher, key)

    async def came(self, table: int, sent: OldRecords, writer: Writer, client: Latest) -> bool:
        """Take old records from a table. Returns whether they were requested here. Raises `Fault` if the disk fails."""
        place = self._tournaments.place(sent.sitting)
        if place is None or place.stream not in self._left or place.desk.table_of(place.key) != table:
            return False
        if not sent.records or not await take_old(place, sent, writer, client):
            self._left.pop(place.stream, None)
        return True

    def of(self, desk: Desk) -> bool:
        left = any(place.desk is desk for place in self._left.values())
        return left or (desk.state.id in self._forgot and bool(self._missing(desk)))

    @property
    def said(self) -> Message | None:
        """The message for the director until the service restarts, or None if nothing was lost."""
        desks = [one.desk for one in self._tournaments if one.desk.state.id in self._forgot]
        if not desks:
            return None
        if tables := sorted({table for desk in desks for table in self._missing(desk)}):
            return Fault("records-forgotten", tables=", ".join(map(str, tables))).message
        if strays := sorted({table for desk in desks for table in self._strays.get(desk.state.id, ())}):
            return Fault("sittings-forgotten", tables=", ".join(map(str, strays))).message
        return Fault("decisions-forgotten").message

    def _missing(self, desk: Desk) -> list[int]:
        here, sittings = self._here.get(desk.state.id, ()), desk.state.sittings.values()
        kept = [one.number for one in sittings if one.number in here and not (one.closed or one.typed)]
        floor = desk.audited.tables
        return [
            desk.table_of(key) for key in kept
            if key in floor and floor[key].seq < self._heads.get(desk.stream(key), floor[key].seq + 1)
            and not self._is_to_begin(desk, key)
        ]  # fmt: skip

    def _is_to_begin(self, desk: Desk, key: int) -> bool:
        """Whether a sitting has no records yet, either here or at its table, and the table is still at an earlier
        sitting."""
        at = self._at.get((desk.state.id, desk.table_of(key)), key)
        return at < key and desk.stream(key) not in self._heads and not desk.audited.tables[key].seq


class ClockGaps(RecordGaps):
    """All records that the clock has lost and may still get back. A tournament that is not open yet has lost none."""

    def __init__(self, store: ClockStore, tournaments: Tournaments) -> None:
        """Must be called before the writer's first job. Raises `Fault`."""
        self._tournaments = tournaments
        self.pending = PendingRecords(store, tournaments)
        self.lost = LostRecords(tournaments, self.pending.lacking, named_in(store))

    def is_short(self, tournament: str) -> bool:
        publisher = self._tournaments.named(tournament)
        return publisher is not None and (self.pending.of(publisher.desk) or self.lost.of(publisher.desk))

    def pending_tables(self, tournament: str) -> Collection[int]:
        publisher = self._tournaments.named(tournament)
        return self.pending.tables_of(publisher.desk) if publisher else ()

    def lost_sitting(self, tournament: str) -> int:
        return self.lost.named(tournament)
