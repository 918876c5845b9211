"""The clock replaces its history of a table with another: completely or not at all, at whatever moment the
power fails.
"""

from pathlib import Path

import pytest

from kiosk.clock.recovery.pending_records import KIND as AWAITED
from kiosk.clock.store import choosing
from kiosk.clock.store.decisions import Marks
from kiosk.clock.store.history_choices import KIND, HistoryChoice, choice_notes_in
from kiosk.clock.store.port import Batch
from kiosk.clock.store.remembered import MemoryEntry, Remembered
from kiosk.clock.store.sqlite import store as stores
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.faults import Fault
from kiosk.storage.chain import START, Mark, chain, mark_of
from kiosk.storage.journal_reader import open_reader

STREAM = "sitting/0a-1"
SHARED = chain(START, 1, 0, [b"one", b"two"])
THEIRS = [*SHARED, *chain(mark_of(SHARED[-1]), 2, 0, [b"three", b"four", b"five"])]
OURS = chain(mark_of(SHARED[-1]), 1, 0, [b"tres"])


class PowerLoss(BaseException):
    """No code of the program runs after it."""


def choice(after=SHARED, records=OURS):
    return HistoryChoice(STREAM, 1, "Flo", 7, mark_of(after[-1]) if after else START, records, 1, "nobody's")


def held(path):
    """The state of the clock after a restart: the copy, its epoch and opening, its shortfalls, and the records it waits
    for.
    """
    store = SqliteStore(path)
    copy = store.copy(STREAM)
    found = [*copy.walk()], copy.epoch(), copy.opening(), store.shortfalls, [*store.kept(AWAITED)]
    store.close()
    return found


@pytest.fixture
def path(tmp_path):
    """A clock's database with another history, which is not complete yet."""
    store = SqliteStore(tmp_path / "clock.db")
    store.commit([Batch(STREAM, 2, THEIRS, "theirs")])
    store.keep(MemoryEntry(AWAITED, STREAM, b"{}"))
    store.close()
    return tmp_path / "clock.db"


BEFORE: tuple[object, ...] = (THEIRS, 2, "theirs", (), [STREAM])
AFTER: tuple[object, ...] = ([*SHARED, *OURS], 1_002, "nobody's", (), [])


def test_the_other_history_is_set_aside_and_its_holder_cannot_write_again(path):
    store = SqliteStore(path)
    chosen = store.choose(choice(), MemoryEntry(AWAITED, STREAM, None))
    assert chosen
    assert (chosen.after, chosen.aside, chosen.end, chosen.by) == (2, 3, mark_of(OURS[-1]), "Flo")
    with open_reader(Path(chosen.file)) as journal:
        assert list(journal.walk()) == THEIRS
    assert Path(chosen.file).parent.stat().st_mode & 0o777 == 0o700
    (taken,) = store.commit([Batch(STREAM, 3, chain(mark_of(THEIRS[-1]), 3, 0, [b"six"]), "again")])
    assert isinstance(taken, Fault)
    assert choice_notes_in(store.kept(KIND).values()) == [chosen]
    store.close()
    assert held(path) == AFTER

    store = SqliteStore(path)
    more = chain(mark_of(OURS[-1]), 1_003, 0, [b"cuatro"])
    assert store.commit([Batch(STREAM, 1_003, [OURS[-1], *more], "ours")]) == [mark_of(more[-1])]
    store.close()


@pytest.mark.parametrize(
    ("where", "name", "found"),
    [
        (choosing, "keep_file", BEFORE),
        (stores, "set_aside", BEFORE),
        (stores, "write", BEFORE),
        (Marks, "given_up", AFTER),
        (Remembered, "append", AFTER),
    ],
)
def test_a_power_cut_at_any_moment_leaves_exactly_one_of_the_two_histories(path, monkeypatch, where, name, found):
    def cut(*_):
        raise PowerLoss

    store = SqliteStore(path)
    with monkeypatch.context() as patch:
        patch.setattr(where, name, cut)
        with pytest.raises(PowerLoss):
            store.choose(choice(), MemoryEntry(AWAITED, STREAM, None))
    store.close()

    assert held(path) == found
    assert held(path) == found


def test_a_store_whose_disk_fails_after_the_commit_takes_no_more_writes(path, monkeypatch):
    def fails(*_):
        raise Fault("disk-failed", path="clock.db.witness")

    store = SqliteStore(path)
    monkeypatch.setattr(Marks, "given_up", fails)
    with pytest.raises(Fault):
        store.choose(choice(), MemoryEntry(AWAITED, STREAM, None))
    with pytest.raises(Fault):
        store.commit([Batch(STREAM, 1_003, OURS, "ours")])
    store.close()
    monkeypatch.undo()

    assert held(path) == AFTER


def test_a_loss_of_records_of_the_chosen_history_is_detected(path):
    store = SqliteStore(path)
    store.choose(choice())
    store.close()
    store = SqliteStore(path)
    store.set_aside(STREAM, 2)
    store.close()

    *_, shortfalls, _ = held(path)

    assert [(one.found, one.promised) for one in shortfalls] == [(2, 3)]


def test_the_other_history_can_be_chosen_again(path):
    store = SqliteStore(path)
    store.choose(choice())
    again = store.choose(choice(SHARED, THEIRS[2:]))
    assert again
    assert (again.aside, again.epoch) == (1, 2_002)
    store.close()

    records, epoch, _, shortfalls, _ = held(path)
    assert (records, epoch, shortfalls) == (THEIRS, 2_002, ())


def test_records_that_the_clock_received_in_the_meantime_are_not_set_aside(path):
    store = SqliteStore(path)
    whole = store.choose(choice(SHARED, [*THEIRS[2:], *chain(mark_of(THEIRS[-1]), 2, 0, [b"six"])]))
    assert whole
    assert (whole.after, whole.aside, whole.file) == (5, 0, "")
    store.close()
    assert len(held(path)[0]) == 6


def test_a_copy_that_has_changed_in_the_meantime_is_not_replaced(path):
    store = SqliteStore(path)
    assert store.choose(HistoryChoice(STREAM, 1, "Flo", 7, Mark(2, bytes(32)), OURS, 1, "x")) is None
    store.close()
    assert held(path) == BEFORE
