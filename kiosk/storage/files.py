"""Atomic writes, locks, disk errors as one-line Faults, and checks that open files are still the ones at their paths.
Knows nothing about the files' content."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from kiosk.faults import DiskFailed, Fault, NoRoom, Unsound

HALF_WRITTEN = ".new"
"""The suffix of a new file's name until the file replaces the old one."""
OWNERS = 0o600
"""The mode of a file that only its owner may read. Most files hold people's names, PIN hashes, or cards."""
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""The errors of a damaged database. SQLite's messages quote the file's content, which may then not be valid text."""
_SAID_OF_DAMAGE = ("no such table", "no such column", "unsupported file format", "Could not decode to UTF-8")
"""The beginnings of error messages about damage that has no error code. Our SQL statements name only tables that we
created."""
Identity = tuple[int, int]


def in_one_line(error: Exception) -> str:
    """An error's message, without line breaks or unprintable characters. SQLite quotes the file's content in it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(error)).split())


def disk_faults(path: Path) -> AbstractContextManager[None]:
    """Raise disk and SQLite errors inside the block as a `Fault` that names the file. The fault is `Unsound` if the
    file's bytes are not what was written."""
    return _DiskFaults(path)


class _DiskFaults:
    """A class, because a generator would take three times as long, and every SQL statement runs inside this context."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None and (fault := _of_disk(str(self._path), error)):
            raise fault from error


def _of_disk(path: str, error: BaseException) -> Fault | None:
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        return None  # a closed connection, or one from another thread: our bug, not the disk's
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(path, error)
    if isinstance(error, UnicodeDecodeError):
        return Unsound("file-damaged", path=path)
    return _of_system(path, error) if isinstance(error, OSError) else None


def _of_system(path: str, error: OSError) -> Fault:
    if error.errno == errno.ENOSPC:
        return NoRoom("no-room", path=path, error=error.strerror or str(error))
    if error.errno == errno.EIO:
        return DiskFailed("disk-failed", path=path)
    return Fault("file-refused", path=path, error=error.strerror or str(error))


def _of_sqlite(path: str, error: sqlite3.Error) -> Fault:
    # SQLITE_IOERR_FSYNC and similar codes refine the basic ones.
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_IOERR_SHMSIZE":  # the memory that SQLite shares is also a file
        name = "SQLITE_FULL"
    match "_".join(name.split("_")[:2]):
        case "SQLITE_FULL":
            fault: Fault = NoRoom("disk-full", path=path)
        case "SQLITE_IOERR":
            fault = DiskFailed("disk-failed", path=path)
        case "SQLITE_CORRUPT":
            fault = Unsound("file-damaged", path=path)
        case "SQLITE_ERROR" | "" if str(error).startswith(_SAID_OF_DAMAGE):
            fault = Unsound("file-damaged", path=path)
        case "SQLITE_NOTADB":
            fault = Unsound("no-database", path=path)
        case "SQLITE_CANTOPEN":
            fault = Fault("file-not-opened", path=path)
        case "SQLITE_PERM":
            fault = Fault("file-not-allowed", path=path)
        case "SQLITE_READONLY":
            fault = Fault("file-read-only", path=path)
        case "SQLITE_BUSY":
            fault = Fault("file-busy", path=path)
        case _:
            fault = Fault("database-failed", path=path, error=in_one_line(error))
    return fault


def form_of(path: Path, db: sqlite3.Connection, application_id: int, known: int) -> int:
    """A database's form number; 0 if it is not this application's. Raises `Fault` for a form newer than `known`."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (form,) = db.execute("PRAGMA user_version").fetchone()
    if application != application_id:
        return 0
    if form > known:
        raise Fault("written-by-newer", path=str(path), form=int(form), known=known)
    return int(form)


def take_lock(path: Path) -> IO[bytes]:
    """Hold a file's lock until the file is closed or the process dies. Raises BlockingIOError if it is already held."""
    how = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    try:
        lock = os.fdopen(os.open(path, how | os.O_EXCL, OWNERS), "ab")
        _give(lock, path.parent)
    except FileExistsError:
        lock = os.fdopen(os.open(path, how, OWNERS), "ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise
    return lock


def _give(made: IO[bytes], folder: Path) -> None:
    """Make the folder's owner the owner of a file that an administrator created when restoring a table or a clock.
    Otherwise, the owner's program could not open it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        with suppress(OSError):  # a file system or a container that has no owners
            os.fchown(made.fileno(), owner.st_uid, owner.st_gid)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, unless the file exists. Raises OSError. The content that SQLite
    or a copy writes to it later, and SQLite's logs next to it, stay private too, no matter what the umask is."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWNERS))


def write_atomic(path: Path, body: str | bytes | Iterable[str | bytes], shared: bool = False) -> None:
    """Replace a file atomically. Only its owner may read it, unless it is `shared` as far as the umask allows. If it
    raises `Fault`, the old file is unchanged."""
    # All attempts use one name, so that leftovers of a power cut are overwritten and do not pile up.
    fresh = path.with_name(f"{path.name}{HALF_WRITTEN}")
    with disk_faults(path):
        fresh.unlink(missing_ok=True)  # a leftover would keep its permissions
        try:
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if shared else OWNERS), "wb") as file:
                _give(file, path.parent)
                for part in [body] if isinstance(body, str | bytes) else body:
                    file.write(part.encode() if isinstance(part, str) else part)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new or renamed file's name survives a power cut."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def forget_cached(paths: Iterable[Path]) -> None:
    """Make later reads of the files come from the disk and not from the kernel's cache."""
    for path in paths:
        with suppress(OSError), path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


class _State(NamedTuple):
    size: int
    changed_ns: int
    """The inode's change time, which nobody can set back as they can a file's modification time."""


class FilesInPlace:
    """Open files that only this program writes to and that never get shorter. The operating system lets a program keep
    writing to deleted or replaced files, but that data could not be found again."""

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
    found = _stat(path)
    return (found.st_dev, found.st_ino) if found else None


def _state_at(path: Path) -> _State | None:
    found = _stat(path)
    return _State(found.st_size, found.st_ctime_ns) if found else None


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
