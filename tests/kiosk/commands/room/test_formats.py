"""Shootouts and redraws in the words of `kiosk room`."""

import json

import pytest


def view(room):
    return json.loads(room("--json", "show"))["tournament"]


def lose(room, table: int, hands: int) -> None:
    """The first at a typed table of two takes all; the other is confirmed out."""
    sitting = max(one["sitting"] for one in view(room)["sittings"] if one["table"] == table)
    one, other = (entry for entry in view(room)["entries"] if entry["sitting"] == sitting)
    chips = sum(entry["chips"] or 5000 for entry in (one, other))
    room("type", table, f"{one['entry']}={chips}", f"{other['entry']}=0", "--hands", hands)
    room("bust", other["entry"])


@pytest.mark.slow
def test_four_players_meet_in_pairs_and_the_winners_in_the_final(room):
    room("create", "Pairs", "--structure", "demo", "--buy-in", 1000, "--shoot-out", "2:1:ties")
    assert "at most 2 seats" in room("open", 1, "--seats", 9, "--typed", code=1)
    room("open", 1, 2, "--seats", 2, "--typed")
    room("enter", "Ana", "Bo", "Cyd", "Dee")
    room("draw")
    room("start")
    assert "table 1 is still playing its round" in room("redraw", code=1)
    lose(room, 1, 5)
    lose(room, 2, 7)
    assert "draw seats at the last table for the 2 players in round 2" in room("show")

    room("accept")

    assert [one["table"] for one in view(room)["sittings"] if not one["breaking"]] == [1]
    assert "seats redrawn" not in room("show")
    lose(room, 1, 9)
    room("end")
    assert sorted(entry["finish"] for entry in view(room)["entries"]) == [1, 2, 3, 3]


def test_a_final_table_of_the_rule_books_size_is_proposed(room):
    room("create", "Redraws", "--structure", "demo", "--final-table", "book", "--redraw-at", 12, 10)
    room("open", 1, 2, "--seats", 9, "--typed")
    room("enter", *(f"Player {n}" for n in range(9)))
    room("draw")
    room("start")

    (asked,) = [one for one in view(room)["proposals"] if one["action"]["do"] == "redraw"]
    assert (asked["why"], asked["clause"]) == ("9 players left: redraw everyone at the final table", "TDA 2024 RP-9")
    room("redraw", 2, "--seats", 10)
    room("undo")
    assert len(view(room)["sittings"]) == 2


def test_hand_for_hand_busts_wait_until_every_table_has_finished_and_then_tie(room):
    room("create", "Bubble", "--book", "tda", "--structure", "club", "--buy-in", 1000)
    room("open", 31, 32, "--seats", 5, "--typed")
    room("enter", *(f"Player {n}" for n in range(8)))
    room("draw")
    room("start")
    at: dict[int, list[int]] = {31: [], 32: []}
    for entry in view(room)["entries"]:
        at[entry["table"]].append(entry["entry"])
    for table, entries in at.items():
        room("type", table, *(f"{entry}=10000" for entry in entries), "--hands", 3)
    room("hand-for-hand", "on")
    for waits, (table, (winner, *others, loser)) in zip(("32", ""), at.items(), strict=True):
        room("type", table, f"{winner}=20000", *(f"{entry}=10000" for entry in others), f"{loser}=0", "--hands", 4)
        if waits:
            assert f"waiting on table {waits}" in room("show")
            assert f"waiting on table {waits}" in room("bust", loser, code=1)
            assert "bust" not in [one["action"]["do"] for one in view(room)["proposals"]]

    room("accept")

    assert [entry["finish"] for entry in view(room)["entries"] if entry["finish"]] == [7, 7]


def test_an_impossible_format_is_reported_in_one_line(room):
    assert "does not define a shootout" in room("create", "X", "--shoot-out", "dance", code=2)
    assert "is not a final table size" in room("create", "X", "--final-table", "big", code=2)
    assert "at most half the players can win" in room("create", "X", "--shoot-out", "3:2", code=1)
