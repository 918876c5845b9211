"""Decides which records to send next and which arriving records to keep: each one once, in order. Knows nothing about
sockets or poker.

A table's journal has one writer; the clock holds a copy up to a mark. Sending again is harmless, so nothing has to be
remembered about a lost, repeated or late message: the copy's mark, sent after every batch, is the whole state.
"""

from collections.abc import Sequence
from typing import Protocol

from kiosk.faults import Fault
from kiosk.storage.chain import START, Mark, Record, follows, mark_of

MOST_OPENINGS = 100_000
"""The maximum number of epochs by which a sender may be ahead of the clock. Nobody opens a journal that often while the
clock is unreachable. The limit keeps a sender from using up the epochs by raising them at will."""


class NotTheWriter(Fault):
    """The sender may not write this journal. The other side holds its first `held` records, if that number is known."""

    @property
    def held(self) -> int | None:
        held = self.message.fields.get("held")
        return held if isinstance(held, int) else None


class Fenced(NotTheWriter):
    """A newer epoch of this journal is known, so the sender is no longer its writer."""


class Forked(NotTheWriter):
    """Two different histories exist for the same journal. They are never merged: a person decides which one is
    right."""


class Log(Protocol):
    """A journal to read from: `kiosk.storage.journal.Journal` or a reader of it."""

    @property
    def head(self) -> Mark: ...

    def read(self, after: int, limit: int) -> list[Record]: ...


class Copy(Protocol):
    """The other side's copy of one journal. It survives a power cut."""

    def epoch(self) -> int:
        """The highest epoch added so far; 0 at first."""

    def head(self) -> Mark:
        """The mark of the last record held; `START` at first."""

    def held(self, seq: int) -> bytes | None:
        """The hash of a record, if it is held."""

    def add(self, epoch: int, records: Sequence[Record]) -> None:
        """Add these next records and their sender's epoch: either all of them or none. They are on disk when this
        returns."""


class Outbox:
    """The writer's side: the journal's records that the other side does not have yet."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._mark = START

    @property
    def behind(self) -> int:
        return self._log.head.seq - self._mark.seq

    @property
    def held(self) -> int:
        return self._mark.seq

    def next_batch(self, limit: int) -> list[Record]:
        """The records to send. They stay the same until they are acknowledged."""
        return self._log.read(self._mark.seq, limit)

    def acked(self, mark: Mark) -> None:
        """Set the other side's mark, sent on connecting and after each batch, even if it goes backward. Raises `Forked`
        if the other side holds records that this journal, an old or different one, does not."""
        head = self._log.head
        if mark.seq > head.seq:
            raise Forked("journal-old-copy", held=mark.seq, here=head.seq)
        if mark.seq and self._log.read(mark.seq - 1, 1)[0].hash != mark.hash:
            raise _forked(mark.seq)
        self._mark = mark


class Intake:
    """The receiving side: adds arriving records to the copy."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy

    def take(self, epoch: int, batch: Sequence[Record]) -> Mark:
        """Add the records that come next, ignore those already held, and add none after a gap. Returns the new mark.
        `epoch` is the one in which the sender opened its journal. Raises `Fenced` if a later epoch is known, and
        `Forked` if the batch contradicts the records held. In either case, nothing is added."""
        newest = self._copy.epoch()
        if epoch < newest:
            raise Fenced("table-taken-over", newest=newest, epoch=epoch, held=self._copy.head().seq)
        if later := next((record for record in batch if record.epoch > epoch), None):
            raise _forked(later.seq)
        fresh = self._fresh(batch)
        # Only a sender that has proved it holds everything held here may fence off the others.
        if fresh or (epoch > newest and is_held(self._copy, batch[-1:])):
            self._copy.add(epoch, fresh)
        return self._copy.head()

    def _fresh(self, batch: Sequence[Record]) -> list[Record]:
        mark = head = self._copy.head()
        fresh: list[Record] = []
        for record in batch:
            if record.seq <= head.seq:
                if self._copy.held(record.seq) != record.hash:
                    raise _forked(record.seq)
            elif record.seq > mark.seq + 1:
                break
            elif not follows(mark, record):
                raise _forked(record.seq)
            else:
                fresh.append(record)
                mark = mark_of(record)
        return fresh


def is_held(copy: Copy, batch: Sequence[Record]) -> bool:
    """Whether the batch contains the copy's last record, which a sender that has only its hash cannot forge."""
    head = copy.head()
    before = Mark(head.seq - 1, copy.held(head.seq - 1) or START.hash)
    return any(mark_of(record) == head and follows(before, record) for record in batch)


def _forked(seq: int) -> Forked:
    return Forked("record-in-two-histories", record=seq)
