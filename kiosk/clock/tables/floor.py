"""All tables as the clock knows them: audited records, links, and which kiosk may write for which table.

Belongs to the event loop's thread. Knows no sockets.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from engine.books.rulebook import BadBook, RuleBook, load_book
from engine.message import Message, message
from engine.table.next_deal import play_so_far
from engine.tournament.by_play import PlayRange, play_range
from engine.tournament.played import Played, TableMark
from engine.tournament.seats import Seating
from engine.tournament.structure import Structure
from engine.tournament.transfers import Transfer, pair
from kiosk.clock.tables.audit import AuditedTable, Chips, audit_record, brought, chips, flag, players_left
from kiosk.clock.tables.rests import Rest, with_remark
from kiosk.clock.tables.store import Shortfall, Store
from kiosk.clock.tables.view import LinkState, RejectedKiosk, TableView, table_view
from kiosk.clock.tables.writer import Standing
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.messages import PROTOCOL, Coming, Hello, TableHealth
from kiosk.protocol.sync import Fenced, Forked
from kiosk.storage.chain import Record
from ui.words import Words

MOST_REJECTED = 8
"""Shown to the director. Bounded: anyone who can reach the clock may try any number of times."""


class Floor:
    """The assigned tables. Calls its listeners with the number of each table that has changed."""

    def __init__(self, seatings: Sequence[Seating], tokens: Mapping[int, str], times: Times, words: Words) -> None:
        """Raises `Fault` when a table's rule book does not ship with this program."""
        self._tokens = {table: _hashed(token) for table, token in tokens.items()}
        self._times = times
        self._words = words
        self._tables = {seating.table: AuditedTable(seating, _book(seating)) for seating in seatings}
        self._links = dict.fromkeys(self._tables, LinkState())
        self._heads: dict[int, int] = {}
        """By linked table: where its journal ended as it connected. What follows was played with the clock in sight."""
        self.rest: Rest | None = None
        """The break or pause, while there is one."""
        self._rejected: dict[int, RejectedKiosk] = {}
        self._in_transit: tuple[Transfer, ...] = ()
        self._unsent: tuple[Transfer, ...] = ()
        self._listeners: list[Callable[[int], None]] = []

    def load(self, store: Store) -> None:
        """Audit the stored records. Damaged ones are set aside in the store, so that the table sends them again."""
        short = {shortfall.table: shortfall for shortfall in store.shortfalls}
        for number in self._tables:
            copy = store.copy(number)
            for record in copy.walk():
                self._tables[number] = audit_record(self._tables[number], record)
            sound = self._tables[number].seq
            if copy.head().seq != sound:
                store.set_aside(number, sound)
                self._tables[number] = flag(self._tables[number], message("copy-damaged", record=sound + 1))
            if missing := short.get(number):
                self._tables[number] = flag(self._tables[number], _misses(missing))
        self._pair_moves()

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call it with a table's number after each change there."""
        self._listeners.append(listener)

    def check_token(self, hello: Hello) -> None:
        """Raises `Fault` unless the token is this table's; it takes as long whatever is wrong."""
        expected = self._tokens.get(hello.table, bytes(32))
        if not hmac.compare_digest(_hashed(hello.token), expected):
            self._reject(hello, message("asked-wrong-token", table=hello.table))
            raise Fault("table-not-known")
        if hello.protocol > PROTOCOL:
            self._reject(hello, message("asked-by-newer", table=hello.table))
            raise Fault("kiosk-newer-than-clock")

    def check_journal(self, hello: Hello, standing: Standing) -> None:
        """Raises `Fenced` or `Forked` unless this is the journal that the clock has a copy of, and its last writer."""
        if hello.epoch < standing.epoch:
            self._reject(hello, message("asked-taken-over", table=hello.table))
            raise Fenced("table-taken-over", newest=standing.epoch, epoch=hello.epoch, held=standing.mark.seq)
        if hello.head.seq < standing.mark.seq:
            old = Forked("journal-old-copy", held=standing.mark.seq, here=hello.head.seq)
            raise self.forked(hello.table, old)

    def forked(self, table: int, fault: Forked) -> Forked:
        """The same fault, flagged at the table: a kiosk has another history of it."""
        what = self._words.fault(fault.message).what
        self._tables[table] = flag(self._tables[table], message("kiosk-rejected", what=what))
        self._notify(table)
        return fault

    def _reject(self, hello: Hello, why: Message) -> None:
        """Keep it for the director: one for each table, and one for all unknown tables."""
        table = hello.table if hello.table in self._tokens else 0
        if not table:
            why = message("asked-not-in-settings", table=hello.table)
        self._rejected.pop(table, None)
        self._rejected[table] = RejectedKiosk(self._words.say(why), self._times.mono_ms())
        if len(self._rejected) > MOST_REJECTED:
            del self._rejected[next(iter(self._rejected))]

    def taken(self, table: int, records: Sequence[Record]) -> None:
        """These records are on disk; some may have been before."""
        audited, now_ms = self._tables[table], self._times.mono_ms()
        for record in records:
            if record.seq == audited.seq + 1:
                rest = self.rest if record.seq > self._heads.get(table, record.seq) else None
                audited = with_remark(audited, audit_record(audited, record), rest, now_ms)
        before, self._tables[table] = self._tables[table], audited
        if (before.departures, before.arrivals) != (audited.departures, audited.arrivals):
            self._pair_moves()
        self._received(table)

    def linked(self, table: int, linked: bool, head: int = 0) -> None:
        """A table has connected, with `head` records in its journal, or disconnected."""
        self._heads.pop(table, None)
        if linked:
            self._rejected.pop(table, None)
            self._heads[table] = head
        now_ms = self._times.mono_ms()
        self._links[table] = replace(self._links[table], linked=linked, since_ms=now_ms)
        self._notify(table)

    def reported(self, table: int, health: TableHealth) -> None:
        """A table has reported its health."""
        before = self._links[table]
        since_ms = self._times.mono_ms() if before.unread_ms is None else before.unread_ms
        self._links[table] = replace(before, health=health, unread_ms=None if health.reader_ok else since_ms)
        self._received(table)

    def _received(self, table: int) -> None:
        self._links[table] = replace(self._links[table], heard_ms=self._times.mono_ms())
        self._notify(table)

    def _notify(self, table: int) -> None:
        for listener in self._listeners:
            listener(table)

    # State

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tables, in order."""
        return tuple(sorted(self._tables))

    @property
    def rejected(self) -> tuple[RejectedKiosk, ...]:
        """Kiosks that were rejected, by table, until that table connects."""
        return tuple(self._rejected[table] for table in sorted(self._rejected))

    def seating(self, table: int) -> Seating:
        """What was assigned to a table."""
        return self._tables[table].seating

    def view(self, table: int) -> TableView:
        """A table for the director."""
        audited = self._tables[table]
        for one in self._unsent:
            if one.to == table:
                unsent = message("came-unsent", name=one.name, table=one.came_from, chips=one.chips)
                audited = flag(audited, unsent)
        return table_view(audited, self._links[table], self._called_ms(audited), self._words.say)

    def coming(self, table: int) -> tuple[Coming, ...]:
        """Players on the way to a table."""
        mine = (one for one in self._in_transit if one.to == table)
        return tuple(Coming(one.player, one.name, one.chips, one.came_from) for one in mine)

    def played(self, table: int | None = None) -> tuple[Played, ...]:
        """The levels that one table took up, or all."""
        tables = self._tables if table is None else (table,)
        return tuple(chain.from_iterable(self._tables[one].played for one in tables))

    def marks(self) -> tuple[TableMark, ...]:
        """Where the copies of the tables that have sent records end."""
        return tuple(TableMark(number, audited.seq) for number, audited in self._tables.items() if audited.seq)

    def play_range(self, structure: Structure) -> PlayRange | None:
        """How far the tables that play are, where levels go by hands or orbits; else None."""
        playing = [table for table in self._tables.values() if players_left(table) > 1]
        return play_range(structure, [play_so_far(table.game.table) for table in playing])

    def _pair_moves(self) -> None:
        """Pair departures and arrivals anew: players in transit, and arrivals that no table has sent."""
        departures = chain.from_iterable(one.departures for one in self._tables.values())
        arrivals = chain.from_iterable(one.arrivals for one in self._tables.values())
        self._in_transit, self._unsent = pair(departures, arrivals)

    def _called_ms(self, audited: AuditedTable) -> int | None:
        """When the table called the floor, in the service's time; now at the latest, should its wall clock be ahead."""
        if audited.called_ms is None:
            return None
        return self._times.mono_ms() - max(0, self._times.wall_ms() - audited.called_ms)

    def entries(self) -> int:
        """Players who were assigned a seat."""
        return sum(len(audited.seating.seats) for audited in self._tables.values())

    def players_left(self) -> int:
        """Players who are not out, including those in transit."""
        return sum(players_left(audited) for audited in self._tables.values()) + len(self._in_transit)

    def chips(self) -> Chips:
        """All chips, including those in transit."""
        carried = sum(one.chips for one in self._in_transit)
        moved = sum(
            map(brought, self._tables.values())
        )  # issued by no table: an arrival that none has sent is a surplus
        return sum(map(chips, self._tables.values()), Chips(found=carried, issued=-moved))


def _misses(short: Shortfall) -> Message:
    return message("copy-short", found=short.found, promised=short.promised, kept=str(short.kept))


def _hashed(token: str) -> bytes:
    """So that a comparison takes the same time whatever the length of the token."""
    return hashlib.sha256(token.encode()).digest()


def _book(seating: Seating) -> RuleBook:
    try:
        return seating.rules or load_book(seating.book)
    except BadBook as error:
        raise Fault("book-not-here", table=seating.table, error=error.message) from error
