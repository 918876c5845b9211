"""A redraw on the director's page: proposed with its reason, done with one touch, undone with another."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_the_final_table_is_drawn_with_one_touch_and_undo_brings_the_tables_back(pages, room):
    sunday = room.create("Sunday", redraws={"final_table": "book"})
    for table in (1, 2):
        sunday.do("open-table", table=table, seat_count=9)
    for number in range(9):
        sunday.enter(f"Player {number}")
    sunday.do("draw-seats")
    sunday.do("start")
    page = pages.director()
    asked = page.locator("#lanes")
    expect(asked).to_contain_text("9 players left: redraw everyone at the final table")
    expect(asked).to_contain_text("TDA 2024 RP-9")

    tiles = pages.director("tables").locator("#map .number")
    expect(tiles).to_have_text(["1", "2"])

    page.get_by_role("button", name="Draw the seats").click()

    expect(tiles).to_have_count(1)
    page.get_by_role("button", name="Undo: seats redrawn").click()
    expect(asked).to_contain_text("redraw everyone")
    expect(tiles).to_have_text(["1", "2"])
    assert [one["sitting"] for one in sunday.view["sittings"]] == [1, 2]


def test_seven_left_who_fit_at_one_table_have_its_card_first_and_alone(pages, room):
    sunday = room.create("Sunday")
    sunday.open_tables(1, 2, seats=9)
    for number in range(7):
        sunday.enter(f"Player {number}")
        sunday.do("seat-entry", entry=number + 1, to={"sitting": 1 if number < 5 else 2, "seat": number + 1})
    sunday.do("start")
    page = pages.director()
    lanes = page.locator("#lanes")

    expect(lanes.locator(".card").first).to_contain_text("table 2 can break")
    expect(lanes.locator("h2").first).to_have_text("Before the next hand, 1")
    for unwanted in ("Move to", "Hold"):
        expect(lanes.get_by_text(unwanted)).to_have_count(0)
