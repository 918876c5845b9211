"""A backup holds what the clock had at one moment, is sound or is none, and comes back whole.

Before, there was no way to copy a database that a clock had open, and none to put one back.
"""

import io
import json
import shutil
from contextlib import ExitStack, closing

import pytest

from kiosk.cli import main
from kiosk.clock.backup import backups
from kiosk.clock.backup.backups import back_up, backups_in, put_back, verified
from kiosk.clock.store.store import Append, Batch, Store
from kiosk.clock.store.streams import table_stream, tournament_stream
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import START, chain
from tests.kit.clock import Clock

OWN, TABLE = tournament_stream("0a"), table_stream(1)
DECIDED = chain(START, 1, 0, [b"made %d" % n for n in range(40)])
PLAYED = chain(START, 1, 0, [b"played %d" % n for n in range(60)])


def write(store, first, last):
    store.commit([Batch(TABLE, 1, PLAYED[first:last])])
    store.append(Append(OWN, START if not first else store.copy(OWN).head(), DECIDED[first // 2 : last // 2]))


@pytest.fixture
def open_clock(tmp_path):
    """A database that its clock has open and goes on writing to."""
    with ExitStack() as opened:
        store = opened.enter_context(closing(Store.open(tmp_path / "clock.db")))
        store.open_stream(OWN)
        write(store, 0, 40)
        store.names.number_of("Ana")
        store.commit(())
        yield store, opened.close


def test_a_backup_of_a_clock_that_runs_comes_back_whole_and_what_was_there_is_set_aside(open_clock, tmp_path):
    store, close = open_clock
    made = back_up(store.path, tmp_path / "usb", 0)
    write(store, 40, 60)
    close()
    assert (made.records, made.streams, made.folder.name) == (60, 2, "clock-19700101T000000Z")
    before = (tmp_path / "clock.db").read_bytes()
    epoch = 1

    found, kept = put_back(tmp_path / "usb", tmp_path / "clock.db")

    assert found.records == 60
    assert kept
    assert (kept / "clock.db").read_bytes() == before
    with closing(Store.open(tmp_path / "clock.db")) as store:
        assert list(store.copy(OWN).walk()) == DECIDED[:20]
        assert list(store.copy(TABLE).walk()) == PLAYED[:40]
        assert store.names.text_of(1) == "Ana"
        assert store.open_stream(OWN) > epoch + 100  # tables heard of later openings than the backup has
        store.commit([Batch(TABLE, 1, PLAYED[40:])])
        assert list(store.copy(TABLE).walk()) == PLAYED
        assert store.shortfalls == ()


def test_tables_know_the_clock_again_by_the_certificates_of_the_backup(open_clock, tmp_path):
    store, close = open_clock
    tls = tmp_path / "clock.db.tls"
    tls.mkdir(mode=0o700)
    (tls / "room-ca.key").write_text("the room's")
    (tls / "room-ca.key").chmod(0o600)
    made = back_up(store.path, tmp_path / "usb", 0)
    close()
    (tls / "room-ca.key").write_text("of a new machine")

    put_back(made.folder, tmp_path / "clock.db")

    assert (tls / "room-ca.key").read_text() == "the room's"
    for kept in (tls, made.folder, tls / "room-ca.key", made.folder / "clock.db.tls" / "room-ca.key"):
        assert not kept.stat().st_mode & 0o077


@pytest.mark.parametrize("spoil", ["a page", "a record", "cut short", "empty", "missing"])
def test_a_damaged_backup_is_refused_and_nothing_is_changed(spoil, open_clock, tmp_path):
    store, close = open_clock
    made = back_up(store.path, tmp_path / "usb", 0).folder / "clock.db"
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
        put_back(tmp_path / "usb", tmp_path / "clock.db")

    assert (tmp_path / "clock.db").read_bytes() == before
    assert not list(tmp_path.glob("*.found-*"))


def test_a_copy_that_was_written_wrong_never_becomes_a_backup(open_clock, tmp_path, monkeypatch):
    store, _ = open_clock

    def copy(database, to):
        shutil.copyfile(database, to)
        to.write_bytes(to.read_bytes()[:-5000])

    monkeypatch.setattr(backups, "_copy_database", copy)

    with pytest.raises(Unsound):
        back_up(store.path, tmp_path / "usb", 0)
    assert list((tmp_path / "usb").iterdir()) == []


def test_the_newest_backups_are_kept(open_clock, tmp_path, monkeypatch):
    store, _ = open_clock
    monkeypatch.setattr(backups, "KEPT", 2)
    made = [back_up(store.path, tmp_path / "usb", minute * 60_000).folder for minute in range(4)]

    assert backups_in(tmp_path / "usb") == made[2:]
    assert verified(made[3]).records == 60


def test_the_commands_say_what_they_did_and_why_not(open_clock, tmp_path, capsys, monkeypatch):
    _, close = open_clock
    clock = Clock(tmp_path, 1)
    usb = ["--settings", str(clock.settings), "--json"]

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
