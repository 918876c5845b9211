"""All tables as the clock knows them: their records followed, their links, and who may speak for which.

Belongs to the event loop's thread. Knows no sockets.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from engine.books.rulebook import BadBook, RuleBook, load_book
from engine.tournament.seats import Seating
from engine.tournament.transfers import Transfer, pair
from kiosk.clock.tables.audit import Chips, Watched, brought, chips, flag, follow, players_left
from kiosk.clock.tables.store import Shortfall, Store
from kiosk.clock.tables.view import LinkState, TableView, TurnedAway, table_view
from kiosk.clock.tables.writer import Standing
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.messages import PROTOCOL, Coming, Health, Hello
from kiosk.protocol.sync import Fenced, Forked
from kiosk.storage.chain import Record

MOST_TURNED_AWAY = 8
"""Told of to the director: whoever can reach the clock may ask for anything as often as they like."""
OLD_COPY = "this is an old copy; use the kiosk that wrote them"
NOT_KNOWN = "the clock does not know this table by this token"


class Floor:
    """The tables that were given out. Tells its listeners the number of each table that has changed."""

    def __init__(self, seatings: Sequence[Seating], tokens: Mapping[int, str], times: Times) -> None:
        """Raises `Fault` when a table's rule book does not ship with this program."""
        self._tokens = {table: _hashed(token) for table, token in tokens.items()}
        self._times = times
        self._tables = {seating.table: Watched(seating, _book(seating)) for seating in seatings}
        self._links = dict.fromkeys(self._tables, LinkState())
        self._turned_away: dict[int, TurnedAway] = {}
        self._under_way: tuple[Transfer, ...] = ()
        self._unsent: tuple[Transfer, ...] = ()
        self._listeners: list[Callable[[int], None]] = []

    def load(self, store: Store) -> None:
        """Follow what the store holds. What it holds damaged is set aside there, so that the table sends it again."""
        short = {shortfall.table: shortfall for shortfall in store.shortfalls}
        for number in self._tables:
            copy = store.copy(number)
            for record in copy.walk():
                self._tables[number] = follow(self._tables[number], record)
            sound = self._tables[number].seq
            if copy.head().seq != sound:
                store.set_aside(number, sound)
                why = (
                    f"the clock's copy was damaged from record {sound + 1} on; it is asking the table to send it again"
                )
                self._tables[number] = flag(self._tables[number], why)
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
            self._turn_away(hello, f"table {hello.table} with a wrong token")
            raise Fault(NOT_KNOWN, "check the table's number and token here and in the clock's settings")
        if hello.protocol > PROTOCOL:
            self._turn_away(hello, f"table {hello.table} by a newer program than the clock's")
            raise Fault("this kiosk is newer than the clock", "update the clock's program")

    def check_journal(self, hello: Hello, standing: Standing) -> None:
        """Raises `Fenced` or `Forked` unless this is the journal that the clock has a copy of, and its last writer."""
        if hello.epoch < standing.epoch:
            self._turn_away(hello, f"table {hello.table}, which another has taken over")
            what = f"another kiosk has taken table {hello.table} over (opening {standing.epoch}, this is {hello.epoch})"
            raise Fenced(what, "use that kiosk, or close it and start this one again", standing.mark.seq)
        if hello.head.seq < standing.mark.seq:
            what = f"the clock's copy ends at record {standing.mark.seq:,}, the journal here at {hello.head.seq:,}"
            raise self.forked(hello.table, Forked(what, OLD_COPY, standing.mark.seq))

    def forked(self, table: int, fault: Forked) -> Forked:
        """The same fault, flagged: a kiosk came with another history of this table."""
        self._tables[table] = flag(self._tables[table], f"a kiosk was turned away: {fault.what}")
        self._tell(table)
        return fault

    def _turn_away(self, hello: Hello, what: str) -> None:
        """Remember it for the director: by table, and all that were never given out as one."""
        table = hello.table if hello.table in self._tokens else 0
        for_which = what if table else f"table {hello.table}, which is not in the settings"
        self._turned_away.pop(table, None)
        self._turned_away[table] = TurnedAway(f"a kiosk asked for {for_which}", self._times.mono_ms())
        if len(self._turned_away) > MOST_TURNED_AWAY:
            del self._turned_away[next(iter(self._turned_away))]

    def taken(self, table: int, records: Sequence[Record]) -> None:
        """These are on disk now, perhaps some of them for long."""
        watched = self._tables[table]
        for record in records:
            if record.seq == watched.seq + 1:
                watched = follow(watched, record)
        before, self._tables[table] = self._tables[table], watched
        if (before.left, before.came) != (watched.left, watched.came):
            self._pair_moves()
        self._heard(table)

    def linked(self, table: int, linked: bool) -> None:
        """A table's link has come or gone."""
        if linked:
            self._turned_away.pop(table, None)
        now_ms = self._times.mono_ms()
        self._links[table] = replace(self._links[table], linked=linked, since_ms=now_ms)
        self._tell(table)

    def reported(self, table: int, health: Health) -> None:
        """A table says how it is."""
        before = self._links[table]
        since_ms = self._times.mono_ms() if before.unread_ms is None else before.unread_ms
        self._links[table] = replace(before, health=health, unread_ms=None if health.reader_ok else since_ms)
        self._heard(table)

    def _heard(self, table: int) -> None:
        self._links[table] = replace(self._links[table], heard_ms=self._times.mono_ms())
        self._tell(table)

    def _tell(self, table: int) -> None:
        for listener in self._listeners:
            listener(table)

    # What it comes to

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tables, in order."""
        return tuple(sorted(self._tables))

    @property
    def turned_away(self) -> tuple[TurnedAway, ...]:
        """Kiosks that may not speak for the table they last asked for, by table; one that is let in is forgotten."""
        return tuple(self._turned_away[table] for table in sorted(self._turned_away))

    def seating(self, table: int) -> Seating:
        """What was given out to a table."""
        return self._tables[table].seating

    def view(self, table: int) -> TableView:
        """A table for the director."""
        watched = self._tables[table]
        for one in self._unsent:
            if one.to == table:
                why = f"{one.name} came from table {one.came_from} with {one.chips:,}, which it has not sent"
                watched = flag(watched, why)
        return table_view(watched, self._links[table], self._called_ms(watched))

    def coming(self, table: int) -> tuple[Coming, ...]:
        """Who is on the way to a table."""
        mine = (one for one in self._under_way if one.to == table)
        return tuple(Coming(one.player, one.name, one.chips, one.came_from) for one in mine)

    def _pair_moves(self) -> None:
        """Look again who is between two tables, and who came without having been sent."""
        left = chain.from_iterable(one.left for one in self._tables.values())
        came = chain.from_iterable(one.came for one in self._tables.values())
        self._under_way, self._unsent = pair(left, came)

    def _called_ms(self, watched: Watched) -> int | None:
        """Since when the floor is called, in the service's time; a table whose time of day is ahead called just now."""
        if watched.called_ms is None:
            return None
        return self._times.mono_ms() - max(0, self._times.wall_ms() - watched.called_ms)

    def entries(self) -> int:
        """Players who were given a seat."""
        return sum(len(watched.seating.seats) for watched in self._tables.values())

    def players_left(self) -> int:
        """Players who are not out, those between two tables among them."""
        return sum(players_left(watched) for watched in self._tables.values()) + len(self._under_way)

    def chips(self) -> Chips:
        """All chips of the room, those carried from one table to another among them."""
        carried = sum(one.chips for one in self._under_way)
        moved = sum(map(brought, self._tables.values()))  # no table's to give out: whoever comes unsent has too many
        return sum(map(chips, self._tables.values()), Chips(found=carried, issued=-moved))


def _misses(short: Shortfall) -> str:
    return (
        f"the clock's copy ends at record {short.found:,}, but {short.promised:,} were held: it is asking the table to "
        f"send them again; its files as they were found are in {short.kept}"
    )


def _hashed(token: str) -> bytes:
    """So that comparing takes the same time however long a wrong one is."""
    return hashlib.sha256(token.encode()).digest()


def _book(seating: Seating) -> RuleBook:
    try:
        return seating.rules or load_book(seating.book)
    except BadBook as error:
        raise Fault(f"table {seating.table}: {error}", "update this program") from error
