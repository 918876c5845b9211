"""The place "Clock" of the director's console: the structure, edited while it runs."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.accessible import no_violations
from tests.kit.clock import eventually
from tests.kit.room import NAMES, clock, room

__all__ = ["clock", "room"]

pytestmark = pytest.mark.slow


@pytest.fixture
def evening(room):
    """Six players, at the start of the second level."""
    one = room.create("Club night", structure="club")
    one.open_tables(1)
    one.enter(*NAMES[:6])
    one.draw()
    one.do("start")
    one.do("next")
    return one


def entries(evening):
    return evening.whole["state"]["structure"]["entries"]


def test_future_levels_are_edited_and_published_while_past_ones_are_locked(evening, pages):
    page = pages.director("clock")
    rows, publish = page.locator("#structure-editor .row"), page.get_by_role("button", name="Publish to")
    expect(rows.nth(0)).to_have_class(re.compile("past"))
    expect(rows.nth(1)).to_have_class(re.compile("now"))
    expect(rows.nth(0).locator("input")).to_have_count(0)

    minutes = page.get_by_label("Minutes for Level 3")
    minutes.fill("12.5")
    minutes.press("Enter")
    expect(page.get_by_label("Minutes for Break").first).to_be_focused()
    expect(rows.nth(2)).to_contain_text("was 20")
    rows.nth(2).locator("button.open").click()
    rows.nth(2).get_by_role("button", name="Add level").click()
    rows.nth(3).locator("button.open").click()
    page.get_by_label("Big blind", exact=True).fill("175")
    page.get_by_label("Big blind", exact=True).press("Tab")
    expect(page.get_by_role("heading", name="2 changes, not yet published")).to_be_visible()
    no_violations(page)
    publish.click()

    expect(publish).to_have_count(0)
    assert [(one["small"], one["big"], one["minutes"]) for one in entries(evening)[2:4]] == [
        (75, 150, 12.5),
        (100, 175, 12.5),
    ]
    assert entries(evening)[3]["name"] == "Level 4"


def test_an_unplayable_change_is_reported_before_it_is_published(evening, pages):
    page = pages.director("clock")
    page.locator("#structure-editor .row").nth(2).locator("button.open").click()
    small = page.get_by_label("Small blind", exact=True)
    small.evaluate("(input) => { input.step = 1; }")
    small.fill("76")
    small.press("Tab")

    expect(page.locator(".publishing .why")).to_contain_text("25")
    expect(page.get_by_role("button", name="Publish to")).to_be_disabled()
    page.get_by_role("button", name="Undo change").click()
    expect(page.locator(".publishing")).to_have_count(0)


def test_two_directors_never_overwrite_each_others_changes(evening, pages):
    page, other = pages.director("clock"), pages.director("clock")
    for one, minutes in ((page, "15"), (other, "30")):
        one.get_by_label("Minutes for Level 3").fill(minutes)
        one.get_by_label("Minutes for Level 3").press("Tab")

    other.get_by_role("button", name="Publish to").click()

    expect(page.locator(".publishing")).to_contain_text("Somebody else has changed the structure")
    expect(page.get_by_role("button", name="Publish to")).to_be_disabled()
    page.get_by_role("button", name="Discard all").click()
    expect(page.get_by_label("Minutes for Level 3")).to_have_value("30")
    assert entries(evening)[2]["minutes"] == 30


def test_jumping_to_a_row_needs_a_second_press_and_not_a_double_tap(evening, pages):
    page = pages.director("clock", stands_still=True)
    row = page.locator("#structure-editor .row").nth(5)
    row.locator("button.open").click()
    row.get_by_role("button", name="Go to Level 5 now").evaluate("(one) => { one.click(); one.click(); }")
    sure = row.get_by_role("button", name="Go to Level 5? Press again")
    expect(sure).to_be_visible()
    assert evening.whole["state"]["index"] == 1

    page.clock.fast_forward(500)
    sure.click()

    expect(page.locator("#level")).to_have_text("Level 5")


def test_a_start_is_set_in_the_rooms_time_zone_and_a_structure_read_from_a_file(room, pages, tmp_path):
    """
    The room is in Berlin, wherever the browser is. Before the start the whole structure can be replaced.
    """
    one = room.create("Club night", structure="demo")
    one.open_tables(1)
    page = pages.director("clock")
    page.get_by_label("Time", exact=True).fill("2036-07-01T19:30")
    page.get_by_role("button", name="Set this time").click()
    expect(page.get_by_role("button", name="Cancel automatic start")).to_be_visible()
    assert one.view["starts_ms"] == 2_098_546_200_000

    table = tmp_path / "friday.csv"
    table.write_text("starting_stack,5000\nchips,25,100\nsb,bb,minutes\n25,50,10\n50,100,10\n", "utf-8")
    page.get_by_text("From a preset, from a file, or custom").click()
    page.get_by_label("File (TOML").set_input_files(table)
    page.get_by_role("button", name="Publish to").click()
    eventually(lambda: one.whole["state"]["structure"]["name"] == "friday")
    expect(page.locator("#structure-editor .row")).to_have_count(2)
