"""Keeps a state in step with its stream in the store: decide, commit, then show.

Belongs to the event loop; the writer's thread commits. Each order is decided based on the result of the one before.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any, Generic, NamedTuple, Self, TypeVar

import msgspec

from engine.bad_input import why_bad
from engine.refused import Refused
from kiosk.clock.store.port import Append, ClockStore
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.writer import Writer
from kiosk.faults import Fault
from kiosk.storage.chain import START, Mark, Record, chain, mark_of
from kiosk.storage.keeper import Rules, Stale

READ_AT_ONCE = 200
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
Answer = TypeVar("Answer")
T = TypeVar("T", bound=msgspec.Struct)


class Decision(NamedTuple, Generic[S, E]):
    """The result of an order: its events, the state after them, and the records to be written."""

    events: tuple[E, ...]
    state: S
    append: Append


class OpenedStream(NamedTuple):
    """A stream that the clock writes: where it ends, and the number of this opening."""

    name: str
    head: Mark
    epoch: int


class StreamKeeper(Generic[S, A, E]):
    """The state at record `mark` of a stream. `epoch` is the number of this opening of the stream."""

    def __init__(
        self, opened: OpenedStream, rules: Rules[S, A, E], state: S, taken: Callable[[S], object] = bool
    ) -> None:
        """While the writer runs, `taken` gets each new state the moment it becomes valid. Nobody reads the state before
        then."""
        self.stream, self._head, self.epoch = opened
        self.state = state
        self._taken = taken
        self._rules = rules
        self._turn = asyncio.Lock()
        self._failed: Fault | None = None

    @classmethod
    def resume(
        cls, store: ClockStore, stream: str, rules: Rules[S, A, E], empty: S, taken: Callable[[S], object] = bool
    ) -> Self:
        """A keeper that resumes where the stream left off. Raises `Fault` at a record that this program does not
        understand."""
        state, head = empty, START
        for record in store.copy(stream).walk():
            state, head = _followed(rules, state, record), mark_of(record)
        keeper = cls(OpenedStream(stream, head, store.open_stream(stream)), rules, state, taken)
        if store.news:
            store.news.tell(stream, keeper.hear)
        return keeper

    @property
    def mark(self) -> int:
        return self._head.seq

    def do_now(self, store: ClockStore, action: A, at_ms: int) -> tuple[E, ...]:
        """Decide and commit as `do` does, before the writer's first job."""
        step = self._step(action, at_ms)
        if step.events:
            store.append(step.append)
        self._take(step)
        return step.events

    async def do(self, writer: Writer, action: Callable[[], A], at_ms: int, seen: int | None = None) -> tuple[E, ...]:
        """The events of the action, which is decided when its turn comes. They are on disk when this returns.

        Raises `Stale` if `seen`, the mark of the page that sent the action, is not the newest mark. Passes on any
        exception that the rules raise. Raises `Fault` if the disk fails, and on every later call, because the write may
        have been made.
        """
        # Otherwise, the state would differ from the disk if the caller stopped waiting.
        return await run_to_end(self._do(writer, action, at_ms, seen))

    def hear(self, records: Sequence[Record]) -> None:
        """Follow records that another clock has written. Raises `Fault` at a record that this program does not
        understand."""
        for record in records:
            if record.seq == self.mark + 1:
                self.state, self._head = _followed(self._rules, self.state, record), mark_of(record)
        self._taken(self.state)

    async def read_again(self, writer: Writer, empty: S) -> None:
        """Recalculate the state from its records. Raises `Fault`."""
        async with self._turn:
            state, after = empty, START.seq
            while records := await writer.read(self.stream, after, READ_AT_ONCE):
                state = reduce(self._rules.apply, (self._rules.decode(record.body) for record in records), state)
                after = records[-1].seq
            self.state = state
            self._taken(state)

    async def _do(self, writer: Writer, action: Callable[[], A], at_ms: int, seen: int | None) -> tuple[E, ...]:
        async with self._turn:
            if self._failed:
                raise self._failed.again()
            if seen is not None and seen != self.mark:
                raise Stale(seen, self.mark)
            step = self._step(action(), at_ms)
            if step.events:
                try:
                    await writer.append(step.append)
                except Fault as fault:
                    self._failed = fault
                    raise
            self._take(step)
            if step.events:
                self._taken(step.state)
            return step.events

    def _step(self, action: A, at_ms: int) -> Decision[S, E]:
        bodies = [self._rules.encode(event) for event in self._rules.decide(self.state, action)]
        # Before writing, apply exactly what a restart will read. A record that this program cannot decode or apply
        # would make every later start fail.
        events = tuple(self._rules.decode(body) for body in bodies)
        state = reduce(self._rules.apply, events, self.state)
        return Decision(events, state, Append(self.stream, self._head, chain(self._head, self.epoch, at_ms, bodies)))

    def _take(self, step: Decision[S, E]) -> None:
        self.state = step.state
        if step.append.records:
            self._head = mark_of(step.append.records[-1])


async def run_to_end(work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of this work, which runs to its end even if the caller stops waiting. If nobody waits any longer, a
    refusal or a `Fault` is dropped."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_drop)
        raise


def _drop(task: asyncio.Task[Any]) -> None:
    """Drop the result of a task that nobody awaits. An error that is a bug is raised, so that it is logged."""
    with suppress(asyncio.CancelledError, Fault, Refused, Stale):
        task.result()


def _followed(rules: Rules[S, A, E], state: S, record: Record) -> S:
    """The state after one more record. Raises `Fault` if this program does not understand it."""
    try:
        return rules.apply(state, rules.decode(record.body))
    except ValueError as error:
        raise Fault("record-not-known", record=record.seq, error=why_bad(error)) from error


class Kind(Generic[T]):
    """All entries of one kind, by id. An entry from a newer program that this one cannot read is treated as missing."""

    def __init__(self, store: ClockStore, name: str, form: type[T]) -> None:
        """Raises `Fault`."""
        self.name = name
        self._read: Callable[[bytes], T | None] = lambda body: read_row(body, form)
        self._hear(store.kept(name))
        if store.news:
            store.news.tell_kept(name, self._hear)

    def _hear(self, rows: Mapping[str, bytes]) -> None:
        """Replace all entries with these rows of the store."""
        self.all = {its_id: one for its_id, body in rows.items() if (one := self._read(body))}

    async def change(self, writer: Writer, changes: Mapping[str, T | None]) -> None:
        """Write these entries, and remove those that are None. Raises `Fault`, with nothing changed."""
        await writer.keep(*self.kept(changes))
        self.take(changes)

    def kept(self, changes: Mapping[str, T | None]) -> list[MemoryEntry]:
        bodies = {its_id: None if one is None else msgspec.json.encode(one) for its_id, one in changes.items()}
        return [MemoryEntry(self.name, its_id, body) for its_id, body in bodies.items()]

    def take(self, changes: Mapping[str, T | None]) -> None:
        """Apply changes that have been written to disk."""
        for its_id, one in changes.items():
            if one is None:
                self.all.pop(its_id, None)
            else:
                self.all[its_id] = one
