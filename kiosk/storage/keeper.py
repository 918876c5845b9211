"""Keeps one state in step with its journal: decide, commit, then show. Every change, from a touch, a reader or the
network, goes through `Keeper.do` on one thread. Knows nothing about poker, disks or screens."""

import threading
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Generic, Self, TypeVar

import msgspec

from engine.bad_input import why_bad
from kiosk.faults import Fault
from kiosk.storage.journal import Journal

S = TypeVar("S")  # the state, a value
A = TypeVar("A")  # the actions that can be asked for
E = TypeVar("E")  # the events that have happened


class Stale(Exception):
    """The tap was on an outdated screen, so it is ignored."""

    def __init__(self, seen: int, mark: int) -> None:
        super().__init__(f"asked while record {seen} was shown, but {mark} is the newest")


class Rules(msgspec.Struct, Generic[S, A, E], frozen=True):
    decide: Callable[[S, A], Iterable[E]]  # raises if the rules do not allow it
    apply: Callable[[S, E], S]  # never refuses, because the event has already happened
    encode: Callable[[E], bytes]
    decode: Callable[[bytes], E]  # raises ValueError for bytes it does not know


class Decided(msgspec.Struct, Generic[S, A, E], frozen=True, eq=False):
    """An action that the rules allow in one state, and its events. A keeper records these events only if it is still in
    that state; otherwise, it decides about the action again."""

    state: S
    action: A
    events: tuple[E, ...]


class Keeper(Generic[S, A, E]):
    """The state as of `mark`, the journal's last record. Belongs to the thread that made it."""

    def __init__(self, journal: Journal, rules: Rules[S, A, E], state: S, now_ms: Callable[[], int]) -> None:
        """`state` is the fold of all records, as `Keeper.resume` computes it. `now_ms` returns wall-clock time."""
        self.state = state
        self.mark = journal.head.seq
        self._journal = journal
        self._rules = rules
        self._now_ms = now_ms
        self._listeners: list[Callable[[tuple[E, ...], S, int], None]] = []
        self._thread = threading.get_ident()
        self._doing = False

    @classmethod
    def resume(cls, journal: Journal, rules: Rules[S, A, E], empty: S, now_ms: Callable[[], int]) -> Self:
        """Continue where the journal left off. Raises `Fault` at a record that this program does not understand."""
        return cls(journal, rules, _folded(journal, rules, empty), now_ms)

    def read_again(self, empty: S) -> None:
        """Rebuild the state from the journal, because the data used to decode its records has changed. If it raises
        `Fault`, the state is unchanged."""
        self._check_caller()
        self.state = _folded(self._journal, self._rules, empty)

    def listen(self, listener: Callable[[tuple[E, ...], S, int], None]) -> None:
        """Register a listener, to be called with (events, state, mark) after each commit. It may read the state but not
        act."""
        self._listeners.append(listener)

    def do(self, action: A, seen: int | None = None, decided: Decided[S, A, E] | None = None) -> tuple[E, ...]:
        """Carry out the action and return its events, which are on disk before any listener is called. An exception
        before that changes nothing. `decided` is the decision about this action, if it has already been made. Raises
        `Stale` if `seen`, the mark of the tapped screen, is not the newest mark. Also raises anything that `decide`
        raises, and `Fault` if the disk fails. A listener's exception is raised after all listeners have been called;
        the action is not undone."""
        self._check_caller()
        if seen is not None and seen != self.mark:
            raise Stale(seen, self.mark)
        self._doing = True
        try:
            events = self._commit(action, decided)
            if events:
                self._notify(events)
        finally:
            self._doing = False
        return events

    def _commit(self, action: A, decided: Decided[S, A, E] | None) -> tuple[E, ...]:
        holds = decided is not None and decided.state is self.state and decided.action is action
        decision = decided.events if decided and holds else self._rules.decide(self.state, action)
        bodies = [self._rules.encode(event) for event in decision]
        # Before writing, apply exactly what a restart will read back. A record that this program cannot decode or apply
        # would make every later start fail.
        events = tuple(self._rules.decode(body) for body in bodies)
        state = reduce(self._rules.apply, events, self.state)
        self._journal.append(self._now_ms(), bodies)
        self.state, self.mark = state, self._journal.head.seq
        return events

    def _notify(self, events: tuple[E, ...]) -> None:
        errors: list[Exception] = []
        for listener in self._listeners:
            try:
                listener(events, self.state, self.mark)
            except Exception as error:
                errors.append(error)
        if len(errors) == 1:
            raise errors[0]
        if errors:
            raise ExceptionGroup("several listeners failed", errors)

    def _check_caller(self) -> None:
        if threading.get_ident() != self._thread:
            raise RuntimeError("a keeper may be used only by the thread that made it; post to its inbox instead")
        if self._doing:
            raise RuntimeError("a listener may not act, or the next would get events out of order; post instead")


def _folded(journal: Journal, rules: Rules[S, A, E], empty: S) -> S:
    state, after = empty, 0
    while records := journal.read(after):
        for record in records:
            try:
                event = rules.decode(record.body)
            except ValueError as error:
                raise Fault("record-not-known", record=record.seq, error=why_bad(error)) from error
            state = rules.apply(state, event)
        after = records[-1].seq
    return state
