"""A table whose record is deleted, moved, replaced or overwritten on the disk during play: it reports this within a
second,
as it does a disk fault. Before, touches were written to files that nobody could find.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.faults import Fault, Unsound
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import files_of, open_reader
from kiosk.storage.rescue import restore, survey
from kiosk.storage.witness import witness_path
from tests.kit.table_bench import SATURDAY, TableBench


def copied(path: Path, to: Path) -> None:
    """Copy the journal's present files into another folder."""
    to.mkdir()
    for file in files_of(path):
        shutil.copy(file, to / file.name)


def put_in_place(path: Path, older: Path) -> None:
    for file in older.iterdir():
        file.replace(path.with_name(file.name))


def overwritten(path: Path, older: Path) -> None:
    for file in older.iterdir():
        path.with_name(file.name).write_bytes(file.read_bytes())


def delete_all(path: Path, _: Path) -> None:
    for file in files_of(path):
        file.unlink()


def move_folder(path: Path, _: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def delete_folder(path: Path, _: Path) -> None:
    shutil.rmtree(path.parent)


def put_folder(path: Path, _: Path) -> None:
    path.unlink()
    path.mkdir()


def put_copy(path: Path, _: Path) -> None:
    shutil.copy(path, copy := path.with_name("copy"))
    copy.replace(path)


def rewritten(file: Path, content: bytes) -> None:
    """Overwrite a file in place: it stays the same file, with the same length and times."""
    before = file.stat()
    with file.open("r+b") as there:
        there.write((content * (before.st_size // max(1, len(content)) + 1))[: before.st_size])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def rewrite_all(path: Path, older: Path) -> None:
    for file in older.iterdir():
        rewritten(path.with_name(file.name), file.read_bytes())


def rewrite_with_rubbish(path: Path, _: Path) -> None:
    for file in files_of(path):
        rewritten(file, b"\0rubbish")


Done = Callable[[Path, Path], None]


def done_to(number: int) -> dict[str, Done]:
    """The kinds of damage to one of the three files."""

    def file(path: Path) -> Path:
        return files_of(path)[number]

    def delete(path: Path, _: Path) -> None:
        file(path).unlink()

    def move(path: Path, _: Path) -> None:
        file(path).rename(path.with_name("moved"))

    def cut(path: Path, _: Path) -> None:
        os.truncate(file(path), 100)

    def empty(path: Path, _: Path) -> None:
        file(path).open("wb").close()

    def put_older(path: Path, older: Path) -> None:
        (older / file(path).name).replace(file(path))

    def rewrite(path: Path, older: Path) -> None:
        rewritten(file(path), (older / file(path).name).read_bytes())

    def rubbish(path: Path, _: Path) -> None:
        rewritten(file(path), b"\0rubbish")

    name = ("the journal", "its log", "the second copy")[number]
    return {
        f"{name} is deleted": delete,
        f"{name} is moved": move,
        f"{name} is cut short": cut,
        f"{name} is emptied": empty,
        f"an older one of {name} is moved there": put_older,
        f"an older one of {name} is written over it": rewrite,
        f"rubbish is written over {name}": rubbish,
    }


DONE: dict[str, Done] = {
    "all files are deleted": delete_all,
    "the folder is moved": move_folder,
    "the folder is deleted": delete_folder,
    "older files are moved there": put_in_place,
    "older files are written over them": overwritten,
    "older files of the same length are written over them": rewrite_all,
    "rubbish of the same length is written over them": rewrite_with_rubbish,
    "a folder has its name": put_folder,
    "a copy of it has its name": put_copy,
    **done_to(0),
    **done_to(1),
    **done_to(2),
}


STILL_WHOLE = ("an older one of the journal is written over it", "rubbish is written over the journal")
"""Every page that was overwritten is also in the log. It is read from there, and copied back."""
LOST = [one for one in DONE if one not in STILL_WHOLE]


@pytest.fixture
def bench(tmp_path: Path):
    (tmp_path / "table").mkdir()
    one = TableBench(tmp_path / "table")
    one.at_friday(*range(1, 7))
    one.play(3)
    yield one
    one.stop()


def is_over(bench: TableBench) -> bool:
    return bench.face.surroundings.disk is not None and bench.face.surroundings.disk.state == "failed"


@pytest.mark.parametrize("done", LOST)
def test_a_table_reports_within_a_second_that_its_record_was_replaced_and_accepts_no_touch(
    bench, tmp_path, caplog, done
):
    path, older = bench.line.opened[-1].path, tmp_path / "older"
    copied(path, older)
    bench.play(3)
    shown = bench.game.mark
    DONE[done](path, older)

    bench.now_ms += 1000
    bench.host.tick()

    assert is_over(bench)
    assert bench.face.surroundings.disk.why.code == "record-replaced"
    bench.play(3)
    assert bench.game.mark == shown
    caplog.clear()


@pytest.mark.parametrize("done", LOST)
def test_no_touch_is_accepted_within_that_second_either(bench, tmp_path, caplog, done):
    path, older = bench.line.opened[-1].path, tmp_path / "older"
    copied(path, older)
    bench.play(3)
    shown = bench.game.mark
    DONE[done](path, older)

    bench.play(1)

    assert (bench.game.mark, is_over(bench)) == (shown, True)
    caplog.clear()


@pytest.mark.parametrize("done", [one for one in DONE if "folder" not in one])
def test_the_record_that_was_shown_is_restored_at_the_next_start(bench, tmp_path, caplog, done):
    """
    It is restored by itself, or as the screen offers at the start of a journal that is short.
    """
    path, older = bench.line.opened[-1].path, tmp_path / "older"
    copied(path, older)
    bench.play(3)
    shown = bench.game.mark
    DONE[done](path, older)
    bench.now_ms += 1000
    bench.host.tick()
    bench.stop()

    try:
        Journal.open(path, lambda: 0).close()
    except Unsound:
        found = survey(path)
        assert (found.is_whole, len(found.records)) == (True, shown)
        restore(path, found)
    with open_reader(path) as log:
        assert log.head.seq == shown
    bench.boot()
    assert bench.game.mark == shown
    caplog.clear()


def test_touching_or_reading_the_files_stops_nothing(bench, tmp_path):
    path = bench.line.opened[-1].path
    for number in range(5):
        for file in files_of(path):
            os.utime(file, (number, number))
        copied(path, tmp_path / f"backup-{number}")
        with open_reader(path) as log:
            assert log.head.seq == bench.game.mark
        bench.now_ms += 61_000
        bench.host.tick()
        shown = bench.game.mark
        bench.play(2)
        assert bench.game.mark > shown
    assert bench.face.surroundings.disk is None


def test_a_linked_folder_log_checkpoints_the_reserve_and_a_new_sitting_stop_nothing(tmp_path):
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "here").symlink_to(real)
    bench = TableBench(tmp_path / "here", reserve_bytes=64 * 1024)
    bench.at_friday(*range(1, 7))
    for _ in range(6):
        bench.play_out()
        bench.now_ms += 1000
        bench.host.tick()
        bench.host.sittings.now._journal._log.copy()  # as after a thousand pages
        bench.host.tick()
    bench.sent_to(SATURDAY)
    bench.now_ms += 1000
    bench.host.tick()
    assert bench.face.surroundings.disk is None
    bench.stop()
    bench.boot()
    bench.host.tick()
    assert bench.face.surroundings.disk is None
    bench.stop()


def test_a_link_that_now_leads_elsewhere_is_detected(tmp_path, caplog):
    real, other = tmp_path / "real", tmp_path / "other"
    real.mkdir()
    other.mkdir()
    link = tmp_path / "here"
    link.symlink_to(real)
    bench = TableBench(link)
    bench.at_friday(*range(1, 7))
    link.unlink()
    link.symlink_to(other)

    bench.now_ms += 1000
    bench.host.tick()

    assert is_over(bench)
    bench.stop()
    caplog.clear()


def test_files_that_replaced_the_journal_are_left_unchanged(tmp_path):
    """
    A restored journal keeps its log, which SQLite would delete by name when the earlier journal is closed.
    """
    path, older = tmp_path / "table.journal", tmp_path / "older"
    with closing(Journal.open(path, lambda: 0)) as journal:
        journal.append(0, [b"one"])
        copied(path, older)
        journal.append(0, [b"two"])
        put_in_place(path, older)
        before = {file: file.read_bytes() for file in files_of(path)[:2]}
        with pytest.raises(Fault):
            journal.check_in_place()
    assert {file: file.read_bytes() for file in files_of(path)[:2]} == before
    assert survey(path).promised == 2
    assert witness_path(path).exists()
