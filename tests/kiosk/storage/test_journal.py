"""The journal on real SQLite files: what it keeps, who can write, and its errors for files that are not its own."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.message import message
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import START, mark_of
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import FORM, Damaged, open_reader, salvage
from tests.kiosk.storage.append_forever import COMMAND, ROOT

SAMPLE = ROOT / "tests" / "journals" / "form-1.journal"


def now_ms() -> int:
    return 1_700_000_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table-7.journal"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path, now_ms) as journal:
        yield journal


def alter(path: Path, *statements: str) -> None:
    """Change a closed journal in a way that this program never does."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def test_appended_records_are_read_back_after_reopening(path):
    with Journal.open(path, now_ms) as journal:
        first = journal.append(5, [b"dealt", b"raised"])
        second = journal.append(3, [b""])

    with Journal.open(path, now_ms) as journal:
        assert journal.read(0) == first + second
        assert [(r.seq, r.epoch, r.at_ms, r.body) for r in first + second] == [
            (1, 1, 5, b"dealt"),
            (2, 1, 5, b"raised"),
            (3, 1, 3, b""),
        ]
        assert journal.head == mark_of(second[0])


def test_an_empty_journal_ends_at_the_start(journal):
    assert journal.head == START
    assert journal.read(0) == []
    assert journal.append(1, []) == []
    assert journal.head == START


def test_reading_starts_after_a_mark_and_stops_at_the_limit(journal):
    records = journal.append(1, [b"%d" % n for n in range(10)])

    assert journal.read(3, 4) == records[3:7]
    assert journal.read(8, 4) == records[8:]
    assert journal.read(10) == journal.read(99) == []


def test_every_opening_for_writing_takes_the_next_epoch(path):
    epochs = []
    for _ in range(3):
        with Journal.open(path, now_ms) as journal:
            epochs += [journal.epoch, journal.append(1, [b"x"])[0].epoch]

    assert epochs == [1, 1, 2, 2, 3, 3]


def test_an_append_that_fails_halfway_writes_nothing_and_the_next_waits_for_a_reopening(path):
    with Journal.open(path, now_ms) as journal:
        kept = journal.append(1, [b"kept"])
    alter(
        path, "CREATE TRIGGER t BEFORE INSERT ON record WHEN NEW.body = x'626164' BEGIN SELECT raise(ABORT, 'no'); END"
    )

    with Journal.open(path, now_ms) as journal:
        with pytest.raises(Fault):
            journal.append(1, [b"good", b"bad"])
        with pytest.raises(Fault):
            journal.append(1, [b"good"])
        assert journal.read(0) == kept
    alter(path, "DROP TRIGGER t")

    with Journal.open(path, now_ms) as journal:
        assert journal.append(1, [b"good", b"bad"])[0].seq == 2


def test_a_second_writer_reads_that_the_journal_is_in_use(journal, path):
    with pytest.raises(Fault, match="journal-in-use"):
        Journal.open(path, now_ms)


