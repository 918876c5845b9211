"""The thread that writes the store. Records from tables in play go into the next commit together. Backlogs are added
only in small amounts, so that no one waits long."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from time import perf_counter
from typing import TypeVar

from kiosk.clock.store.history_choices import ChoiceNote, HistoryChoice
from kiosk.clock.store.pictures import PictureFolder, Pictures
from kiosk.clock.store.port import Alive, Append, Batch, ClockStore, News, Snapshot, StreamState
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.storage.chain import Mark, Record

GATHER_S = 0.03
"""The time, in seconds, between commits of records from play. An order does not wait for it."""
T = TypeVar("T")
Job = tuple[Batch, asyncio.Future[Mark]]
MOST_PLAYED = 25
"""The maximum number of records that a table sends at once during play. If there are more, they are a backlog."""
BACKLOG_SLICE = 600
"""The number of backlog records in one commit, which takes about ten milliseconds."""


class Writer:
    """The only user of the store while the service runs. Its methods belong to the event loop's thread."""

    def __init__(
        self, store: ClockStore, taken: Callable[[str, Sequence[Record]], None], took: Callable[[float], object] = bool
    ) -> None:
        """`taken` is called with a table's records once they are on disk, in order, even if the table has disconnected.
        `took` is called in the writer's thread with the seconds that each commit of records took."""
        self._store = store
        self._taken = taken
        self._took = took
        self.taken = 0
        self.decided = 0
        """How many times other data, which no table could send again, was written."""
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[Job] = []
        self._draining: asyncio.Task[None] | None = None
        self._closed = False

    async def take(self, stream: str, epoch: int, records: Sequence[Record], opening: str | None = None) -> Mark:
        """The copy's mark once the records are on disk. Raises `Fenced`, `Forked`, or `Fault` if the disk fails."""
        done: asyncio.Future[Mark] = asyncio.get_running_loop().create_future()
        self._waiting.append((Batch(stream, epoch, records, opening), done))
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        return await done

    async def append(self, *appends: Append) -> None:
        """Write decisions in one commit. They are on disk when this returns. Raises `Fault` if the disk fails."""
        await self._decide(lambda: self._timed(lambda: self._store.append(*appends)))

    async def open_stream(self, stream: str) -> int:
        return await self._call(lambda: self._store.open_stream(stream))

    async def grant(self, stream: str, opening: str) -> StreamState:
        """Grant this opening of a table's journal the next epoch. Returns what the store holds. Raises `Fault`."""
        return await self._decide(lambda: self._store.grant(stream, opening))

    async def choose(self, choice: HistoryChoice, *kept: MemoryEntry) -> ChoiceNote | None:
        """Replace a copy's history with this one, as `ClockStore.choose` does. Raises `Fault` if the disk fails."""
        return await self._decide(lambda: self._timed(lambda: self._store.choose(choice, *kept)))

    async def standing(self, stream: str) -> StreamState:
        return await self._call(lambda: self._store.copy(stream).standing())

    async def read(self, stream: str, after: int, most: int) -> list[Record]:
        """At most `most` records after record `after`. Raises `Fault` if the disk fails."""
        return await self._call(lambda: self._store.copy(stream).read(after, most))

    async def set_aside(self, stream: str, after: int) -> None:
        """Set aside the part of a copy after a record, so that the table resends it. Raises `Fault` if the disk
        fails."""
        await self._call(lambda: self._store.set_aside(stream, after))

    async def say_alive(self, alive: Alive) -> None:
        """Record that the service is alive at this moment. Raises `Fault` if the disk fails."""
        await self._call(lambda: self._store.say_alive(alive))

    async def keep(self, *kept: MemoryEntry) -> None:
        """Write or delete these entries in one commit. The changes are on disk when this returns. Raises `Fault` if the
        disk fails."""
        await self._decide(lambda: self._store.keep(*kept))

    async def erase(self, texts: Sequence[str], names: Sequence[str]) -> list[str]:
        """Erase these names and ids (`texts`). Returns the streams whose records contain one of the `names`. Raises
        `Fault`."""
        return await self._decide(lambda: self._store.erase(texts, names))

    async def naming(self, names: Sequence[str]) -> list[str]:
        return await self._call(lambda: self._store.naming(names))

    async def use_pictures(self, use: Callable[[Pictures], T]) -> T:
        """Store or read pictures of displays. Raises what `use` raises."""
        pictures = self._store.pictures
        if isinstance(pictures, PictureFolder):
            return await asyncio.to_thread(use, pictures)  # no commit waits for these files
        return await self._call(lambda: use(pictures))

    async def keep_snapshot(self, stream: str, snapshot: Callable[[], Snapshot]) -> None:
        """Keep a snapshot of a stream. It is made in the writer's thread. Raises `Fault` if the disk fails."""
        await self._call(lambda: self._store.keep_snapshot(stream, snapshot()))

    @property
    def news(self) -> News | None:
        """The changes of another clock, if this one only follows it."""
        return self._store.news

    async def look(self, news: News) -> Sequence[Callable[[], object]]:
        """The calls that tell what is new. Raises `Outdated` or `Fault`."""
        return await self._call(news.look)

    @property
    def has_backlog(self) -> bool:
        """Whether a backlog is waiting to be written, and not only records from play."""
        return any(map(_is_backlog, self._waiting))

    @property
    def waiting(self) -> int:
        return sum(len(batch.records) for batch, _ in self._waiting)

    @property
    def has_failed(self) -> bool:
        return self._store.has_failed

    def close(self) -> None:
        """Finish everything in progress and close the store."""
        self._closed = True
        self._thread.shutdown()
        self._store.close()

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await self._commit(self._next())
                if self._waiting and not self.has_backlog:
                    await asyncio.sleep(GATHER_S)
        finally:
            self._draining = None

    def _next(self) -> list[Job]:
        played = [job for job in self._waiting if not _is_backlog(job)]
        backlog = [job for job in self._waiting if _is_backlog(job)]
        records = list(accumulate(len(batch.records) for batch, _ in backlog))
        now = 1 + sum(1 for sent in records if sent <= BACKLOG_SLICE) if records else 0
        self._waiting = backlog[now:]
        return [*played, *backlog[:now]]

    async def _commit(self, jobs: Sequence[Job]) -> None:
        batches = [batch for batch, _ in jobs]
        results: Sequence[Mark | Exception]
        try:
            results = await self._call(lambda: self._timed(lambda: self._store.commit(batches)))
        except Exception as error:
            results = [error] * len(jobs)
        for (batch, done), result in zip(jobs, results, strict=True):
            if isinstance(result, Mark):
                self.taken += len(batch.records)
                self._taken(batch.stream, batch.records)
            if isinstance(result, Mark) and not done.cancelled():
                done.set_result(result)
            elif not isinstance(result, Mark) and not done.cancelled():
                done.set_exception(result)

    def _timed(self, write: Callable[[], T]) -> T:
        began = perf_counter()
        try:
            return write()
        finally:
            self._took(perf_counter() - began)

    async def _decide(self, write: Callable[[], T]) -> T:
        if self._closed:
            raise asyncio.CancelledError  # the clock has stopped, so this change is dropped
        made = await self._call(write)
        self.decided += 1
        return made

    async def _call(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, what)


def _is_backlog(job: Job) -> bool:
    return len(job[0].records) > MOST_PLAYED
