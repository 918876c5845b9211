"""Tables paused on the console: one in the place "Room" or beside its play, or all of them before a break."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations

pytestmark = pytest.mark.slow


def test_one_table_is_paused_for_a_reason_and_resumes_play(pages, room):
    friday = room.create("Friday")
    friday.open_tables(1, 2)
    page = pages.director("room")
    form = page.locator("#room-orders .pausing")
    form.locator("summary").click()
    form.get_by_label("Table to pause").select_option("Table 2")
    form.get_by_label("Reason, shown at the table").fill("Ruling in progress")

    form.get_by_role("button", name="Pause this table").click()
    expect(page.locator("#opened li")).to_have_text(
        ["Table 1: 0 of 10 seats taken", "Table 2: 0 of 10 seats taken, paused"]
    )
    assert [one["paused"] for one in friday.view["sittings"]] == [False, True]

    form.get_by_role("button", name="Resume play").click()
    expect(page.locator("#opened li")).to_have_text(["Table 1: 0 of 10 seats taken", "Table 2: 0 of 10 seats taken"])
    page.get_by_role("button", name="Undo: table resumed").click()
    expect(page.locator("#opened li").nth(1)).to_contain_text("paused")


def test_the_open_table_is_paused_beside_its_play_and_the_map_says_so(pages, room):
    friday = room.create("Friday")
    friday.open_tables(1, 2)
    page = pages.director("tables")
    page.locator("#map .tile").nth(1).click()
    expect(page.locator("#map .average").first).to_be_empty()
    form = page.locator("#one-table-pause .pausing")
    form.locator("summary").click()
    form.get_by_label("Stop").select_option("after 3 more hands")
    form.get_by_label("Reason, shown at the table").fill("Ruling in progress")
    no_violations(page)

    form.get_by_role("button", name="Pause this table").click()

    expect(form.get_by_text("Pauses after hand 3")).to_be_visible()
    expect(page.locator("#map .tile").nth(1)).to_have_accessible_name(re.compile("^Table 2, .*paused$"))
    assert [(one["paused"], one["paused_after"]) for one in friday.view["sittings"]] == [(False, 0), (True, 3)]
    fits_a_phone(page)
    form.get_by_role("button", name="Resume play").click()
    expect(form.get_by_label("Stop")).to_have_value("0")
    assert not any(one["paused"] for one in friday.view["sittings"])


def test_a_paused_table_is_a_card_on_now_that_resumes_play(pages, room):
    friday = room.create("Friday")
    friday.open_tables(1, 2)
    friday.do("pause-table", sitting=2, reason="Ruling in progress")
    page = pages.director("tables")
    page.locator("#map .tile.warn").click()
    expect(page.locator("#one-table > *").nth(1)).to_have_id("one-table-pause")

    go(page, "now")
    card = page.locator("#lanes .card", has_text="Table paused: Ruling in progress")
    card.get_by_role("button", name="Resume play").click()

    expect(card).to_have_count(0)
    assert not any(one["paused"] for one in friday.view["sittings"])


def test_all_tables_stop_after_the_last_hands_before_a_break(pages, room):
    friday = room.create("Friday")
    friday.open_tables(1, 2, 3)
    page = pages.director("room")
    form = page.locator("#room-orders .pausing")
    form.locator("summary").click()
    form.get_by_label("Table to pause").select_option("All tables")
    form.get_by_label("Stop").select_option("after 2 more hands")

    form.get_by_role("button", name="Pause all tables").click()

    resume = form.get_by_role("button", name="Resume play at all tables")
    expect(resume).to_be_visible()
    assert [one["paused_after"] for one in friday.view["sittings"]] == [2, 2, 2]
    resume.click()
    expect(form.get_by_role("button", name="Pause all tables")).to_be_visible()
    assert not any(one["paused"] for one in friday.view["sittings"])
