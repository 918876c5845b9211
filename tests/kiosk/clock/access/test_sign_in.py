"""Staff sign in at the clock with a PIN, and the log shows their acts under their name."""

import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kiosk import pins
from kiosk.clock.access.devices import SECRET_LETTERS
from kiosk.pins import FIRST_WAIT_MS, FREE_TRIES
from tests.kit.clock import DEADLINE_S, KEY, DirectorsPage, say
from tests.kit.signing import PHONE, Asker, paired, signed_in


@pytest.fixture
def long_waits(monkeypatch):
    """The first wait is a minute, so that it never ends before the test has checked it."""
    assert FIRST_WAIT_MS == 5_000
    monkeypatch.setattr(pins, "FIRST_WAIT_MS", 60_000)


def test_acts_of_a_person_are_in_the_log_under_their_name(clock, room):
    tournament = room.create("Club night", structure="demo")
    Asker(clock).hire("Ann B", "director")
    ann = signed_in(clock, " ann b ")

    ann.post(f"tournaments/{tournament.id}/act", action={"do": "add-entry", "player": "bo", "name": "Bo"})
    tournament.do("add-entry", player="cy", name="Cy")
    with DirectorsPage(clock, ann.token) as page:
        assert page.order("start") == ""
        you = page.last("you")
    other = ann.post("tournaments", name="Late night").json()["id"]

    assert [act["by"] for act in tournament.view["acts"]] == ["director", "Ann B", "director", "Ann B"]
    assert ann.get(f"tournaments/{other}").json()["tournament"]["acts"][0]["by"] == "Ann B"
    assert (you["name"], you["role"], you["by_key"]) == ("Ann B", "director", False)
    assert "run" in you["can"]
    assert "staff" not in you["can"]
    assert "make-deal" in you["orders"]


def test_a_page_cannot_give_an_order_that_its_role_may_not_give(clock, room):
    room.create("Club night", structure="demo")
    Asker(clock).hire("Vic", "viewer")
    vic = signed_in(clock, "Vic")

    with DirectorsPage(clock, vic.token, "de") as page:
        assert page.order("start") == "dafür ist die Rolle Floor oder eine höhere nötig"
        assert page.last("you")["orders"] == []


def hear_to_the_end(page):
    """Read until the clock hangs up."""
    with suppress(ConnectionClosed):
        while True:
            page.recv(timeout=DEADLINE_S)


@pytest.mark.parametrize("how", ["sign-out", "remove", "pin", "role"])
def test_ending_a_session_closes_its_pages_at_once(clock, room, how):
    room.create("Club night", structure="demo")
    key = Asker(clock)
    key.hire("Ann", "floor")
    ann = signed_in(clock, "Ann")
    with connect(f"{clock.socket}/director", proxy=None, max_queue=None) as page:
        say(page, {"say": "enter", "key": ann.token})
        assert json.loads(page.recv(timeout=DEADLINE_S))["say"] == "you"
        match how:
            case "sign-out":
                ann.post("session/end")
            case "remove":
                key.post("staff/remove", name="Ann")
            case "pin":
                key.hire("Ann", "floor", pin="4712")
            case "role":
                key.post("staff/put", name="Ann", role="viewer")
        hear_to_the_end(page)

    assert ann.get("tournaments").status_code == (200 if how == "role" else 401)
    if how == "role":  # the same sign-in, with the new role
        assert ann.get("session").json()["you"]["role"] == "viewer"


def test_sessions_and_staff_survive_a_restart_and_no_hash_leaves_the_clock(clock):
    key = Asker(clock)
    key.hire("Ann", "floor")
    ann = signed_in(clock, "Ann")

    clock.stop()
    clock.start()

    assert ann.get("tournaments").status_code == 200
    said = key.get("staff")
    assert said.json()["staff"] == [{"name": "Ann", "role": "floor", "made_here": True, "signed_in": True}]
    assert "argon2" not in said.text + ann.get("session").text


def test_wrong_pins_bring_longer_waits_by_name_and_by_address_also_after_a_restart(clock, long_waits, caplog):
    key = Asker(clock)
    key.hire("Ann", "floor")
    key.hire("Bob", "floor")
    here, phone = Asker(clock, ""), Asker(clock, "", PHONE)
    device = paired(clock, key)

    wrong = [here.post("session", name="Ann", pin=f"90{number}5") for number in range(FREE_TRIES)]
    clock.stop()
    clock.start()
    by_name = here.post("session", name="ANN", pin="4711")
    by_address = here.post("session", name="Bob", pin="4711")
    elsewhere = signed_in(clock, "Ann", address=PHONE, device=device)

    assert [one.json()["code"] for one in wrong] == ["pin-wrong"] * FREE_TRIES
    assert [one.headers.get("retry-after") for one in wrong] == [None, None, "60"]
    assert (by_name.status_code, by_name.json()["code"]) == (429, "pin-wait")
    assert 1 <= int(by_name.headers["retry-after"]) <= 60
    assert by_address.status_code == 429
    assert "wrong PINs for ‹Ann› from 127.0.0.1: PINs are ignored for 60 s" in caplog.text
    assert elsewhere.get("tournaments").status_code == 200  # guesses from one address lock nobody out at another
    assert phone.post("session", name="Bob", pin="4711").json()["code"] == "device-not-paired"


