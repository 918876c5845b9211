"""Atomic writes, locks, and disk errors as one-line Faults. Knows nothing of what is in the file."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from kiosk.faults import Fault, Unsound

_CAUSES = {
    "SQLITE_FULL": ("the disk is full", "free some space, then start the program again; what it had shown is kept"),
    "SQLITE_IOERR": ("the disk failed", "check the disk and its space, then start the program again"),
    "SQLITE_CORRUPT": ("the file is damaged", "keep it as it is and restore the last backup beside it"),
    "SQLITE_NOTADB": ("this is not a journal", "name the journal's file, or one that does not exist yet"),
    "SQLITE_CANTOPEN": ("the file cannot be opened", "check that it is there and this user may write to it"),
    "SQLITE_PERM": ("the file may not be used", "let this user read and write it and its folder"),
    "SQLITE_READONLY": ("the file cannot be written", "let this user write to it and its folder"),
    "SQLITE_BUSY": ("another program is writing to the file", "stop that program, then start this one again"),
}


_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


@contextmanager
def disk_faults(path: Path) -> Iterator[None]:
    """Raise errors of the disk or SQLite inside the block as a `Fault` that names the file, `Unsound` if its bytes are
    not what was written."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise  # a closed connection or another thread's: our bug, not the disk's
    except sqlite3.Error as error:
        # SQLITE_IOERR_FSYNC and its like are refinements of the plain codes.
        plain = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
        what, fix = _CAUSES.get(plain, (str(error), "check the file and its disk, then start the program again"))
        raise (Unsound if plain in _DAMAGED else Fault)(f"{path}: {what}", fix) from error
    except OSError as error:
        what = f"{path}: {error.strerror or error}"
        full = error.errno == errno.ENOSPC
        fix = "free some room" if full else "check the folder, its disk and this user's rights"
        raise Fault(what, fix) from error


def form_of(path: Path, db: sqlite3.Connection, application_id: int, known: int) -> int:
    """The form of a database, 0 if it is not this application's. Raises `Fault` for a form newer than `known`."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (form,) = db.execute("PRAGMA user_version").fetchone()
    if application != application_id:
        return 0
    if form > known:
        what = f"{path} was written by a newer version (form {form}; this program knows up to {known})"
        raise Fault(what, "update this program")
    return int(form)


def take_lock(path: Path) -> IO[bytes]:
    """Hold a file's lock until it is closed or the process dies. Raises BlockingIOError if it is held."""
    lock = path.open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise
    return lock


def write_atomic(path: Path, body: str | bytes | Iterable[str | bytes], private: bool = False) -> None:
    """Replace a file atomically; if `private`, readable only by its owner. Raises `Fault`; then the old file stands."""
    # One name for all attempts: leftovers of a power cut are overwritten, and do not pile up.
    fresh = path.with_name(f"{path.name}.new")
    with disk_faults(path):
        fresh.unlink(missing_ok=True)  # a leftover would keep its permissions
        try:
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb") as file:
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
