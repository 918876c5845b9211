"""A backup holds the clock's data at one moment, is sound or does not exist, and is restored whole.

Before, there was no way to copy a database that a clock had open, and none to restore one.
"""

import io
import json
import shutil
from contextlib import ExitStack, closing

import pytest

from kiosk.cli import main
from kiosk.clock.recovery.backups import backups
from kiosk.clock.recovery.backups.backups import back_up, backups_in, put_back, verified
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.place import StorePlace
from kiosk.clock.store.port import Append, Batch
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import START, chain
from tests.kit.clock import settings_text

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
DECIDED = chain(START, 1, 0, [b"made %d" % n for n in range(40)])
PLAYED = chain(START, 1, 0, [b"played %d" % n for n in range(60)])


def write(store, first, last):
    store.commit([Batch(TABLE, 1, PLAYED[first:last])])
    store.append(Append(OWN, START if not first else store.copy(OWN).head(), DECIDED[first // 2 : last // 2]))


@pytest.fixture
def open_clock(tmp_path):
    """A database that its clock has open and keeps writing to."""
    with ExitStack() as opened:
        store = opened.enter_context(closing(SqliteStore(tmp_path / "clock.db")))
        store.open_stream(OWN)
        write(store, 0, 40)
        store.names.number_of("Ana")
        store.commit(())
        yield store, opened.close


def test_a_backup_of_a_running_clock_is_restored_whole_and_the_files_there_are_set_aside(open_clock, tmp_path):
    store, close = open_clock
    made = back_up(StorePlace(store.path), tmp_path / "usb", 0)
    write(store, 40, 60)
    close()
    assert (made.records, made.streams, made.folder.name) == (60, 2, "clock-19700101T000000Z")
    before = (tmp_path / "clock.db").read_bytes()
    epoch = 1

    found, kept, *_ = put_back(tmp_path / "usb", StorePlace(tmp_path / "clock.db"))

    assert found.records == 60
    assert kept
    assert (kept / "clock.db").read_bytes() == before
    with closing(SqliteStore(tmp_path / "clock.db")) as store:
        assert list(store.copy(OWN).walk()) == DECIDED[:20]
        assert list(store.copy(TABLE).walk()) == PLAYED[:40]
        assert store.names.text_of(1) == "Ana"
        assert store.open_stream(OWN) > epoch + 100  # tables have seen later openings than the backup has
        store.commit([Batch(TABLE, 1, PLAYED[40:])])
        assert list(store.copy(TABLE).walk()) == PLAYED
        assert store.shortfalls == ()


def test_a_restore_that_fails_halfway_leaves_the_existing_data_whole(open_clock, tmp_path, monkeypatch):
    """Before, the clock's log was deleted while its database was still in place."""
    store, close = open_clock
    back_up(StorePlace(store.path), tmp_path / "usb", 0)
    write(store, 40, 60)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for file in tmp_path.glob("clock.db*"):
        shutil.copy(file, crashed)  # the files of a killed clock
    close()
    assert (crashed / "clock.db-wal").stat().st_size

    def ends(*_):
        raise OSError("the power is gone")

    with monkeypatch.context() as patch:
        patch.setattr(type(crashed), "replace", ends)
        with pytest.raises(Fault):
            put_back(tmp_path / "usb", StorePlace(crashed / "clock.db"))

    assert not (crashed / "clock.db-wal").exists()
    with closing(SqliteStore(crashed / "clock.db")) as store:
        assert list(store.copy(OWN).walk()) == DECIDED[:30]
        assert list(store.copy(TABLE).walk()) == PLAYED


def test_tables_recognize_the_clock_by_the_certificates_of_the_backup(open_clock, tmp_path):
    store, close = open_clock
    tls = tmp_path / "clock.db.tls"
    tls.mkdir(mode=0o700)
    (tls / "room-ca.key").write_text("the room's")
    (tls / "room-ca.key").chmod(0o600)
    made = back_up(StorePlace(store.path), tmp_path / "usb", 0)
    close()
    (tls / "room-ca.key").write_text("of a new machine")

    put_back(made.folder, StorePlace(tmp_path / "clock.db"))

    assert (tls / "room-ca.key").read_text() == "the room's"
    for kept in (tls, made.folder, tls / "room-ca.key", made.folder / "clock.db.tls" / "room-ca.key"):
        assert not kept.stat().st_mode & 0o077


def test_the_pictures_of_displays_are_restored(open_clock, tmp_path):
    store, close = open_clock
    picture = b"\x89PNG\r\n\x1a\n" + bytes(500)
    its_id = PictureFolder(store.path).keep(picture)
    made = back_up(StorePlace(store.path), tmp_path / "usb", 0)
    close()
    PictureFolder(store.path).remove(its_id)

    put_back(made.folder, StorePlace(tmp_path / "clock.db"))

    assert PictureFolder(store.path).read(its_id) == picture


@pytest.mark.parametrize("spoil", ["a page", "a record", "cut short", "empty", "missing"])
def test_a_damaged_backup_is_refused_and_changes_nothing(spoil, open_clock, tmp_path):
    store, close = open_clock
    made = back_up(StorePlace(store.path), tmp_path / "usb", 0).folder / "clock.db"
    close()
    data = made.read_bytes()
    match spoil:
        case "a page":
            made.write_bytes(data[:4096] + bytes(4096) + data[8192:])
        case "a record":
            made.write_bytes(data.replace(b"made 7", b"made 8", 1))
        case "cut short":
            made.write_bytes(data[: len(data) // 2])
        case "empty":
            made.write_bytes(b"")
        case "missing":
            made.unlink()
    before = (tmp_path / "clock.db").read_bytes()

    with pytest.raises(Fault):
        put_back(tmp_path / "usb", StorePlace(tmp_path / "clock.db"))

    assert (tmp_path / "clock.db").read_bytes() == before
    assert not list(tmp_path.glob("*.found-*"))


def test_a_copy_with_a_write_error_never_becomes_a_backup(open_clock, tmp_path, monkeypatch):
    store, _ = open_clock

    def copy(database, to):
        shutil.copyfile(database, to)
        to.write_bytes(to.read_bytes()[:-5000])

    monkeypatch.setattr(backups, "_copy_database", copy)

    with pytest.raises(Unsound):
        back_up(StorePlace(store.path), tmp_path / "usb", 0)
    assert list((tmp_path / "usb").iterdir()) == []


def test_the_newest_backups_are_kept(open_clock, tmp_path, monkeypatch):
    store, _ = open_clock
    monkeypatch.setattr(backups, "KEPT", 2)
    made = [back_up(StorePlace(store.path), tmp_path / "usb", minute * 60_000).folder for minute in range(4)]

    assert backups_in(tmp_path / "usb") == made[2:]
    assert verified(made[3]).records == 60


def test_the_commands_report_what_they_did_or_why_not(open_clock, tmp_path, capsys, monkeypatch):
    _, close = open_clock
    (tmp_path / "clock.toml").write_text(settings_text(1))
    usb = ["--settings", str(tmp_path / "clock.toml"), "--json"]

    def run(*words):
        out = io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdout", out)
            code = main([*words])
        return code, json.loads(out.getvalue() or "{}")

    assert run("restore-clock", str(tmp_path / "usb"), *usb)[0] == 2
    assert "no backup" in capsys.readouterr().err
    code, made = run("backup", str(tmp_path / "usb"), *usb)
    assert (code, made["records"], made["ok"]) == (0, 60, True)
    close()
    code, back = run("restore-clock", made["folder"], *usb)
    assert (code, back["records"]) == (0, 60)
    assert back["kept"]


CODE = MemoryEntry("recovery-code", "room", b'{"code":"A","salt":"aa"}')


def entrance(path):
    with closing(SqliteStore(path)) as store:
        return {kind: sorted(store.kept(kind)) for kind in ("staff", "device", "revoked-token", "paired-table")}


@pytest.fixture
def since(open_clock, tmp_path):
    """A backup; after it a tablet's access was revoked, a phone was revoked, a person was removed and another added."""
    store, close = open_clock
    old = [MemoryEntry("staff", "ana", b"1"), MemoryEntry("staff", "bo", b"1"), MemoryEntry("device", "phone", b"1")]
    store.keep(CODE, *old, MemoryEntry("paired-table", "a tablet", b"1"), MemoryEntry("display", "bar", b"1"))
    back_up(StorePlace(store.path), tmp_path / "usb", 0)
    store.keep(
        MemoryEntry("staff", "bo", None),
        MemoryEntry("device", "phone", None),
        MemoryEntry("paired-table", "a tablet", None),
    )
    store.keep(
        MemoryEntry("revoked-token", "of table 1", b"1"),
        MemoryEntry("staff", "cyd", b"1"),
        MemoryEntry("display", "bar", b"2"),
    )
    close()
    return store.path


NOW = {"staff": ["ana", "cyd"], "device": [], "revoked-token": ["of table 1"], "paired-table": []}
THEN = {"staff": ["ana", "bo"], "device": ["phone"], "revoked-token": [], "paired-table": ["a tablet"]}


def test_revocations_since_a_backup_stay_in_force_when_it_is_restored_even_twice(since, tmp_path):
    for _ in range(2):
        assert put_back(tmp_path / "usb", StorePlace(since)).is_entrance_kept
        assert entrance(since) == NOW
    with closing(SqliteStore(since)) as store:
        assert store.kept("display") == {"bar": b"1"}


def test_revocations_since_a_backup_stay_in_force_if_the_database_is_damaged(since, tmp_path):
    since.write_bytes(b"rot" * 10_000)

    assert put_back(tmp_path / "usb", StorePlace(since)).is_entrance_kept
    assert entrance(since) == NOW


@pytest.mark.parametrize("why", ["another room's", "none is known"])
def test_a_restore_of_another_rooms_backup_takes_its_access_list_and_says_so(why, since, tmp_path, capsys):
    second = tmp_path / "clock.db.access"
    if why == "none is known":
        second.unlink()
    else:
        with closing(SqliteStore(since)) as store:
            store.keep(MemoryEntry(CODE.kind, CODE.id, b"another"))
    (tmp_path / "clock.toml").write_text(settings_text(0))

    assert main(["restore-clock", str(tmp_path / "usb"), "--settings", str(tmp_path / "clock.toml")]) == 0

    assert "any that were blocked or removed since then can get in again" in capsys.readouterr().out
    assert entrance(since) == THEN


def test_a_restore_reports_another_rooms_certificates_and_sets_the_present_ones_aside(open_clock, tmp_path, capsys):
    store, close = open_clock
    tls = tmp_path / "clock.db.tls"
    tls.mkdir()
    (tls / "room-ca.crt").write_text("another room's")
    back_up(StorePlace(store.path), tmp_path / "usb", 0)
    (tls / "room-ca.crt").write_text("this room's")
    close()
    (tmp_path / "clock.toml").write_text(settings_text(0))

    assert main(["restore-clock", str(tmp_path / "usb"), "--settings", str(tmp_path / "clock.toml")]) == 0

    assert "The certificates are from the backup" in capsys.readouterr().out
    assert (tls / "room-ca.crt").read_text() == "another room's"
    (kept,) = tmp_path.glob("clock.db.found-*")
    assert (kept / "room-ca.crt").read_text() == "this room's"


@pytest.mark.parametrize("wrong_ms", [86_400_000, 4_081_000_000_000], ids=["1970", "2099"])
def test_backups_of_a_wrong_date_are_neither_deleted_first_nor_newest_forever(
    open_clock, tmp_path, monkeypatch, wrong_ms
):
    """Before, each new backup was the oldest by its name, and was deleted as soon as it was made."""
    monkeypatch.setattr(backups, "KEPT", 2)
    (store, _), folder, today_ms = open_clock, tmp_path / "usb", 1_795_700_000_000
    for nth in range(2):
        back_up(StorePlace(store.path), folder, today_ms + nth * 60_000)

    made = back_up(StorePlace(store.path), folder, wrong_ms)
    assert made.folder.is_dir()
    assert backups.newest(folder) == made.folder
    another = back_up(StorePlace(store.path), folder, wrong_ms + 60_000)
    right = back_up(StorePlace(store.path), folder, today_ms + 120_000)

    assert backups.newest(folder) == right.folder
    assert backups_in(folder) == [another.folder, right.folder]
