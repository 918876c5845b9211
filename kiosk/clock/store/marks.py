"""A second record of how far the clock's copies reached: the mark of each stream, in a file of checksummed lines."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from kiosk.storage.chain import START, Mark
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines

MOST_BYTES = 1024 * 1024
"""The maximum size of the file in bytes. Beyond that, it is rewritten with one line for each stream."""


class MarkLine(msgspec.Struct, frozen=True):
    mark: Mark
    stream: str


def read_marks(path: Path) -> dict[str, Mark]:
    """The furthest mark of each stream. Empty without a file, or with a line of an unknown kind. Raises OSError."""
    marks: dict[str, Mark] = {}
    for line in read_lines(path, MarkLine):
        if line.mark.seq >= marks.get(line.stream, START).seq:
            marks[line.stream] = line.mark
    return marks


class Marks:
    """The file, open for writing. A mark moves back only if a person gives up records: until then, they are owed."""

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
        """How far a copy reached, or should reach."""
        return self._marks.get(stream, START)

    def given_up(self, stream: str, mark: Mark) -> None:
        """The copy now ends here, and no later records are owed. This is on disk at the end. Raises `Fault`."""
        self._marks[stream] = mark
        with disk_faults(self._path):
            self._witness.close()
            self._witness = self._begun()

    def close(self) -> None:
        self._witness.close()

    def _begun(self) -> Witness:
        replace_lines(self._path, [MarkLine(mark, stream) for stream, mark in self._marks.items()])
        return Witness(self._path)
