"""A table's journal and the clock's copy of it, over a network that loses, repeats and reorders, with restarts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kiosk.protocol.sync import Fenced, Forked, Intake, Outbox
from kiosk.storage.chain import START, Mark, Record, mark_of
from kiosk.storage.journal import Journal
from tests.kit.sizes import size


class HeldCopy:
    """A copy that outlives the `Intake` that fills it; it reports any attempt to add records that do not follow."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.newest = 0

    def epoch(self) -> int:
        return self.newest

    def head(self) -> Mark:
        return mark_of(self.records[-1]) if self.records else START

    def held(self, seq: int) -> bytes | None:
        return self.records[seq - 1].hash if 0 < seq <= len(self.records) else None

    def add(self, epoch: int, records: Sequence[Record]) -> None:
        assert [record.seq for record in records] == list(
            range(len(self.records) + 1, len(self.records) + 1 + len(records))
        )
        assert epoch >= self.newest
        self.records += records
        self.newest = epoch


class SentMessage(msgspec.Struct, frozen=True):
    """A message from the table to the clock, as it is on the wire."""

    epoch: int
    batch: list[Record]


def open_journal(folder: Path, name: str = "table.journal") -> Journal:
    return Journal.open(folder / name, lambda: 0)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path) as journal:
        yield journal


def bodies(count: int) -> list[bytes]:
    return [b"event %d" % n for n in range(count)]


def test_records_after_the_mark_are_sent_until_they_are_acknowledged(journal):
    records = journal.append(0, bodies(5))
    outbox = Outbox(journal)

    assert outbox.next_batch(2) == outbox.next_batch(2) == records[:2]
    outbox.acked(mark_of(records[1]))
    assert outbox.next_batch(10) == records[2:]
    assert outbox.behind == 3
    outbox.acked(mark_of(records[4]))
    assert outbox.next_batch(10) == []
    assert outbox.behind == 0


def test_everything_is_sent_again_to_a_clock_that_lost_its_disk(journal):
    records = journal.append(0, bodies(5))
    outbox = Outbox(journal)
    outbox.acked(journal.head)

    outbox.acked(START)

    assert outbox.next_batch(10) == records


def test_records_that_follow_are_added_and_records_already_held_are_ignored(journal):
    records = journal.append(0, bodies(5))
    copy = HeldCopy()
    intake = Intake(copy)

    assert intake.take(1, records[:3]) == mark_of(records[2])
    assert intake.take(1, records[:3]) == mark_of(records[2])
    assert intake.take(1, records[1:]) == mark_of(records[4])
    assert copy.records == records


def test_records_after_a_gap_are_not_added(journal):
    records = journal.append(0, bodies(5))
    copy = HeldCopy()
    intake = Intake(copy)

    assert intake.take(1, records[1:]) == START
    assert intake.take(1, [records[0], *records[2:]]) == mark_of(records[0])
    assert intake.take(1, []) == mark_of(records[0])
    assert copy.records == records[:1]


@pytest.mark.parametrize("change", [{"body": b"more"}, {"at_ms": 1}, {"epoch": 2}, {"hash": bytes(32)}])
def test_a_record_altered_in_transit_is_refused_with_its_whole_batch(change, journal):
    records = journal.append(0, bodies(3))
    copy = HeldCopy()

    with pytest.raises(Forked, match=r"record=2\)"):
        Intake(copy).take(1, [records[0], msgspec.structs.replace(records[1], **change), records[2]])

    assert copy.records == []


def test_an_older_writer_is_fenced_off_once_a_newer_one_has_connected(tmp_path):
    with open_journal(tmp_path) as journal:
        records = journal.append(0, bodies(2))
        old_epoch = journal.epoch
    copy = HeldCopy()
    intake = Intake(copy)
    intake.take(old_epoch, records)
    with open_journal(tmp_path) as journal:
        assert intake.take(journal.epoch, records[-1:]) == mark_of(records[-1])  # its hello: no new records

        with pytest.raises(Fenced, match=r"table-taken-over \(newest=2, epoch=1, "):
            Intake(copy).take(old_epoch, records)

        more = journal.append(0, [b"the newer writer goes on"])
        assert intake.take(journal.epoch, more) == mark_of(more[0])


def test_a_kiosk_with_an_old_copy_fences_off_nobody(tmp_path):
    with open_journal(tmp_path) as journal:
        records = journal.append(0, bodies(3))
    copy = HeldCopy()
    intake = Intake(copy)
    intake.take(1, records)

    assert intake.take(9, records[:2]) == mark_of(records[2])
    assert intake.take(9, []) == mark_of(records[2])

    assert copy.epoch() == 1


