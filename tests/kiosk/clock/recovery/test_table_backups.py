"""A backup kept by tables opens only with the room's code, reports what is wrong with it, and reaches the tables piece
by piece. It holds what nobody can send again, and nothing else.
"""

import asyncio
import hashlib
import json
import time
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest

from kiosk.cli import main
from kiosk.clock.backup.restore_command import rebuild_newest
from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.backups.clock_data import pack_clock_data
from kiosk.clock.recovery.backups.recovery_code import (
    RecoveryCode,
    encrypted,
    kept_recovery_code,
    new_recovery_code,
)
from kiosk.clock.recovery.backups.table_backups import A_LOOK, TableBackups
from kiosk.clock.recovery.pending_records import PendingRecords
from kiosk.clock.store.place import StorePlace
from kiosk.clock.store.port import Append, Batch
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import machine_times
from kiosk.clock.tournaments.room import Tournaments
from kiosk.faults import DiskFailed, Fault, Unsound
from kiosk.protocol.link.recovery import Age, BackupPart, BackupThere, Header
from kiosk.protocol.messages import decode_to_table
from kiosk.storage.chain import START, chain, mark_of
from kiosk.storage.reserve import LOW_BYTES
from kiosk.table.link import clock_backup_files
from kiosk.table.link.clock_backup_files import ClockBackupFiles, before_path, clock_backup_path
from tests.kit.clock import ON_SERVER, ClockClient, settings_text, sql

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
DECIDED = chain(START, 1, 0, [b"made %d" % n for n in range(40)])
PLAYED = chain(START, 1, 0, [b"played %d" % n for n in range(60)])
KNOWN = RecoveryCode("ABCD-EFGH-JKMN-PRST-WXYZ-ABCD", bytes(range(16)))


@pytest.fixture
def clock(tmp_path):
    """A clock's settings, its database with a player's name, and the room's certificates."""
    (tmp_path / "clock").mkdir()
    one = ClockClient(tmp_path / "clock", 8080, settings_text(8080))
    with one.store() as store:
        store.open_stream(OWN)
        store.append(Append(OWN, START, DECIDED))
        store.commit([Batch(TABLE, 1, PLAYED, "an opening")])
        store.names.number_of("Ana Ödegård")
        store.commit(())
        kept_recovery_code(store)
    (tmp_path / "clock" / "clock.db.tls").mkdir()
    (tmp_path / "clock" / "clock.db.tls" / "room-ca.key").write_text("the room's key")
    return one


def write(clock, path, code=KNOWN, wall_ms=0):
    content, age = pack_clock_data(clock.place, clock.settings, wall_ms)
    path.write_bytes(encrypted(content, age, code))
    return path


def burn(clock):
    clock.lose_server()
    for file in sorted(clock.database.parent.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()


def test_a_rebuild_restores_what_no_table_has_and_waits_for_the_tables_records(clock, tmp_path):
    file, settings = write(clock, tmp_path / "file"), clock.settings.read_text()
    burn(clock)

    done, _ = rebuild_newest([file], " abcd efgh-jkmn prst wxyz abcd", clock.settings)

    assert (done.records, done.kept) == (40, ())
    assert clock.settings.read_text() == settings
    assert (clock.database.parent / "clock.db.tls" / "room-ca.key").read_text() == "the room's key"
    assert all(not one.stat().st_mode & 0o077 for one in clock.database.parent.rglob("*") if one.name != "clock.toml")
    with clock.store() as store:
        assert list(store.copy(OWN).walk()) == DECIDED
        assert list(store.copy(TABLE).walk()) == []
        assert store.copy(TABLE).opening() == "an opening"  # a stolen kiosk is still kept out
        assert store.names.text_of(1) == "Ana Ödegård"
        assert store.shortfalls == ()
        assert store.open_stream(OWN) > 1_000
        assert store.kept("awaited").keys() == {TABLE}
        store.commit([Batch(TABLE, 1, PLAYED, "an opening")])
        PendingRecords(store, Tournaments()).settle(store)
        assert store.kept("awaited") == {}


def test_a_second_loss_waits_for_as_many_records_as_the_first(clock, tmp_path):
    first = write(clock, tmp_path / "first")
    clock.lose_server()
    rebuild_newest([first], KNOWN.code, clock.settings)
    with clock.store() as store:
        store.open_stream(OWN)
        store.commit([Batch(TABLE, 1, PLAYED[:10], "an opening")])
    second = write(clock, tmp_path / "second")
    clock.lose_server()

    rebuild_newest([second, first], KNOWN.code, clock.settings)

    with clock.store() as store:
        assert json.loads(store.kept("awaited")[TABLE])["seq"] == mark_of(PLAYED[-1]).seq


def test_the_newest_file_is_used_and_the_existing_data_is_set_aside(clock, tmp_path):
    old = write(clock, tmp_path / "a", wall_ms=5)
    with clock.store() as store:
        store.append(Append(OWN, store.copy(OWN).head(), chain(mark_of(DECIDED[-1]), 1, 0, [b"more"])))
    new = write(clock, tmp_path / "b", wall_ms=1)  # the time of day was set back
    torn = tmp_path / "c"
    torn.write_bytes(new.read_bytes()[:-1])
    clock.settings.write_text(clock.settings.read_text() + "\n# of the new machine\n")
    clock.lose_server()

    done, _ = rebuild_newest([old, torn, new], KNOWN.code, clock.settings)

    assert (done.path, done.records) == (new, 41)
    database, settings = done.kept
    assert (database / ("clock.db.decisions" if ON_SERVER else "clock.db")).is_file()
    assert "# of the new machine" in (settings / "clock.toml").read_text()
    assert "# of the new machine" not in clock.settings.read_text()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda data: data[:-1], "backup-cut-short"),
        (lambda data: data[: len(data) // 2], "backup-cut-short"),
        (lambda data: data[:-50] + bytes([data[-50] ^ 1]) + data[-49:], "backup-cut-short"),
        (lambda _: b"", "no-encrypted-backup"),
        (lambda _: b"SQLite format 3\0", "no-encrypted-backup"),
        (lambda data: data.replace(b'"kiosk_backup":1', b'"kiosk_backup":2', 1), "written-by-newer"),
    ],
)
def test_a_damaged_or_foreign_file_is_reported_and_nothing_changes(spoil, code, clock, tmp_path):
    file = write(clock, tmp_path / "file")
    file.write_bytes(spoil(file.read_bytes()))

    with pytest.raises(Fault) as raised:
        rebuild_newest([file], KNOWN.code, clock.settings)

    assert raised.value.message.code == code


