"""A seat taken out of use, and put back, in a table's panel of the director's page."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_a_seat_out_of_use_is_marked_on_the_map_and_put_back_in_the_same_panel(pages, room):
    sunday = room.create("Sunday")
    sunday.do("open-table", table=1, seat_count=9)
    for number in range(4):
        sunday.enter(f"Player {number}")
    sunday.do("draw-seats")
    free = min({*range(1, 10)} - {one["seat"] for one in sunday.view["entries"]})
    page = pages.director("tables")
    page.locator("#map .tile").first.click()
    panel = page.locator("#one-table-acts")

    panel.get_by_label("An empty seat").select_option(str(free))
    panel.get_by_role("button", name="Take out of use").click()

    expect(page.locator("#map .unused")).to_have_text("×")
    expect(page.locator("#map .tile").first).to_have_accessible_name(
        f"Table 1, 4 players, seat {free} out of use, not connected yet"
    )
    panel.get_by_role("button", name=f"Put seat {free} back in use").click()
    expect(page.locator("#map .unused")).to_have_count(0)
