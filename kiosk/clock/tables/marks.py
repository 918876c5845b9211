"""A second witness of how far the clock's copies went: the mark of each table, in a file of checked lines."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from kiosk.storage.chain import START, Mark
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines

MOST_BYTES = 1024 * 1024
"""So long the file may be: it is then written anew, a line for each table."""


class MarkLine(msgspec.Struct, frozen=True):
    """The copy of this table ends here."""

    table: int
    mark: Mark


def read_marks(path: Path) -> dict[int, Mark]:
    """The furthest mark of each table; nothing where there is no file, or a line is of a kind that is not known here.
    Raises OSError."""
    marks: dict[int, Mark] = {}
    for text in read_lines(path):
        with suppress(msgspec.MsgspecError, ValueError):
            line = _decoder.decode(text)
            if line.mark.seq >= marks.get(line.table, START).seq:
                marks[line.table] = line.mark
    return marks


class Marks:
    """The file, open for writing. A mark never goes back: what a copy once held is owed until it is held again."""

    def __init__(self, path: Path, marks: Mapping[int, Mark]) -> None:
        """Raises `Fault`."""
        self._path = path
        self._marks = dict(marks)
        with disk_faults(path):
            self._witness = self._begun()

    def moved(self, marks: Iterable[tuple[int, Mark]]) -> None:
        """The copies of these tables end here now; on disk on return. Raises `Fault`."""
        further = [MarkLine(table, mark) for table, mark in marks if mark.seq > self._marks.get(table, START).seq]
        self._marks |= {line.table: line.mark for line in further}
        with disk_faults(self._path):
            if self._witness.length > MOST_BYTES:
                self._witness.close()
                self._witness = self._begun()
            elif further:
                self._witness.append([_encode(line) for line in further])

    def close(self) -> None:
        """Let go of the file."""
        self._witness.close()

    def _begun(self) -> Witness:
        replace_lines(self._path, [_encode(MarkLine(table, mark)) for table, mark in self._marks.items()])
        return Witness(self._path)


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(MarkLine)
