"""The clock's store on a PostgreSQL server: who may write, and what happens if the server fails."""

import os
import subprocess
import sys
import time
from contextlib import closing

import psycopg
import pytest

from kiosk.clock.settings import parse_clock_settings
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.place import StorePlace, can_reopen, copy_in, copy_out, open_store
from kiosk.clock.store.port import EPOCHS_AHEAD, Alive, Append, Batch, Snapshot
from kiosk.clock.store.postgres import store as postgres_store
from kiosk.clock.store.postgres import transfer
from kiosk.clock.store.postgres.lease import LeaseWait, taken
from kiosk.clock.store.postgres.link import place_of
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import DiskFailed, Fault, NoRoom, Unsound
from kiosk.storage.chain import START, chain, mark_of
from tests.kit.patience import PATIENCE_S
from tests.kit.postgres import new_server
from tests.lab.faults.servers import URL, SimulatedServers

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
PNG = b"\x89PNG\r\n\x1a\n"
RECORDS = chain(START, 1, 7, [b"one", b"two", b"three"])


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
def opened(url, tmp_path):
    """Opens the room for a clock of this name."""
    stores = []

    def opened(name):
        stores.append(PostgresStore(url, tmp_path / name, name, name))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


def lapse(url):
    """Six seconds pass on the server."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("UPDATE kiosk.lease SET until = until - interval '6 s'")


def written(url):
    with psycopg.connect(url) as db:
        ((count,),) = db.execute("SELECT count(*) FROM kiosk.record").fetchall()
    return count


def test_a_second_clock_may_not_write_while_the_first_runs(opened):
    first = opened("clock-a")

    with pytest.raises(Fault, match="room-in-use") as refused:
        opened("clock-b")

    assert refused.value.message.fields["owner"] == "clock-a"
    first.append(Append(OWN, START, RECORDS))


def test_a_clock_that_stops_hands_over_at_once(opened):
    first = opened("clock-a")
    first.append(Append(OWN, START, RECORDS))
    first.close()

    assert [*opened("clock-b").copy(OWN).walk()] == RECORDS


WRITES = {
    "records": lambda store: store.commit([Batch(TABLE, 1, RECORDS, "one")]),
    "a backlog": lambda store: store.commit([Batch(TABLE, 1, chain(START, 1, 7, [b"x"] * 200), "one")]),
    "a decision": lambda store: store.append(Append(OWN, START, RECORDS)),
    "an opening": lambda store: store.open_stream(OWN),
    "a grant": lambda store: store.grant(TABLE, "two"),
    "a sign of life": lambda store: store.say_alive(Alive("boot", 1, 2)),
    "a snapshot": lambda store: store.keep_snapshot(TABLE, Snapshot(START, b"", b"")),
    "a part set aside": lambda store: store.set_aside(TABLE, 0),
    "an entry": lambda store: store.keep(MemoryEntry("staff", "Flo", b"1")),
    "an erased name": lambda store: store.erase(["Ana"], []),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_clock_that_was_stopped_and_goes_on_writes_nothing(opened, url, write):
    first = opened("clock-a")
    lapse(url)
    second = opened("clock-b")
    before = dump(url)

    with pytest.raises(Fault, match="clock-fenced") as fenced:
        write(first)

    assert fenced.value.message.fields["owner"] == "clock-b"
    assert first.has_failed
    with pytest.raises(Fault, match="clock-fenced"):
        first.append(Append(OWN, START, RECORDS))
    assert dump(url) == before
    second.append(Append(OWN, START, RECORDS))


def dump(url):
    tables = ("stream", "record", "aside", "snapshot", "access", "name", "lease")
    with psycopg.connect(url) as db:
        return [db.execute(f"SELECT * FROM kiosk.{table}".encode()).fetchall() for table in tables]


def test_a_clock_does_not_take_the_room_back_while_another_has_it(opened, url, tmp_path):
    opened("clock-a")
    with closing(LeaseWait(url, "clock-a", "clock-a")) as waiting:
        assert waiting.look() is None
        lapse(url)
        opened("clock-b")

        assert "clock-b" in str(waiting.look())
        lapse(url)
        assert waiting.look() is None
    assert can_reopen(StorePlace(tmp_path / "clock", url))


def test_a_waiting_clock_takes_over_sooner_if_the_session_of_the_other_has_ended(opened, url):
    first = opened("clock-a")
    with closing(LeaseWait(url, "clock-b", "clock-b")) as waiting, psycopg.connect(url, autocommit=True) as db:
        db.execute("UPDATE kiosk.lease SET until = until - interval '3 s'")
        assert "clock-a" in str(waiting.look())

        first._db.close()  # as if the process had been killed

        wait_until(lambda: waiting.look() is None)
        assert opened("clock-b")._epoch == 2


def wait_until(happened):
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_clock_that_only_waited_does_not_take_over_on_an_old_primary(tmp_path):
    servers = SimulatedServers(lambda: 0)
    (tmp_path / "b").mkdir()
    with servers.between(), closing(LeaseWait(URL, "b", "b", tmp_path / "b" / "clock")) as waiting:
        PostgresStore(URL, tmp_path / "a", "a", "a")
        assert "room-in-use" in str(waiting.look())
        old = servers.promote()
        assert "server-away" in str(waiting.look())
        assert "room-in-use" in str(waiting.look())

        old.is_up, servers.primary.is_up = True, False
        waiting.close()

        assert "server-old-primary" in str(waiting.look())


def test_how_long_a_clock_was_away_is_measured_by_the_server(opened, url):
    first = opened("clock-a")
    assert first.away_ms is None
    first.say_alive(Alive("boot", 1, 2))
    first.close()
    with psycopg.connect(url) as db:
        db.execute("UPDATE kiosk.lease SET beat_at = clock_timestamp() - interval '90 s'")

    assert 90_000 <= (opened("clock-b").away_ms or 0) < 90_000 + 1000 * PATIENCE_S


def test_a_takeover_waits_for_a_commit_that_is_under_way(opened, url):
    first = opened("clock-a")
    with first._db.transaction():
        first._write({}, [(TABLE, record) for record in RECORDS])
        with closing(psycopg.connect(url, autocommit=True)) as other:
            other.execute("SET lock_timeout = '50ms'")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                other.execute("UPDATE kiosk.lease SET epoch = epoch + 1")
    assert written(url) == 3


def test_a_stream_that_another_program_changed_is_not_written(opened, url):
    store = opened("clock-a")
    store.append(Append(OWN, START, RECORDS[:1]))
    with psycopg.connect(url) as db:
        db.execute("UPDATE kiosk.stream SET seq = 7")

    with pytest.raises(Unsound, match="server-changed-by-other"):
        store.append(Append(OWN, mark_of(RECORDS[0]), RECORDS[1:]))

    assert written(url) == 1


def test_a_damaged_record_ends_what_can_be_read(opened, url):
    store = opened("clock-a")
    store.commit([Batch(TABLE, 1, RECORDS, "one")])
    with psycopg.connect(url) as db:
        db.execute("UPDATE kiosk.record SET body = 'zwei' WHERE seq = 2")

    assert [*store.copy(TABLE).walk()] == RECORDS[:1]
    assert len(store.copy(TABLE).found()) == 3


def test_a_lost_connection_fails_the_store_and_a_new_opening_shows_what_lasted(opened, url):
    store = opened("clock-a")
    store.append(Append(OWN, START, RECORDS[:1]))
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kiosk clock-a'")

    with pytest.raises(Fault, match="server-away"):
        store.append(Append(OWN, mark_of(RECORDS[0]), RECORDS[1:]))

    assert store.has_failed
    assert [*opened("clock-a").copy(OWN).walk()] == RECORDS[:1]


def test_a_warning_that_the_replica_has_not_confirmed_counts_as_a_failure(opened):
    store = opened("clock-a")
    store._db.execute("DO $$ BEGIN RAISE WARNING 'canceling wait for synchronous replication'; END $$")

    with pytest.raises(Fault, match="server-not-replicated"):
        store.append(Append(OWN, START, RECORDS))

    assert store.has_failed


@pytest.mark.parametrize(
    ("state", "fault", "code"),
    [("53100", NoRoom, "server-full"), ("53300", Fault, "server-away"), ("58030", DiskFailed, "server-disk-failed"),
     ("57P01", Fault, "server-away"), ("42501", Fault, "server-refused"), ("XX001", DiskFailed, "server-disk-failed")],
)  # fmt: skip
def test_an_error_of_the_server_is_named(opened, state, fault, code):
    store = opened("clock-a")
    with pytest.raises(fault, match=code), store._writing():
        store._db.execute(f"DO $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '{state}'; END $$".encode())


@pytest.mark.parametrize(("state", "code"), [("53100", "server-full"), ("58030", "server-disk-failed")])
def test_a_clock_waits_while_the_server_cannot_write_new_rows(opened, url, tmp_path, state, code):
    store, place = opened("clock-a"), StorePlace(tmp_path / "clock-a", url, "clock-a")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(
            "CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{state}'; END $$".encode()
        )
        for table in ("aside", "record"):
            db.execute(f"CREATE TRIGGER refused BEFORE INSERT ON kiosk.{table} EXECUTE FUNCTION refused()".encode())
        with pytest.raises(DiskFailed, match=code):
            store.append(Append(OWN, START, RECORDS))
        lapse(url)
        with closing(LeaseWait(url, "clock-b", "clock-b")) as waiting:
            assert code in str(waiting.look())
            assert not can_reopen(place)

            db.execute("DROP FUNCTION refused CASCADE")
            assert waiting.look() is None
        assert can_reopen(place)
        assert db.execute("SELECT count(*) FROM kiosk.aside").fetchone() == (0,)


def test_no_server_is_a_fault_that_names_it_without_secrets(tmp_path, free_port):
    url = f"postgresql://kiosk@127.0.0.1:{free_port}/room?passfile=/secret"

    with pytest.raises(Fault, match="server-away") as away:
        PostgresStore(url, tmp_path / "clock", "clock-a")

    assert away.value.message.fields["path"] == f"127.0.0.1:{free_port}/room"
    assert "secret" not in str(away.value)
    assert place_of("postgresql://kiosk@db1,db2:5433/room") == "db1,db2:5433/room"
    assert not can_reopen(StorePlace(tmp_path / "clock", url))


def test_a_room_of_a_newer_program_is_refused(opened, url):
    opened("clock-a").close()
    with psycopg.connect(url) as db:
        db.execute("UPDATE kiosk.form SET number = 99")

    with pytest.raises(Fault, match="written-by-newer"):
        opened("clock-a")


def test_a_room_of_an_earlier_program_gets_its_clocks_pictures_once(opened, url, tmp_path):
    opened("clock-a").close()
    with psycopg.connect(url) as db:
        db.execute("DROP TABLE kiosk.picture; UPDATE kiosk.form SET number = 1")
    for name in ("clock-a", "clock-b"):
        PictureFolder(tmp_path / name).keep(PNG + name.encode())
    with pytest.raises(Fault, match="written-by-older"):
        copy_out(StorePlace(tmp_path / "clock-a", url), tmp_path / "copy.db")

    updated = opened("clock-a")

    (kept,) = updated.pictures.listed()
    assert updated.pictures.read(kept) == PNG + b"clock-a"
    updated.pictures.remove(kept)
    updated.close()
    for name in ("clock-a", "clock-b"):
        again = opened(name)
        assert again.pictures.listed() == ()
        again.close()


def taken_and_lost(db, *args, **more):
    """The lease is taken, and another clock takes it at once."""
    epoch = taken(db, *args, **more)
    db.execute("UPDATE kiosk.lease SET epoch = epoch + 1, owner = 'clock-b'")
    return epoch


def test_a_clock_that_has_lost_its_turn_does_not_update_the_room(opened, url, monkeypatch):
    opened("clock-a").close()
    with psycopg.connect(url) as db:
        db.execute("DROP TABLE kiosk.picture; UPDATE kiosk.form SET number = 1")

    monkeypatch.setattr(postgres_store, "taken", taken_and_lost)
    with pytest.raises(Fault, match="clock-fenced"):
        opened("clock-a")

    with psycopg.connect(url) as db:
        assert db.execute("SELECT number FROM kiosk.form").fetchone() == (1,)


def test_a_damaged_picture_is_not_given_to_anybody(opened, url):
    store = opened("clock-a")
    kept = store.pictures.keep(PNG)
    with psycopg.connect(url) as db:
        db.execute("UPDATE kiosk.picture SET body = '<svg>'")
        db.execute("INSERT INTO kiosk.picture VALUES ('../../etc/passwd', %s), ('a', 'b')", (PNG,))

    assert store.pictures.listed() == (kept,)
    assert [store.pictures.read(its_id) for its_id in (kept, "../../etc/passwd", "a")] == [None] * 3
    assert store.pictures.keep(PNG) == kept  # sent again, it is whole again
    assert store.pictures.read(kept) == PNG


def test_a_server_that_a_power_cut_would_destroy_is_refused(tmp_path):
    with new_server() as server:
        server.create()
        server.start({"fsync": "off"})

        with pytest.raises(Fault, match="server-unsafe") as unsafe:
            PostgresStore(server.url("postgres"), tmp_path / "clock", "clock-a")

    assert unsafe.value.message.fields["setting"] == "fsync"


def test_a_room_is_copied_from_a_file_to_a_server_and_back(opened, url, tmp_path):
    before, after = tmp_path / "before.db", tmp_path / "after.db"
    with closing(SqliteStore(before)) as store:
        ana = store.names.number_of("Ana")
        store.open_stream(OWN)
        store.commit([Batch(TABLE, 3, RECORDS, "three")], [Append(OWN, START, RECORDS)])
        store.set_aside(TABLE, 2)
        store.keep(MemoryEntry("staff", "Flo", b"1"))
        store.keep_snapshot(TABLE, snapshot := Snapshot(mark_of(RECORDS[1]), b"program", b"body"))
        store.say_alive(alive := Alive("boot", 1, 2))
        old, new = (store.pictures.keep(PNG + word) for word in (b"old", b"new"))
    os.utime(PictureFolder(before).path / old, (1_000_000, 1_000_000))
    place = StorePlace(tmp_path / "clock", url)

    copy_in(before, place)

    with pytest.raises(Fault, match="room-not-empty"):
        copy_in(before, place)
    with closing(open_store(place)) as moved:
        assert content(moved) == ([OWN, TABLE], RECORDS, RECORDS[:2], {"Flo": b"1"}, snapshot, alive)
        assert moved.names.text_of(ana) == "Ana"
        assert moved.copy(OWN).epoch() == 1 + EPOCHS_AHEAD
        assert moved.copy(TABLE).standing() == (3, mark_of(RECORDS[1]), "three")
        assert (moved.pictures.listed(), moved.pictures.read(old)) == ((new, old), PNG + b"old")
    with psycopg.connect(url) as db:
        db.execute("INSERT INTO kiosk.picture VALUES ('../../../stray', %s), ('0123456789abcdef', 'rot')", (PNG,))
    copy_out(place, after)
    with closing(SqliteStore(after)) as back:
        assert content(back) == ([OWN, TABLE], RECORDS, RECORDS[:2], {"Flo": b"1"}, snapshot, alive)
        assert back.names.text_of(ana) == "Ana"
        assert back.copy(TABLE).standing() == (3, mark_of(RECORDS[1]), "three")
        assert (back.pictures.listed(), back.pictures.read(new)) == ((new, old), PNG + b"new")


def test_a_room_is_not_copied_to_a_server_that_another_clock_has_taken_in_the_meantime(url, tmp_path, monkeypatch):
    with closing(SqliteStore(tmp_path / "before.db")) as store:
        store.commit([], [Append(OWN, START, RECORDS)])
    monkeypatch.setattr(transfer, "taken", taken_and_lost)

    with pytest.raises(Fault, match="room-in-use") as refused:
        copy_in(tmp_path / "before.db", StorePlace(tmp_path / "clock", url))

    assert refused.value.message.fields["owner"] == "clock-b"
    assert written(url) == 0


def content(store):
    own, table = [*store.copy(OWN).walk()], [*store.copy(TABLE).walk()]
    streams = sorted([*store.streams("tournament/"), *store.streams("sitting/")], reverse=True)
    return streams, own, table, store.kept("staff"), store.copy(TABLE).snapshot(b"program"), store.last_alive()


def test_settings_name_a_server_without_its_password():
    named = 'director_key = "the-key"\ndatabase = "postgresql://kiosk@db1/room?sslmode=verify-full"\n'

    settings = parse_clock_settings(named, "rooms/clock.toml")
    assert (settings.server, str(settings.state)) == (
        "postgresql://kiosk@db1/room?sslmode=verify-full",
        "rooms/clock",
    )
    assert str(parse_clock_settings(f'{named}state = "here/it"', "rooms/clock.toml").state) == "rooms/here/it"
    for url in ("postgresql://kiosk:secret@db1/room", "postgres://db1/room?password=secret"):
        with pytest.raises(Fault, match="database-password") as refused:
            parse_clock_settings(f'director_key = "the-key"\ndatabase = "{url}"', "clock.toml")
        assert "secret" not in str(refused.value)
    with pytest.raises(Fault, match="state-without-server"):
        parse_clock_settings('director_key = "the-key"\nstate = "elsewhere"', "clock.toml")


OPENED = """
import sys, tempfile
from pathlib import Path
import kiosk.clock.backup.restore_command, kiosk.clock.command, kiosk.commands.doctor.command
from kiosk.clock.store.place import StorePlace, open_store
with tempfile.TemporaryDirectory() as folder:
    open_store(StorePlace(Path(folder, "clock.db"))).close()
print([name for name in sys.modules if name.startswith(("psycopg", "kiosk.clock.store.postgres"))])
"""


@pytest.mark.slow
def test_a_clock_with_a_file_imports_nothing_of_postgresql():
    done = subprocess.run([sys.executable, "-c", OPENED], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
