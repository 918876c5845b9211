"""The second copy of the clock's own decisions: every record of its own streams, in a file of checksummed lines.

A table resends whatever the clock's copy of its journal has lost, but the clock's decisions exist nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from kiosk.storage.chain import Record
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines


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
