"""The plan of the room on the director's page: tables placed by touch, their cards by section, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.clock import eventually

pytestmark = pytest.mark.slow


@pytest.fixture
def sunday(room):
    return room.create("Sunday")


@pytest.fixture
def page(pages, sunday):
    one = pages.director("room")
    return one


def place(page, table, section):
    page.locator(f"#plan-table-{table}").click()
    page.get_by_label("Section").fill(section)
    page.get_by_label("Section").press("Enter")


def test_a_placed_table_is_in_the_same_place_on_every_page(page, pages):
    """
    Its section, its seats and the dealer's side are saved with each touch.
    """
    place(page, 2, "Terrace")
    page.get_by_role("button", name="One seat fewer").click()
    expect(page.locator("#plan-count")).to_have_text("8 seats")
    page.get_by_role("button", name="Rotate").click()
    page.get_by_role("button", name="Move seat 1").click()
    named = "Table 2: 8 seats, dealer on the left, seat 8 on the dealer's left"
    expect(page.get_by_role("button", name=named)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#plan-one")).to_be_hidden()

    other = pages.director("room")
    expect(other.get_by_role("button", name=named)).to_be_visible()
    assert other.locator("#plan h3:visible").all_text_contents() == ["Terrace", "No section"]


def test_a_touch_on_a_table_counts_even_if_an_answer_moves_the_tables(page):
    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/plan/place", hold)
    place(page, 3, "Ballroom")
    eventually(lambda: page.evaluate("true") and bool(late))
    page.locator("#plan-table-1").hover()
    page.mouse.down()
    with page.expect_response("**/api/plan/place"):
        late[0].continue_()
    expect(page.locator("#plan-turn")).to_be_enabled()
    page.mouse.up()

    expect(page.locator("#plan-which")).to_have_text("Table 1")
    expect(page.locator("#plan h3:visible")).to_have_text(["Ballroom", "No section", "Table 1"])


def test_a_table_has_no_more_seats_than_the_maximum(page):
    page.locator("#plan-table-1").click()
    more = page.get_by_role("button", name="One seat more")
    more.click()
    expect(page.locator("#plan-count")).to_have_text("10 seats")
    expect(more).to_be_disabled()


def test_a_table_without_a_kiosk_is_added_by_its_number(page):
    page.get_by_label("Another table").fill("41")
    page.locator("#plan-add button").click()

    expect(page.locator("#plan-table-41")).to_be_visible()
    expect(page.locator("#plan-which")).to_have_text("Table 41")


def test_tiles_are_listed_under_their_section_and_tables_open_with_their_seats(page, sunday):
    for table, section in ((3, "Ballroom"), (1, "Terrace")):
        place(page, table, section)
    page.get_by_role("button", name="One seat fewer").click()
    expect(page.locator("#seat-count")).to_have_value("8")
    sunday.open_tables(1, 2, 3)

    go(page, "tables")
    expect(page.locator("#map :is(h2, .number)")).to_have_text(["Ballroom", "3", "Terrace", "1", "No section", "2"])
    page.locator("#map summary", has_text="Terrace").click()
    expect(page.locator("#map :is(h2, .number)")).to_have_text(["Ballroom", "3", "Terrace", "No section", "2"])
    go(page, "room")
    page.get_by_role("button", name="Remove from plan").click()
    expect(page.locator("#plan-table-41")).to_have_count(0)


def test_a_planned_table_without_a_kiosk_is_opened_as_a_typed_table(pages, room):
    sunday = room.create("Sunday")
    page = pages.director("room")
    page.locator("#plan-table").fill("31")
    page.locator("#plan-add button").click()

    page.get_by_label("Table", exact=True).select_option(label="Table 31, no kiosk")
    page.get_by_role("button", name="Open table").click()

    expect(page.locator("#opened li")).to_have_text(["Table 31: 0 of 9 seats taken"])
    [sitting] = sunday.view["sittings"]
    assert (sitting["table"], sitting["typed"]) == (31, True)