def test_a_right_pin_ends_the_wait(clock):
    Asker(clock).hire("Ann", "floor")
    here = Asker(clock, "")

    for _ in range(2):
        for _ in range(FREE_TRIES - 1):
            assert here.post("session", name="Ann", pin="9015").status_code == 401
        assert here.post("session", name="Ann", pin="4711").status_code == 200


def test_an_unknown_name_gets_the_same_answer_as_a_wrong_pin(clock):
    assert Asker(clock, "").post("session", name="Nobody", pin="4711").json()["code"] == "pin-wrong"


@pytest.mark.parametrize(
    ("name", "pin", "code"),
    [("director", "4711", "staff-reserved"), ("Table 3", "4711", "staff-reserved"), (" ", "4711", "staff-name"),
     ("Ann", "1234", "pin-guessed-first"), ("Ann", "47", "pin-length")],
)  # fmt: skip
def test_staff_with_an_invalid_name_or_pin_are_refused(clock, name, pin, code):
    said = Asker(clock).post("staff/put", name=name, role="floor", pin=pin)

    assert (said.status_code, said.json()["code"]) == (400, code)
    assert Asker(clock).get("staff").json()["staff"] == []


def test_a_new_person_needs_a_pin_and_a_known_one_keeps_theirs(clock):
    key = Asker(clock)

    assert key.post("staff/put", name="Ann", role="floor").json()["code"] == "pin-missing"
    key.hire("Ann", "floor")
    key.post("staff/put", name="ANN", role="director").raise_for_status()

    assert signed_in(clock, "Ann").get("session").json()["you"]["role"] == "director"
    assert [one["name"] for one in key.get("staff").json()["staff"]] == ["ANN"]


def test_a_director_may_not_change_the_staff(clock):
    Asker(clock).hire("Dee", "director")

    assert signed_in(clock, "Dee").post("staff/put", name="Dee", role="admin").status_code == 403


def test_wrong_keys_bring_longer_waits_by_address_and_open_sessions_go_on(clock, long_waits, caplog):
    Asker(clock).hire("Ann", "floor")
    ann = signed_in(clock, "Ann")

    wrong = [Asker(clock, f"a-key-{number}").get("staff") for number in range(FREE_TRIES)]
    again = Asker(clock, "a-key-0").get("staff")
    with connect(f"{clock.socket}/director", proxy=None) as page:
        say(page, {"say": "enter", "key": KEY})
        refusal = json.loads(page.recv(timeout=DEADLINE_S))

    assert [one.json()["code"] for one in wrong] == ["key-not-sent"] * FREE_TRIES
    assert [one.headers.get("retry-after") for one in wrong] == [None, None, "60"]
    assert (again.status_code, again.json()["code"]) == (429, "key-wait")
    assert Asker(clock).get("staff").status_code == 429  # not even the right key is accepted
    assert (refusal["say"], refusal["why"]) == ("refusal", "too many wrong keys came from here")
    assert ann.get("tournaments").status_code == 200
    assert Asker(clock, address=PHONE).get("staff").status_code == 200
    assert "wrong keys from 127.0.0.1: keys from there are ignored for 60 s" in caplog.text
    assert "a-key" not in caplog.text


def test_repeating_an_old_key_counts_as_one_guess_and_an_ended_session_as_none(clock):
    """A page that was left open sends its old key again and again."""
    for _ in range(FREE_TRIES + 2):
        assert Asker(clock, "last-seasons-key").get("staff").status_code == 401
    for number in range(FREE_TRIES + 2):
        assert Asker(clock, f"{number}" * SECRET_LETTERS).get("staff").status_code == 401

    assert Asker(clock).get("staff").status_code == 200


def test_changing_ones_own_pin_signs_out_only_the_other_sessions(clock):
    Asker(clock).hire("Ann", "viewer")
    here, there = signed_in(clock, "Ann"), signed_in(clock, "Ann")

    wrong = here.post("session/pin", old="9015", new="5937")
    guessed = here.post("session/pin", old="4711", new="1234")
    changed = here.post("session/pin", old="4711", new="5937")

    assert (wrong.status_code, wrong.json()["code"]) == (403, "old-pin-wrong")
    assert (guessed.status_code, guessed.json()["code"]) == (400, "pin-guessed-first")
    assert changed.status_code == 200
    assert here.get("tournaments").status_code == 200
    assert there.get("tournaments").status_code == 401
    assert signed_in(clock, "Ann", pin="5937").get("session").json()["you"]["role"] == "viewer"
    assert Asker(clock).post("session/pin", old="4711", new="5937").json()["code"] == "key-has-no-pin"
