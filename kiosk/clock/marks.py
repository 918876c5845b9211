"""A second witness of how far the clock's copies went: the mark of each table, in a file of checked lines."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from kiosk.storage.chain import Mark
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, put_lines, read_lines

MOST_BYTES = 1024 * 1024
"""So long the file may be: it is then written anew, a line for each table."""


class Line(msgspec.Struct, frozen=True):
    """The copy of this table ends here."""

    table: int
    mark: Mark


def read_marks(path: Path) -> dict[int, Mark]:
    """The newest mark of each table; nothing where there is no file, or a line is of a kind that is not known here.
    Raises OSError."""
    marks: dict[int, Mark] = {}
    for text in read_lines(path):
        with suppress(msgspec.MsgspecError, ValueError):
            line = _decoder.decode(text)
            marks[line.table] = line.mark
    return marks


class Marks:
    """The file, open for writing."""

    def __init__(self, path: Path, marks: Mapping[int, Mark]) -> None:
        self._path = path
        self._marks = dict(marks)
        self._witness = self._begun()

    @classmethod
    def open(cls, path: Path, marks: Mapping[int, Mark]) -> Self:
        """The copies end here now. Raises `Fault`."""
        with disk_faults(path):
            return cls(path, marks)

    def moved(self, marks: Iterable[tuple[int, Mark]]) -> None:
        """These copies end elsewhere now; on disk on return. Raises `Fault`."""
        lines = [Line(table, mark) for table, mark in marks]
        self._marks |= {line.table: line.mark for line in lines}
        with disk_faults(self._path):
            if self._witness.length > MOST_BYTES:
                self._witness.close()
                self._witness = self._begun()
            else:
                self._witness.append([_encode(line) for line in lines])

    def close(self) -> None:
        """Let go of the file."""
        self._witness.close()

    def _begun(self) -> Witness:
        put_lines(self._path, [_encode(Line(table, mark)) for table, mark in self._marks.items()])
        return Witness(self._path)


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Line)
