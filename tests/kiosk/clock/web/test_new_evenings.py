"""An evening made of what there is: presets, an earlier tournament played again, a list of players, who is known."""

import base64

import httpx
import pytest

from tests.kit.clock import KEY
from tests.kit.room import NotDone

HEADERS = {"Authorization": f"Bearer {KEY}"}


def read(clock, path):
    return httpx.get(f"{clock.site}/api/{path}", headers=HEADERS).raise_for_status().json()


def imported(clock, one, body, dry_run=False):
    site = f"{clock.site}/api/tournaments/{one.id}/import"
    return httpx.post(site, json=body, params={"dry_run": dry_run}, headers=HEADERS, timeout=120)


def test_last_weeks_event_is_played_again_with_its_terms_tables_and_policies(clock, room):
    last = room.create("Friday", structure="demo", buy_in=2000, fee=300, currency="EUR", late_levels=2,
                       prizes={"bounty": 500}, registration={"cap": 40, "closes_ms": 9})  # fmt: skip
    last.do("open-table", table=2, seat_count=8)
    last.do("open-table", table=7, seat_count=6, typed=True)
    last.do("close-table", sitting=2)
    last.do("set-policy", kind="confirm-bust", policy="accept")
    last.do("set-policy", kind="forfeit", policy="never")
    last.do("set-policy", kind="end", policy="accept")
    last.do("set-policy", kind="end", policy="ask")
    offered = read(clock, "presets")["earlier"][0]
    assert (offered["id"], offered["tables"], offered["bounty"]) == (last.id, [2, 7], 500)

    again = room.create("Friday again", again=last.id, fee=400)

    tables = [(one["table"], one["seat_count"], one["typed"]) for one in again.view["sittings"]]
    assert tables == [(7, 6, True)]  # table 2 is still in the other one
    set_there = {one["kind"]: one["policy"] for one in again.view["policies"] if one["policy"] != "ask"}
    assert set_there == {"confirm-bust": "accept", "forfeit": "never"}
    again.enter("Bo")  # registration was over then, not now
    assert (again.view["pool"], again.view["fees"], again.view["bounty"]) == (2000, 400, 500)


def test_an_event_is_not_made_again_of_one_that_there_is_not(room):
    with pytest.raises(NotDone) as found:
        room.create("Friday", again="nobody")
    assert found.value.status == 404


def test_a_list_says_what_it_would_do_and_is_entered_once_however_often_it_is_sent(clock, room):
    one = room.create("Friday")
    one.enter("Ana")
    body = {"text": "Name\nANA\nBo\n\nBo\nCyd"}

    tried = imported(clock, one, body, dry_run=True).json()
    assert [(line["line"], line["what"]) for line in tried["lines"]] == [
        (2, "known"), (3, "enters"), (5, "unreadable"), (6, "enters"),
    ]  # fmt: skip
    assert tried["lines"][2]["why"] == "the same player is on line 3"
    assert len(one.view["entries"]) == 1

    assert imported(clock, one, body).json()["entered"] == 2
    assert imported(clock, one, body).json()["entered"] == 0
    assert [entry["name"] for entry in one.view["entries"]] == ["Ana", "Bo", "Cyd"]


def test_a_list_of_three_hundred_is_one_act_one_line_of_the_log_and_one_undo(clock, room):
    one = room.create("Friday")
    one.enter("Ana")
    one.do("turn-away", name="Player 7", reason="late")
    found = imported(clock, one, {"text": "\n".join(f"Player {number}" for number in range(1, 301))}).json()

    assert (found["entered"], {line["what"] for line in found["lines"]}) == (299, {"entered", "refused"})
    assert [(line["name"], line["why"]) for line in found["lines"] if line["why"]] == [
        ("Player 7", "Player 7 is not let in: late")
    ]
    act = read(clock, f"tournaments/{one.id}/log")[0]
    assert (act["kinds"], act["entry_count"], act["can_undo"]) == (["entry-added"], 299, True)
    one.do("undo", act=act["act"])
    assert [entry["name"] for entry in one.view["entries"]] == ["Ana"]


def test_a_file_is_sent_as_it_is(clock, room):
    one = room.create("Friday")

    imported(clock, one, {"file": base64.b64encode("Jürgen Groß;7".encode("cp1252")).decode()})

    assert [(entry["name"], entry["player"]) for entry in one.view["entries"]] == [("Jürgen Groß", "7")]


def test_whoever_played_here_is_known_until_the_name_is_erased(clock, room):
    for name in ("Thursday", "Friday"):
        one = room.create(name)
        one.enter("Ana")
    one.enter("Bo")
    known = read(clock, "people")["people"]
    assert known == [
        {"name": "Ana", "player": "ana", "events": 2, "last": "Friday"},
        {"name": "Bo", "player": "bo", "events": 1, "last": "Friday"},
    ]

    httpx.post(
        f"{clock.site}/api/people/erase", json={"name": "Bo", "anyway": True}, headers=HEADERS
    ).raise_for_status()
    assert [one["name"] for one in read(clock, "people")["people"]] == ["Ana"]