def test_a_wrong_code_or_a_changed_header_opens_nothing(clock, tmp_path):
    file, before = write(clock, tmp_path / "file"), clock.file().read_bytes()
    with pytest.raises(Fault, match="backup-code-wrong"):
        rebuild_newest([file], new_recovery_code().code, clock.settings)
    body = file.read_bytes()[:-32].replace(b'"made_ms":0', b'"made_ms":9', 1)
    file.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(Fault, match="backup-code-wrong"):
        rebuild_newest([file], KNOWN.code, clock.settings)
    assert clock.file().read_bytes() == before
    assert not list(tmp_path.glob("clock/*found*"))


def test_the_file_contains_no_name_key_or_record_in_clear_and_no_two_files_are_equal(clock, tmp_path):
    one, other = (write(clock, tmp_path / name).read_bytes() for name in "ab")
    for secret in (b"degard", "Ödegård".encode(), b"the room's key", b"made 7", b"the-directors-key", b"PK\3\4"):
        assert secret not in one
    assert one != other


def test_the_same_data_makes_the_same_content_at_any_time_of_day(clock, monkeypatch):
    before = pack_clock_data(clock.place, clock.settings, 0)
    monkeypatch.setattr(time, "localtime", lambda *_: time.struct_time((2044, 5, 6, 7, 8, 10, 4, 127, 0)))

    assert pack_clock_data(clock.place, clock.settings, 0) == before


def test_a_database_with_damaged_decisions_never_becomes_a_backup(clock):
    sql(clock.place, "UPDATE record SET body = ? WHERE stream = ? AND seq = 8", b"made 8", OWN)
    with pytest.raises(Unsound):
        pack_clock_data(clock.place, clock.settings, 0)


def test_the_commands_show_the_code_and_rebuild_with_it(clock, tmp_path, monkeypatch, capsys):
    assert main(["recovery-code", "--settings", str(clock.settings)]) == 0
    code = capsys.readouterr().out.strip()
    with clock.store() as store:
        mine = kept_recovery_code(store)
    assert mine.code == code
    file = write(clock, tmp_path / "file", mine)
    clock.lose_server()
    monkeypatch.setattr("getpass.getpass", lambda asked, stream: code.lower())

    assert main(["restore-clock", str(file), "--settings", str(clock.settings)]) == 0

    said = capsys.readouterr().out
    assert "40 records" in said
    assert "enter them again" in said
    assert code not in said


def made(number, size=100_000, salt=b"the room's", epoch=1):
    """A backup as a table sees it: its first line, and the part it cannot read."""
    line = msgspec.json.encode(Header(1, Age(epoch, number, 0), salt, b"once"))
    return (line + b"\n").ljust(size, b"%d" % number)


