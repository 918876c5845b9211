"""What can be brought back of a journal that is not all that was promised, and bringing it back.

A record counts only where the chain of hashes leads to it from the first one on, whichever of the two copies it is
from. Knows no poker.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from kiosk.storage.chain import START, Mark, Record, follows, mark_of
from kiosk.storage.files import disk_faults
from kiosk.storage.journal import create, files_of, glean, lock_journal
from kiosk.storage.promised import Promises, promised_lines, put_promises
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import witness_path


class Findings(NamedTuple):
    """What is left of a journal: `records` are all that can be believed, from both copies, `in_file` how many of them
    the file itself still tells from the first on, `promised` how many were written; `kept` is where its files lie as
    they were found."""

    records: tuple[Record, ...]
    in_file: int
    promised: int
    kept: Path

    @property
    def is_whole(self) -> bool:
        """Whether everything can be brought back."""
        return len(self.records) >= self.promised


def survey(path: Path) -> Findings:
    """Look at both copies. Changes neither; a copy of both lies beside them afterwards. Raises `Fault`."""
    kept = quarantine(path, files_of(path))
    with disk_faults(path):
        written = [line.record for line in promised_lines(witness_path(path)) if line.record]
    in_file, claimed = glean(path)
    records = max(_chained([*written, *in_file]), _chained([*in_file, *written]), key=len)
    promised = max(record.seq for record in written) if written else claimed
    promised = max(promised, len(records))
    return Findings(tuple(records), len(_chained(in_file)), promised, kept)


def restore(path: Path, records: tuple[Record, ...]) -> None:
    """Make these the journal, in both copies, in place of what is there. Raises `Fault`; then it is as it was found, or
    says again what it is short of."""
    with disk_faults(path), lock_journal(path):
        quarantine(path, files_of(path))
        epoch = Promises.read(witness_path(path)).epoch
        create(path, records)
        put_promises(witness_path(path), records, epoch)


def _chained(found: Iterable[Record]) -> list[Record]:
    """The records to which the chain leads from the start; of two that claim one place the first that follows."""
    by_seq: dict[int, list[Record]] = {}
    for record in found:
        by_seq.setdefault(record.seq, []).append(record)
    mark: Mark = START
    chained: list[Record] = []
    while following := next((one for one in by_seq.get(mark.seq + 1, ()) if follows(mark, one)), None):
        chained.append(following)
        mark = mark_of(following)
    return chained
