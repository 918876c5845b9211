"""The machines' disks: real files, and every moment at which a write becomes durable.

Sits between a program and the operating system. At each such moment the disk may be full, or its machine may lose
power, with or without any sector of the write in progress.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tests.lab.faults.caches import Cached, Image, any_sectors, mixed
from tests.lab.faults.machines import PowerCut, running

OPEN = Path("/proc/self/fd")
"""The open files of this process."""
FLUSHED = 0.02
"""How often, per moment, a lying disk writes its cache on its own."""
RESERVE = ".reserve"
ROOM = 400
"""The number of moments for which a reserve has room once it is given up."""
SHARED = "-shm"
"""The suffix of SQLite's shared memory, which is gone when the program ends."""


class SimulatedDisk:
    """One machine's disk: a folder."""

    def __init__(self, folder: Path, dice: Random) -> None:
        self.folder = folder
        self.is_full = False
        self.fails = False
        """Whether every write fails."""
        self.room = 0
        """For how many more moments there is still room although the disk is full."""
        self.lost: Image = {}
        """The files that a lying disk claimed to hold when it lost power. Kept until they are looked at."""
        self.claimed: Path | None = None
        """A folder with those files, until the table starts from what is left. None if the disk has not lied since."""
        self.moments = 0
        """How often a write became durable."""
        self._dice = dice
        self._burns = False
        self._dies_in = 0
        self._dies: Callable[[], None] | None = None
        self._left: Image | None = None
        self._held: Image | None = None
        """The files that a lying disk really holds. None while the disk does not lie."""
        self._cached: Cached = any_sectors
        self._flushed = FLUSHED

    def die_at(self, moment: int, dies: Callable[[], None]) -> None:
        """Cut the power in the middle of the given moment, counted from now. `dies` is called first."""
        self._dies_in, self._dies = moment, dies

    def spare(self) -> None:
        """Cancel the power cut."""
        self._dies = None

    def lie(self, cached: Cached = any_sectors, flushed: float = FLUSHED) -> None:
        """From now until the power goes out, claim that everything is durable, but keep it in a cache. `flushed` is the
        chance, per moment, that the cache is written."""
        self._held, self._cached, self._flushed = self.image(), cached, flushed

    def burn(self) -> None:
        """Lose everything on the disk at the next power cut."""
        self._burns = True

    def cut(self, power: bool) -> None:
        """End the program now, between two moments. With `power`, the power goes out too."""
        self._dies = None
        if self._burns and power:
            self.lost, self._left, self._held, self._burns = _files(self.folder), {}, None, False
            return
        self._left = _files(self.folder)
        if power:
            self._lose()

    def _lose(self) -> None:
        """Decide what is left of a lying disk's cache."""
        if self._held is not None and self._left is not None:
            self.lost = self._left
            self._left, self._held = self._cached(self._held, self._left, self._dice), None

    def boot(self) -> None:
        """Start from what the last cut left on the disk."""
        if self._left is not None:
            shutil.rmtree(self.folder)
            self.folder.mkdir()
            for name, (_, data) in self._left.items():
                (self.folder / name).write_bytes(data)
            self._left = None
        self.folder.mkdir(exist_ok=True)

    def image(self) -> Image:
        """A copy of the disk's files. After a cut, they are what it left, while the folder still has what the program
        had written."""
        return _files(self.folder) if self._left is None else self._left

    def replace(self, image: Image) -> None:
        """Put another disk in its place, starting with the next start. That disk has claimed nothing."""
        self._left, self._held, self.claimed = image, None, None

    @contextmanager
    def moment(self, error: Callable[[int], Exception]) -> Iterator[None]:
        """A moment at which a write becomes durable. Raises the given error if the disk is full or fails, and
        `PowerCut` if the machine dies."""
        if self._held is not None and self._dice.random() < self._flushed:
            self._held = _files(self.folder)
        if self.is_full and not self.room:
            raise error(errno.ENOSPC)
        self.room = max(0, self.room - 1)
        self.moments += 1
        if self.fails:
            if self._dice.random() < 0.5:
                yield
            raise error(errno.EIO)
        if not self._dies:
            yield
            return
        self._dies_in -= 1
        if self._dies_in > 0:
            yield
            return
        before, dies = _files(self.folder), self._dies
        self._dies = None
        with suppress(Exception):
            yield
        self._left = _torn(before, _files(self.folder), self._dice)
        self._lose()
        dies()
        raise PowerCut


