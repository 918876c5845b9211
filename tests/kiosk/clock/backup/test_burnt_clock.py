"""A clock whose machine is lost is rebuilt whole: from a file of any one table, the recovery code, and the tables.

Before, the clock's own decisions were only on its disks and on those of its backups.
"""

import shutil
from contextlib import suppress

import pytest

from kiosk.clock.backup.restore_command import rebuild_newest
from kiosk.clock.recovery.backups import table_backups
from kiosk.clock.recovery.backups.recovery_code import kept_recovery_code, read_encrypted
from kiosk.clock.store.streams import is_decided_here, sitting_stream
from kiosk.faults import Fault
from kiosk.storage.chain import mark_of
from kiosk.storage.journal_reader import salvage
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.link.clock_backup_files import clock_backup_path
from tests.kit.clock import ClockThread, eventually
from tests.kit.playing_tables import PlayingTables
from tests.kit.room import NAMES, OrderRefused, RoomApi, room_settings

TABLES = (1, 2, 3)
SITTINGS = {1: 1, 2: 2, 3: 3, 4: 3}
"""The physical table of each sitting."""
OF_THIS_RUN = ("mark", "acts", "legal")
"""Parts of the director's view that differ between runs: the tournament clock is paused, and that is a decision."""


@pytest.fixture
def soon(monkeypatch):
    """Backups are made without a pause."""
    monkeypatch.setattr(table_backups, "LOOK_S", 0.05)
    monkeypatch.setattr(table_backups, "PAUSE_S", 0.0)


def stored(clock):
    """Every stream of the clock, and the code that opens its backups."""
    with clock.store() as store:
        streams = {stream: list(store.copy(stream).walk()) for stream in store.streams("")}
        return streams, kept_recovery_code(store).code


def view_of(event):
    """The director's view of the tournament, and of each sitting."""
    whole = event.whole
    tournament = {name: said for name, said in whole["tournament"].items() if name not in OF_THIS_RUN}
    tables = {one["sitting"]: (one["records"], one["seats"], one["hand"], one["flags"]) for one in whole["tables"]}
    return tournament, tables, whole["totals"]["fault"]


def records_kept(file):
    """How far the backup in a file goes; None if there is none at the moment, because the next one is
    taking its place.
    """
    with suppress(Fault):
        return read_encrypted(file).header.age.records


def is_done(event, what, sitting, until):
    """Whether the clock has received everything that it waits for."""
    try:
        event.do(what, sitting=sitting)
    except OrderRefused as refused:
        if refused.code != until:
            raise
        return False
    return True


def proposed(event):
    return {one["action"]["do"] for one in event.view["proposals"]}


def play(room, tables):
    """Three tables: one is broken, its players are moved, it is opened again, and a player goes out."""
    event = room.create("Open", structure="demo", buy_in=2000, currency="EUR", late_levels=2)
    event.enter(*NAMES[:9])
    event.open_tables(*TABLES)
    event.draw()
    event.do("start")
    tables.deal(1, *TABLES)
    eventually(lambda: is_done(event, "break-table", 3, "before-seated"))
    tables.deal(1, 1, 2)
    eventually(lambda: tables.where() == {one["name"]: one["table"] for one in event.view["entries"]})
    eventually(lambda: is_done(event, "close-table", 3, "table-not-empty"))
    event.open_tables(3)
    tables.bust("Ana")
    eventually(lambda: "confirm-bust" in proposed(event))
    event.do("confirm-bust", entry=1)
    tables.deal(1, 1, 2)
    event.do("add-entry", player="late", name="Late")
    return event


@pytest.mark.nightly
def test_a_lost_clock_is_rebuilt_from_one_tables_file_and_the_tables_records(tmp_path, free_port, soon):
    (tmp_path / "clock").mkdir()
    clock = ClockThread(tmp_path / "clock", free_port, room_settings(free_port, tables=len(TABLES)))
    mine = {table: tmp_path / f"table{table}.journal" for table in TABLES}
    file = clock_backup_path(mine[2])

    def records(sitting):
        path = SittingFiles(mine[SITTINGS[sitting]]).path(f"{event.id}-{sitting}")
        return salvage(path).records if path.exists() else ()

    clock.start()
    try:
        with RoomApi(clock) as room, PlayingTables(tmp_path, clock.socket, *TABLES) as tables:
            event = play(room, tables)
            eventually(lambda: records_kept(file) == event.view["mark"])
            eventually(lambda: all(view_of(event)[1][one][0] == len(records(one)) for one in SITTINGS))
            before = view_of(event)
            clock.stop()
            was, code = stored(clock)
            clock.lose_server()
            shutil.rmtree(tmp_path / "clock")
            (tmp_path / "clock").mkdir()

            rebuild_newest([file], code, clock.settings)
            clock.start()
            eventually(lambda: view_of(event) == before)
            event.enter("Later")  # it goes on
    finally:
        clock.stop()

    now, same_code = stored(clock)
    assert same_code == code
    for stream, before_it in was.items():
        assert now[stream][: len(before_it)] == before_it
        assert is_decided_here(stream) or len(now[stream]) == len(before_it)
    for sitting in SITTINGS:
        copy = now.get(sitting_stream(event.id, sitting), [])
        assert [mark_of(record) for record in copy] == [mark_of(record) for record in records(sitting)]
