"""Finds what can be restored from an incomplete journal, and restores it. A record counts only if an unbroken hash
chain leads to it from the first record, in either copy. Knows nothing about poker."""

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from kiosk.faults import Fault
from kiosk.storage.chain import Mark, Record, chained, mark_of
from kiosk.storage.files import disk_faults
from kiosk.storage.journal import create, lock_journal
from kiosk.storage.journal_reader import files_of, open_reader, read_rows, real_path
from kiosk.storage.promised import CopyLine, PromiseLog, Promises, replace_promises
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import read_lines, witness_path


class Findings(NamedTuple):
    """The remains of a journal: the valid `records` of both copies, how many of them are still `in_file`, and how
    many were `promised`. `kept` is the folder with the files as they were found."""

    records: tuple[Record, ...]
    in_file: int
    promised: int
    kept: Path

    @property
    def is_whole(self) -> bool:
        return len(self.records) >= self.promised


class TwoHistories(Fault):
    """The journal and its second copy contradict each other. Only a person can say which is right."""


class ChangedSince(Fault):
    """The files have changed since the survey."""


def survey(path: Path) -> Findings:
    """Read both copies. Changes neither, and quarantines a copy of both next to them. Raises `TwoHistories` if they
    contradict each other, or another `Fault`."""
    path = real_path(path)
    kept = quarantine(path, files_of(path))
    with disk_faults(path):
        written = [line.record for line in read_lines(witness_path(path), CopyLine) if line.record]
    rows, claimed = read_rows(path)
    second, first = chained(written), chained(rows)
    if any(one.hash != other.hash for one, other in zip(second, first, strict=False)):
        raise TwoHistories("two-histories", path=str(path), copy=witness_path(path).name, kept=str(kept))
    records = chained([*written, *rows])
    # The claimed end counts only if a record is there, because one flipped bit could claim any number.
    is_claimed = any(mark_of(record) == claimed for record in rows)
    promised = max([len(records), claimed.seq if is_claimed else 0, *(record.seq for record in written)])
    return Findings(tuple(records), len(first), promised, kept)


def restore(path: Path, found: Findings) -> None:
    """Replace both copies of the journal with the records found. Raises `ChangedSince` if the files have changed, or
    another `Fault`. In that case, the journal is unchanged, or still reports what is missing."""
    path = real_path(path)
    with disk_faults(path), lock_journal(path):
        if quarantine(path, files_of(path)) != found.kept:
            raise ChangedSince("changed-since", path=str(path))
        _write(path, found.records, Promises.read(witness_path(path)).epoch)


def replace(path: Path, records: Sequence[Record], epoch: int) -> Path | None:
    """Replace the journal's content with these records; the next opening gets a later epoch. Returns the folder with
    the original files, if there were any. If this raises `Fault`, the journal is unchanged or reports what is
    missing."""
    path = real_path(path)
    with disk_faults(path), lock_journal(path):
        there = [file for file in files_of(path) if file.exists()]
        kept = quarantine(path, there) if there else None
        opened = Promises.read(witness_path(path)).epoch
        _write(path, records, max(epoch, opened))
    return kept


def open_after(path: Path, head: Mark, epoch: int) -> None:
    """Make the next opening of an intact journal, which must still end at `head`, use a later epoch than `epoch`.
    Raises `ChangedSince` if the journal does not end there, or another `Fault`. In either case, the journal is
    unchanged."""
    path = real_path(path)
    witness = witness_path(path)
    with disk_faults(path), lock_journal(path), open_reader(path) as journal:
        if journal.head != head:
            raise ChangedSince("changed-since", path=str(path))
        promises = Promises.read(witness)
        with closing(PromiseLog.open(witness, promises, journal.walk, head)) as kept:
            kept.opened(epoch)


def _write(path: Path, records: Sequence[Record], epoch: int) -> None:
    owner = (path if path.exists() else path.parent).stat()
    create(path, records)
    replace_promises(witness_path(path), records, epoch)
    if os.geteuid() == 0:  # an administrator restored it for the table's user
        for file in (path, witness_path(path)):
            os.chown(file, owner.st_uid, owner.st_gid)
