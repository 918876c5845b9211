"""A clock whose database is on a PostgreSQL server, with real tables, from its settings to its backups."""

import re
from contextlib import closing

import psycopg
import pytest

from kiosk.cli import main
from kiosk.clock import command
from kiosk.clock.recovery.backups.clock_data import pack_clock_data, unpacked
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import tournament_stream
from kiosk.storage.journal_reader import open_reader
from tests.kit import clock as clocks
from tests.kit.clock import ClockThread, RandomTable
from tests.kit.full_tables import EVENT, stream_of

CODE = re.compile(r"^\w{4}(-\w{4})+$", re.MULTILINE)


@pytest.fixture
def clock(tmp_path, free_port, monkeypatch):
    """A running clock with two tables."""
    monkeypatch.setattr(clocks, "ON_SERVER", True)
    clock = ClockThread(tmp_path, free_port)
    clock.start()
    yield clock
    clock.stop()


def test_a_clock_waits_if_the_servers_disk_fails_while_it_opens_the_room(tmp_path, free_port, monkeypatch):
    """Before, it ended."""
    monkeypatch.setattr(clocks, "ON_SERVER", True)
    monkeypatch.setattr(command, "RETRY_S", 0.1)
    clock = ClockThread(tmp_path, free_port)
    with psycopg.connect(clock.place.server, autocommit=True) as db:
        db.execute(
            "CREATE FUNCTION failed() RETURNS bigint LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not read block 7' USING ERRCODE = '58030'; END $$"
        )
        db.execute("ALTER TABLE kiosk.name RENAME TO names")
        db.execute("CREATE VIEW kiosk.name AS SELECT failed() AS number, '' AS text")

        clock.start("server-disk-failed")

        with db.transaction():
            db.execute("DROP VIEW kiosk.name")
            db.execute("ALTER TABLE kiosk.names RENAME TO name")
    clock.hear()
    assert {clock.room()["event"] for _ in range(20)} == {"Test Open"}  # no connection is cut off
    clock.stop()


def records_in(path):
    with open_reader(path) as journal:
        return [*journal.walk()]


@pytest.mark.slow
def test_a_room_on_a_server_plays_restarts_and_is_backed_up_to_files(clock, tmp_path, capsys):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(2)
        table.wait_until_held(clock)
        clock.stop()
        table.play(1)
        clock.start()
        table.wait_until_held(clock)
        played = records_in(table.record)

    settings = ["--settings", str(clock.settings)]
    assert main(["backup", str(tmp_path / "usb"), *settings]) == 0
    assert main(["recovery-code", *settings]) == 0
    assert CODE.search(capsys.readouterr().out)

    (backup,) = (tmp_path / "usb").iterdir()
    with closing(SqliteStore(backup / "clock.db")) as whole:
        assert [*whole.copy(stream_of(1)).walk()] == played
        decided = [*whole.copy(tournament_stream(EVENT)).walk()]
        assert decided
        assert whole.names.find("Ana 1")

    (tmp_path / "table").mkdir()
    unpacked(pack_clock_data(clock.place, clock.settings, 0)[0], tmp_path / "table")
    with closing(SqliteStore(tmp_path / "table" / "clock.db")) as own:
        assert [*own.copy(tournament_stream(EVENT)).walk()] == decided
        assert own.streams("sitting/") == []
        assert stream_of(1) in own.kept("awaited")
        assert own.names.find("Ana 1")
