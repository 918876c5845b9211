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
    for place in (*PLACES, "room-devices", "room-setup"):
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


def test_the_first_steps_of_an_event_lead_to_the_buttons_that_they_name(pages, room):
    """
    The last step starts the clock.
    """
    saturday = room.create("Saturday")
    page = pages.director()
    following = page.locator(".first .go")
    expect(following).to_have_text("Enter the players")
    no_violations(page)
    fits_a_phone(page)

    following.click()
    expect(page.locator("#player")).to_be_focused()
    go(page, "now")

    saturday.enter("Ana", "Bo")
    expect(following).to_have_text("Open the tables")
    following.click()
    expect(page.locator("#open")).to_be_focused()
    go(page, "now")
    saturday.open_tables(1)
    expect(following).to_have_text("Draw the seats")
    following.click()
    expect(page.locator("#draw-seats")).to_be_in_viewport()
    go(page, "now")
    saturday.draw()
    expect(following).to_have_text("Start the clock")
    following.click()
    expect(following).to_have_count(0)
    assert saturday.whole["state"]["running"]


def test_a_new_event_shows_nothing_that_is_not_in_use(pages, room):
    """
    No figures without players, no chips without chips, no leaders without counts, no rota without dealers, no deal
    without prizes, and no hash in sight.
    """
    friday = room.create("Friday", buy_in=2000, late_levels=4)
    page = pages.director()
    expect(page.locator(".forecast")).to_contain_text("Level 2")
    expect(page.locator("#players")).to_be_empty()
    for unused in ("#chips", ".pace", ".figures"):
        expect(page.locator(unused).locator("visible=true")).to_have_count(0)
    go(page, "tables")
    expect(page.get_by_text("No tables are open.")).to_be_visible()
    expect(page.get_by_label("Dealer arriving")).to_be_hidden()
    go(page, "prizes")
    expect(page.get_by_role("button", name="Work out a deal")).to_be_hidden()
    go(page, "room")
    expect(page.locator("#seed")).to_be_hidden()
    expect(page.locator("#announce")).to_be_hidden()

    friday.enter(*NAMES[:6])
    friday.do("open-table", table=31, seat_count=6, typed=True)
    friday.draw()
    friday.do("start")
    go(page, "now")
    expect(page.locator("#ledger")).to_contain_text("on the tables")
    expect(page.locator("#ledger")).not_to_contain_text("in transit")
    expect(page.locator(".forecast")).to_contain_text("Entries close")
    for unknown in ("expected", "In the money", "End"):
        expect(page.locator(".forecast")).not_to_contain_text(unknown)
    go(page, "tables")
    expect(page.locator(".names bdi")).to_have_count(6)
    no_violations(page)
    fits_a_phone(page)


RUNS_DIMMED = """() => {
    const room = document.getElementById("room");
    window.runs = 0;
    window.axe = { run: async () => {
        window.runs += 1;
        const isDimmed = window.runs === 1;
        room.classList.toggle("lost", isDimmed);
        await new Promise((done) => setTimeout(done));
        room.classList.remove("lost");
        const nodes = [{ target: ["p"], any: [], all: [], none: [] }];
        return { violations: isDimmed ? [{ id: "color-contrast", help: "too little contrast", nodes }] : [] };
    } };
}"""


def test_a_check_during_which_the_page_was_dimmed_is_repeated(pages, evening):
    """
    While the clock does not answer, the page is dimmed. A busy machine once made a check of contrast fail.
    """
    page = pages.director()
    expect(page.locator("#event")).to_have_text("Friday")
    page.evaluate(RUNS_DIMMED)

    no_violations(page)

    assert page.evaluate("window.runs") == 3  # dark twice, and light
