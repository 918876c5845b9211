"""The second copies of what the clock cannot get back from tables, and how far its copies of journals reached. They are
in files on the clock's machine, whichever database it uses. Knows no SQL.

When a database is opened, it is compared with the files: what it has lost is restored, or is expected from the tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from kiosk.clock.store.decisions import Decisions, Marks, decisions_path, read_decisions, read_marks
from kiosk.clock.store.port import Shortfall
from kiosk.clock.store.remembered import ChangeLine, MemoryEntry, Remembered, Rows, read_changes, remembered_path
from kiosk.storage.chain import START, Mark, Record, chained
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import witness_path


def second_copy_files(path: Path) -> list[Path]:
    return [witness_path(path), decisions_path(path), remembered_path(path)]


def server_path(path: Path) -> Path:
    """The file that says which server a clock last wrote to."""
    return path.with_name(f"{path.name}.server")


class FoundCopies(NamedTuple):
    """The content of the files when a database is opened: the mark that each copy of a journal once had, the clock's
    own records by stream, and the changes to what it remembers."""

    promised: dict[str, Mark]
    decided: dict[str, list[Record]]
    changes: list[ChangeLine]

    @classmethod
    def read(cls, path: Path) -> "FoundCopies":
        """Raises OSError."""
        return cls(
            read_marks(witness_path(path)), read_decisions(decisions_path(path)), read_changes(remembered_path(path))
        )


class Whole(NamedTuple):
    """The records that both copies of a stream give together. It is not sound if some of the `promised` records are
    missing from both, or if the two contradict each other."""

    records: list[Record]
    promised: int
    is_sound: bool


def whole_of(
    first: Sequence[Record], second: Sequence[Record], head: int, found: Callable[[], Iterable[Record]]
) -> Whole:
    """The records of one of the clock's own streams. `first` are the undamaged ones in the database, where the stream
    ends at record `head`, and `second` those of the second copy. `found` also reads damaged ones."""
    last = max([head, *(record.seq for record in second)])
    whole = chained([*first, *second, *(found() if len(first) < last else ())])
    is_same = all(one == other for one, other in zip(whole, chained(second), strict=False))
    return Whole(whole, last, is_same and len(whole) >= last)


def shortfalls_of(
    path: Path, files: Sequence[Path], promised: Mapping[str, Mark], heads: Mapping[str, Mark],
    given_up: set[tuple[str, Mark]],
) -> tuple[Shortfall, ...]:  # fmt: skip
    """The copies that are shorter than they once were, except those whose missing records a person gave up. The `files`
    are kept as they were found. Raises `Fault`."""
    owed = {stream: mark for stream, mark in promised.items() if (stream, mark) not in given_up}
    short = {one: heads.get(one, START) for one, mark in owed.items() if heads.get(one, START).seq < mark.seq}
    if not short:
        return ()
    kept = quarantine(path, files)
    return tuple(Shortfall(stream, found.seq, owed[stream].seq, kept) for stream, found in short.items())


class SecondCopies:
    """The files, open for writing. The methods write what the database already has. It is on disk when they return."""

    def __init__(
        self, path: Path, own: Mapping[str, Sequence[Record]] | None, changes: int, rows: Rows,
        copies: Mapping[str, Mark],
    ) -> None:  # fmt: skip
        """Rewrite the files. `own` are the clock's own records, or None if the file already has them. `rows` is what it
        remembers after change number `changes`, and `copies` are the marks of tables' journals. Raises `Fault`."""
        with ExitStack() as undo:
            self._decisions = undo.enter_context(closing(Decisions(decisions_path(path), own)))
            self._remembered = undo.enter_context(closing(Remembered(remembered_path(path), changes, rows)))
            self._marks = undo.enter_context(closing(Marks(witness_path(path), copies)))
            self._files = undo.pop_all()

    def close(self) -> None:
        self._files.close()

    def committed(self, own: Sequence[tuple[str, Sequence[Record]]], marks: Sequence[tuple[str, Mark]]) -> None:
        """The clock's `own` new records, and the marks of journals, are in the database. Raises `Fault`."""
        if own:
            self._decisions.append(own)
        if marks:
            self._marks.moved(marks)

    def kept(self, changes: int, kept: Sequence[MemoryEntry]) -> None:
        """These entries are in the database, as change number `changes`. Raises `Fault`."""
        self._remembered.append(changes, kept)

    def owed(self, stream: str) -> Mark:
        """The mark that a stream's copy should reach."""
        return self._marks.owed(stream)

    def given_up(self, stream: str, mark: Mark) -> None:
        """The copy now ends at `mark`, and no later records are owed. Raises `Fault`."""
        self._marks.given_up(stream, mark)


def is_complete(own: Mapping[str, Sequence[Record]], decided: Mapping[str, Sequence[Record]], path: Path) -> bool:
    """Whether the file with the second copy of the clock's own records has exactly these."""
    return own == decided and decisions_path(path).exists()
