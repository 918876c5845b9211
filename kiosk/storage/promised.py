"""A journal's second copy, in a witness file: every record and every epoch."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Self

import msgspec

from kiosk.storage.chain import START, Mark, Record, follows, mark_of
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines


class CopyLine(msgspec.Struct, frozen=True, omit_defaults=True):
    record: Record | None = None
    opened: int = 0


class Promises(msgspec.Struct, frozen=True):
    """How far a journal had progressed, according to its witness: `end` is the last record there, and `epoch` is the
    highest epoch in which it was opened. `whole` means that the witness has every record up to the end and nothing
    else."""

    end: Mark = START
    epoch: int = 0
    whole: bool = True

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the witness. If there is no file, nothing was promised. Raises OSError."""
        end, epoch, whole = START, 0, True
        for line in read_lines(path, CopyLine):
            epoch = max(epoch, line.opened, line.record.epoch if line.record else 0)
            if line.record:
                whole = whole and follows(end, line.record)
                end = max(end, mark_of(line.record), key=lambda mark: mark.seq)
        return cls(end, epoch, whole)


class PromiseLog(Witness):
    @classmethod
    def open(cls, path: Path, promises: Promises, records: Callable[[], Iterable[Record]], head: Mark) -> Self:
        """Open the witness to append to it. Raises `Fault`. If its `promises` differ from the journal's records up to
        its `head`, for example after a power cut between the two writes, the witness is rewritten from those
        records."""
        with disk_faults(path):
            if not promises.whole or promises.end != head or not path.exists():
                replace_promises(path, records(), promises.epoch)
            return cls(path)

    def opened(self, epoch: int) -> None:
        """Record a new epoch. Raises OSError."""
        self.append([CopyLine(opened=epoch)])

    def promised(self, records: Sequence[Record]) -> None:
        """Note these records, which are already in the journal. Raises OSError."""
        self.append([CopyLine(record) for record in records])


def replace_promises(path: Path, records: Iterable[Record], epoch: int) -> None:
    """Replace the file's content with exactly these records and this epoch. Raises `Fault`."""
    lines = (CopyLine(record) for record in records)
    replace_lines(path, [CopyLine(opened=epoch), *lines] if epoch else lines)
