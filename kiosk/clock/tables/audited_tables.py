"""One tournament's tables as the clock knows them: their records, audited, and their links.

A table's key is its sitting's number. Belongs to the event loop's thread. Knows nothing about sockets or disks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine.message import Message, message
from engine.table.next_deal import play_so_far
from engine.table.state import is_playing
from engine.tournament.levels.by_play import PlayRange, counted_play, play_range
from engine.tournament.levels.level_clock import LevelClock, is_running
from engine.tournament.levels.played import PlayedLevel, TableMark
from engine.tournament.levels.structure import Break, Structure, advances_by
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.tables.audit import (
    MOST_FLAGS,
    AssignedSeat,
    AuditedTable,
    Seating,
    audit_record,
    book_of,
    flag,
    players_left,
)
from kiosk.clock.tables.facts import table_facts
from kiosk.clock.tables.view import LinkState, TableView, ViewWords, table_view
from kiosk.clock.times import Times
from kiosk.protocol.messages import TableHealth
from kiosk.protocol.numbered import NO_NAMES, Names
from kiosk.protocol.sync import Forked
from kiosk.storage.chain import Record
from ui.words import Words

GRACE_MS = 15_000
"""A hand that begins within this many milliseconds of the start of the break is not a fault."""


class TableLinks:
    """The state of each connection, by the table's key."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self._links: dict[int, LinkState] = {}
        self._heads: dict[int, int] = {}
        """For each connected table, where its journal ended when it connected. Later records were played while
        connected."""

    def of(self, key: int) -> LinkState:
        return self._links.get(key, LinkState())

    def linked(self, key: int, linked: bool, head: int) -> None:
        """A table with `head` records in its journal has connected, or the table has disconnected."""
        self._heads.pop(key, None)
        if linked:
            self._heads[key] = head
        self._links[key] = replace(self.of(key), linked=linked, since_ms=self._times.mono_ms())

    def elsewhere(self, key: int, is_elsewhere: bool) -> bool:
        """The table's kiosk is connected, but not in this tournament, or no longer. Returns whether that is news."""
        before = self.of(key)
        if is_elsewhere == (before.elsewhere_ms is not None):
            return False
        self._links[key] = replace(before, elsewhere_ms=self._times.mono_ms() if is_elsewhere else None)
        return True

    def reported(self, key: int, health: TableHealth) -> None:
        before = self.of(key)
        since_ms = self._times.mono_ms() if before.unread_ms is None else before.unread_ms
        self._links[key] = replace(before, health=health, unread_ms=None if health.reader_ok else since_ms)
        self.note_message(key)

    def note_message(self, key: int) -> None:
        self._links[key] = replace(self.of(key), heard_ms=self._times.mono_ms())

    def is_live(self, key: int, record: int) -> bool:
        """Whether a table played this record while it was connected."""
        return record > self._heads.get(key, record)

    def remarks(self, key: int) -> Iterator[Message]:
        """Remarks for the director on the health that a connected table last reported."""
        link = self.of(key)
        if not link.linked or not link.health:
            return
        if link.health.battery is not None:
            yield message("battery-low", percent=link.health.battery)
        match link.health.disk:
            case "low":
                yield message("its-disk-is-low")
            case "full":
                yield message("its-disk-is-full")
            case "failed":
                yield message("its-disk-has-failed")


class Rest(NamedTuple):
    """A break or pause in the room since `since_ms`, in entry `entry` (from 0) of the structure."""

    kind: Literal["break", "pause"]
    entry: int
    since_ms: int


def resting(tournament: Tournament, before: Rest | None, now_ms: int) -> Rest | None:
    """The current break or pause: `before` if it continues, or None while hands may be dealt. A clock that has not been
    started yet, or was stopped by an outage, does not count."""
    clock, structure = tournament.clock, tournament.structure
    if structure is None or not tournament.started or tournament.stopped_ms is not None:
        return None
    if isinstance(structure.entries[clock.index], Break):
        rest = Rest("break", clock.index, now_ms)
    elif not is_running(clock):
        rest = Rest("pause", clock.index, now_ms)
    else:
        return None
    return before if before and before[:2] == rest[:2] else rest


