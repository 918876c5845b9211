"""Staff, devices and tokens after damage to SQLite's log: the director's decisions about them hold."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.clock.store import remembered
from kiosk.clock.store.remembered import MemoryEntry, read_changes, remembered_path
from kiosk.clock.store.sqlite.store import SqliteStore
from tests.kiosk.storage.test_journal_rot import flip, wal
from tests.kit.clock import about_the_file
from tests.kit.signing import Asker

REVOKED = MemoryEntry("revoked-token", "a" * 64, b'{"table":1,"by":"Dee","at_ms":1}')
FILES = ("", "-wal", ".access", ".witness", ".decisions", ".names")


def files_of(path: Path) -> list[Path]:
    return [path.with_name(path.name + ending) for ending in FILES]


def copied(path: Path, to: Path) -> Path:
    """The files as a kill leaves them."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for file in files_of(path):
        if file.exists():
            shutil.copy(file, to / file.name)
    return to / path.name


@pytest.fixture
def killed(tmp_path):
    """Twenty entries in the file and twenty more in the log; one of those is deleted again, and one is a
    revoked token.
    """
    path = tmp_path / "live" / "clock.db"
    path.parent.mkdir()
    store = SqliteStore(path)
    for n in range(20):
        store.keep(MemoryEntry("staff", f"before {n}", b'{"n":%d}' % n))
    store.close()
    store = SqliteStore(path)
    for n in range(18):
        store.keep(MemoryEntry("staff", f"after {n}", b'{"n":%d}' % n))
    store.keep(MemoryEntry("staff", "before 7", None), MemoryEntry("staff", "before 8", b'{"n":-8}'))
    store.keep(REVOKED)
    yield path
    store.close()


def entries(store: SqliteStore) -> dict[tuple[str, str], bytes]:
    return {(kind, its_id): body for kind in ("staff", "revoked-token") for its_id, body in store.kept(kind).items()}


def opened(path: Path) -> tuple[dict[tuple[str, str], bytes], remembered.Brought]:
    with closing(SqliteStore(path)) as store:
        return entries(store), store.brought


@pytest.fixture
def whole(killed, tmp_path):
    found, brought = opened(copied(killed, tmp_path / "whole"))
    assert brought == (0, False)
    assert len(found) == 38
    assert ("staff", "before 7") not in found
    return found


def test_no_flipped_bit_of_the_log_undoes_a_decision_about_a_token(killed, whole, tmp_path):
    dice, said = random.Random(1), 0
    for _ in range(40):
        path = copied(killed, tmp_path / "there")
        flip(wal(path), dice)

        found, brought = opened(path)

        assert found == whole
        assert not brought.is_short
        said += brought.entries > 0
        assert opened(path) == (whole, (0, False))
    assert said > 0


@pytest.mark.parametrize("gone", [("-wal",), ("", "-wal")], ids=["the log", "the database"])
def test_missing_entries_are_restored_from_the_second_copy(gone, killed, whole, tmp_path):
    path = copied(killed, tmp_path / "there")
    for ending in gone:
        path.with_name(path.name + ending).unlink()

    found, brought = opened(path)

    assert found == whole
    assert brought.entries >= 20


def test_a_damaged_entry_of_the_database_is_restored(killed, whole, tmp_path):
    path = copied(killed, tmp_path / "there")
    opened(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript("DROP TRIGGER access_updated; UPDATE access SET id = 'b' WHERE kind = 'revoked-token'")

    assert opened(path) == (whole, (2, False))


def test_a_damaged_second_copy_undoes_nothing(killed, whole, tmp_path):
    dice = random.Random(2)
    for _ in range(20):
        path = copied(killed, tmp_path / "there")
        flip(remembered_path(path), dice)
        assert opened(path)[0] == whole


def test_a_loss_in_both_copies_is_reported(killed, whole, tmp_path):
    path = copied(killed, tmp_path / "there")
    wal(path).unlink()
    second = remembered_path(path)
    first, *_, last = second.read_bytes().rstrip(b"\0").splitlines()
    second.write_bytes(first.replace(b"kept", b"kepT") + b"\n" + last + b"\n")

    found, brought = opened(path)

    assert brought.is_short
    assert ("revoked-token", REVOKED.id) in found


def test_changes_by_an_older_program_are_kept(killed, whole, tmp_path):
    path = copied(killed, tmp_path / "there")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM access WHERE id = 'after 3'")
        db.execute("INSERT OR REPLACE INTO access VALUES ('staff', 'later', '{}')")

    found, brought = opened(path)

    assert brought == (0, False)
    assert set(found) == (set(whole) - {("staff", "after 3")}) | {("staff", "later")}


def test_a_removed_entry_is_gone_from_the_second_copy(tmp_path):
    with closing(SqliteStore(tmp_path / "clock.db")) as store:
        store.keep(MemoryEntry("staff", "ana", b'"a hash of a PIN"'), MemoryEntry("staff", "bo", b'"another"'))
        store.keep(MemoryEntry("staff", "ana", None))

        assert [one.kept for one in read_changes(remembered_path(store.path))] == [
            (MemoryEntry("staff", "bo", b'"another"'),)
        ]


def test_the_second_copy_does_not_grow_forever(tmp_path, monkeypatch):
    monkeypatch.setattr(remembered, "MOST_BYTES", 1_000)
    with closing(SqliteStore(tmp_path / "clock.db")) as store:
        for n in range(50):
            store.keep(MemoryEntry("wrong", "name/ana/", b'{"count":%d}' % n))

        assert len(read_changes(remembered_path(store.path))) < 20


@about_the_file("SQLite's log is lost")
def test_a_revoked_token_stays_revoked_even_if_the_log_is_lost(clock, tmp_path, caplog):
    key = Asker(clock)
    key.hire("Dee", "director")
    assert key.post("devices/tables/revoke", table=1).json()["revoked_tables"] == [1]
    lost = copied(clock.database, tmp_path / "lost")
    clock.stop()
    wal(lost).unlink()
    for old, found in zip(files_of(clock.database), files_of(lost), strict=True):
        old.unlink(missing_ok=True)
        if found.exists():
            shutil.copy(found, old)

    clock.start()

    assert Asker(clock, "secret-of-1").get("kiosk/1").status_code == 401
    assert [one["name"] for one in key.get("staff").json()["staff"]] == ["Dee"]
    assert "restored from their second copy" in caplog.text
