"""Checks the promises of docs/architecture.md that an outsider can check, after every step of the clock and at rest."""

import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from functools import partial, reduce
from pathlib import Path

from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import Entries
from engine.tournament.levels.level_clock import is_running
from engine.tournament.state import Tournament, apply, is_over
from kiosk.clock.store.sqlite.stream_copy import StreamCopy
from kiosk.clock.store.streams import read_sitting_id, sitting_id, tournament_stream
from kiosk.clock.tables.audit import AuditedTable
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.simulate.director import twice
from kiosk.storage.chain import Record
from kiosk.storage.journal_reader import salvage
from kiosk.storage.promised import Promises
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import witness_path
from tests.lab.faults.clocks import SimulatedClock
from tests.lab.faults.server_clocks import ServerClocks
from tests.lab.faults.tables import DisplayedTable, SimulatedTable

Stored = Callable[[str], list[Record]]
"""Returns the records of a stream."""
NOT_ISSUED = "seat-not-issued"
"""The flag that tells the director about a seated player whom the clock has forgotten."""


class Oracles:
    """Calls `broken` with each promise that does not hold."""

    def __init__(
        self,
        clock: SimulatedClock | ServerClocks,
        tables: dict[int, SimulatedTable],
        folder: Path,
        broken: Callable[[str], None],
        stored: Stored | None = None,
    ) -> None:
        """`stored` reads a stream of the clock's database. If it is None, the database is a file."""
        self._clock = clock
        self._tables = tables
        self._folder = folder
        self._broken = broken
        self._stored = stored or partial(_stream, folder / "clock" / "clock.db")
        self._facts_seq = -1
        self._mark = 0
        """The number of the tournament's last record that a page may have shown."""
        self._level = 0
        """The highest level that the tournament's clock has reached. The first level is 0."""
        self.is_running = False
        """Whether the tournament's clock was running when it was last shown."""
        self._held: dict[int, int] = {}
        """By sitting, how many records the clock's copy had."""
        self.others: dict[int, list[Path]] = {}
        """By table, the folders of kiosks that are off, and of what a disk claimed to hold."""
        self._before: Stored | None = None
        """Reads what the clock's disk or server claimed to hold, until the clock starts again."""
        self._has_forgotten = False
        self._owed: dict[int, int] = {}
        """By sitting, how many records the clock had before it lost some, until they are sent again."""

    def look(self) -> None:
        """After a step of the clock, check that its totals balance and that nothing went backward."""
        desk = self._clock.desk
        if desk is None:
            return
        self.is_running = is_running(desk.state.clock) and not is_over(desk.state)
        if desk.mark < self._mark:
            self._broken(f"the tournament went back from record {self._mark} to {desk.mark}")
        level = desk.state.clock.index
        if level < self._level:
            self._broken(f"the clock went back from level {self._level + 1} to {level + 1}")
        self._level = level
        if (desk.audited.facts_seq, desk.mark) == (self._facts_seq, self._mark):
            return
        self._facts_seq, self._mark = desk.audited.facts_seq, desk.mark
        if not self._is_short(desk):
            self._look_at_chips(desk)
        for key in desk.audited.keys:
            self._look_at(desk, key)

    def _look_at_chips(self, desk: Desk) -> None:
        """Check that no chips are missing. The chips of seated players whom the clock has forgotten count as found,
        because the director is warned about them."""
        entries, facts = desk.state.entries, desk.accounts.facts()
        over = desk.state.flight is not None
        unknown = sum(_forgotten_chips(one, entries) for one in desk.audited.tables.values())
        if missing := ledger(entries, facts, flight_over=over).missing + unknown:
            self._broken(f"{missing} chips are missing")
        for entry in twice(facts):
            self._broken(f"entry {entry} is in two places")

    def _is_short(self, desk: Desk) -> bool:
        """Whether tables still have to resend some records that the clock has lost."""
        tables = desk.audited.tables
        self._owed = {key: held for key, held in self._owed.items() if key in tables and tables[key].seq < held}
        return bool(self._owed)

    def booted(self) -> None:
        """The clock has started. Check that it still has what it had before."""
        self._facts_seq = -1
        if desk := self._clock.desk:
            self._look_at_mark(desk)
            if self._before:
                self._look_at_copies(desk, self._before)
        self._before = None

    def forgot(self, before: Path | Stored) -> None:
        """The clock's disk or server has lost some of what it claimed to hold, which is in `before`. The clock may know
        less from now on."""
        self._before = partial(_stream, before / "clock.db") if isinstance(before, Path) else before
        self._has_forgotten = True
        for key, held in self._held.items():  # records lost earlier may still be missing
            self._owed[key] = max(held, self._owed.get(key, 0))
        self._mark, self._level, self._held = 0, 0, {}

    def _look_at(self, desk: Desk, key: int) -> None:
        audited = desk.audited.tables[key]
        for flag in audited.flags:
            if not (self._has_forgotten and flag.code == NOT_ISSUED):
                self._broken(f"sitting {key}: {flag}")
        if audited.seq < self._held.get(key, 0):
            self._broken(f"the copy of sitting {key} went back from {self._held[key]} to {audited.seq}")
        self._held[key] = audited.seq

    def at_rest(self, forkable: Collection[int] = ()) -> None:
        """Once everything is at rest, check that the clock has the tables' records, one by one.

        A `forkable` table may have more than one history. In that case, the clock must have one of them, and the table
        must continue with it, unless the tournament ended while the other kiosk was playing.
        """
        self.look()
        desk = self._clock.desk
        if desk is None:
            self._broken("there is no tournament in the end")
            return
        self._look_at_mark(desk)
        self._look_at_fold(desk)
        for key in desk.audited.keys:
            copy = self._copy(desk, key)
            if (at := desk.table_of(key)) in forkable and not self._plays_at(desk, key):
                folders = (None, *self.others.get(at, ()))
                if not any(copy == self._journal(desk, key, one, may_rot=True)[: len(copy)] for one in folders):
                    self._broken(f"the copy of sitting {key} is no beginning of any of its journals")
            elif copy != (mine := self._journal(desk, key))[: len(copy)]:
                self._broken(f"the copy of sitting {key} is no beginning of its journal")
            elif len(copy) < len(mine):
                self._broken(f"the clock lacks {len(mine) - len(copy)} records of sitting {key}")
        for key, facts in desk.accounts.facts().items():
            at = desk.table_of(key)
            is_off = at in forkable and not self._plays_at(desk, key)  # the kiosk that played it
            if facts.held and not is_off and self._tables[at].at.sitting != sitting_id(desk.state.id, key):
                self._broken(f"table {at} has left sitting {key}, and people sit there")
        for number, table in self._tables.items():
            self._look_at_table(desk, number, table, number in forkable)

    def _look_at_table(self, desk: Desk, number: int, table: SimulatedTable, is_forkable: bool) -> None:
        """Check one table at rest."""
        link = table.dealer.screen.surroundings.link if table.dealer else None
        plays = any(desk.table_of(key) == number and self._plays_at(desk, key) for key in desk.audited.keys)
        if is_forkable and link and link.lost and not plays:
            return  # nothing is left to restore
        if link is None or not link.connected or link.waiting:
            self._broken(f"table {number} is not linked in the end: {link}")
        elif link.connected and self._is_open(desk, number) and table.decided != desk.mark:
            self._broken(f"table {number} goes by record {table.decided} of the tournament, which is at {desk.mark}")
        if not table.is_folded:
            self._broken(f"table {number} plays another game than its journal")
        if table.is_stuck:
            self._broken(f"table {number} is stuck in the end")
        for reader in table.dealer.screen.surroundings.readers.readers if table.dealer else ():
            if reader.problem:
                self._broken(f"the reader of table {number} is {reader.problem} in the end")

    def _plays_at(self, desk: Desk, key: int) -> bool:
        """Whether a tablet could still be restored for this sitting."""
        return not desk.state.sittings[key].closed and not is_over(desk.state)

    def _is_open(self, desk: Desk, table: int) -> bool:
        """Whether the tournament plays at this table."""
        return any(desk.table_of(key) == table and not desk.state.sittings[key].closed for key in desk.audited.keys)

    def _journal(self, desk: Desk, key: int, folder: Path | None = None, may_rot: bool = False) -> list[Record]:
        folder = folder or self._folder / f"table-{desk.table_of(key)}"
        path = SittingFiles(folder / "table.journal").path(sitting_id(desk.state.id, key))
        if not path.exists():
            return []
        saved = salvage(path)
        if saved.fault and not may_rot:  # nobody opens this journal again
            self._broken(f"the journal of sitting {key}: {saved.fault}")
        return list(saved.records)

    def _copy(self, desk: Desk, key: int) -> list[Record]:
        return self._stored(desk.stream(key))

    def _look_at_copies(self, desk: Desk, before: Stored) -> None:
        """The clock's disk has lied. Check that the remaining records were really written."""
        for key in desk.audited.keys:
            copy = self._copy(desk, key)
            if copy != before(desk.stream(key))[: len(copy)]:
                self._broken(f"the copy of sitting {key} has records that were never written")

    def _look_at_mark(self, desk: Desk) -> None:
        """Check that pages have shown exactly the durable records."""
        there = len(self._stored(tournament_stream(desk.state.id)))
        if there != desk.mark:
            self._broken(f"the tournament is told as of record {desk.mark}, and ends at {there}")

    def _look_at_fold(self, desk: Desk) -> None:
        """Check that replaying the decisions leads to the same tournament."""
        service = self._clock.service
        assert service
        records = self._stored(tournament_stream(desk.state.id))
        form = service.forms.of(desk.state.id)
        if reduce(apply, map(form.decode, (record.body for record in records)), Tournament()) != desk.state:
            self._broken("the tournament is another one than its decisions lead to")

    def after_a_lie(self, folder: Path, before: Path) -> int:
        """A table's disk has lost some of what it claimed to hold, which is in `before`. Checks that the remaining
        records were really written. Returns how many records of its sitting the table still promises."""
        for path in sorted(folder.glob("table*.journal")):
            left, said = salvage(path).records, salvage(before / path.name).records
            if left != said[: len(left)]:
                self._broken(f"{folder.name} has records in {path.name} that were never written")
        return Promises.read(witness_path(SittingFiles(folder / "table.journal").path_now)).end.seq

    def is_older(self, table: SimulatedTable, seen: DisplayedTable) -> bool:
        """Whether the clock has newer records of the table's sitting than `seen`."""
        desk, sitting = self._clock.desk, read_sitting_id(seen.sitting)
        audited = desk.audited.tables.get(sitting[1]) if desk and sitting else None
        return audited is not None and table.at.sitting == seen.sitting and audited.seq > seen.mark

    def heads(self) -> Iterator[str]:
        """The last record of the tournament and of each sitting."""
        if desk := self._clock.desk:
            yield f"tournament {desk.mark}"
            for key in desk.audited.keys:
                yield f"sitting {key} {desk.audited.tables[key].seq}"

    def hands(self) -> int:
        """The number of hands played in total."""
        desk = self._clock.desk
        return sum(facts.hands for facts in desk.accounts.facts().values()) if desk else 0

    def records(self) -> int:
        """The number of records kept in total."""
        desk = self._clock.desk
        return desk.mark + sum(desk.audited.tables[key].seq for key in desk.audited.keys) if desk else 0


def _stream(path: Path, name: str) -> list[Record]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return list(StreamCopy(path, db, name).walk())


def _forgotten_chips(audited: AuditedTable, entries: Entries) -> int:
    """The chips that a table's flags report for players whom the tournament does not know."""
    known = {str(number) for number in entries}
    issues = [flag.fields for flag in audited.flags if flag.code == NOT_ISSUED]
    chips = [one["chips"] for one in issues if str(one["name"]) not in known]
    return sum(one for one in chips if isinstance(one, int))
