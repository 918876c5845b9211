"""A player pinned to a seat, and unpinned, in the player's sheet of the director's page."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_a_pinned_player_is_marked_in_the_list_and_on_the_map_and_can_move_once_unpinned(pages, room):
    sunday = room.create("Sunday")
    for table in (1, 2):
        sunday.do("open-table", table=table, seat_count=9)
    for number in range(4):
        sunday.enter(f"Player {number}")
    sunday.do("draw-seats")
    ana = sunday.view["entries"][0]
    page = pages.director("players")
    page.locator("#entries-rows").get_by_role("button", name="Player 0").click()
    sheet = page.locator("#player-one")

    sheet.get_by_role("button", name="Pin to this seat").click()

    expect(page.locator("#entries-rows tr.chosen .at")).to_contain_text("pinned")
    expect(sheet.get_by_role("button", name="Move", exact=True)).to_have_count(0)
    assert sunday.view["entries"][0]["pinned"]
    page.goto(page.url.split("#")[0] + "#tables")
    tile = page.locator(f'#map .tile[href="#table-{ana["table"]}"]')
    expect(tile).to_have_accessible_name(
        f"Table {ana['table']}, 2 players, seat {ana['seat']} pinned, not connected yet"
    )
    expect(tile.locator(".pin")).to_have_count(1)
    tile.click()
    expect(page.locator("#one-table-acts")).to_contain_text("Breaking the table unpins Player 0")

    page.goto(page.url.split("#")[0] + "#players")
    sheet.get_by_role("button", name="Unpin", exact=True).click()

    expect(sheet.get_by_role("button", name="Move", exact=True)).to_be_visible()
    expect(page.locator("#entries-rows tr.chosen .at")).not_to_contain_text("pinned")


def test_if_all_players_are_pinned_the_card_proposes_to_unpin_the_next_one_to_move(pages, room):
    sunday = room.create("Sunday", late_levels=4)  # with closed entries, one table would be broken instead
    for table in (1, 2):
        sunday.do("open-table", table=table, seat_count=9)
    for number in range(5):
        sunday.enter(f"Player {number}")
    for entry in range(1, 6):
        at = {"sitting": 1 if entry < 5 else 2, "seat": entry}
        sunday.do("seat-entry", entry=entry, to=at)
        if entry < 5:
            sunday.do("pin-entry", entry=entry)
    sunday.do("start")
    page = pages.director("now")
    card = page.locator(".card", has_text="Pinned to the seat").first

    expect(card).to_contain_text("all 4 players at table 1 are pinned: unpin")
    card.get_by_role("button", name="Unpin").click()

    expect(page.locator(".card", has_text="Balance the tables").first).to_be_visible()
