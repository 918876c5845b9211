"""The clock's copies with any bit flipped, or with a missing or old file: nothing is lost silently.

`KIOSK_FUZZ_EXAMPLES` says how many flips to try.
"""

import random
import shutil
import signal
from contextlib import closing
from pathlib import Path

import pytest

from engine.message import message
from kiosk.clock.service import Service
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.decisions import read_marks
from kiosk.clock.store.port import Append, Batch
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.clock.times import machine_times
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import START, Record, chain, mark_of
from kiosk.storage.witness import read_lines, witness_path
from tests.kiosk.storage.test_journal_rot import copy, flip, wal
from tests.kit.clock import ForkedClock, RandomTable, about_the_file, eventually
from tests.kit.sizes import size
from ui.words.languages import LANGUAGES, words_in

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 100, daily=40)
TABLES = tuple(sitting_stream("0a", number) for number in (1, 2, 3))
RECORDS = {table: chain(START, 1, 0, [b"record %d of %b" % (n, table.encode()) for n in range(60)]) for table in TABLES}


def commit(store: SqliteStore, first: int, last: int) -> None:
    """One record of each table after the other, as live tables send them."""
    for n in range(first, last):
        assert store.commit(Batch(table, 1, [RECORDS[table][n]]) for table in TABLES) == [
            mark_of(RECORDS[table][n]) for table in TABLES
        ]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The files as a kill leaves them, and older ones: most data in the file, the newest in the log."""
    folder = tmp_path_factory.mktemp("store")
    live, path, old = folder / "live.db", folder / "clock.db", folder / "old.db"
    store = SqliteStore(live)
    commit(store, 0, 20)
    copy(live, old)
    commit(store, 20, 40)
    store.close()
    store = SqliteStore(live)
    commit(store, 40, 60)
    copy(live, path)
    store.close()
    return path, old


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "there" / "clock.db"


def put_back(written: tuple[Path, Path], path: Path) -> None:
    shutil.rmtree(path.parent, ignore_errors=True)
    path.parent.mkdir()
    copy(written[0], path)


def held(store: SqliteStore) -> dict[str, list[Record]]:
    return {table: list(store.copy(table).walk()) for table in TABLES}


def assert_reported(path: Path) -> bool:
    """Each table's copy is whole, or its shortfall is reported; and the records that the tables send again
    complete it.
    """
    try:
        store = SqliteStore(path)
    except Fault:
        return True
    short = {each.stream: (each.found, each.promised) for each in store.shortfalls}
    for table, records in held(store).items():
        assert records == RECORDS[table][: len(records)]
        if store.copy(table).head().seq == len(
            records
        ):  # else the copy is damaged, and the records are requested again
            assert short.get(table) == ((len(records), 60) if len(records) < 60 else None)
        store.set_aside(table, len(records))
        store.commit([Batch(table, 1, RECORDS[table])])
    assert held(store) == RECORDS
    store.close()
    again = SqliteStore(path)
    assert again.shortfalls == ()
    again.close()
    return bool(short)


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("which", ["file", "wal", "marks"])
def test_a_flipped_bit_hides_no_loss(which, written, path):
    dice = random.Random(which)
    said = 0
    for _ in range(EXAMPLES):
        put_back(written, path)
        flip({"wal": wal(path), "marks": witness_path(path)}.get(which, path), dice)

        said += assert_reported(path)

    assert (said > 0) == (which == "wal")  # most pages of the file are in the log again


@pytest.mark.parametrize("which", ["the file is missing", "the log is missing", "the file is old", "the log is old"])
def test_a_missing_or_old_file_is_reported(which, written, path):
    put_back(written, path)
    of = wal if "log" in which else Path
    if "missing" in which:
        of(path).unlink()
        if of is Path:
            wal(path).unlink()
    else:
        shutil.copy(of(written[1]), of(path))

    assert assert_reported(path) or which == "the file is old"  # all of it may be in the log


def test_the_marks_do_not_grow_forever(tmp_path, monkeypatch):
    monkeypatch.setattr("kiosk.clock.store.decisions.MOST_BYTES", 2_000)
    store = SqliteStore(tmp_path / "clock.db")
    commit(store, 0, 60)
    store.close()

    assert len(list(read_lines(witness_path(tmp_path / "clock.db"), object))) < 60
    assert read_marks(witness_path(tmp_path / "clock.db")) == {table: mark_of(RECORDS[table][-1]) for table in TABLES}


@pytest.mark.slow
@about_the_file("SQLite's log is damaged")
def test_a_clock_with_a_damaged_log_reports_it_and_gets_everything_again_from_the_table(tmp_path, free_port):
    clock = ForkedClock(tmp_path, free_port)
    clock.start()
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(3)
        records = table.wait_until_held(clock)["records"]
        clock.kill()
        data = bytearray(wal(clock.database).read_bytes())
        data[len(data) // 2] ^= 1
        wal(clock.database).write_bytes(data)

        clock.start()
        eventually(lambda: clock.table(1)["records"] == records)
        (flag,) = clock.table(1)["flags"]

    code, errors = clock.end(signal.SIGTERM)
    assert code == 0
    assert f" of {records}: " in flag
    assert f"but it had {records}; the damaged files are kept in" in errors


def test_an_emptied_database_is_a_shortfall_and_is_started_again(written, path):
    put_back(written, path)
    wal(path).unlink()
    path.write_bytes(b"")

    assert assert_reported(path)


def test_a_shortfall_is_reported_at_every_start_until_the_records_are_held_again(written, path):
    put_back(written, path)
    wal(path).unlink()

    for _ in range(2):
        store = SqliteStore(path)
        assert {short.promised for short in store.shortfalls} == {60}
        store.close()

    assert assert_reported(path)


def test_a_second_clock_is_refused_before_it_touches_the_first_ones_files(clock):
    marks = witness_path(clock.database).stat().st_ino

    with pytest.raises(Fault, match="database-in-use"):
        Service(read_clock_settings(clock.settings), machine_times())

    assert witness_path(clock.database).stat().st_ino == marks


def test_a_database_with_a_damaged_header_is_not_called_a_journal_and_stays_untouched(tmp_path):
    """Before, the error said that it was no journal and named a different file: a director would have started over."""
    path = tmp_path / "clock.db"
    SqliteStore(path).close()
    spoilt = b"SQLate" + path.read_bytes()[6:]
    path.write_bytes(spoilt)

    with pytest.raises(Unsound, match="no-database"):
        SqliteStore(path)
    assert path.read_bytes() == spoilt
    for language in LANGUAGES:
        assert "kiosk restore-clock" in words_in(language).fault(message("no-database", path=str(path))).fix


def test_a_stream_restored_from_its_second_copy_opens_later_than_all_earlier_openings(path):
    """A display or a table rejects any opening older than one that it has seen."""
    own = tournament_stream("0a")
    path.parent.mkdir()
    with closing(SqliteStore(path)) as store:
        epoch = max(store.open_stream(own) for _ in range(3))
        store.append(Append(own, START, chain(START, epoch, 0, [b"made"])))
    path.unlink()

    with closing(SqliteStore(path)) as store:
        assert store.restored == (own,)
        assert store.open_stream(own) == epoch + 1
