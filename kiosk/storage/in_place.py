"""Checks that open files are still the ones at their paths. Knows nothing about their content.

The system lets a program keep writing to files that were deleted or replaced, but nobody can find those again.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

Identity = tuple[int, int]
"""Device and inode."""


class _State(NamedTuple):
    size: int
    changed_ns: int
    """The inode's change time, which nobody can set back as they can a file's modification time."""


class FilesInPlace:
    """Open files that only this program writes to and that never get shorter."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files = {path: identity_at(path) for path in paths}
        self._states: dict[Path, _State] = {}
        self.has_other_writer = False
        """Whether another program has written to one of the files, or only touched it, since the last `read`."""
        self.note()

    def note(self) -> None:
        """Record that the current content was written by the files' owner."""
        for path in self._files:
            if state := _state_at(path):
                self._states[path] = state

    def read(self) -> None:
        """Record that the current content was read and is what the owner wrote."""
        self.has_other_writer = False
        self.note()

    def missing(self) -> Path | None:
        """The first file that was deleted, replaced or cut short; None if all are in place."""
        return next((path for path in self._files if not self._is_whole(path)), None)

    def is_in_place(self, path: Path) -> bool:
        return identity_at(path) == self._files[path]

    def _is_whole(self, path: Path) -> bool:
        before, now = self._states.get(path), _state_at(path)
        self.has_other_writer = self.has_other_writer or now != before
        return self.is_in_place(path) and (before is None or now is None or now.size >= before.size)


def identity_at(path: Path) -> Identity | None:
    """The file that is at a path; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _state_at(path: Path) -> _State | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return _State(found.st_size, found.st_ctime_ns)