def test_an_old_copy_recognizes_itself_by_the_clocks_mark(tmp_path):
    with open_journal(tmp_path) as journal:
        journal.append(0, bodies(3))
        head = journal.head
    with open_journal(tmp_path, "old copy") as old:
        old.append(0, bodies(2))

        with pytest.raises(Forked, match=r"journal-old-copy \(held=3, here=2\)"):
            Outbox(old).acked(head)


def test_a_fork_is_reported_on_both_sides_and_never_merged(tmp_path):
    with open_journal(tmp_path) as one, open_journal(tmp_path, "other") as other:
        records = one.append(0, [*bodies(2), b"raised"])
        others = other.append(0, [*bodies(2), b"folded", b"dealt"])
        copy = HeldCopy()
        intake = Intake(copy)
        intake.take(1, records)

        with pytest.raises(Forked, match=r"record=3\)"):
            intake.take(1, others)
        with pytest.raises(Forked, match=r"record=4\)"):
            intake.take(1, others[3:])
        outbox = Outbox(other)
        with pytest.raises(Forked, match=r"record-in-two-histories \(record=3\)"):
            outbox.acked(copy.head())

    assert copy.records == records


@settings(max_examples=size("KIOSK_FUZZ_EXAMPLES", 60), stateful_step_count=40, deadline=None)
class BadNetwork(RuleBasedStateMachine):
    """Messages wait in two heaps, as bytes; any may be delivered next, again and again, or be lost."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.journal = open_journal(Path(self.folder.name))
        self.outbox = Outbox(self.journal)
        self.copy = HeldCopy()
        self.intake = Intake(self.copy)
        self.to_clock: list[bytes] = []
        self.to_table: list[bytes] = []

    def teardown(self) -> None:
        """Once the network works again, everything arrives."""
        self.greet()
        self.deliver(self.to_clock[-1])
        while True:
            self.outbox.acked(msgspec.json.decode(self.to_table[-1], type=Mark))
            if not self.outbox.behind:
                break
            self.send(7)
            self.deliver(self.to_clock[-1])
        assert self.copy.records == self.journal.read(0)
        assert not self.copy.records or self.copy.epoch() == self.journal.epoch
        self.journal.close()
        self.folder.cleanup()

    @rule(count=st.integers(1, 4))
    def play(self, count: int) -> None:
        self.journal.append(0, bodies(count))

    @rule(limit=st.integers(1, 5))
    def send(self, limit: int) -> None:
        self.to_clock.append(msgspec.json.encode(SentMessage(self.journal.epoch, self.outbox.next_batch(limit))))

    @rule()
    def greet(self) -> None:
        last = self.journal.read(self.journal.head.seq - 1) if self.journal.head.seq else []
        self.to_clock.append(msgspec.json.encode(SentMessage(self.journal.epoch, last)))

    @precondition(lambda self: self.to_clock)
    @rule(data=st.data())
    def one_arrives_at_the_clock(self, data: st.DataObject) -> None:
        self.deliver(data.draw(st.sampled_from(self.to_clock)))

    def deliver(self, message: bytes) -> None:
        sent = msgspec.json.decode(message, type=SentMessage)
        if sent.epoch < self.copy.epoch():
            with pytest.raises(Fenced):  # from before a restart of the table
                self.intake.take(sent.epoch, sent.batch)
        else:
            self.to_table.append(msgspec.json.encode(self.intake.take(sent.epoch, sent.batch)))

    @precondition(lambda self: self.to_table)
    @rule(data=st.data())
    def one_arrives_at_the_table(self, data: st.DataObject) -> None:
        self.outbox.acked(msgspec.json.decode(data.draw(st.sampled_from(self.to_table)), type=Mark))

    @rule(data=st.data())
    def some_are_lost(self, data: st.DataObject) -> None:
        for heap in (self.to_clock, self.to_table):
            heap[:] = [message for message in heap if data.draw(st.booleans())]

    @rule()
    def the_table_restarts(self) -> None:
        self.journal.close()
        self.journal = open_journal(Path(self.folder.name))
        self.outbox = Outbox(self.journal)

    @rule()
    def the_clock_restarts(self) -> None:
        self.intake = Intake(self.copy)

    @rule()
    def the_clock_loses_its_disk(self) -> None:
        self.copy = HeldCopy()
        self.the_clock_restarts()

    @invariant()
    def the_copy_is_a_true_beginning(self) -> None:
        assert self.copy.records == self.journal.read(0)[: len(self.copy.records)]


test_every_record_takes_effect_once_and_in_order = pytest.mark.slow(pytest.mark.fuzz(BadNetwork.TestCase))
