"""The clock restores data that the server had confirmed and then lost, as after switching to a replica that was behind,
or after restoring an old backup of the server."""

import shutil

import psycopg
import pytest

from kiosk.clock.store.decisions import decisions_path
from kiosk.clock.store.port import Append, Batch
from kiosk.clock.store.postgres.lease import LeaseWait
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import START, chain, mark_of
from tests.kit.postgres import new_server
from tests.said import refused

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
DECIDED = chain(START, 1, 7, [b"one", b"two", b"three"])
OTHERWISE = chain(mark_of(DECIDED[0]), 2, 8, [b"another two"])
PLAYED = chain(START, 1, 7, [b"dealt", b"bet", b"pushed"])
REVOKED, HIRED = MemoryEntry("revoked", "t1", b"1"), MemoryEntry("staff", "Ann", b"2")


class Room:
    """A database, and the clocks `a` and `b` on their own machines."""

    def __init__(self, url, folder):
        self.url = url
        self.folder = folder
        self.open = {}

    def opened(self, name="a"):
        self.open[name] = store = PostgresStore(self.url, self.folder / name, name, name)
        return store

    def close(self, name="a"):
        self.open.pop(name).close()

    def lose(self, streams=(OWN, TABLE), entries=1):
        """The server goes back to the first record of these streams, and loses the last entries."""
        with psycopg.connect(self.url) as db:
            db.execute("SET search_path = kiosk")
            for stream in streams:
                db.execute("DELETE FROM record WHERE stream = %s AND seq > 1", (stream,))
                db.execute(
                    "UPDATE stream s SET seq = 1, hash = r.hash FROM record r"
                    " WHERE r.stream = s.stream AND s.stream = %s",
                    (stream,),
                )
            if entries:
                db.execute("DELETE FROM access WHERE id = %s", (HIRED.id,))
                db.execute("UPDATE changed SET changes = changes - 2")


@pytest.fixture
def room(postgres, tmp_path):
    """Clock `a` has decided, has records of a table, and remembers two entries. It is stopped."""
    one = Room(postgres.database(), tmp_path)
    store = one.opened()
    store.append(Append(OWN, START, DECIDED))
    store.commit([Batch(TABLE, 1, PLAYED)])
    store.keep(REVOKED)
    store.keep(HIRED)
    one.close()
    yield one
    for store in one.open.values():
        store.close()


def test_without_a_loss_nothing_is_restored(room):
    store = room.opened()

    assert (store.restored, store.brought.entries, store.shortfalls) == ((), 0, ())


def test_lost_decisions_and_entries_are_restored_and_lost_records_of_tables_are_expected(room):
    room.lose()

    store = room.opened()

    assert store.restored == (OWN,)
    assert list(store.copy(OWN).walk()) == DECIDED
    assert (store.brought.entries, store.kept("staff")) == (1, {"Ann": b"2"})
    assert [(one.stream, one.found, one.promised) for one in store.shortfalls] == [(TABLE, 1, 3)]
    assert store.commit([Batch(TABLE, 1, PLAYED)]) == [mark_of(PLAYED[-1])]
    room.close()
    again = room.opened()
    assert (again.restored, again.shortfalls) == ((), ())
    assert list(again.copy(OWN).walk()) == DECIDED


def test_a_stream_that_the_server_lost_whole_is_restored(room):
    with psycopg.connect(room.url) as db:
        db.execute("DELETE FROM kiosk.record")
        db.execute("DELETE FROM kiosk.stream")

    store = room.opened()

    assert list(store.copy(OWN).walk()) == DECIDED
    assert [(one.found, one.promised) for one in store.shortfalls] == [(0, 3)]


def test_after_another_clock_only_decisions_that_follow_the_servers_are_restored(room):
    """The rest that this machine remembers may be out of date: the other clock may have changed it."""
    room.lose()
    room.opened("b").keep(MemoryEntry("staff", "Bo", b"3"))
    room.close("b")

    store = room.opened()

    assert store.restored == (OWN,)
    assert (store.brought.entries, store.kept("staff"), store.shortfalls) == (0, {"Bo": b"3"}, ())


def test_a_clock_whose_decisions_contradict_the_servers_does_not_run(room):
    room.lose()
    room.opened("b").append(Append(OWN, mark_of(DECIDED[0]), OTHERWISE))
    room.close("b")

    with refused(Unsound, "this machine has 3, of which 1 agree"):
        room.opened()

    assert list(room.opened("b").copy(OWN).walk()) == [DECIDED[0], *OTHERWISE]
    (kept,) = room.folder.glob("a.found-*")
    assert (kept / decisions_path(room.folder / "a").name).is_file()


def test_the_other_clocks_decisions_are_copied_to_this_machine_at_its_next_turn(room):
    room.opened("b").append(Append(OWN, mark_of(DECIDED[-1]), chain(mark_of(DECIDED[-1]), 2, 9, [b"four"])))
    room.close("b")
    room.opened()
    room.close()
    room.lose()

    assert len(list(room.opened().copy(OWN).walk())) == 4


def test_a_new_epoch_is_higher_than_one_that_the_server_has_lost(room):
    """So that nothing that was sent in the lost epoch can be written later."""
    with psycopg.connect(room.url) as db:
        ((before,),) = db.execute("UPDATE kiosk.lease SET epoch = 0 RETURNING 1").fetchall()
    assert before
    room.opened()

    with psycopg.connect(room.url) as db:
        assert db.execute("SELECT epoch FROM kiosk.lease").fetchone() == (2,)


def test_a_clock_does_not_write_to_another_rooms_database(room, postgres):
    room.url = postgres.database()

    with refused(Fault, "is not the database that this clock wrote to before"):
        room.opened()

    with psycopg.connect(room.url) as db:
        assert db.execute("SELECT to_regnamespace('kiosk')").fetchone() == (None,)


@pytest.mark.slow
def test_after_a_promotion_the_new_primary_is_used_and_the_old_one_is_refused(tmp_path):
    with new_server() as old, new_server() as new:
        old.create()
        old.start()
        url = old.database()
        room = Room(url, tmp_path)
        room.opened().append(Append(OWN, START, DECIDED))
        new.follow(old)
        new.start()
        old.wait_for_replica()
        room.close()
        old.stop()
        new.promote()
        room.url = url.replace(str(old.folder), str(new.folder))
        assert list(room.opened().copy(OWN).walk()) == DECIDED
        room.close()

        old.start()
        waiting = LeaseWait(url, "a", "a", room.folder / "a")
        why = waiting.look()
        waiting.close()
        room.url = url
        with refused(Fault, "is an old primary"):
            room.opened()
        assert why
        assert why.message.code == "server-old-primary"


def test_a_machine_without_its_own_files_relies_on_the_server(room):
    room.lose()
    for path in room.folder.glob("a.*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    store = room.opened()

    assert (store.restored, store.brought.entries, store.shortfalls) == ((), 0, ())
