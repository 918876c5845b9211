"""After a restart the clock resumes from snapshots of the tables' audits, or from the records if a snapshot is
unusable.
"""

import asyncio
import pickle
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from engine.hand.state import Hand
from kiosk.clock.clients.latest import Latest
from kiosk.clock.service import Service
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.place import StorePlace, open_store
from kiosk.clock.store.second_copies import server_path
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables import audited_tables
from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.clock.tables.auditing import SNAPSHOT_RECORDS
from kiosk.clock.tables.facts import SittingRecord
from kiosk.clock.tables.snapshot import pack, prove, unpack
from kiosk.clock.times import Times
from kiosk.protocol.messages import Hello, Welcome, decode_to_table
from kiosk.storage.chain import Record, mark_of
from kiosk.storage.journal_reader import open_reader
from tests.kit.clock import (
    DEADLINE_S,
    ClockClient,
    ClockThread,
    RandomTable,
    about_the_file,
    eventually,
    sql,
    token,
)
from tests.kit.desks import opened as opened_in
from tests.kit.full_tables import sitting_of, stream_of
from tests.kit.ports import unused_port
from tests.kit.postgres import shared_server

STREAM = stream_of(1)
TYPES = "a server's columns have types"
TIMES = Times(lambda: 10_000, lambda: 1_000_000, "this-boot")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """The database of a clock that has ended, and beside it its table 1 in mid-hand a little after a snapshot."""
    folder = tmp_path_factory.mktemp("evening")
    clock = ClockThread(folder, unused_port())
    clock.start()
    with RandomTable(folder, clock.socket) as table:
        table.sit()
        while table.game.mark < 2 * SNAPSHOT_RECORDS:
            table.play(1)
            table.wait_until_held(clock)
        eventually(lambda: newest_snapshot(clock) > 0)
        table.play_on(5)
        table.wait_until_held(clock)
        # Else one is being kept, or is of the last record.
        while not 0 < table.game.mark - newest_snapshot(clock) < SNAPSHOT_RECORDS:
            table.play_on(1)
            table.wait_until_held(clock)
    clock.stop()
    return clock.place


def newest_snapshot(clock: ClockClient) -> int:
    """The record of table 1 that it is from; 0 before the first."""
    [(found,)] = sql(clock.place, "SELECT coalesce(max(seq), 0) FROM snapshot WHERE stream = ?", STREAM)
    return int(found)


@pytest.fixture
def database(evening, tmp_path):
    """A database for a test to damage."""
    state = Path(copytree(evening.state.parent, tmp_path / "here"), "clock.db")
    if not evening.server:
        return StorePlace(state)
    settings, server = state.with_name("clock.toml"), shared_server().database(evening.server)
    settings.write_text(settings.read_text().replace(evening.server, server))
    server_path(state).unlink()
    return StorePlace(state, server)


@pytest.fixture
def restart(database, monkeypatch):
    """Opens the desk; returns the audit of table 1, its view and how many records were audited for it."""

    def opened():
        audited = []

        def count(table: AuditedTable, record: Record) -> AuditedTable:
            audited.append(record.seq)
            return audit_record(table, record)

        with monkeypatch.context() as counting, closing(open_store(database)) as store:
            counting.setattr(audited_tables, "audit_record", count)
            desk = opened_in(store, TIMES)
        return desk.audited.tables[1], desk.audited.view(1), len(audited)

    return opened


def test_only_records_after_the_snapshot_are_audited_and_the_table_is_the_same(database, restart):
    from_snapshot, seen, few = restart()
    sql(database, "DELETE FROM snapshot")
    from_records, seen_whole, all_of_them = restart()

    assert from_snapshot == from_records
    assert seen == seen_whole
    assert seen.flags == ()
    assert 0 < few < SNAPSHOT_RECORDS
    assert all_of_them == from_records.seq > 2 * SNAPSHOT_RECORDS


@pytest.mark.parametrize(
    "damage",
    [
        ("body = substr(body, 1, 900)",),
        ("body = ?", bytes(900)),
        ("program = ?", b"\0"),
        ("hash = ?", b"\0"),
        ("seq = seq + 100000",),
        pytest.param(("seq = ?", "many"), marks=about_the_file(TYPES)),
    ],
)
def test_an_unusable_snapshot_costs_only_time(damage, database, restart):
    whole, seen, _ = restart()
    change, *values = damage
    sql(database, f"UPDATE snapshot SET {change}", *values)

    again, seen_again, audited = restart()

    assert (again, seen_again, audited) == (whole, seen, whole.seq)


def test_a_start_does_not_read_the_records_before_the_snapshot(database, restart):
    """Before, it read every record and took as long as the evening had been."""
    whole, *_ = restart()
    sql(database, "UPDATE record SET body = ? WHERE stream = ? AND seq < 90", bytes(9), STREAM)

    again, seen, _ = restart()

    assert (again, seen.flags) == (whole, ())


@pytest.fixture
def proved(database):
    """Opens the desk and proves its snapshot; returns the audit of table 1, its view and what the store holds of it
    afterwards.
    """

    def opened(before=lambda audited_tables: None):
        store = open_store(database)
        desk = opened_in(store, TIMES)
        before(desk.audited)
        writer = Writer(store, lambda *_: None)

        async def run():
            try:
                await prove(writer, desk.audited, 1, STREAM, 0)
                return await writer.standing(STREAM)
            finally:
                writer.close()

        standing = asyncio.run(run())
        assert desk.audited.unproved == {}
        return desk.audited.tables[1], desk.audited.view(1), standing.mark.seq

    return opened


