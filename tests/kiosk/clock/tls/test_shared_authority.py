"""With a database on a server, all clocks of a room have one certificate authority, which is in the database."""

import socket
import ssl
from contextlib import closing
from datetime import timedelta

import httpx
import psycopg
import pytest
from msgspec.structs import replace

from kiosk.clock.recovery.backups.backups import back_up, put_back
from kiosk.clock.recovery.backups.clock_data import pack_clock_data, unpacked
from kiosk.clock.settings import ClockSettings
from kiosk.clock.shared_authority import check_authority, room_authority
from kiosk.clock.store.kept_authority import KIND, entry_of
from kiosk.clock.store.place import StorePlace, follow_store, open_store
from kiosk.clock.tls.authority import SERVER_DAYS, is_fit, new_authority
from kiosk.clock.tls.room_key import authority_fault
from kiosk.clock.tls.served import Renewing, names_of, renew, served_by
from kiosk.faults import Fault
from kiosk.protocol.pairing import AUTHORITY_PATH, CLOCK_NAME, fingerprint_of, modern
from kiosk.storage.tls_files import KEY_FILE, SERVER_FILE, RoomAuthority, authority_in, tls_folder
from tests.kiosk.clock.tls.test_authority import NOW, contents
from tests.kiosk.commands.doctor.test_command import doctor
from tests.kit.clock import DEADLINE_S, settings_text
from tests.kit.postgres import postgres
from tests.kit.two_clocks import two_clocks

__all__ = ["postgres"]
IN_A_KEY = b"PRIVATE KEY"


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
def clock(url, tmp_path):
    """The settings of a clock of this name."""

    def clock(name):
        (tmp_path / name).mkdir(exist_ok=True)
        state = str(tmp_path / name / "clock")
        return ClockSettings("the-key", database_named=url, state_named=state, port=0, tls=True)

    return clock


def place_of(its):
    return StorePlace(its.state, its.server)


def started(its, now=NOW):
    """Returns the TLS that a clock serves with when it runs the room."""
    with closing(open_store(place_of(its))) as store:
        kept = room_authority(store, its)
    served = served_by(its, now, kept)
    assert served
    return served


def keep(its, body):
    with closing(open_store(place_of(its))) as store:
        store.keep(entry_of(new())._replace(body=body))


def new():
    made = new_authority("elsewhere")
    return RoomAuthority(made.certificate.decode(), made.key.decode())


def test_a_second_clock_makes_its_own_certificate_from_the_same_authority(clock):
    one, two = clock("a"), clock("b")

    first, second = started(one), started(two)

    assert first.authority == second.authority
    folders = [contents(tls_folder(its.state)) for its in (one, two)]
    assert KEY_FILE not in {*folders[0], *folders[1]}
    assert folders[0][SERVER_FILE] != folders[1][SERVER_FILE]
    assert all(is_fit(folder[SERVER_FILE], first.authority.encode(), (), NOW) for folder in folders)
    assert authority_fault(two.state, second.kept) is None
    assert started(two).authority == second.authority
    assert contents(tls_folder(two.state)) == folders[1]


def test_a_certificate_is_renewed_with_the_key_in_the_database(clock):
    its = clock("a")
    served = started(its)
    renewing = Renewing(its, served)

    assert not renewing.look(NOW)
    assert renewing.look(NOW + timedelta(days=SERVER_DAYS - 10))

    renewing.serve()
    assert KEY_FILE not in contents(tls_folder(its.state))


def test_the_first_start_copies_the_folder_of_a_room_that_has_one(clock):
    one, two = clock("a"), clock("b")
    renew(tls_folder(one.state), (), NOW)
    own = authority_in(tls_folder(one.state))

    assert started(one).kept == started(two).kept == own
    assert started(one).kept == own


def test_a_clock_with_another_authority_does_not_start_until_its_folder_is_moved(clock):
    one, two = clock("a"), clock("b")
    first = started(one)
    renew(tls_folder(two.state), (), NOW)

    for start in (started, check_authority):
        with pytest.raises(Fault, match="room-ca-differs") as refused:
            start(two)
        assert refused.value.message.fields == {"path": str(tls_folder(two.state))}
    fault = authority_fault(two.state, first.kept)
    assert fault
    assert fault.message.code == "room-ca-differs"

    tls_folder(two.state).rename(two.state.with_name("elsewhere"))
    check_authority(two)
    assert started(two).authority == first.authority


def test_a_copy_of_the_certificate_follows_the_database(clock):
    """Such as after the restore of a backup."""
    its = clock("a")
    before = started(its)
    keep(its, entry_of(changed := new()).body)

    after = started(its)

    assert (after.authority, after.kept) == (changed.certificate, changed)
    assert before.authority != after.authority
    assert is_fit(contents(tls_folder(its.state))[SERVER_FILE], after.authority.encode(), (), NOW)


