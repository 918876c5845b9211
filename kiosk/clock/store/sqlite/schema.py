"""The tables of the clock's database."""

import sqlite3
from pathlib import Path

from kiosk.faults import Fault
from kiosk.storage.files import form_of

FORM = 1
APPLICATION_ID = 0x6B696F63  # The ASCII letters "kioc".
# Changes to `access` are counted by triggers, which are part of the file. This way, changes that another program makes
# are counted too.
_NEW = f"""
BEGIN;
CREATE TABLE record (
    stream TEXT, seq INTEGER, epoch INTEGER, at_ms INTEGER, body BLOB, hash BLOB, PRIMARY KEY (stream, seq)
) WITHOUT ROWID;
CREATE TABLE aside (stream TEXT, seq INTEGER, epoch INTEGER, at_ms INTEGER, body BLOB, hash BLOB);
CREATE TABLE opening (stream TEXT PRIMARY KEY, epoch INTEGER NOT NULL);
CREATE TABLE opened (stream TEXT PRIMARY KEY, epoch INTEGER, opening TEXT);
CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), boot TEXT, mono_ms INTEGER, wall_ms INTEGER);
CREATE TABLE snapshot (
    stream TEXT PRIMARY KEY, seq INTEGER, hash BLOB, program BLOB, digest BLOB, body BLOB
);
CREATE TABLE access (kind TEXT, id TEXT, body BLOB, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE changed (only INTEGER PRIMARY KEY CHECK (only = 1), changes INTEGER NOT NULL);
INSERT INTO changed VALUES (1, 0);
CREATE TRIGGER access_inserted AFTER INSERT ON access BEGIN UPDATE changed SET changes = changes + 1; END;
CREATE TRIGGER access_updated AFTER UPDATE ON access BEGIN UPDATE changed SET changes = changes + 1; END;
CREATE TRIGGER access_deleted AFTER DELETE ON access BEGIN UPDATE changed SET changes = changes + 1; END;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORM};
COMMIT;
"""


def begin_or_check(path: Path, db: sqlite3.Connection) -> None:
    """Set up an empty file. Raises `Fault` for another kind of file or a newer format, and `sqlite3.Error`."""
    is_unclaimed = db.execute("PRAGMA application_id").fetchone() == (0,)
    if is_unclaimed and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        db.executescript(_NEW)
    elif form_of(path, db, APPLICATION_ID, FORM) != FORM:
        raise Fault("not-a-database", path=str(path))
