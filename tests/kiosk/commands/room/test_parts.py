"""Whole events in the words of `kiosk room`: teams and a waiting list, flights and their final, a deal."""

import json
import re

import pytest


def id_of(said: str) -> str:
    found = re.search(r"[0-9a-f]{16}", said)
    assert found
    return found[0]


def test_teams_wait_come_forfeit_and_are_kept_out_until_they_pay(room):
    room("create", "Hold'em", "--book", "astate-2009", "--structure", "astate-2009", "--cap", 2, "--roster", 16,
         "--forfeit-fee", 2000)  # fmt: skip
    room("open", 1, "--seats", 5, "--typed")
    for team in ("Aces", "Kings", "Queens"):
        room("enter", team, "--roster", f"Ann {team}", f"Ben {team}", "--id-seen")
    assert "Queens: waiting list" in room("show")
    assert "first and last name are needed" in room("enter", "Jacks", "--roster", "Joe", "--id-seen", code=1)
    room("member", "Aces", "Cleo Dane")
    assert "not moved" in both(room, "schedule", "2036-01-16 18:00", "2036-01-17 18:00")
    assert "cannot default" in room("give-up", "Aces", code=1)
    room("check-in", "Aces")
    room("turn-away", "Rowdy Crew", "brought drinks")
    assert "brought drinks" in room("enter", "Rowdy Crew", "--roster", "Rod Crew", "--id-seen", code=1)
    room("draw")
    assert "Kings was not here at the start" in room("start")

    room("forfeit", "Kings")
    said = room("promote")

    assert "Kings: forfeit, owes 20" in said
    assert "Queens, no seat" in said
    april = id_of(room("create", "April", "--book", "astate-2009", "--structure", "astate-2009", "--roster", 16))
    assert "owes 2,000" in room("--tournament", april, "enter", "Kings", "--roster", "Zoe Ash", "--id-seen", code=1)


def both(room, command, first, second):
    room(command, first)
    return room(command, second, code=1)


def flight(room, name: str, *players: str) -> str:
    """A self-dealt flight of three that is typed to its end; returns its id."""
    its_id = id_of(room("create", name, "--book", "washburn", "--structure", "washburn", "--flight", "book",
                        "--buy-in", 1000))  # fmt: skip
    room("open", 1, "--seats", 8, "--typed")
    room("enter", *players, "--id-seen")
    room("draw")
    room("start")
    assert "still has hands to play" in room("end-flight", code=1)
    room("type", 1, f"{players[0]}=20000", f"{players[1]}=10000", f"{players[2]}=0", "--hands", 9)
    room("bust", players[2])
    assert "the flight is over" in room("show")
    said = room("end-flight")
    assert f"{players[0]}: goes on with 20,000" in said
    room("accept")
    return its_id


def test_flights_meet_in_a_final_that_ends_in_a_deal(room):
    flights = [flight(room, "Flight A", "Ana", "Bo", "Cyd"), flight(room, "Flight B", "Dee", "Eli", "Fay")]
    room("create", "Final", "--book", "washburn", "--structure", "washburn", "--buy-in", 1000)
    room("open", 1, "--seats", 8, "--typed")

    said = room("carry", *flights)

    assert "4 of 4 entries left, 15,000 chips on average" in said
    assert "prizes 60" in said
    assert "are here already" in room("carry", flights[0], code=1)
    room("draw")
    room("start")
    room("type", 1, "Ana=40000", "Bo=0", "Dee=20000", "Eli=0", "--hands", 20)
    room("accept")
    assert "a deal over 60" in room("deal", "icm")
    offered = json.loads(room("--json", "deal", "chips", "--for-winner", 500))
    assert sum(share["amount"] for share in offered["shares"]) + 500 == 6000
    room("deal", "chips", "--agree")
    said = room("end")
    assert "the tournament is over" in said
    assert "place 1: Ana, prize 33" in said
    assert "place 2: Dee, prize 27" in said
    assert room("results").splitlines() == [
        "place,tied,name,payout,bounties,currency,entry,nth",
        "1,1,Ana,3300,0,,1,1",
        "2,1,Dee,2700,0,,3,1",
        "3,2,Bo,0,0,,2,1",
        "3,2,Eli,0,0,,4,1",
    ]
    assert "chips issued: 60,000, found: 60,000" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--flight", "sometime"), "left:2"),
        (("--closes", "friday"), "2026-11-27 18:00"),
        (("--flight", "left:2:top"), "last-level"),
    ],
)
def test_what_cannot_be_meant_is_said(room, words, says):
    assert says in room("create", "x", *words, code=1 if "top" in words[1] else 2)
