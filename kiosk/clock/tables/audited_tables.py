"""One tournament's tables as the clock knows them: their records, audited, and their links.

A table's key is its sitting's number. Belongs to the event loop's thread. Knows nothing about sockets or disks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from engine.message import Message, message
from engine.table.next_deal import play_so_far
from engine.tournament.levels.by_play import PlayRange, counted_play, play_range
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import PlayedLevel, TableMark
from engine.tournament.levels.structure import Structure, advances_by
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.tables.audit import AuditedTable, audit_record, flag, players_left
from kiosk.clock.tables.facts import table_facts
from kiosk.clock.tables.flags import TableFlags
from kiosk.clock.tables.links import TableLinks
from kiosk.clock.tables.rests import Rest, resting, with_remark
from kiosk.clock.tables.seating import AssignedSeat, Seating, book_of
from kiosk.clock.tables.view import TableView, ViewWords, table_view
from kiosk.clock.times import Times
from kiosk.protocol.messages import TableHealth
from kiosk.protocol.numbered import NO_NAMES, Names
from kiosk.protocol.sync import Forked
from kiosk.storage.chain import Record
from ui.words import Words


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
        """The tables that continued from a snapshot, each as it was in the snapshot. They stay here until it is
        verified that their records lead to it.
        """
        self.chosen: dict[int, int] = {}
        """For each table, how many times its history was chosen over the clock's copy. All choices that were made
        before this start of the service count as one.
        """
        self._rest: Rest | None = None
        """The current break or pause."""
        self._listeners: list[Callable[[int], None]] = []
        self.facts_seq = 0
        """A number that increases whenever the facts of any table may have changed."""

    def assign(self, key: int, seating: Seating, due: tuple[AssignedSeat, ...] = ()) -> None:
        """Assign the players who should sit there, and those who are still `due`. Raises `Fault` if the rule book does
        not ship with this program.
        """
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
        """Replace the table that came from a snapshot with the one that results from its records."""
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
        """Call `listener` with a table's key after each change at that table."""
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

    def reported(self, key: int, health: TableHealth) -> None:
        """A table has reported its health."""
        self.links.reported(key, health)
        self._notify(key)

    def follow_rest(self, tournament: Tournament, now_ms: int) -> None:
        """Note whether the tournament is in a break or paused now."""
        self._rest = resting(tournament, self._rest, now_ms)

    def _notify(self, key: int) -> None:
        for listener in self._listeners:
            listener(key)

    # State

    @property
    def keys(self) -> tuple[int, ...]:
        """The tables, in order."""
        return tuple(sorted(self._tables.keys() - self._withdrawn))

    @property
    def tables(self) -> Mapping[int, AuditedTable]:
        """Each table's audit, by its key."""
        return self._tables

    def view(
        self, key: int, remarks: Iterable[Message] = (), names: Names = NO_NAMES, words: Words | None = None
    ) -> TableView:
        """A table for the director, with remarks that only the room can make, and with its players' names by their ids.
        It is in the language of `words`, or in the room's language if `words` is None."""
        audited = self._tables[key]
        for found in (*self.flags.of(key), *self.links.remarks(key), *remarks):
            audited = flag(audited, found)
        called_ms, say = self._called_ms(audited), (words or self._words).say
        return table_view(audited, self.links.of(key), called_ms, ViewWords(names, say), key)

    def facts(self, key: int) -> TableFacts:
        """The facts that the tournament reads from a table."""
        audited = self._tables[key]
        held = self._facts.get(key)
        if held is None or held.mark != audited.game.mark:
            held = self._facts[key] = table_facts(key, audited.record, audited.game)
        return held

    def taken_ms(self, key: int) -> int | None:
        """When a table's records last arrived, in the service's time, or None if none have arrived since the service
        started."""
        return self._taken_ms.get(key)

    def played(self, key: int | None = None) -> tuple[PlayedLevel, ...]:
        """The levels that one table played, or that all tables played."""
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
        """When the table called the floor, in the service's time. It is never later than now, in case the table's wall
        clock is ahead.
        """
        if audited.called_ms is None:
            return None
        return self._times.mono_ms() - max(0, self._times.wall_ms() - audited.called_ms)