def test_a_second_writer_in_another_process_or_by_another_name_reads_the_same(journal, path, tmp_path):
    other_name = tmp_path / "link.journal"
    other_name.symlink_to(path)

    done = subprocess.run([*COMMAND, other_name, "1"], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("fault journal-in-use")


def test_an_older_writer_is_fenced_off_and_writes_nothing(journal, path):
    kept = journal.append(1, [b"kept"])
    path.with_name(f"{path.name}.lock").unlink()  # as on a disk without working locks

    with Journal.open(path, now_ms) as newer:
        with pytest.raises(Fault, match=r"journal-opened-again .*newest=2, epoch=1\)"):
            journal.append(1, [b"lost"])
        assert newer.read(0) == kept
        assert newer.append(1, [b"won"])[0].seq == 2
        with pytest.raises(Fault, match="journal-opened-again"):
            journal.append(1, [b"lost"])


def test_others_may_read_while_the_writer_appends(journal, path):
    first = journal.append(1, [b"first"])

    with open_reader(path) as reader:
        assert reader.read(0) == first
        second = journal.append(2, [b"second"])
        assert reader.read(0) == first + second
        assert reader.head == journal.head


def test_reading_changes_nothing(path):
    with Journal.open(path, now_ms) as journal:
        records = journal.append(1, [b"one", b"two"])
    before = path.read_bytes()

    with open_reader(path) as reader:
        assert reader.read(0) == records

    assert path.read_bytes() == before


def test_another_thread_may_not_use_the_writers_journal(journal):
    errors: list[BaseException] = []

    def intrude() -> None:
        try:
            journal.append(1, [b"from elsewhere"])
        except sqlite3.ProgrammingError as error:
            errors.append(error)

    thread = threading.Thread(target=intrude)
    thread.start()
    thread.join()

    assert len(errors) == 1
    assert journal.append(1, [b"from here"])[0].seq == 1


def test_a_kill_while_the_journal_is_created_leaves_nothing_in_the_way(path):
    path.with_name(f"{path.name}.new").write_bytes(b"half made")
    path.with_name(f"{path.name}.new-journal").write_bytes(b"half made")

    with Journal.open(path, now_ms) as journal:
        assert journal.append(1, [b"x"])[0].seq == 1


CHANGES = {
    "a bit of a body": (["UPDATE record SET body = 'record 3!' WHERE seq = 3"], 3),
    "the time": (["UPDATE record SET at_ms = at_ms + 1 WHERE seq = 3"], 3),
    "the epoch": (["UPDATE record SET epoch = 2 WHERE seq = 3"], 3),
    "a hash": (["UPDATE record SET hash = zeroblob(32) WHERE seq = 3"], 3),
    "the kind of a value": (["UPDATE record SET body = cast(body AS TEXT) WHERE seq = 3"], 3),
    "the first record": (["UPDATE record SET body = '' WHERE seq = 1"], 1),
    "one missing": (["DELETE FROM record WHERE seq = 3"], 3),
    "the first missing": (["DELETE FROM record WHERE seq = 1"], 1),
    "the last missing": (["DELETE FROM record WHERE seq = 6"], 6),
    "the last three missing": (["DELETE FROM record WHERE seq > 3"], 4),
    "all missing": (["DELETE FROM record"], 1),
    "one truncated": (["UPDATE record SET body = substr(body, 1, 3) WHERE seq = 3"], 3),
    "two swapped": ([f"UPDATE record SET seq = {a} WHERE seq = {b}" for a, b in ((9, 3), (3, 4), (4, 9))], 3),
    "one invented": (["INSERT INTO record SELECT 7, epoch, at_ms, body, hash FROM record WHERE seq = 6"], 7),
    "the end not known": (["DELETE FROM head"], 1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_history_is_detected_located_and_rejected(change, path):
    statements, first_bad = CHANGES[change]
    with Journal.open(path, now_ms) as journal:
        records = journal.append(1, [b"record %d" % n for n in range(1, 7)])
    alter(path, *statements)

    for open_it in (lambda: Journal.open(path, now_ms), lambda: open_reader(path)):
        with pytest.raises(Damaged, match=rf"journal-damaged .*record={first_bad}, ") as caught:
            open_it()
        assert caught.value.first_bad == first_bad

    saved = salvage(path)
    sound = 6 if change == "the end not known" else first_bad - 1
    assert saved.records == tuple(records[:sound])
    assert isinstance(saved.fault, Damaged)


def test_a_record_that_is_damaged_while_the_journal_is_open_is_rejected(path):
    with Journal.open(path, now_ms) as journal:
        journal.append(1, [b"one", b"two", b"three"])
        alter(path, "UPDATE record SET body = 'TWO' WHERE seq = 2")

        with pytest.raises(Damaged, match=r"journal-damaged .*record=2, "):
            journal.read(0)
        with pytest.raises(Damaged, match=r"journal-damaged .*record=2, "):
            journal.read(1, 1)


def test_a_record_that_goes_missing_while_the_journal_is_open_is_noticed(journal, path):
    journal.append(1, [b"one", b"two", b"three", b"four"])
    alter(path, "DELETE FROM record WHERE seq = 2 OR seq = 4")

    for after, missing in ((0, 2), (1, 2), (2, 2), (3, 4)):
        with pytest.raises(Damaged, match=rf"journal-damaged .*record={missing}, "):
            journal.read(after)


def test_a_file_damaged_outside_its_records_is_not_written_to(path):
    with Journal.open(path, now_ms) as journal:
        records = journal.append(1, [b"one", b"two"])
    data = bytearray(path.read_bytes())
    data[39] = 5  # the count of free pages, although there are none
    path.write_bytes(data)

    with pytest.raises(Fault, match="journal-damaged-beside"):
        Journal.open(path, now_ms)

    saved = salvage(path)
    assert saved.records == tuple(records)
    assert saved.fault is not None


def test_the_records_of_a_journal_without_its_file_type_can_be_salvaged(path):
    with Journal.open(path, now_ms) as journal:
        records = journal.append(1, [b"one", b"two"])
    alter(path, "PRAGMA application_id = 0")

    saved = salvage(path)

    assert saved.records == tuple(records)
    assert "not-a-journal" in str(saved.fault)


def test_an_epoch_found_in_a_record_is_not_used_again(path):
    for _ in range(2):
        with Journal.open(path, now_ms) as journal:
            journal.append(1, [b"x"])
    alter(path, "DELETE FROM opening")

    with Journal.open(path, now_ms) as journal:
        assert journal.epoch == 3


def test_salvaging_a_sound_journal_returns_everything(path):
    with Journal.open(path, now_ms) as journal:
        records = journal.append(1, [b"one", b"two"])

    assert salvage(path) == (tuple(records), None)


def test_a_journal_from_a_newer_version_is_not_touched(path):
    Journal.open(path, now_ms).close()
    alter(path, "CREATE TABLE thing_of_form_3 (x)", "PRAGMA user_version = 3")
    before = path.read_bytes()

    with pytest.raises(Fault) as caught:
        Journal.open(path, now_ms)

    assert caught.value.message == message("written-by-newer", path=str(path), form=3, known=FORM)
    assert path.read_bytes() == before


def test_a_damaged_version_number_is_damage_and_not_a_newer_version(path):
    Journal.open(path, now_ms).close()
    alter(path, "PRAGMA user_version = 268435457")

    with pytest.raises(Unsound) as caught:
        Journal.open(path, now_ms)

    assert caught.value.message == message("file-damaged", path=str(path))


def make_text(path: Path) -> None:
    path.write_text("Lorem ipsum dolor sit amet. " * 100)


def make_other_database(path: Path) -> None:
    alter(path, "CREATE TABLE prizes (place, chips)")


def make_lone_wal(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"what is left of it")


NOT_JOURNALS: dict[str, tuple[Callable[[Path], None], str]] = {
    "text": (make_text, "no-database"),
    "an empty file": (Path.touch, "not-a-journal"),
    "another database": (make_other_database, "not-a-journal"),
    "a directory": (Path.mkdir, "not-a-file"),
    "a pipe": (os.mkfifo, "not-a-file"),
    "only its -wal": (make_lone_wal, "journal-gone"),
    "a loop of links": (lambda path: path.symlink_to(path), "file-not-opened|symbolic links"),
}


@pytest.mark.parametrize("kind", NOT_JOURNALS)
def test_a_file_that_is_no_journal_is_reported_in_one_line_and_not_touched(kind, path, tmp_path):
    make, says = NOT_JOURNALS[kind]
    make(path)
    before = path.read_bytes() if path.is_file() else None

    with pytest.raises(Fault, match=says) as caught:
        Journal.open(path, now_ms)

    assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("ending", ["-wal", ".witness", ".lock"])
def test_a_pipe_beside_a_journal_is_named_and_does_not_block(ending, path):
    Journal.open(path, now_ms).close()
    beside = path.with_name(f"{path.name}{ending}")
    beside.unlink(missing_ok=True)
    os.mkfifo(beside)

    with pytest.raises(Fault, match="not-a-file"):
        Journal.open(path, now_ms)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(Fault, match=r"nowhere.*No such file or directory"):
        Journal.open(tmp_path / "nowhere" / "table.journal", now_ms)


def test_reading_a_missing_journal_fails_and_creates_no_file(path):
    with pytest.raises(Fault, match="file-not-opened"):
        open_reader(path)
    assert not path.exists()


AS_NOBODY = """
import os, runpy, sys
import kiosk.storage.journal
if os.geteuid() == 0:
    os.setuid(65534)
runpy.run_module("tests.kiosk.storage.append_forever", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "says"),
    [
        (0o644, 0o555, "file-refused"),
        (0o444, 0o777, "file-read-only"),
        (0o000, 0o777, "file-not-opened"),
    ],
)
def test_a_file_without_write_permission_is_a_fault_that_says_so(file_mode, folder_mode, says):
    with tempfile.TemporaryDirectory() as folder:  # not under tmp_path, because only its owner can read that
        path = Path(folder, "table-7.journal")
        Journal.open(path, now_ms).close()
        path.with_name(f"{path.name}.lock").unlink()
        path.with_name(f"{path.name}.witness").chmod(0o644)
        path.chmod(file_mode)
        path.parent.chmod(folder_mode)
        command = [sys.executable, "-c", AS_NOBODY, str(path), "1"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        path.parent.chmod(0o700)

    assert done.stdout.startswith(f"fault {says} (path={path}")
    assert len(done.stdout.splitlines()) == 1


def test_a_journal_of_form_1_opens_in_every_later_version(path):
    shutil.copy(SAMPLE, path)

    with Journal.open(path, now_ms) as journal:
        records = journal.read(0)
        assert [(r.seq, r.epoch, r.at_ms, r.body) for r in records] == [
            (1, 1, 1_700_000_000_000, b'{"type":"opened"}'),
            (2, 1, 1_700_000_000_250, b'{"type":"raised","seat":3,"to":900}'),
            (3, 1, 1_700_000_000_250, b'{"type":"folded","seat":4}'),
            (4, 2, 1_700_000_060_000, b"\x00\xff not text"),
        ]
        assert records[-1].hash.hex() == "3ac174f8acd72c9e1cca082d146d4ad8e1fd9fcd5074b127a413f8992382d0dd"
        assert journal.epoch == 3
        assert journal.append(1, [b"and goes on"])[0].seq == 5
