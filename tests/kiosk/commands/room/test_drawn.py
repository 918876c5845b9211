"""Draws by `kiosk room`: committed to in advance, checkable by anyone, or made with cards."""

import hashlib
import re

from tests.kit.room import NAMES


def seats(said: str) -> list[str]:
    return re.findall(r"^ *\d+: (\w+, table \d+ seat \d+)", said, re.MULTILINE)


def test_a_draw_is_committed_to_in_advance_and_undoing_it_changes_no_seat(room):
    room("create", "Club night", "--structure", "demo")
    room("open", 1, 2, "--seats", 10)
    before = re.search(r"^SHA-256 of the seed for the next draw: (\w+)$", room("show"), re.MULTILINE)
    room("enter", *NAMES[:9])
    assert before
    assert before[1] in room("show")

    first = room("draw")
    seed = re.search(r"^seed of the last draw: (\w+)$", first, re.MULTILINE)
    assert seed
    assert hashlib.sha256(seed[1].encode()).hexdigest() == before[1]
    assert "draws were" not in room("undo")
    assert seed[1] in room("show")
    assert "has a committed seed" in room("act", '{"do": "prepare-draw", "seed": "grinding-for-a-seat"}', code=1)

    assert seats(room("draw")) == seats(first)
    checked = room("check-draw")
    assert re.findall(r"^draw (\d+), seats for 9(, undone)?: verified", checked, re.MULTILINE) == [
        ("1", ", undone"), ("1", ""),
    ]  # fmt: skip


def test_seats_are_drawn_by_cards_and_a_table_of_the_house_rules_breaks_by_them(room):
    """
    House rules, Consolidating Tables: a card for a table, then the nearest seat. `room cards` says which is which.
    """
    room("create", "Club night", "--structure", "house", "--book", "house")
    room("open", 1, 2, "--seats", 6)
    room("enter", *NAMES[:4])
    pile = room("cards")
    assert pile.splitlines()[:4] == [
        "2c (two of clubs): table 1, seat 1", "3c (three of clubs): table 1, seat 2",
        "4c (four of clubs): table 2, seat 1", "5c (five of clubs): table 2, seat 2",
    ]  # fmt: skip
    assert f"1. {NAMES[0]} draws" in pile
    assert "drawn twice" in room("draw", "--cards", "2c", "3c", "3c", "4c", code=1)
    assert "Zz is not a card" in room("draw", "--cards", "Zz", "3c", "3c", "4c", code=2)

    said = room("draw", "--cards", "5C", "4c", "3c", "2c")
    assert f"{NAMES[0]}, table 2 seat 2" in said
    room("start")

    assert room("cards", 2).splitlines()[0] == "2c (two of clubs): table 1, nearest open seat"
    assert "is not in this draw" in room("break", 2, "--cards", "2c", "As", code=1)
    assert "every player at table 2" in room("break", 2, "--cards", "2c", code=1)
    said = room("break", 2, "--cards", "2=3c", "1=2c")
    assert len([one for one in seats(said) if ", table 1 " in one]) == 4
    assert "draw" not in room("check-draw").replace("next draw", "")


def test_a_pinned_player_keeps_the_seat_at_the_final_table_and_the_draw_check_names_them(room):
    room("create", "Final", "--structure", "demo", "--final-table", 6)
    room("open", 1, 2, "--seats", 6, "--typed")
    room("enter", *NAMES[:6])
    for place, name in enumerate(NAMES[:6]):
        room("seat", name, 1 + place % 2, 1 + place)
    last = NAMES[5]

    said = room("pin", last)
    assert any(last in line and line.endswith("· pinned") for line in said.splitlines())
    assert f"{last} is pinned to seat 6 at table 2: unpin first" in room("move", last, 1, 2, code=1)
    assert "already pinned to seat 6 at table 2" in room("pin", last, code=1)
    room("rename", last, "Zora Penn")
    room("start")
    said = room("redraw")

    assert "Zora Penn, table 2 seat 6" in said
    assert "new seats for 5; these stay put: Zora Penn: verified" in room("check-draw")
    assert "pinned" not in room("unpin", "Zora Penn")
    assert "Zora Penn is not pinned" in room("unpin", "Zora Penn", code=1)


def test_breaking_a_table_by_hand_names_the_players_who_lost_a_pin(room):
    room("create", "Sunday", "--structure", "demo")
    room("open", 1, 2, "--seats", 6, "--typed")
    room("enter", *NAMES[:4])
    for place, name in enumerate(NAMES[:4]):
        room("seat", name, 1 + place % 2, 1 + place)
    room("pin", NAMES[1])
    room("start")

    said = room("break", 2)

    assert said.splitlines()[0] == f"no longer pinned, now in another seat: {NAMES[1]}"
    assert "no longer pinned" not in room("undo")


def test_vector_17_house_consolidating_the_table_of_four_breaks_by_cards_to_the_nearest_seats(room):
    """Three tables of 5, 5 and 4 players with seven seats each, after a hand.

    Each of the four gets a seat at the table on the card, as far from the button as before or as near to that as
    possible.
    """
    there = {1: (1, (1, 2, 3, 5, 7)), 2: (7, (1, 3, 4, 6, 7)), 3: (2, (2, 3, 5, 6))}
    room("create", "Club night", "--structure", "house", "--book", "house")
    room("open", *there, "--seats", 7, "--typed")
    named = {(table, seat): f"T{table}S{seat}" for table, (_, taken) in there.items() for seat in taken}
    room("enter", *named.values())
    for (table, seat), name in named.items():
        room("seat", name, table, seat)
    room("start")
    for table, (button, taken) in there.items():
        counts = (f"T{table}S{seat}=10000" for seat in taken)
        room("type", table, *counts, "--hands", 1, "--button", button)
    assert "table 3" in next(one for one in room("show").splitlines() if "House rules, Consolidating Tables" in one)
    assert [one[:2] for one in room("cards", 3).splitlines()[:4]] == ["2c", "3c", "4c", "5c"]

    said = room("break", 3, "--cards", "3=2c", "6=3c", "5=4c", "2=5c")

    assert {"T3S3, table 1 seat 4", "T3S6, table 1 seat 6", "T3S5, table 2 seat 2", "T3S2, table 2 seat 5"} <= {
        *seats(said)
    }