class BackupTables:
    """So many tables connected to a clock's backups, each with so much room on its disk."""

    def __init__(self, backups, folder, count, free=None):
        self.backups = backups
        self.free = free
        self.clients = [Latest() for _ in range(count)]
        self.journals = [folder / f"t{number}.journal" for number in range(count)]
        self.now_ms = time.time_ns() // 1_000_000
        self.kept = [ClockBackupFiles(journal, lambda _: self.free, lambda: self.now_ms) for journal in self.journals]

    def look(self, data=b""):
        """The clock distributes a backup that it has just made; how many bytes it sends until no table asks
        for more.
        """
        if data:
            self.backups.add(data)
        self.backups.hand_out()
        return asyncio.run(self._talk())

    async def _talk(self):
        sent = 0
        for table, (client, kept) in enumerate(zip(self.clients, self.kept, strict=True), 1):
            while client._items:
                for _, text in await client.take():
                    sent += len(text)
                    message = decode_to_table(text)
                    assert isinstance(message, BackupThere | BackupPart)
                    if reply := kept.answer(message):
                        self.backups.fetched(reply, table, client)
        return sent

    def have(self, path_of=clock_backup_path):
        return [path.read_bytes() if (path := path_of(journal)).exists() else b"" for journal in self.journals]


@pytest.fixture
def tables(tmp_path):
    """Five tables."""
    with ExitStack() as linked:
        store = linked.enter_context(closing(SqliteStore(tmp_path / "clock.db")))
        backups = TableBackups(KNOWN, StorePlace(store.path), None, Writer(store, print), machine_times())
        made = BackupTables(backups, tmp_path, 5)
        for client in made.clients:
            linked.enter_context(backups.linked(client))
        yield made


def test_a_small_backup_goes_to_all_tables_and_the_previous_one_is_kept(tables):
    tables.look(made(1))
    tables.look(made(2))

    assert tables.have() == [made(2)] * 5
    assert tables.have(before_path) == [made(1)] * 5
    assert not clock_backup_path(tables.journals[0]).stat().st_mode & 0o077
    assert tables.look() == 0


def test_a_large_backup_goes_to_one_table_per_look_and_every_table_gets_its_turn(tables):
    large = 2 * A_LOOK

    sent = [tables.look(made(number, large)) for number in range(3)]

    assert max(sent) < 1.5 * large
    assert [data[-1:] for data in tables.have()] == [b"0", b"1", b"2", b"", b""]
    for _ in range(5):
        tables.look()
    assert tables.have() == [made(2, large)] * 5


def test_a_table_that_is_receiving_a_backup_gets_all_of_it_even_if_a_newer_one_is_made(tables):
    kept, client = tables.kept[0], tables.clients[0]
    one = made(1)
    tables.backups.add(one)
    asked = kept.answer(BackupThere(hashlib.sha256(one).hexdigest(), len(one)))
    tables.backups.add(made(2))
    while asked and asked.after < len(one):
        tables.backups.fetched(asked, 1, client)
        ((_, part),) = asyncio.run(client.take())
        received = decode_to_table(part)
        assert isinstance(received, BackupPart)
        asked = kept.answer(received)
    assert tables.have()[0] == one


def test_a_table_counts_as_a_holder_only_with_the_whole_backup_on_its_disk(tables, monkeypatch):
    assert tables.backups.holding == (0, 0)
    tables.kept[0]._free_bytes = lambda _: LOW_BYTES - 1
    monkeypatch.setattr(tables.kept[1], "_keep", lambda _: False)

    tables.look(made(1))
    assert tables.backups.holding == (3, tables.backups._made[0].made_ms)

    for client in tables.clients[2:]:
        tables.backups._linked[client] = ""  # they reconnect, and have it already
    tables.backups._held_ms.clear()
    assert tables.look() < 2_000
    assert tables.backups.holding.tables == 3


@pytest.mark.parametrize("why", ["a disk that is nearly full", "too large", "cut off", "another", "a disk that fails"])
def test_a_table_keeps_its_backup_and_plays_on_if_a_newer_one_cannot_be_stored(why, tables, monkeypatch):
    tables.look(made(1))
    kept, new = tables.kept[0], made(2)
    name, size = hashlib.sha256(new).hexdigest(), len(new)
    match why:
        case "a disk that is nearly full":
            tables.free = LOW_BYTES - 1
            tables.look(made(2))
        case "too large":
            assert kept.answer(BackupThere(name, clock_backup_files.MOST_BYTES + 1)) is None
        case "cut off":
            assert kept.answer(BackupThere(name, size))
            assert kept.answer(BackupPart(name, 0, new[:-1]))
            assert kept.answer(BackupPart(name, size - 1, b"")) is None
        case "another":
            assert kept.answer(BackupThere(name, size))
            assert kept.answer(BackupPart(name, 0, new[:-1] + b"3")) is None
        case "a disk that fails":
            monkeypatch.setattr(clock_backup_files, "write_atomic", fails)
            assert kept.answer(BackupThere(name, size))
            assert kept.answer(BackupPart(name, 0, new)) is None
            assert tables.have(before_path)[0] == made(1)
            return
    assert tables.have()[0] == made(1)


