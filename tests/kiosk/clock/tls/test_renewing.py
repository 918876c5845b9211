"""A running clock serves with a certificate that is valid today, however wrong its machine's date was before.

Before, an authority made at the date of an empty battery had expired permanently once the date was right. A certificate
was renewed only at a start, so its tables refused the clock until somebody thought of that.
"""

import logging
import ssl
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from kiosk.clock.settings import ClockSettings
from kiosk.clock.tls.authority import CertifiedKey, new_authority, new_server
from kiosk.clock.tls.served import Renewing, Served, served_by
from kiosk.protocol.pairing import CLOCK_NAME, modern
from kiosk.storage.files import write_atomic
from kiosk.storage.tls_files import SERVER_FILE, authority_in, tls_folder
from tests.kit.clock import ClockThread, eventually, settings_text
from tests.kit.full_tables import FullTables

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def settings(folder, **more):
    return ClockSettings("the-key", database_named=str(folder / "clock.db"), port=0, **more)


def served_certificate(served: Served, cadata: str = "") -> bytes:
    """The certificate that a connection sees now, as DER, in memory. Without `cadata` nothing is verified."""
    trusting = modern(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    if cadata:
        trusting.load_verify_locations(cadata=cadata)
    else:
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    to_clock, to_table = ssl.MemoryBIO(), ssl.MemoryBIO()
    table = trusting.wrap_bio(to_table, to_clock, server_hostname=CLOCK_NAME)
    clock = served.context.wrap_bio(to_clock, to_table, server_side=True)
    for side in (table, clock, table):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    return table.getpeercert(binary_form=True) or b""


@pytest.mark.parametrize("wrong", [datetime(1970, 1, 2, tzinfo=UTC), datetime(2099, 5, 4, tzinfo=UTC)])
def test_a_room_made_at_a_wrong_date_is_recognized_once_the_date_is_right(wrong, tmp_path):
    served = served_by(settings(tmp_path, tls=True), wrong)
    assert served
    clock = Renewing(settings(tmp_path, tls=True), served)
    with pytest.raises(ssl.SSLCertVerificationError):
        served_certificate(served, served.authority)

    assert clock.look(datetime.now(UTC))
    clock.serve()

    assert served_certificate(served, served.authority)
    again = served_by(settings(tmp_path, tls=True))
    assert again
    assert again.authority == served.authority


def test_a_table_with_an_old_date_accepts_a_certificate_of_today():
    made = x509.load_pem_x509_certificate(new_server(new_authority("room"), (), NOW).certificate)

    assert made.not_valid_before_utc <= NOW - timedelta(days=365)
    assert made.not_valid_after_utc - made.not_valid_before_utc < timedelta(
        days=825
    )  # iPhones accept no longer validity


def test_a_replaced_house_certificate_is_served_and_an_unusable_one_is_reported(tmp_path, caplog):
    authority = new_authority("room")
    house = tmp_path / "house.pem"

    def put(made):
        house.write_bytes(made.key + made.certificate)

    put(new_server(authority, (), NOW))
    served = served_by(named := settings(tmp_path, certificate_named=str(house)))
    assert served
    clock, first = Renewing(named, served), served_certificate(served)

    put(new_server(authority, (), NOW)._replace(key=new_server(authority, (), NOW).key))  # only half of it was copied
    with caplog.at_level(logging.INFO, Renewing.__module__):
        assert not clock.look(NOW)
        assert not clock.look(NOW)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert served_certificate(served) == first

    put(new_server(authority, (), NOW))
    assert clock.look(NOW)
    clock.serve()
    assert served_certificate(served) not in {first, b""}


def test_a_running_clock_renews_its_certificate_by_itself(tmp_path, free_port, monkeypatch):
    monkeypatch.setattr("kiosk.clock.tls.served.EVERY_S", 0.01)
    clock = ClockThread(tmp_path, free_port, f"tls = true\n{settings_text(free_port)}", FullTables())
    clock.site = f"https://127.0.0.1:{free_port}"
    clock.start()
    try:
        before = ssl.get_server_certificate(("127.0.0.1", free_port))
        made, folder = authority_in(tls_folder(clock.file())), tls_folder(clock.database)
        assert made
        authority = CertifiedKey(made.certificate.encode(), made.key.encode())
        expired = new_server(authority, (), datetime(1970, 1, 2, tzinfo=UTC))
        write_atomic(folder / SERVER_FILE, expired.key + expired.certificate + authority.certificate)
        old = {before, expired.certificate.decode()}
        eventually(lambda: ssl.get_server_certificate(("127.0.0.1", free_port)) not in old)
    finally:
        clock.stop()