def with_remark(before: AuditedTable, after: AuditedTable, rest: Rest | None, now_ms: int) -> AuditedTable:
    """The table after one more record, with a remark if a hand was dealt during the break or pause. Each break or pause
    gets only one remark."""
    dealt = is_playing(after.game.table) and after.game.table.hands > before.game.table.hands
    if not dealt or rest is None or now_ms - rest.since_ms < GRACE_MS or after.rest_ms == rest.since_ms:
        return after
    hand = after.game.table.hands
    in_break = rest.kind == "break"
    found = message("hand-dealt-in-break", hand=hand) if in_break else message("hand-dealt-in-pause", hand=hand)
    return replace(after, remarks=(*after.remarks, found)[-MOST_FLAGS:], rest_ms=rest.since_ms)


class TableFlags:
    """The flags of a tournament's tables, by the table's key."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Message, ...]] = {}
        self._rejected: dict[int, Message] = {}
        """Why the history of each table was rejected, until that table connects again."""

    def of(self, key: int) -> Iterator[Message]:
        yield from self._found.get(key, ())
        if key in self._rejected:
            yield self._rejected[key]

    def add(self, key: int, found: Message) -> bool:
        """Add a flag. Returns False if the table already has it: a kiosk retries again and again."""
        if found in self._found.get(key, ()):
            return False
        self._found[key] = (*self._found.get(key, ()), found)
        return True

    def reject(self, key: int, why: Message) -> None:
        self._rejected[key] = why

    def accept(self, key: int) -> None:
        self._rejected.pop(key, None)

    def is_known_short(self, key: int) -> bool:
        """Whether the clock itself found that its copy has lost records, and notified the director."""
        return any(found.code in ("copy-damaged", "copy-short") for found in self._found.get(key, ()))


class AuditedTables:
    """The tables in a tournament. Calls its listeners with the key of each table that has changed."""

    def __init__(self, times: Times, words: Words) -> None:
        self._times = times
        self._words = words
        self._tables: dict[int, AuditedTable] = {}
        self.links = TableLinks(times)
        self.flags = TableFlags()
        self._facts: dict[int, TableFacts] = {}
        self._taken_ms: dict[int, int] = {}
        self._withdrawn: set[int] = set()
        self.unproved: dict[int, AuditedTable] = {}
        """The tables that continued from a snapshot, each as it was in the snapshot, until the snapshot has been
        verified."""
        self.chosen: dict[int, int] = {}
        """How many times each table's history was chosen over the clock's copy. All choices made before the service
        started count as one."""
        self._rest: Rest | None = None
        self._listeners: list[Callable[[int], None]] = []
        self.facts_seq = 0
        """A number that increases whenever the facts of any table may have changed."""

    def assign(self, key: int, seating: Seating, due: tuple[AssignedSeat, ...] = ()) -> None:
        """Set the table's assigned seating and the players still `due`. Raises `Fault` for an unknown rule book."""
        before = self._tables.get(key)
        if before is None or key in self._withdrawn:
            self.facts_seq += 1
        self._withdrawn.discard(key)
        if before is None:
            self._tables[key] = AuditedTable(seating, book_of(seating), due=due)
            self._notify(key)
        elif (before.seating, before.due) != (seating, due):
            self._tables[key] = replace(before, seating=seating, due=due)
            self._notify(key)

    def withdraw(self, key: int) -> None:
        """The opening of this table was undone. Its records are kept in case the undo is undone too."""
        self._withdrawn.add(key)
        self.facts_seq += 1

    def resume(self, key: int, audited: AuditedTable) -> None:
        """Continue from an earlier audit, with the table's current assignment."""
        assigned = self._tables[key]
        resumed = replace(audited, seating=assigned.seating, book=assigned.book, due=assigned.due)
        self._tables[key] = self.unproved[key] = resumed
        self.facts_seq += 1

    def restate(self, key: int, audited: AuditedTable) -> None:
        now = self._tables[key]
        self._tables[key] = replace(
            audited, seating=now.seating, book=now.book, due=now.due, remarks=now.remarks, rest_ms=now.rest_ms
        )
        self._facts.pop(key, None)
        self.facts_seq += 1
        self._notify(key)

    def choose(self, key: int, audited: AuditedTable) -> None:
        """Show the table according to the history that a director chose over the clock's copy."""
        self.unproved.pop(key, None)
        self.flags.accept(key)
        self.chosen[key] = self.chosen.get(key, 0) + 1
        self.restate(key, audited)

    def read(self, key: int, records: Iterable[Record]) -> int:
        """Audit stored records. Returns the number of the last undamaged one."""
        for record in records:
            self._tables[key] = audit_record(self._tables[key], record)
        self.facts_seq += 1
        return self._tables[key].seq

    def flag(self, key: int, found: Message) -> None:
        """Add a flag for the director that does not come from records. It lasts for this run of the service."""
        if self.flags.add(key, found):
            self._notify(key)

    def listen(self, listener: Callable[[int], None]) -> None:
        self._listeners.append(listener)

    def forked(self, key: int, fault: Forked) -> Forked:
        """Flag this fault at the table, because a kiosk has a different history for it. Returns the fault."""
        self.flags.reject(key, message("kiosk-rejected", what=self._words.fault(fault.message).what))
        self._notify(key)
        return fault

    def taken(self, key: int, records: Sequence[Record]) -> None:
        """These records of the table are on disk now. Some of them may have been there before."""
        audited, now_ms = self._tables[key], self._times.mono_ms()
        for record in records:
            if record.seq == audited.seq + 1:
                rest = self._rest if self.links.is_live(key, record.seq) else None
                audited = with_remark(audited, audit_record(audited, record), rest, now_ms)
        self._tables[key] = audited
        self._taken_ms[key] = now_ms
        self.facts_seq += 1
        self.links.note_message(key)
        self._notify(key)

    def linked(self, key: int, linked: bool, head: int = 0) -> None:
        """A table with `head` records in its journal has connected, or the table has disconnected."""
        if linked:
            self.flags.accept(key)
        self.links.linked(key, linked, head)
        self._notify(key)

    def elsewhere(self, key: int, is_elsewhere: bool) -> None:
        """The table's kiosk is connected, but not in this tournament, or no longer."""
        if self.links.elsewhere(key, is_elsewhere):
            self._notify(key)

    def reported(self, key: int, health: TableHealth) -> None:
        self.links.reported(key, health)
        self._notify(key)

    def follow_rest(self, tournament: Tournament, now_ms: int) -> None:
        self._rest = resting(tournament, self._rest, now_ms)

    def _notify(self, key: int) -> None:
        for listener in self._listeners:
            listener(key)

    # State

    @property
    def keys(self) -> tuple[int, ...]:
        return tuple(sorted(self._tables.keys() - self._withdrawn))

    @property
    def tables(self) -> Mapping[int, AuditedTable]:
        return self._tables

    def view(
        self, key: int, remarks: Iterable[Message] = (), names: Names = NO_NAMES, words: Words | None = None
    ) -> TableView:
        """A table as the director sees it, with remarks that only the room can make and its players' names by their
        ids. It is in the language of `words`, or in the room's language if `words` is None."""
        audited = self._tables[key]
        for found in (*self.flags.of(key), *self.links.remarks(key), *remarks):
            audited = flag(audited, found)
        called_ms, say = self._called_ms(audited), (words or self._words).say
        return table_view(audited, self.links.of(key), called_ms, ViewWords(names, say), key)

    def facts(self, key: int) -> TableFacts:
        audited = self._tables[key]
        held = self._facts.get(key)
        if held is None or held.mark != audited.game.mark:
            held = self._facts[key] = table_facts(key, audited.record, audited.game)
        return held

    def taken_ms(self, key: int) -> int | None:
        """When a table's records last arrived, in the service's time, or None if none have arrived since the start."""
        return self._taken_ms.get(key)

    def played(self, key: int | None = None) -> tuple[PlayedLevel, ...]:
        """The levels that one table played, or all of them."""
        tables = self._tables if key is None else (key,)
        each = ([replace(played, table=one) for played in self._tables[one].played] for one in tables)
        return tuple(chain.from_iterable(each))

    def marks(self) -> tuple[TableMark, ...]:
        """For each table that has sent records, where its copy ends."""
        return tuple(TableMark(key, audited.seq) for key, audited in self._tables.items() if audited.seq)

    def play_range(self, structure: Structure, clock: LevelClock) -> PlayRange | None:
        """The range of progress of the tables in play, or None unless levels are measured in hands or orbits."""
        if advances_by(structure) == "minutes":
            return None
        playing = {key: table for key, table in self._tables.items() if players_left(table) > 1}
        played = {key: play_so_far(table.game.table) for key, table in playing.items()} or {0: (0, 0)}
        return play_range(structure, [counted_play(clock, structure, *one) for one in played.items()])

    def _called_ms(self, audited: AuditedTable) -> int | None:
        """When the table called the floor, in the service's time. Never later than now, even if the table's clock is
        ahead."""
        if audited.called_ms is None:
            return None
        return self._times.mono_ms() - max(0, self._times.wall_ms() - audited.called_ms)
