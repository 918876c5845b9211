"""Locates the journals of a table's sittings, which are beside the one in the settings, and the small file that names
the current sitting. Does not import the engine, because the first frame that a table shows must not wait for it."""

import glob
import re
from collections.abc import Iterator
from pathlib import Path

from kiosk.faults import Fault
from kiosk.storage.files import HALF_WRITTEN, write_atomic
from kiosk.storage.witness import witness_path

NAME = re.compile(r"[0-9a-z]{1,64}-t?[0-9]{1,6}")
"""The pattern of a sitting's id, which is safe to use in a file name."""


class SittingFiles:
    """`journal` is the path in the settings. A table uses it until it has been sent to a sitting."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._pointer = journal.with_name(f"{journal.name}.sitting")

    @property
    def now(self) -> str:
        """The current sitting; empty for the journal in the settings. If the small file that names it is missing or
        damaged, this is the sitting whose journal was written last. An empty table must not replace a hand in
        progress."""
        return self._last_written() if (named := self._named()) is None else named

    def repair(self) -> bool:
        """Rewrite the small file that names the current sitting if it is missing or damaged. Returns whether it was
        rewritten. Raises `Fault`."""
        if self._named() is not None or not (now := self.now):
            return False
        self.go_to(now)
        return True

    def _named(self) -> str | None:
        """The sitting named in the small file; None if the file is missing or invalid. A name without a journal is
        invalid, because a journal always exists before the file names it."""
        try:
            text = self._pointer.read_text("ascii") if self._pointer.is_file() else ""
        except (OSError, UnicodeDecodeError):
            return None
        if text == "\n":
            return ""
        name = text.strip()
        return name if NAME.fullmatch(name) and _written_ns(self.path(name)) else None

    def _last_written(self) -> str:
        before, after = f"{self._journal.stem}-", self._journal.suffix
        found = {
            path.name.removesuffix(after).removeprefix(before): _written_ns(path)
            for path in self._journal.parent.glob(f"{glob.escape(before)}*{glob.escape(after)}")
        }
        return max((name for name in found if NAME.fullmatch(name)), key=lambda name: found[name], default="")

    def path(self, sitting: str) -> Path:
        """The sitting's journal. Raises `Fault` if this is not the id of a sitting."""
        if not sitting:
            return self._journal
        if not NAME.fullmatch(sitting):
            raise Fault("no-sitting-of-that-name", name=repr(sitting))
        return self._journal.with_name(f"{self._journal.stem}-{sitting}{self._journal.suffix}")

    @property
    def path_now(self) -> Path:
        return self.path(self.now)

    def others(self, *kinds: str) -> Iterator[Path]:
        """The files of the table's other sittings that have these suffixes, whether complete or half-written."""
        now = self.now
        for kind in kinds:
            before, after = f"{self._journal.stem}-", f"{self._journal.suffix}{kind}"
            for path in self._journal.parent.glob(f"{glob.escape(before)}*{glob.escape(after)}*"):
                name, _, rest = path.name.removeprefix(before).partition(after)
                if NAME.fullmatch(name) and name != now and rest in ("", HALF_WRITTEN):
                    yield path

    def go_to(self, sitting: str) -> None:
        """Switch to this sitting, both now and at later starts. Raises `Fault`."""
        write_atomic(self._pointer, f"{sitting}\n")


def _written_ns(path: Path) -> int:
    """When a journal or its second copy was last written; 0 if there is neither."""
    files = [one for one in (path, witness_path(path)) if one.is_file()]
    return max((one.stat().st_mtime_ns for one in files), default=0)


def elsewhere(journal: Path) -> Path | None:
    """The path of the journal that the table continues with, if it is not `journal`, the one in the settings."""
    now = SittingFiles(journal).path_now
    return now if now != journal else None
