"""Whether files that are open are still the ones at their paths: the system lets a program write on to files that were
deleted or replaced, which nobody finds. Knows nothing of what is in them."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

Identity = tuple[int, int]
"""Device and inode."""


class _State(NamedTuple):
    size: int
    changed_ns: int
    """The inode's own time, which nobody can set back as they can a file's."""


class FilesInPlace:
    """Of files that are open and that nobody else writes to; none of them ever gets shorter."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files = {path: identity_at(path) for path in paths}
        self._states: dict[Path, _State] = {}
        self.has_other_writer = False
        """Whether somebody else has written to one of them, or only touched it, since it was `read`."""
        self.note()

    def note(self) -> None:
        """What is there now was written by their owner."""
        for path in self._files:
            if state := _state_at(path):
                self._states[path] = state

    def read(self) -> None:
        """What is there now was read, and is what their owner wrote."""
        self.has_other_writer = False
        self.note()

    def missing(self) -> Path | None:
        """The first that was deleted, replaced or cut short; None for none."""
        return next((path for path in self._files if not self._is_whole(path)), None)

    def is_in_place(self, path: Path) -> bool:
        """Whether this one is still at its path."""
        return identity_at(path) == self._files[path]

    def _is_whole(self, path: Path) -> bool:
        before, now = self._states.get(path), _state_at(path)
        self.has_other_writer = self.has_other_writer or now != before
        return self.is_in_place(path) and (before is None or now is None or now.size >= before.size)


def identity_at(path: Path) -> Identity | None:
    """Which file is at a path; None for none."""
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