def test_a_sound_snapshot_is_verified_and_nothing_changes(restart, proved):
    whole, seen, _ = restart()

    assert proved() == (whole, seen, whole.seq)


@pytest.mark.parametrize(
    "damage",
    [
        ("body = ?", bytes(9)),
        ("at_ms = at_ms + 1",),
        pytest.param(("body = replace(body, ?, ?)", "seat", "sear"), marks=about_the_file(TYPES)),
        ("hash = ?", bytes(32)),
    ],
)
def test_records_damaged_before_the_snapshot_are_found_by_the_running_clock_and_set_aside(damage, database, proved):
    change, *values = damage
    sql(database, f"UPDATE record SET {change} WHERE stream = ? AND seq = 40", *values, STREAM)

    audited, seen, held = proved()

    assert audited.seq == held == 39
    assert any("record 40" in flag for flag in seen.flags)


@pytest.mark.parametrize("reads", [0, 1, 2])
def test_a_snapshot_is_not_verified_once_another_history_was_chosen(reads, database, proved, monkeypatch):
    """Its records are different by then, and none of them is set aside because of the old snapshot."""
    sql(database, "UPDATE record SET body = ? WHERE stream = ? AND seq = 40", bytes(9), STREAM)
    read, left = Writer.read, reads

    def choosing(audited_tables):
        async def reading(writer, *asked):
            nonlocal left
            left -= 1
            if left == 0:
                audited_tables.choose(1, audited_tables.tables[1])
            return await read(writer, *asked)

        monkeypatch.setattr(Writer, "read", reading)
        if not reads:
            audited_tables.choose(1, audited_tables.tables[1])

    audited, seen, held = proved(choosing)

    assert audited.seq == held > 40
    assert not seen.flags


def test_a_table_that_reconnected_before_damage_was_found_hears_again_what_is_held(database):
    """Before, the clock had confirmed every record to the table, and the table sent the records that were set aside
    only once it played on.
    """
    sql(database, "UPDATE record SET body = ? WHERE stream = ? AND seq = 40", bytes(9), STREAM)

    async def come_back():
        service = Service(read_clock_settings(database.state.with_name("clock.toml")), TIMES)
        try:
            with open_reader(database.state.with_name(f"table1-{sitting_of(1)}.journal")) as journal:
                (last,) = journal.read(journal.head.seq - 1, 1)
            hello = Hello(token(1), 1, last.epoch + 1, mark_of(last), sitting=sitting_of(1))
            before, again, hung_up = Latest(), Latest(), asyncio.Event()
            await service.kiosks.greet(hello, before, hung_up.set)
            beating = asyncio.create_task(service.heartbeat())
            async with asyncio.timeout(DEADLINE_S):
                await hung_up.wait()
            beating.cancel()
            await service.kiosks.greet(hello, again, bool)
            return [await welcome_of(one) for one in (before, again)], last.seq
        finally:
            service.close()

    (first, second), played = asyncio.run(come_back())

    assert (first.mark.seq, second.mark.seq) == (played, 39)


async def welcome_of(client: Latest) -> Welcome:
    """The first message that a table receives."""
    said = decode_to_table(dict(await client.take())["welcome"])
    assert isinstance(said, Welcome)
    return said


def test_a_snapshot_that_contradicts_its_records_is_dropped_and_flagged(database, restart, proved, caplog):
    whole, *_ = restart()
    [(body,)] = sql(database, "SELECT body FROM snapshot WHERE stream = ?", STREAM)
    kept = unpack(body)
    assert kept
    forged = pack(replace(kept, record=SittingRecord(), halted=True))
    sql(database, "UPDATE snapshot SET body = ?, digest = ?", forged, sha256(forged).digest())

    audited, seen, held = proved(
        lambda audited_tables: audited_tables.tables[1].halted or pytest.fail("it was not believed at first")
    )
    after, seen_after, _ = restart()

    # The players who are due are those of the forged audit until the tournament looks again, when its desk runs.
    assert replace(audited, flags=(), due=()) == replace(whole, flags=())
    assert held == whole.seq
    assert any("incorrectly" in flag for flag in seen.flags)
    assert (after, seen_after.flags) == (replace(audited, due=()), ())
    assert [record.name for record in caplog.records] == [prove.__module__]
    caplog.clear()


def test_an_audit_can_be_packed_and_resumed_after_any_record(database):
    with closing(open_store(database)) as store:
        records = list(store.copy(STREAM).walk())
        desk = opened_in(store, TIMES)
    now = desk.audited.tables[1]
    audited = AuditedTable(now.seating, now.book)

    for record in records[:300]:
        audited = audit_record(audited, record)
        again = unpack(pack(audited))
        assert again == audited
        audited = again


class PickleCall:
    """The class that a hostile pickle would call."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("body", [b"no pickle", b"", pickle.dumps(5), pickle.dumps(Hand), pickle.dumps(Path.touch)])
def test_bytes_that_are_no_audit_are_rejected(body):
    assert unpack(body) is None


def test_unpacking_a_snapshot_runs_no_code(tmp_path):
    trace = tmp_path / "trace"

    assert unpack(pickle.dumps(PickleCall(trace))) is None
    assert not trace.exists()


def test_the_mark_of_a_snapshot_is_a_record_of_the_stream(evening):
    with closing(open_store(evening)) as store:
        marks = {mark_of(record) for record in store.copy(STREAM).walk()}
    [(seq, digest)] = sql(evening, "SELECT seq, hash FROM snapshot WHERE stream = ?", STREAM)

    assert (seq, digest) in {(mark.seq, mark.hash) for mark in marks}
