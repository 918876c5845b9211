"""Backs up the clock's database while it is running, verifies the copy, and restores a backup. No poker logic.

A backup is a folder with the database, the names, the pictures and the room's certificates: with different
certificates, no table would recognize the clock. It gets its final name only after it has been written, synced, reread
and verified, so a half-written or damaged one is never mistaken for a backup.
"""

import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import gmtime, strftime
from typing import NamedTuple

from kiosk.clock.recovery.backups.recovery_code import ID, KIND
from kiosk.clock.store.decisions import decisions_path
from kiosk.clock.store.names import names_path
from kiosk.clock.store.place import StorePlace, copy_in, copy_out
from kiosk.clock.store.remembered import (
    ChangeLine,
    MemoryEntry,
    Rows,
    as_of_last,
    read_changes,
    remembered_path,
    rows_of,
    write,
)
from kiosk.clock.store.second_copies import second_copy_files, server_path
from kiosk.clock.store.sqlite.integrity import files_of
from kiosk.clock.store.sqlite.schema import APPLICATION_ID, FORM, begin_or_check
from kiosk.clock.store.sqlite.store import lock_database
from kiosk.clock.store.sqlite.stream_copy import StreamCopy
from kiosk.clock.store.streams import is_decided_here
from kiosk.faults import Fault, Unsound
from kiosk.storage.files import HALF_WRITTEN, SQLITE_ERRORS, disk_faults, form_of, make_private, sync_folder
from kiosk.storage.journal_reader import real_path
from kiosk.storage.quarantine import quarantine
from kiosk.storage.tls_files import AUTHORITY_FILE, tls_folder
from kiosk.storage.witness import witness_path

ACCESS_KINDS = (
    "staff", "device", "session", "revoked-token", "paired-table", "paired-camera", "glass", "wrong",
)  # fmt: skip
"""The kinds of access entries, under their names in `kiosk.clock.store.keeper`."""
DATABASE, NAMES, ORDER = "clock.db", "clock.db.names", "order"
FOLDERS = (".pictures", ".tls")
"""A backup has two files, and folders with the database's name and these endings. Its number in `ORDER` is one more
than the highest before it, because the date in its name may be wrong."""
_OF_SERVER = (".tls",)
"""The folders beside the state of a clock with a server, whose pictures and certificate authority are in the database.
A room from an earlier version has the authority only here."""
PREFIX = "clock-"
KEPT = 48
EPOCHS_AHEAD = 1_000
"""How far the epochs of the clock's own streams advance after a restore, so that no message from before the restore
appears newer."""


def keep_access(path: Path, database: sqlite3.Connection, known: Sequence[ChangeLine]) -> bool:
    """Write the access entries in these lines to a backup's database, so that a revoked tablet or phone does not regain
    access and an old PIN does not become valid again. The current access is read from the second copy, which is
    complete even if the database is damaged. Returns False, with nothing written, if the database is another room's or
    the current access is not completely known.

    Raises `Fault` or `sqlite3.Error`.
    """
    begin_or_check(path, database)
    now, then = as_of_last(known), rows_of(database)
    if now is None or (KIND, ID) not in now or now[KIND, ID] != then.get((KIND, ID)):
        return False
    with database:
        gone = [MemoryEntry(*key, None) for key in then if key[0] in ACCESS_KINDS]
        write(database, [*gone, *(MemoryEntry(*key, body) for key, body in now.items() if key[0] in ACCESS_KINDS)])
    return True


class PutBack(NamedTuple):
    """The restored backup, and where the previous files were moved. Also whether the latest access entries were kept
    rather than those in the backup, and whether the clock now has a different certificate authority from the one that
    tables know."""

    found: "Backup"
    kept: Path | None
    is_entrance_kept: bool
    is_other_authority: bool


class Backup(NamedTuple):
    folder: Path
    records: int
    streams: int


