"""A tournament's pages for all users: axe-core and measurements on the console's places and the player's page."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.room import NAMES

pytestmark = pytest.mark.slow


@pytest.fixture
def evening(room):
    """Two tables play, and one entry is on the way."""
    one = room.create("Friday", buy_in=2000, currency="EUR")
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=6, typed=True)
    one.enter(*NAMES[:8])
    one.draw()
    one.do("start")
    return one


PLACES = ("now", "tables", "players", "clock", "prizes", "log", "room")


def test_no_place_of_the_console_has_an_accessibility_violation(pages, evening):
    """
    All seven places are checked with everything open that can be opened.
    """
    page = pages.director()
    expect(page.locator("#event")).to_have_text("Friday")
    for place in PLACES:
        go(page, place)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        no_violations(page)
        fits_a_phone(page)


def test_the_players_page_has_no_accessibility_violation_before_and_after_following_an_entry(pages, evening):
    page = pages.open("/player/")
    expect(page.get_by_label("Your entry number")).to_be_visible()
    no_violations(page)
    fits_a_phone(page)

    page.get_by_label("Your entry number").fill(str(evening.view["entries"][0]["entry"]))
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#who")).to_be_visible()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

    no_violations(page)
    fits_a_phone(page)


def test_the_first_steps_of_an_event_name_the_next_one_and_lead_there(pages, room):
    saturday = room.create("Saturday")
    page = pages.director()
    following = page.locator(".first .go")
    expect(following).to_have_text("Enter the players")
    no_violations(page)
    fits_a_phone(page)

    saturday.enter("Ana", "Bo")
    expect(following).to_have_text("Open the tables")
    saturday.open_tables(1)
    expect(following).to_have_text("Draw the seats")
    saturday.draw()
    expect(following).to_have_text("Start the clock")
    following.click()
    expect(page.locator("#place-clock")).to_be_visible()
    go(page, "now")
    saturday.do("start")
    expect(following).to_have_count(0)
