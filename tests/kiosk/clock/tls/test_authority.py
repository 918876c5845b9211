"""The room's own certificates: made once, renewed in time, and valid for this room only."""

import asyncio
import os
import socket
import ssl
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from kiosk.clock.command import listen, serve_on
from kiosk.clock.settings import ClockSettings
from kiosk.clock.tls.authority import RENEWED_DAYS, SERVER_DAYS, new_authority, new_server
from kiosk.clock.tls.room_key import authority_fault
from kiosk.clock.tls.served import renew, served_by
from kiosk.faults import Fault
from kiosk.protocol.pairing import CLOCK_NAME, fingerprint_of, plain_fingerprint
from kiosk.storage.tls_files import tls_folder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def settings(folder: Path, **more: object) -> ClockSettings:
    return ClockSettings("the-key", database_named=str(folder / "clock.db"), port=0, **more)  # type: ignore[arg-type]


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def subjects(server):
    names = x509.load_pem_x509_certificate(server).extensions.get_extension_for_class(x509.SubjectAlternativeName)
    return {str(one.value) for one in names.value}


def test_certificates_are_made_at_the_first_start_and_are_private_to_their_user(tmp_path):
    first = served_by(settings(tmp_path, tls=True), NOW)
    folder = tls_folder(tmp_path / "clock.db")
    before = contents(folder)
    again = served_by(settings(tmp_path, tls=True), NOW)
    assert first
    assert again

    assert first.fingerprint == again.fingerprint == fingerprint_of(first.authority)
    assert contents(folder) == before
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert first.context.minimum_version == ssl.TLSVersion.TLSv1_3


def test_the_servers_certificate_is_renewed_in_time_and_for_new_addresses_by_the_same_authority(tmp_path):
    def after(days, *names):
        renew(tmp_path, ("127.0.0.1", *names), NOW + timedelta(days=days))
        return contents(tmp_path)

    first, authority = after(0), (tmp_path / "room-ca.crt").read_bytes()
    soon = SERVER_DAYS - RENEWED_DAYS + 1
    kept, late, moved = after(soon - 2), after(soon), after(soon, "192.168.7.3")

    assert first == kept
    assert len({kept["clock.pem"], late["clock.pem"], moved["clock.pem"]}) == 3
    assert "192.168.7.3" in subjects(moved["clock.pem"])
    assert {each["room-ca.crt"] for each in (first, late, moved)} == {authority}


def test_a_damaged_authority_is_not_replaced_silently(tmp_path):
    renew(tmp_path, (), NOW)
    (tmp_path / "clock.pem").unlink()
    (tmp_path / "room-ca.key").write_text("rot")

    with pytest.raises(Fault, match="room-ca-unusable"):
        renew(tmp_path, (), NOW)


def test_a_missing_authority_is_not_replaced_silently(tmp_path):
    renew(tmp_path, (), NOW)
    (tmp_path / "room-ca.crt").unlink()

    with pytest.raises(Fault, match="room-ca-unusable"):
        renew(tmp_path, (), NOW)


def test_an_interrupted_first_start_is_repeated(tmp_path):
    renew(tmp_path, (), NOW)
    (tmp_path / "room-ca.crt").unlink()
    (tmp_path / "clock.pem").unlink()

    renew(tmp_path, (), NOW)

    assert len(contents(tmp_path)) == 3


def rot(folder):
    (folder / "room-ca.key").write_text("rot")


def lose(folder):
    (folder / "room-ca.key").unlink()


def exchange(folder):
    (folder / "room-ca.key").write_bytes(new_authority("another").key)


def make_of_rsa(folder):
    key = rsa.generate_private_key(65537, 2048)
    form = serialization.PrivateFormat.PKCS8
    pem = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    (folder / "room-ca.key").write_bytes(pem)