def back_up(place: StorePlace, folder: Path, wall_ms: int) -> Backup:
    """Make a backup in this folder and verify it. Raises `Fault`, or `Unsound` if the database is damaged. If it is
    damaged, no backup is left behind."""
    database, named = real_path(place.state), strftime("%Y%m%dT%H%M%SZ", gmtime(wall_ms / 1000))
    if not place.server and not database.is_file():
        raise Fault("database-not-there", path=str(database))
    final = folder / f"{PREFIX}{named}"
    fresh = folder / f"{PREFIX}{named}{HALF_WRITTEN}"
    with disk_faults(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        try:
            if place.server:
                copy_out(place, fresh / DATABASE)
            else:
                _copy_database(database, fresh / DATABASE)
            _copy_beside(place, fresh)  # the names are copied after the records that refer to them by number
            make_private(fresh / ORDER)
            (fresh / ORDER).write_text(str(1 + max(map(_order_of, backups_in(folder)), default=0)), "ascii")
            _sync(fresh)
            found = verified(fresh)
            shutil.rmtree(final, ignore_errors=True)
            fresh.rename(final)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise
        sync_folder(folder)
        for old in backups_in(folder)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    return found._replace(folder=final)


def backups_in(folder: Path) -> list[Path]:
    """The backups in a folder, the most recently made one last. Raises OSError."""
    found = folder.glob(f"{PREFIX}*") if folder.is_dir() else ()
    made = (one for one in found if one.is_dir() and not one.name.endswith(HALF_WRITTEN))
    return sorted(made, key=lambda one: (_order_of(one), one.name))


def _order_of(backup: Path) -> int:
    """The backup's number, or 0 if it has none that can be read."""
    with suppress(OSError, ValueError):
        return int((backup / ORDER).read_text("ascii"))
    return 0


def verified(folder: Path) -> Backup:
    """The content of a backup, with every record checked. Raises `Unsound` if it is damaged, or `Fault` if it is not a
    backup."""
    path = folder / DATABASE
    if not path.is_file():
        raise Fault("no-backup", path=str(folder))
    with disk_faults(path), closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        if form_of(path, db, APPLICATION_ID, FORM) != FORM:
            raise Fault("not-a-database", path=str(path))
        (said,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise Unsound("backup-damaged", path=str(folder), error=" ".join(str(said).split()))
        streams = [str(stream) for (stream,) in db.execute("SELECT DISTINCT stream FROM record ORDER BY stream")]
        records = 0
        for stream in streams:
            copy = StreamCopy(path, db, stream)
            sound, head = sum(1 for _ in copy.walk()), copy.head().seq
            # A table sends damaged parts of its copy again. The clock's own streams exist nowhere else.
            if sound != head and is_decided_here(stream):
                raise Unsound("backup-short", path=str(folder), stream=stream, found=sound, promised=head)
            records += sound
    return Backup(folder, records, len(streams))


def put_back(folder: Path, place: StorePlace) -> PutBack:
    """Restore a backup in place of a database, whose files are set aside, or into an empty database on a server. Raises
    `Fault`, with nothing changed, if a clock has it open or the backup is damaged."""
    folder, database = newest(folder), real_path(place.state)
    found = verified(folder)
    if place.server:
        return _put_on_server(folder, place, found)
    with disk_faults(database):
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_database(database), disk_faults(database):
        tls = tls_folder(database)
        beside = [*files_of(database), names_path(database)]
        there = [*(file for file in beside if file.is_file()), *_certificates(database)]
        authority, known = _read(tls / AUTHORITY_FILE), read_changes(remembered_path(database))
        kept = quarantine(database, there) if there else None
        _empty_log(database)
        fresh = database.with_name(f"{database.name}{HALF_WRITTEN}")
        fresh.unlink(missing_ok=True)
        make_private(fresh)
        shutil.copyfile(folder / DATABASE, fresh)
        _go_further(fresh)
        with closing(sqlite3.connect(fresh)) as db:
            is_entrance_kept = keep_access(fresh, db, known)
        _sync_file(fresh)
        logs = (database.with_name(f"{database.name}{suffix}") for suffix in ("-wal", "-shm", "-journal"))
        for old in (*logs, witness_path(database), decisions_path(database), remembered_path(database)):
            old.unlink(missing_ok=True)
        fresh.replace(database)
        _put_beside(folder, database)
        sync_folder(database.parent)
        is_other = bool(authority) and authority != _read(tls / AUTHORITY_FILE)
    return PutBack(found, kept, is_entrance_kept or not there, is_other)


def _put_on_server(folder: Path, place: StorePlace, found: Backup) -> PutBack:
    database = real_path(place.state)
    with disk_faults(database):
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_database(database), disk_faults(database):
        tls = tls_folder(database)
        authority, known = _read(tls / AUTHORITY_FILE), read_changes(remembered_path(database))
        is_entrance_kept = not known or _has_same_access(folder / DATABASE, known)
        copy_in(folder / DATABASE, place)
        kept = _forget_server(database)
        _put_beside(folder, database, _OF_SERVER)
        sync_folder(database.parent)
        is_other = bool(authority) and authority != _read(tls / AUTHORITY_FILE)
    return PutBack(found, kept, is_entrance_kept, is_other)


def _has_same_access(path: Path, known: Sequence[ChangeLine]) -> bool:
    """Whether a backup's database has the same access entries as these lines. For a room on a server, the lines are
    only compared and not restored, because another clock may have changed them since. Raises `sqlite3.Error`."""
    now = as_of_last(known)
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        then = rows_of(db)
    return now is not None and _access_in(now) == _access_in(then)


def _access_in(rows: Rows) -> Rows:
    """The access entries, and the room's recovery code, which tells rooms apart."""
    return {key: body for key, body in rows.items() if key[0] in ACCESS_KINDS or key == (KIND, ID)}


def _forget_server(state: Path) -> Path | None:
    """Set aside the certificates and the second copies of a room on a server, and forget which server it was on. If
    there is a database file, the second copies are its own. Returns the folder with what was set aside."""
    copies = [] if state.is_file() else [file for file in second_copy_files(state) if file.is_file()]
    there = [*copies, *_certificates(state)]
    kept = quarantine(state, there) if there else None
    for file in copies:
        file.unlink()
    server_path(state).unlink(missing_ok=True)
    return kept


def _certificates(database: Path) -> list[Path]:
    """The files of the room's own certificates. Raises OSError."""
    tls = tls_folder(database)
    return [file for file in sorted(tls.iterdir()) if file.is_file()] if tls.is_dir() else []


def _empty_log(database: Path) -> None:
    """Copy a database's log into the database if possible, so that nothing is lost if the restore is interrupted."""
    with suppress(*SQLITE_ERRORS), closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def newest(folder: Path) -> Path:
    """The folder itself if it is a backup, or else the newest backup in it. Raises `Fault` if there is none."""
    with disk_faults(folder):
        if (folder / DATABASE).is_file():
            return folder
        found = backups_in(folder)
    if not found:
        raise Fault("no-backup", path=str(folder))
    return found[-1]


def _copy_database(database: Path, to: Path) -> None:
    """Copy the database at a single point in time, even while it is being written to."""
    make_private(to)
    with (
        closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(to)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # this makes it a single file for every reader


def _copy_beside(place: StorePlace, fresh: Path) -> None:
    database = real_path(place.state)
    if not place.server:
        with suppress(FileNotFoundError):
            _copy_private(names_path(database), fresh / NAMES)
    for ending in _OF_SERVER if place.server else FOLDERS:
        with suppress(FileNotFoundError, FileExistsError):
            shutil.copytree(database.with_name(f"{database.name}{ending}"), fresh / f"{DATABASE}{ending}")


def _put_beside(folder: Path, database: Path, folders: Sequence[str] = FOLDERS) -> None:
    names_path(database).unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        _copy_private(folder / NAMES, names_path(database))
        _sync_file(names_path(database))
    put = [database, names_path(database)]
    for ending in folders:
        to = database.with_name(f"{database.name}{ending}")
        with suppress(FileNotFoundError):
            shutil.copytree(folder / f"{DATABASE}{ending}", to, dirs_exist_ok=True)
            put += [to, *to.rglob("*")]
    if os.geteuid() == 0:  # an administrator is restoring it for the clock's user
        owner = database.parent.stat()
        for file in put:
            with suppress(FileNotFoundError):
                os.chown(file, owner.st_uid, owner.st_gid)


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _copy_private(file: Path, to: Path) -> None:
    if file.exists():
        make_private(to)
    shutil.copyfile(file, to)


def _go_further(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        for (stream,) in db.execute("SELECT stream FROM opening").fetchall():
            if is_decided_here(stream):
                db.execute("UPDATE opening SET epoch = epoch + ? WHERE stream = ?", (EPOCHS_AHEAD, stream))


def _sync(folder: Path) -> None:
    for file in folder.rglob("*"):
        if file.is_file():
            _sync_file(file)
    sync_folder(folder)


def _sync_file(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