def test_a_damaged_authority_in_the_database_is_never_replaced(clock, tmp_path, caplog):
    its = clock("a")
    started(its)
    mixed = entry_of(RoomAuthority(new().certificate, new().key)).body
    for body in (b"rot", b"{}", mixed, entry_of(RoomAuthority("rot", "rot")).body):
        keep(its, body)
        with pytest.raises(Fault, match="room-ca-entry-damaged"):
            started(its)
        with closing(open_store(place_of(its))) as store:
            assert store.kept(KIND) == {KIND: body}

    keep(its, b"rot")
    with closing(follow_store(place_of(its), lambda: 0)) as followed:
        assert room_authority(followed, its) is None
    made = back_up(place_of(its), tmp_path / "usb", 0)
    assert not (made.folder / "clock.db.tls" / KEY_FILE).exists()
    path = tmp_path / "clock.toml"
    path.write_text(f'director_key = "the-key"\ndatabase = "{its.server}"\nstate = "{its.state}"\ntls = true\n')
    code, checks = doctor("--settings", str(path))
    assert (code, checks["certificate"].ok) == (1, False)
    assert "database is damaged" in checks["certificate"].detail
    caplog.clear()


def test_a_folder_whose_key_is_damaged_serves_until_its_certificate_expires(clock):
    its = clock("a")
    renew(tls_folder(its.state), names_of(its.host), NOW)
    before = contents(tls_folder(its.state))
    (tls_folder(its.state) / KEY_FILE).write_text("rot")

    served = served_by(its, NOW, None)

    assert served
    assert (served.kept, served.authority.encode()) == (None, before["room-ca.crt"])
    with closing(open_store(place_of(its))) as store:
        assert room_authority(store, its) is None
        assert store.kept(KIND) == {}


def test_without_tls_or_with_another_certificate_there_is_no_authority(clock, tmp_path):
    its = clock("a")
    with closing(open_store(place_of(its))) as store:
        for changes in ({"tls": False}, {"certificate_named": str(tmp_path / "house.pem")}):
            assert room_authority(store, replace(its, **changes)) is None
        assert store.kept(KIND) == {}


def test_backups_have_the_authority_as_files_and_restore_it_into_either_database(clock, postgres, tmp_path):
    its = clock("a")
    kept = started(its).kept
    made = back_up(place_of(its), tmp_path / "usb", 0)
    (tmp_path / "table").mkdir()
    unpacked(pack_clock_data(place_of(its), None, 0)[0], tmp_path / "table")

    for folder in (made.folder, tmp_path / "table"):
        assert authority_in(folder / "clock.db.tls") == kept
        assert IN_A_KEY not in (folder / "clock.db").read_bytes()
        assert not (folder / "clock.db.tls" / KEY_FILE).stat().st_mode & 0o077
    put_back(made.folder, StorePlace(tmp_path / "file.db"))
    assert authority_in(tmp_path / "file.db.tls") == kept
    other = StorePlace(tmp_path / "other", postgres.database())
    put_back(made.folder, other)
    with closing(open_store(other)) as store:
        assert store.kept(KIND) == {KIND: entry_of(kept).body}


def test_a_backup_of_a_room_that_has_not_been_updated_yet_has_its_folder(clock, tmp_path):
    its = clock("a")
    with closing(open_store(place_of(its))):
        renew(tls_folder(its.state), (), NOW)

    made = back_up(place_of(its), tmp_path / "usb", 0)

    assert contents(made.folder / "clock.db.tls") == contents(tls_folder(its.state))


@pytest.mark.slow
def test_a_table_that_has_pinned_the_first_clock_trusts_the_second(tmp_path, free_port):
    with two_clocks(tmp_path, free_port, None, lambda port: f"tls = true\n{settings_text(port)}") as (one, two, url):
        fingerprint = one.hear("fingerprint").split()[-1]
        shown = httpx.get(f"http://{two.public}{AUTHORITY_PATH}").text
        assert fingerprint_of(shown) == fingerprint
        with psycopg.connect(url) as db:
            assert db.execute("SELECT count(*) FROM kiosk.access WHERE kind = %s", (KIND,)).fetchone() == (1,)

        one.kill()

        assert two.hear("fingerprint").split()[-1] == fingerprint
        trusting = modern(ssl.create_default_context(cadata=shown))
        with socket.create_connection(("127.0.0.1", two.port), DEADLINE_S) as plain:
            trusting.wrap_socket(plain, server_hostname=CLOCK_NAME).close()