def fails(path, _):
    raise DiskFailed("disk-failed", path=str(path))


FALSE = {
    "of another room": made(9, salt=b"another"),
    "of another room, and far newer": made(9, salt=b"another", epoch=2**40),
    "far newer than any clock": made(9, epoch=2**40),
    "older": made(0, epoch=0),
    "of fewer records": made(1),
    "without a first line": b"9" * 100_000,
    "nothing": b"",
    "half a line": made(9)[:30],
    "an age that is none": made(9).replace(b'"epoch":1', b'"epoch":"', 1),
}


@pytest.mark.parametrize("false", FALSE)
def test_an_impostor_of_the_clock_overwrites_none_of_its_backups(tables, false):
    """Before, the two newest backups were gone within a second."""
    tables.look(made(2))
    tables.look(made(3))
    for _ in range(3):
        tables.look(FALSE[false])
        assert tables.have() == [made(3)] * 5
        assert tables.have(before_path) == [made(2)] * 5
    tables.look(made(4))
    assert tables.have() == [made(4)] * 5


def test_the_newest_and_the_previous_backup_are_never_both_replaced_within_an_hour(tables):
    tables.look(made(1))
    for number in range(2, 9):
        tables.look(made(number))
        assert (tables.have()[0], tables.have(before_path)[0]) == (made(number), made(1))
    tables.now_ms += clock_backup_files.AN_HOUR_MS + 60_000  # the files are a little younger than the test
    tables.look(made(9))
    assert (tables.have()[0], tables.have(before_path)[0]) == (made(9), made(8))


def test_a_backup_with_a_new_code_is_kept_if_the_clock_is_verified_or_after_a_week(tables):
    tables.look(made(5))
    tables.kept[0]._is_pinned = True
    other = made(1, salt=b"made anew")
    tables.look(other)
    assert tables.have() == [other, *[made(5)] * 4]
    assert tables.have(before_path)[0] == made(5)

    tables.now_ms += clock_backup_files.A_WEEK_MS + 60_000
    tables.look(again := made(2, salt=b"made anew"))
    assert tables.have() == [again] * 5


def forged(file, epoch):
    """Its first line claims that it is newer than all others, with a correct sum; no code opens it."""
    line, _, rest = file.read_bytes()[:-32].partition(b"\n")
    header = msgspec.structs.replace(msgspec.json.decode(line, type=Header), age=Age(epoch, 1, 1))
    body = msgspec.json.encode(header) + b"\n" + rest
    return body + hashlib.sha256(body).digest()


def test_a_forged_file_beside_a_good_one_is_named_and_skipped(clock, tmp_path, monkeypatch, capsys):
    with clock.store() as store:
        mine = kept_recovery_code(store)
    good, torn = write(clock, tmp_path / "good", mine), tmp_path / "torn"
    torn.write_bytes(good.read_bytes()[:-1])
    false = [tmp_path / "forged", tmp_path / "of-another-room"]
    false[0].write_bytes(forged(good, 2**40))
    write(clock, false[1], new_recovery_code())
    false[1].write_bytes(forged(false[1], 2**50))
    monkeypatch.setattr("getpass.getpass", lambda asked, stream: mine.code)
    clock.lose_server()

    files = [str(one) for one in (*false, good, torn)]
    assert main(["restore-clock", *files, "--settings", str(clock.settings)]) == 0
    said = capsys.readouterr()
    assert (str(good) in said.out, "40 records" in said.out) == (True, True)
    for path in (*false, torn):
        assert str(path) in said.err
    assert str(good) not in said.err

    with pytest.raises(Fault, match="backup-code-wrong"):
        rebuild_newest([Path(one) for one in files], new_recovery_code().code, clock.settings)
    with pytest.raises(Unsound):
        rebuild_newest([torn], mine.code, clock.settings)


def test_a_missing_file_or_a_folder_beside_a_good_file_is_named_too(clock, tmp_path, monkeypatch, capsys):
    with clock.store() as store:
        mine = kept_recovery_code(store)
    good = write(clock, tmp_path / "good", mine)
    others = [tmp_path / "misspelled", tmp_path / "folder"]
    others[1].mkdir()
    monkeypatch.setattr("getpass.getpass", lambda asked, stream: mine.code)
    clock.lose_server()

    assert main(["restore-clock", *map(str, (*others, good)), "--settings", str(clock.settings)]) == 0

    said = capsys.readouterr().err.splitlines()
    assert [line.split(" ")[0] for line in said] == [str(path) for path in others]