def close_files(folder: Path) -> None:
    """Close the files that dead programs have left open in the folder."""
    for name in os.listdir(OPEN):
        with suppress(OSError):
            if os.readlink(OPEN / name).startswith(f"{folder}/"):
                os.close(int(name))


def _files(folder: Path) -> Image:
    names = sorted(path.name for path in folder.iterdir() if not path.name.endswith((SHARED, ".lock", ".log")))
    paths = [folder / name for name in names]
    return {path.name: (path.stat().st_ino, path.read_bytes()) for path in paths if path.is_file()}


def _torn(before: Image, after: Image, dice: Random) -> Image:
    """The files after a power cut in the middle of a write.

    Any sector of a file may be old or new. A renamed file is either the old one or the new one. SQLite syncs its log
    before it writes the database from it, so the log is whole in that case.
    """
    left: Image = {}
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        file = name.removesuffix("-wal")
        if name != file and before.get(file) != after.get(file):
            kept = new
        elif old is None or new is None or old[0] != new[0]:
            kept = old if dice.random() < 0.5 else new
        else:
            kept = new[0], mixed(old[1], new[1], dice)
        if kept is not None:
            left[name] = kept
    return left


class Disks:
    """The disks of all machines in a simulation."""

    def __init__(self) -> None:
        self._of: dict[str, SimulatedDisk] = {}

    def add(self, machine: str, disk: SimulatedDisk) -> None:
        """Add a machine's disk."""
        self._of[machine] = disk

    @contextmanager
    def between(self) -> Iterator[None]:
        """Route every durable write of a program through its machine's disk."""
        with ExitStack() as patches:
            for name in ("pwrite", "fdatasync", "fsync", "replace", "rename", "posix_fallocate"):
                patches.enter_context(patch.object(os, name, self._through(getattr(os, name))))
            patches.enter_context(patch.object(os, "unlink", self._unlink(os.unlink)))
            patches.enter_context(patch.object(sqlite3, "connect", self._connect(sqlite3.connect)))
            yield

    def _now(self) -> SimulatedDisk | None:
        run = running()
        if run is None:
            return None
        if not run.alive:
            raise PowerCut
        return self._of[run.machine]

    def _unlink(self, unlink: Callable[..., None]) -> Callable[..., None]:
        def through(path: Any, **options: Any) -> None:
            if str(path).endswith(RESERVE) and (disk := self._now()) and os.path.getsize(path):
                disk.room = ROOM
            unlink(path, **options)

        return through

    def _through(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def through(*args: Any, **options: Any) -> Any:
            disk = self._now()
            if disk is None:
                return call(*args, **options)
            with disk.moment(_os_error):
                return call(*args, **options)

        return through

    def _connect(self, connect: Callable[..., sqlite3.Connection]) -> Callable[..., sqlite3.Connection]:
        now = self._now

        class Connection(sqlite3.Connection):
            """A SQLite connection that goes through the disk of the machine that opened it."""

            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                """Execute a statement, as the base class does."""
                disk = now()
                if disk is None or not _lasts(sql, self.in_transaction):
                    return super().execute(sql, *values)
                with disk.moment(_database_error):
                    return super().execute(sql, *values)

            def executescript(self, sql: str) -> sqlite3.Cursor:
                """Execute a script, as the base class does."""
                disk = now()
                if disk is None:
                    return super().executescript(sql)
                with disk.moment(_database_error):
                    return super().executescript(sql)

        return lambda *args, **options: connect(*args, **{"factory": Connection, **options})


def _lasts(sql: str, in_transaction: bool) -> bool:
    word = _statement(sql)
    if word == "PRAGMA":
        return "wal_checkpoint" in sql
    return word == "COMMIT" or (not in_transaction and word in ("INSERT", "UPDATE", "DELETE"))


@lru_cache(1000)
def _statement(sql: str) -> str:
    return sql.lstrip().split(None, 1)[0].upper()


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _database_error(number: int) -> sqlite3.OperationalError:
    """The error that SQLite itself raises."""
    is_full = number == errno.ENOSPC
    error = sqlite3.OperationalError("database or disk is full" if is_full else "disk I/O error")
    error.sqlite_errorname = "SQLITE_FULL" if is_full else "SQLITE_IOERR_FSYNC"
    return error