def lock(folder):
    key = serialization.load_pem_private_key((folder / "room-ca.key").read_bytes(), None)
    form, locked = serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"secret")
    (folder / "room-ca.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, locked))


def lose_certificate(folder):
    (folder / "room-ca.crt").unlink()


@pytest.mark.parametrize("spoil", [rot, lose, exchange, make_of_rsa, lock, lose_certificate])
def test_an_authority_that_cannot_renew_is_detected_before_it_is_needed(spoil, tmp_path):
    """Otherwise the clock would serve for half a year with its current certificate, and then tables would
    be rejected.
    """
    its_own = settings(tmp_path, tls=True)
    assert authority_fault(its_own.state) is None
    served_by(its_own, NOW)
    assert authority_fault(its_own.state) is None
    spoil(folder := tls_folder(tmp_path / "clock.db"))

    fault = authority_fault(its_own.state)
    assert fault
    assert (fault.message.code, fault.message.fields) == ("room-ca-damaged", {"path": str(folder)})
    (folder / "clock.pem").unlink()
    if (folder / "room-ca.crt").exists():
        with pytest.raises(Fault, match="room-ca-unusable"):
            served_by(its_own, NOW)


def test_a_clock_that_cannot_renew_its_certificate_reports_it_at_the_start(tmp_path):
    its_own = settings(tmp_path, tls=True)

    def said_at_start():
        said: list[str] = []
        ends: list[Callable[[], None]] = []

        def say(message):
            said.append(message.code)
            asyncio.get_running_loop().call_soon(ends[0])

        with listen("127.0.0.1", 0) as listening:
            asyncio.run(serve_on(listening, its_own, say, ends.append))
        return said

    assert said_at_start() == ["clock-serves", "clock-fingerprint"]
    rot(tls_folder(its_own.state))
    assert said_at_start() == ["clock-serves", "clock-fingerprint", "room-ca-damaged"]


@pytest.mark.parametrize("name", ["room-ca.crt", "room-ca.key", "clock.pem"])
def test_a_pipe_in_place_of_a_certificate_is_named_and_does_not_block(name, tmp_path):
    renew(tmp_path, (), NOW)
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)

    with pytest.raises(Fault, match="not-a-file"):
        renew(tmp_path, (), NOW)


def test_an_authority_signs_for_local_names_and_addresses_only():
    authority = new_authority("clockbox")

    signed = new_server(authority, ("clockbox", "clockbox.local", "10.0.0.7", "bank.example.com", "8.8.8.8"), NOW)
    elsewhere = new_server(authority, ("otherbox",), NOW)

    assert subjects(signed.certificate) == {CLOCK_NAME, "clockbox", "clockbox.local", "10.0.0.7"}
    assert subjects(elsewhere.certificate) == {CLOCK_NAME}


def test_a_certificate_named_in_the_settings_is_served_and_an_unusable_one_is_reported(tmp_path):
    authority = new_authority(socket.gethostname())
    server = new_server(authority, (), NOW)
    (tmp_path / "house.pem").write_bytes(server.certificate + authority.certificate)
    (tmp_path / "house.key").write_bytes(server.key)
    pem, key = str(tmp_path / "house.pem"), str(tmp_path / "house.key")

    house = served_by(settings(tmp_path, certificate_named=pem, certificate_key_named=key))
    assert house
    assert house.authority == ""
    assert not tls_folder(tmp_path / "clock.db").exists()
    for wrong in (str(tmp_path / "gone.pem"), pem):
        with pytest.raises(Fault, match="certificate-unusable"):
            served_by(settings(tmp_path, certificate_named=wrong))
    assert served_by(settings(tmp_path)) is None


@pytest.mark.parametrize(("written", "digits"), [
    ("AB:" * 31 + "AB", "ab" * 32), (" ".join(["00ff"] * 16), "00ff" * 16), ("ab" * 31, ""), ("xy" * 32, ""), ("", ""),
])  # fmt: skip
def test_a_fingerprint_is_read_in_any_notation(written, digits):
    assert plain_fingerprint(written) == digits
