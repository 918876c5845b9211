"""Records on disk that are waiting for the audit: those of tables in play first, with backlogs in slices between them.

The part of a long backlog that is not in memory is read from the store. Belongs to the event loop.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from pickle import PicklingError

from kiosk.clock.store.port import Snapshot
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable
from kiosk.clock.tables.snapshot import pack, program
from kiosk.faults import Fault
from kiosk.storage.chain import Record, mark_of

SLICE = 25
"""How many records are audited before other tasks get a turn. A table with at most this many waiting counts as in
play."""
MOST_HELD = 400
"""The maximum number of one table's records that wait in memory, which is two messages from a kiosk."""
SNAPSHOT_RECORDS = 100
"""The number of records between snapshots of a table in play, about six hands. On startup, only the records after the
last snapshot are audited."""
SNAPSHOT_OF_BACKLOG = 1_000
"""The number of records between snapshots while a backlog is audited."""
WHILE_HELD_S = 0.02
"""The pause, in seconds, between slices of a backlog while more of it is being written, because writing has
priority."""

log = logging.getLogger(__name__)


class Auditing:
    def __init__(
        self,
        writer: Writer,
        audit: Callable[[str, Sequence[Record]], AuditedTable | None],
        failing: Callable[[Fault], None],
    ) -> None:
        """`audit` audits a stream's records and returns its table, or None if no table has the stream."""
        self._writer = writer
        self.audit = audit
        self._failing = failing
        self._waiting: dict[str, deque[Record]] = {}
        self._playing: dict[str, None] = {}
        self._backlogs: dict[str, None] = {}
        """The waiting streams, the next one first. There may be hundreds, too many to search for each slice."""
        self._unread: set[str] = set()
        """The streams that have more records in the store than are waiting here."""
        self._snapshots: dict[str, int] = {}
        """For each stream, the last record in the newest snapshot that this run kept."""
        self.kept_s: float | None = None
        """When any snapshot was last kept, in the loop's time."""
        self._task: asyncio.Task[None] | None = None

    def add(self, stream: str, records: Sequence[Record]) -> None:
        waiting = self._waiting.setdefault(stream, deque())
        if stream in self._unread or len(waiting) + len(records) > MOST_HELD:
            self._unread.add(stream)
        else:
            waiting.extend(records)
        self._sort(stream)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def restart(self, stream: str) -> None:
        """Drop the records still waiting from the stream's previous history. The table already matches the new one."""
        self._snapshots.pop(stream, None)
        if stream in self._waiting:
            self._waiting[stream].clear()
            self._unread.add(stream)
            self._sort(stream)

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    @property
    def held(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def _run(self) -> None:
        try:
            while self._waiting:
                for stream in tuple(self._playing):
                    await self._slice(stream)
                if backlog := next(iter(self._backlogs), None):
                    await self._slice(backlog)
                    if backlog in self._backlogs:  # other waiting backlogs come first
                        self._backlogs[backlog] = self._backlogs.pop(backlog)
                    await asyncio.sleep(WHILE_HELD_S if self._writer.has_backlog else 0)
        finally:
            self._task = None

    def _is_backlog(self, stream: str) -> bool:
        return stream in self._unread or len(self._waiting[stream]) > SLICE

    def _sort(self, stream: str) -> None:
        here, there = (self._backlogs, self._playing) if self._is_backlog(stream) else (self._playing, self._backlogs)
        here.setdefault(stream)
        there.pop(stream, None)

    async def _slice(self, stream: str) -> None:
        waiting = self._waiting[stream]
        some = [waiting.popleft() for _ in range(min(SLICE, len(waiting)))]
        every = SNAPSHOT_OF_BACKLOG if self._is_backlog(stream) else SNAPSHOT_RECORDS
        table = self.audit(stream, some)
        if table is None:
            self._unread.discard(stream)
        if not waiting and stream in self._unread and table:
            await self._read_on(stream, table.seq)
        elif not waiting:
            del self._waiting[stream]
            self._playing.pop(stream, None)
            self._backlogs.pop(stream, None)
        if stream in self._waiting:
            self._sort(stream)
        if table and some:  # last, because nothing may come between the audit and where reading continues
            await self._keep_snapshot(stream, table, some[-1], every)
        await asyncio.sleep(0)

    async def _read_on(self, stream: str, after: int) -> None:
        """Read the next records from the store, ahead of newly written ones. The audit skips duplicates."""
        self._unread.discard(stream)
        try:
            read = await self._writer.read(stream, after, MOST_HELD)
        except Fault as fault:
            self._failing(fault)
            return
        self._waiting[stream].extendleft(reversed(read))
        if len(read) == MOST_HELD:
            self._unread.add(stream)

    async def _keep_snapshot(self, stream: str, table: AuditedTable, last: Record, every: int) -> None:
        """Keep a snapshot of a table that has sent enough records since the last one, so that a restart is quick."""
        if last.seq != table.seq or last.seq < self._snapshots.get(stream, 0) + every:
            return
        self._snapshots[stream] = last.seq
        try:
            await self._writer.keep_snapshot(stream, lambda: Snapshot(mark_of(last), program(), pack(table)))
            self.kept_s = asyncio.get_running_loop().time()
        except Fault as fault:
            self._failing(fault)
        except (RecursionError, PicklingError) as error:  # without it a restart is slower, but nothing else changes
            log.info("no snapshot of %s: %s", stream, error)
