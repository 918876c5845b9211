"""The tables of the clock's database, and the update of an older form to this one."""

import sqlite3
from pathlib import Path

from kiosk.faults import Fault
from kiosk.storage.files import form_of

FORM = 2
APPLICATION_ID = 0x6B696F63  # The ASCII letters "kioc".
_TABLES = """
CREATE TABLE record (
    stream TEXT, seq INTEGER, epoch INTEGER, at_ms INTEGER, body BLOB, hash BLOB, PRIMARY KEY (stream, seq)
) WITHOUT ROWID;
CREATE TABLE aside (stream TEXT, seq INTEGER, epoch INTEGER, at_ms INTEGER, body BLOB, hash BLOB);
CREATE TABLE opening (stream TEXT PRIMARY KEY, epoch INTEGER NOT NULL);
"""
_ALIVE = """
CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), boot TEXT, mono_ms INTEGER, wall_ms INTEGER);
"""
_SNAPSHOT = """
CREATE TABLE IF NOT EXISTS snapshot (
    stream TEXT PRIMARY KEY, seq INTEGER, hash BLOB, program BLOB, digest BLOB, body BLOB
);
"""
_OPENED = """
CREATE TABLE IF NOT EXISTS opened (stream TEXT PRIMARY KEY, epoch INTEGER, opening TEXT);
"""
_ACCESS = """
CREATE TABLE IF NOT EXISTS access (kind TEXT, id TEXT, body BLOB, PRIMARY KEY (kind, id)) WITHOUT ROWID;
"""
_CHANGED = """
CREATE TABLE IF NOT EXISTS changed (only INTEGER PRIMARY KEY CHECK (only = 1), changes INTEGER NOT NULL);
INSERT INTO changed SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM changed);
CREATE TRIGGER IF NOT EXISTS access_inserted AFTER INSERT ON access
    BEGIN UPDATE changed SET changes = changes + 1; END;
CREATE TRIGGER IF NOT EXISTS access_updated AFTER UPDATE ON access
    BEGIN UPDATE changed SET changes = changes + 1; END;
CREATE TRIGGER IF NOT EXISTS access_deleted AFTER DELETE ON access
    BEGIN UPDATE changed SET changes = changes + 1; END;
"""
"""The changes are counted by triggers, which belong to the file. This way, changes made by an older program are counted
too.
"""
_FROM_1 = f"""
BEGIN IMMEDIATE;
ALTER TABLE record RENAME TO record_1;
ALTER TABLE aside RENAME TO aside_1;
ALTER TABLE opening RENAME TO opening_1;
{_TABLES}
INSERT INTO record SELECT 'table/' || table_no, seq, epoch, at_ms, body, hash FROM record_1;
INSERT INTO aside SELECT 'table/' || table_no, seq, epoch, at_ms, body, hash FROM aside_1;
INSERT INTO opening SELECT 'table/' || table_no, epoch FROM opening_1;
DROP TABLE record_1;
DROP TABLE aside_1;
DROP TABLE opening_1;
PRAGMA user_version = {FORM};
COMMIT;
"""
_NEW = f"""
BEGIN;
{_TABLES}{_ALIVE}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORM};
COMMIT;
"""


def begin_or_check(path: Path, db: sqlite3.Connection) -> None:
    """Set up an empty file, or update a file of form 1 to this form. Raises `Fault` for any other file, or
    `sqlite3.Error`."""
    is_unclaimed = db.execute("PRAGMA application_id").fetchone() == (0,)
    if is_unclaimed and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        db.executescript(_NEW + _SNAPSHOT + _OPENED + _ACCESS + _CHANGED)
        return
    form = form_of(path, db, APPLICATION_ID, FORM)
    if form < 1:
        raise Fault("not-a-database", path=str(path))
    if form == 1:
        db.executescript(_FROM_1)
    db.executescript(_SNAPSHOT + _OPENED + _ACCESS + _CHANGED)
