"""Atomic writes, locks, and disk errors as one-line Faults. Knows nothing of what is in the file."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO

from kiosk.faults import DiskFailed, Fault, NoRoom, Unsound

HALF_WRITTEN = ".new"
"""What the name of a file ends with until it takes the place of the one before."""
OWNERS = 0o600
"""The mode of a file that only its owner may read: people's names, hashes of PINs, cards are in most."""

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged database raises: SQLite's words quote what stands in the file, which then may be no text."""
_SAID_OF_DAMAGE = ("no such table", "no such column", "unsupported file format", "Could not decode to UTF-8")
"""How SQLite and Python begin to say it without a code of its own: our statements name only what we created."""


def in_one_line(error: Exception) -> str:
    """What an error says, without line breaks and signs that cannot be shown: SQLite quotes what stands in the file."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(error)).split())


def disk_faults(path: Path) -> AbstractContextManager[None]:
    """Raise errors of the disk or SQLite inside the block as a `Fault` that names the file, `Unsound` if its bytes are
    not what was written."""
    return _DiskFaults(path)


class _DiskFaults:
    """No generator, which takes three times as long: it is around every statement."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None and (fault := _of_disk(str(self._path), error)):
            raise fault from error


def _of_disk(path: str, error: BaseException) -> Fault | None:
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        return None  # a closed connection or another thread's: our bug, not the disk's
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
    # SQLITE_IOERR_FSYNC and its like are refinements of the plain codes.
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_IOERR_SHMSIZE":  # what SQLite shares in memory is a file as well
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
    """The form of a database, 0 if it is not this application's. Raises `Fault` for a form newer than `known`."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (form,) = db.execute("PRAGMA user_version").fetchone()
    if application != application_id:
        return 0
    if form > known:
        raise Fault("written-by-newer", path=str(path), form=int(form), known=known)
    return int(form)


def take_lock(path: Path) -> IO[bytes]:
    """Hold a file's lock until it is closed or the process dies. Raises BlockingIOError if it is held."""
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
    """What an administrator makes there, restoring a table or a clock, belongs to the folder's user: to nobody else's
    program could it be of use, and theirs could not open it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        with suppress(OSError):  # a file system or a container that knows no owners
            os.fchown(made.fileno(), owner.st_uid, owner.st_gid)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is a file. What SQLite or a copy writes there, and
    SQLite's logs beside it, stay so, whatever the umask. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWNERS))


def write_atomic(path: Path, body: str | bytes | Iterable[str | bytes], shared: bool = False) -> None:
    """Replace a file atomically; readable only by its owner, unless it is `shared` as far as the umask allows. Raises
    `Fault`; then the old file stands."""
    # One name for all attempts: leftovers of a power cut are overwritten, and do not pile up.
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
    """Have the files read from the disk from now on, and not from what the kernel remembers of them."""
    for path in paths:
        with suppress(OSError), path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
