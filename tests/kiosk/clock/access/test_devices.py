"""A phone is paired by a code that a director approves; after that a PIN is enough on it."""

import pytest

from kiosk.clock.access.addresses import is_here
from kiosk.clock.access.devices import MOST_ASKING, MOST_ASKING_AT_ONE_ADDRESS, DevicePairings, hashed
from kiosk.protocol.pairing import CODE_LETTERS, CODE_MS, LETTERS
from tests.kit.clock import ClockThread
from tests.kit.room import room_settings
from tests.kit.signing import PHONE, Asker, paired, signed_in


def test_a_phone_is_paired_with_its_code_and_then_needs_only_a_pin(clock):
    key = Asker(clock)
    key.hire("Ann", "floor")
    asked = Asker(clock, "", PHONE).post("devices/ask").json()
    phone = Asker(clock, "", PHONE, asked["secret"])

    before = phone.get("session").json()
    too_early = phone.post("session", name="Ann", pin="4711")
    key.post(
        "devices/approve", code=f" {asked['code'][:4]} {asked['code'][4:]} ", name="Ann's phone"
    ).raise_for_status()
    after = phone.get("session").json()

    assert (before["paired"], before["waiting"], before["names"]) == (False, True, [])
    assert (too_early.status_code, too_early.json()["code"]) == (403, "device-not-paired")
    assert (after["paired"], after["waiting"], after["device"]) == (True, False, "Ann's phone")
    assert after["names"] == [{"name": "Ann", "role": "floor"}]
    assert signed_in(clock, "Ann", address=PHONE, device=asked["secret"]).get("tournaments").status_code == 200
    assert key.post("devices/approve", code=asked["code"], name="Again").json()["code"] == "code-not-shown"


def test_the_disk_has_only_hashes_of_a_phones_secret_and_session_token(clock):
    key = Asker(clock)
    key.hire("Ann", "floor")
    secret = paired(clock, key)
    ann = signed_in(clock, "Ann", address=PHONE, device=secret)

    kept = clock.on_disk()

    for one in (secret, ann.token):
        assert (one.encode() in kept, hashed(one).encode() in kept) == (False, True)


def test_a_role_is_limited_by_the_device_and_by_the_person_who_paired_it(clock):
    key = Asker(clock)
    key.hire("Dee", "director")
    key.hire("Ada", "admin")
    dee = signed_in(clock, "Dee")

    floor, most = paired(clock, dee), paired(clock, dee, "admin", "Office")

    assert signed_in(clock, "Ada", address=PHONE, device=floor).get("session").json()["you"]["role"] == "floor"
    assert signed_in(clock, "Ada", address=PHONE, device=most).get("session").json()["you"]["role"] == "director"
    listed = key.get("devices").json()["devices"]
    assert [(one["name"], one["most"], one["by"], one["signed_in"]) for one in listed] == [
        ("Ann's phone", "floor", "Dee", ["Ada"]), ("Office", "director", "Dee", ["Ada"]),
    ]  # fmt: skip


def test_a_revoked_device_is_signed_out_and_stays_out_after_a_restart(clock):
    key = Asker(clock)
    key.hire("Ann", "floor")
    secret = paired(clock, key)
    ann = signed_in(clock, "Ann", address=PHONE, device=secret)
    clock.stop()
    clock.start()
    assert ann.get("tournaments").status_code == 200

    (device,) = key.get("devices").json()["devices"]
    assert secret not in str(device)
    key.post("devices/revoke", id=device["id"]).raise_for_status()

    assert ann.get("tournaments").status_code == 401
    assert Asker(clock, "", PHONE, secret).post("session", name="Ann", pin="4711").status_code == 403
    clock.stop()
    clock.start()
    assert key.get("devices").json()["devices"] == []


def test_a_room_may_allow_any_device(tmp_path, free_port):
    clock = ClockThread(tmp_path, free_port, f"unpaired_devices = true\n{room_settings(free_port)}")
    clock.start()
    try:
        Asker(clock).hire("Ann", "floor")
        assert signed_in(clock, "Ann", address=PHONE).get("tournaments").status_code == 200
    finally:
        clock.stop()


@pytest.mark.parametrize(
    ("address", "here"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.0.0.7", False), ("fe80::1%eth0", False),
     ("", False), ("localhost", False)],
)  # fmt: skip
def test_the_clock_recognizes_its_own_machine_by_its_address(address, here):
    assert is_here(address) is here


def test_a_pairing_code_has_unambiguous_letters_and_lasts_ten_minutes():
    pairing = DevicePairings()
    secret, code = pairing.ask(PHONE, 0)

    assert (len(code), set(code) - set(LETTERS), set(LETTERS) & set("ILOQUV01")) == (CODE_LETTERS, set(), set())
    assert secret not in (code, "")
    assert pairing.shown(code, CODE_MS)
    assert pairing.shown(code, CODE_MS + 1) is None


def test_the_codes_of_one_address_push_out_only_that_addresss_own_codes():
    pairing = DevicePairings()
    other = pairing.ask("10.0.0.8", 0)[1]

    codes = [pairing.ask(PHONE, 0)[1] for _ in range(MOST_ASKING_AT_ONE_ADDRESS + 2)]

    shown = [bool(pairing.shown(code, 1)) for code in (other, *codes)]
    assert shown == [True, False, False, True, True, True]


def test_the_codes_of_a_network_push_out_no_code_of_another_network():
    reports: list[str] = []
    pairing = DevicePairings(reports.append)
    staff = pairing.ask("10.0.0.8", 0)[1], pairing.ask("2001:db8:1::8", 0)[1]

    for number in range(200):
        pairing.ask(f"2001:db8:2::{number:x}", 0)
    assert all(pairing.shown(code, 1) for code in staff)
    assert reports == []

    for number in range(4 * MOST_ASKING):
        pairing.ask(f"10.0.1.{number % 20}", 0)
        assert all(pairing.shown(code, 1) for code in staff[:1])
    assert reports
    code = pairing.ask("10.0.0.9", 0)[1]
    assert pairing.shown(code, 1)
    again = pairing.ask("10.0.0.9", 0)[1]  # full: its own goes
    assert (pairing.shown(code, 1), bool(pairing.shown(again, 1))) == (None, True)
