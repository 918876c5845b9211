"""Two files of checksummed lines: every record of the clock's own streams, and how far its copies of journals reached.

A table resends whatever the clock's copy of its journal has lost, but the clock's decisions exist nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from kiosk.storage.chain import START, Mark, Record
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines

MOST_BYTES = 1024 * 1024
"""The maximum size of the file in bytes. Beyond that, it is rewritten with one line for each stream."""


class DecisionLine(msgspec.Struct, frozen=True):
    stream: str
    record: Record


def decisions_path(database: Path) -> Path:
    return database.with_name(f"{database.name}.decisions")


def read_decisions(path: Path) -> dict[str, list[Record]]:
    """The records of each stream, up to the first damaged line. Raises OSError."""
    streams: dict[str, list[Record]] = {}
    for line in read_lines(path, DecisionLine):
        streams.setdefault(line.stream, []).append(line.record)
    return streams


class Decisions:
    def __init__(self, path: Path, streams: Mapping[str, Sequence[Record]] | None) -> None:
        """Rewrite the file with `streams`, or keep it if `streams` is None. Raises `Fault`."""
        self._path = path
        with disk_faults(path):
            if streams is not None:
                replace_lines(path, _lines(streams.items()))
            self._witness = Witness(path)

    def append(self, appended: Iterable[tuple[str, Sequence[Record]]]) -> None:
        """Write records that are already in the database. They are on disk when this returns. Raises `Fault`."""
        if lines := _lines(appended):
            with disk_faults(self._path):
                self._witness.append(lines)

    def close(self) -> None:
        self._witness.close()


def _lines(streams: Iterable[tuple[str, Sequence[Record]]]) -> list[DecisionLine]:
    return [DecisionLine(stream, record) for stream, records in streams for record in records]


class MarkLine(msgspec.Struct, frozen=True):
    mark: Mark
    stream: str


def read_marks(path: Path) -> dict[str, Mark]:
    """The furthest mark of each stream. Empty if there is no file, or if a line is of an unknown kind. Raises
    OSError."""
    marks: dict[str, Mark] = {}
    for line in read_lines(path, MarkLine):
        if line.mark.seq >= marks.get(line.stream, START).seq:
            marks[line.stream] = line.mark
    return marks


class Marks:
    """The file, open for writing. A mark moves back only if a person gives up the missing records. Until then, the
    clock still expects to get them back."""

    def __init__(self, path: Path, marks: Mapping[str, Mark]) -> None:
        """Raises `Fault`."""
        self._path = path
        self._marks = dict(marks)
        with disk_faults(path):
            self._witness = self._begun()

    def moved(self, marks: Iterable[tuple[str, Mark]]) -> None:
        """The copies of these streams now end here. The marks are on disk when this returns. Raises `Fault`."""
        further = {stream: mark for stream, mark in marks if mark.seq > self._marks.get(stream, START).seq}
        self._marks |= further
        with disk_faults(self._path):
            if self._witness.length > MOST_BYTES:
                self._witness.close()
                self._witness = self._begun()
            elif further:
                self._witness.append([MarkLine(mark, stream) for stream, mark in further.items()])

    def owed(self, stream: str) -> Mark:
        """The mark that a stream's copy should reach: the furthest that it has reached, unless later records were given
        up."""
        return self._marks.get(stream, START)

    def given_up(self, stream: str, mark: Mark) -> None:
        """The copy now ends here, and no later records are owed. This is on disk when the method returns. Raises
        `Fault`."""
        self._marks[stream] = mark
        with disk_faults(self._path):
            self._witness.close()
            self._witness = self._begun()

    def close(self) -> None:
        self._witness.close()

    def _begun(self) -> Witness:
        replace_lines(self._path, [MarkLine(mark, stream) for stream, mark in self._marks.items()])
        return Witness(self._path)
