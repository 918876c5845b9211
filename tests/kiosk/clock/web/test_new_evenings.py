"""A new evening made from existing data: presets, an earlier tournament played again, a list of players,
known people.
"""

import base64

import httpx
import pytest

from engine.tournament.orders.field.booking import MOST_TOGETHER
from tests.kit.clock import KEY
from tests.kit.room import OrderRefused

HEADERS = {"Authorization": f"Bearer {KEY}"}


def read(clock, path):
    return httpx.get(f"{clock.site}/api/{path}", headers=HEADERS).raise_for_status().json()


def imported(clock, one, body, dry_run=False):
    site = f"{clock.site}/api/tournaments/{one.id}/import"
    return httpx.post(site, json=body, params={"dry_run": dry_run}, headers=HEADERS, timeout=120)


def test_last_weeks_event_is_created_again_with_its_terms_tables_and_policies(clock, room):
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
    assert tables == [(7, 6, True)]  # table 2 is still in the other event
    set_there = {one["kind"]: one["policy"] for one in again.view["policies"] if one["policy"] != "ask"}
    assert set_there == {"confirm-bust": "accept", "forfeit": "never"}
    (made,) = [act for act in read(clock, f"tournaments/{again.id}/log") if act["by"] != "clock"]
    assert (made["act"], made["can_undo"]) == (1, False)  # one act: a crash leaves all of it or nothing
    again.enter("Bo")  # registration is open again
    assert (again.view["pool"], again.view["fees"], again.view["bounty"]) == (2000, 400, 500)


def test_an_event_that_does_not_exist_cannot_be_created_again(room):
    with pytest.raises(OrderRefused) as found:
        room.create("Friday", again="nobody")
    assert found.value.status == 404


def test_a_dry_run_of_a_list_shows_its_effect_and_the_list_enters_players_only_once(clock, room):
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
        ("Player 7", "Player 7 was turned away: late")
    ]
    act = read(clock, f"tournaments/{one.id}/log")[0]
    assert (act["kinds"], act["entry_count"], act["can_undo"]) == (["entry-added"], 299, True)
    one.do("undo", act=act["act"])
    assert [entry["name"] for entry in one.view["entries"]] == ["Ana"]


def test_a_list_of_a_thousand_is_one_act_and_a_longer_one_is_refused_whole(clock, room):
    one = room.create("Friday")
    names = [f"Player {number}" for number in range(MOST_TOGETHER + 1)]
    for dry_run in (True, False):
        refused = imported(clock, one, {"text": "\n".join(names)}, dry_run)
        assert (refused.status_code, refused.json()["code"]) == (409, "too-many-entries")
    assert not one.view["entries"]

    assert imported(clock, one, {"text": "\n".join(names[1:])}).json()["entered"] == MOST_TOGETHER
    act = read(clock, f"tournaments/{one.id}/log")[0]
    assert act["entry_count"] == MOST_TOGETHER
    one.do("undo", act=act["act"])
    assert not one.view["entries"]


def test_a_file_is_accepted_in_its_own_encoding(clock, room):
    one = room.create("Friday")

    imported(clock, one, {"file": base64.b64encode("Jürgen Groß;7".encode("cp1252")).decode()})

    assert [(entry["name"], entry["player"]) for entry in one.view["entries"]] == [("Jürgen Groß", "7")]


def test_everybody_who_played_here_is_known_until_the_name_is_erased(clock, room):
    for name in ("Thursday", "Friday"):
        one = room.create(name)
        one.enter("Ana")
    one.enter("Bo")
    known = read(clock, "people")["people"]
    assert known == [
        {"name": "Ana", "player": "ana", "events": 2, "last": "Friday", "number": "", "was": []},
        {"name": "Bo", "player": "bo", "events": 1, "last": "Friday", "number": "", "was": []},
    ]

    httpx.post(
        f"{clock.site}/api/people/erase", json={"name": "Bo", "anyway": True}, headers=HEADERS
    ).raise_for_status()
    assert [one["name"] for one in read(clock, "people")["people"]] == ["Ana"]


def test_an_ambiguous_list_enters_nobody_before_a_reading_is_chosen(clock, room):
    one = room.create("Friday")
    body = {"text": "Bell;Ana\nCole;Bo\n"}

    asked = imported(clock, one, body).json()

    assert (asked["entered"], asked["lines"], asked["asked"]) == (0, [], "How are the names written?")
    assert ("order:last-first", ["Ana Bell", "Bo Cole"]) in [(way["id"], way["names"]) for way in asked["choices"]]
    assert imported(clock, one, {**body, "choices": ["order:last-first"]}).json()["entered"] == 2
    assert [entry["name"] for entry in one.view["entries"]] == ["Ana Bell", "Bo Cole"]


def test_an_unread_column_of_a_list_is_reported(clock, room):
    said = imported(clock, room.create("Friday"), {"text": "Name;Paid\nAna;yes\n"}, dry_run=True).json()

    assert said["notes"] == ["Not read: column 2 (“Paid”)"]


def twins_of(said):
    return {
        (line["line"], line["name"]): [
            (twin["player"], twin["number"], twin["last"], twin["line"]) for twin in line["twins"]
        ]
        for line in said["lines"]
        if line["what"] == "asks"
    }


def test_a_name_like_one_that_the_room_knows_brings_a_question_and_takes_an_answer(clock, room):
    last, one = room.create("Thursday"), room.create("Friday")
    last.do("add-entry", player="112", name="Tom Müller")
    last.enter("Ana")
    body = {"text": "Name;Member\nTom Mueller;113\nANA;\nCy;5\nCy;6\nCy;\n"}

    asked = imported(clock, one, body).json()

    assert twins_of(asked) == {
        (2, "Tom Mueller"): [("112", "112", "Thursday", 0)],
        (5, "Cy"): [("5", "5", "", 4)],
        (6, "Cy"): [("5", "5", "", 4)],
    }
    assert [(entry["name"], entry["player"]) for entry in one.view["entries"]] == [("ANA", "ana"), ("Cy", "5")]
    imported(clock, one, {**body, "answers": {0: "same:112", 3: "new", 4: "new"}})
    assert [(entry["name"], entry["player"]) for entry in one.view["entries"]][2:] == [
        ("Tom Müller", "112"), ("Cy", "6"), ("Cy", "cy"),
    ]  # fmt: skip


def test_a_list_with_new_numbers_can_be_matched_to_known_players_as_a_whole(clock, room):
    last, one = room.create("Thursday"), room.create("Friday")
    last.enter("Ana", "Bo")

    said = imported(clock, one, {"text": "Name;Member\nAna;7\nBo;8\nCy;9\n", "same": True}).json()

    assert said["entered"] == 3
    assert [entry["player"] for entry in one.view["entries"]] == ["ana", "bo", "9"]


def test_a_different_person_with_a_name_in_play_gets_their_own_id(clock, room):
    one = room.create("Friday")
    imported(clock, one, {"text": "Cy;6\nDee;7"})

    imported(clock, one, {"text": "Cy\nCy", "answers": {0: "new"}})

    assert [entry["player"] for entry in one.view["entries"]] == ["6", "7", "cy"]
