"""`kiosk room staff`, `devices`, `tablets`, `glasses` and `cameras`, against a real clock."""

import json
import re
from io import StringIO

import pytest

from kiosk.protocol.glass import NOT_PAIRED, TURNED_AWAY
from tests.kit.asking_tablet import TabletThread
from tests.kit.clock import eventually
from tests.kit.glasses import GlassRoom
from tests.kit.phone_camera import PhoneEnd
from tests.kit.signing import PHONE, Asker, paired, signed_in


@pytest.fixture
def piped(monkeypatch):
    """A PIN on standard input."""
    return lambda pin: monkeypatch.setattr("sys.stdin", StringIO(f"{pin}\n"))


def test_staff_are_added_changed_and_removed_from_the_command_line(clock, room, piped):
    assert room("staff") == "no staff yet\n"
    piped("4711")
    assert "have no dry run" in room("--dry-run", "staff", "add", "Ann", code=1)
    assert room("staff") == room("--dry-run", "staff") == "no staff yet\n"
    assert room("staff", "add", "Ann", "--role", "cashier") == "Ann: cashier\n"
    ann = signed_in(clock, "Ann")
    assert room("staff", "role", "ann", "director") == "Ann: director, signed in\n"
    assert ann.get("session").json()["you"]["role"] == "director"
    piped("5937")
    assert room("staff", "pin", "Ann") == "Ann: director\n"
    assert ann.get("tournaments").status_code == 401
    assert signed_in(clock, "Ann", "5937").get("tournaments").status_code == 200

    listed = json.loads(room("--json", "staff"))
    assert listed == {"staff": [{"name": "Ann", "role": "director", "made_here": True, "signed_in": True}]}
    assert "nobody in this room is called Bob" in room("staff", "role", "Bob", "floor", code=1)
    piped("1234")
    assert "guess" in room("staff", "add", "Bob", code=1)
    assert room("staff", "remove", "Ann") == "no staff yet\n"


def test_a_device_is_paired_and_revoked_from_the_command_line(clock, room, piped):
    piped("4711")
    room("staff", "add", "Ann")
    asked = Asker(clock, "", PHONE).post("devices/ask").json()

    assert room("devices") == "no device is paired\n"
    said = room("devices", "pair", asked["code"].lower(), "Ann's phone", "--most", "cashier")
    assert said == "Ann's phone: highest role cashier, paired by director\n"
    ann = signed_in(clock, "Ann", address=PHONE, device=asked["secret"])
    assert room("devices") == "Ann's phone: highest role cashier, paired by director, signed in, Ann\n"
    paired(clock, Asker(clock))
    assert "several devices are named Ann's phone" in room("devices", "revoke", "Ann's phone", code=1)
    first = json.loads(room("--json", "devices"))["devices"][0]["id"]
    room("devices", "revoke", first)
    assert room("devices", "revoke", "ANN'S PHONE") == "no device is paired\n"
    assert ann.get("tournaments").status_code == 401
    assert "no such device" in room("devices", "revoke", "Ann's phone", code=1)
    assert "no device is showing this code" in room("devices", "pair", "ABCDEFGH", "Another", code=1)


def test_a_tablet_is_approved_turned_away_revoked_and_allowed_again_from_the_command_line(clock, room):
    none = "no tablet is paired, and none is waiting\n"
    assert room("tablets") == none
    with TabletThread(clock.socket, 7) as tablet:
        code, check = tablet.shows()
        asks = f"{code}, number {check}: asks to be table 7, at 127.0.0.1\n"
        eventually(lambda: room("tablets") == asks)
        assert "staff, devices and tablets have no dry run" in room("--dry-run", "tablets", "turn-away", code, code=1)
        assert "no device is showing this" in room("tablets", "turn-away", "ABCDEFGH", code=1)
        assert room("tablets", "turn-away", code.lower()) == none
        assert tablet.has() == "pairing-turned-away"
    with TabletThread(clock.socket) as tablet:
        code, check = tablet.shows()
        eventually(lambda: room("tablets") == f"{code}, number {check}: waiting for approval, at 127.0.0.1\n")
        assert "1 to 9999" in room("tablets", "approve", code, code=1)
        assert "table 1 already has a tablet" in room("tablets", "approve", code, 1, code=1)
        assert room("tablets", "approve", code, 1, "--replace") == "table 1: tablet approved by director\n"
        assert tablet.has().table == 1
    kept_out = room("tablets", "revoke", 1)
    assert kept_out == "table 1: tablet approved by director\ntable 1: blocked\n"
    assert json.loads(room("--json", "tablets"))["revoked_tables"] == [1]
    assert room("tablets", "allow", 1) == "table 1: tablet approved by director\n"


def test_a_glass_is_approved_turned_away_and_revoked_from_the_command_line(clock, room):
    assert room("glasses") == "no host offers a table, and no device may show one\n"
    door = GlassRoom(clock)
    with door.host(1):
        free = "table 1: no device yet\n"
        assert room("glasses") == free
        with door.glass(1) as glass:
            code = glass.hear("code")["code"]
            assert room("glasses") == f"{code}: asks to show table 1, at 127.0.0.1\n{free}"
            assert room("glasses", "turn-away", code.lower()) == free
            assert glass.code() == TURNED_AWAY
        with door.glass(1) as glass:
            room("glasses", "approve", glass.hear("code")["code"])
            its_token = glass.hear("paired")["token"]
        listed = r"table 1: device at 127\.0\.0\.1, approved by director, not connected, id (\w{8})\n"
        eventually(lambda: bool(re.fullmatch(listed, room("glasses"))))
        assert "no such device is paired" in room("glasses", "revoke", "nothing", code=1)
        found = re.fullmatch(listed, room("glasses"))
        assert found
        assert room("glasses", "revoke", found[1]) == free
        with door.glass(1, its_token) as glass:
            assert glass.code() == NOT_PAIRED


def test_a_phone_is_listed_and_unpaired_as_a_tables_camera_from_the_command_line(clock, room):
    none = "no phone is a table's camera, and none is waiting\n"
    assert room("cameras") == none
    with PhoneEnd(clock, 1) as phone:
        check = phone.hear("camera-code")["check"]
        assert f"number {check}: asks to be the camera of table 1, at 127.0.0.1\n" in room("cameras")
        room("tablets", "approve", check)
        assert phone.hear("paired")["table"] == 1
    eventually(lambda: room("cameras") == "table 1: phone approved by director, not connected\n")
    assert room("cameras", "revoke", 1) == none
