"""A league in a browser: made by touch, with its formula's points beside it, and its public standings."""

import pytest
from playwright.sync_api import expect

from tests.kiosk.clock.features.leagues.test_leagues import played
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.room import clock, room

__all__ = ["clock", "room"]

pytestmark = pytest.mark.slow


def test_a_league_is_made_by_touch_and_its_standings_are_public_and_fit_a_phone(room, pages):
    played(room, "Friday 1", "Ana", "Bo", table=7)
    played(room, "Friday 2", "Bo", "Ana", table=8)
    director = pages.director("room-setup")
    director.get_by_role("button", name="New league").click()
    form = director.locator("form.league")
    form.get_by_label("Name", exact=True).fill("Fridays")
    expect(form.locator(".example dd").first).to_have_text("30.00")
    form.get_by_label("Formula", exact=True).fill("10 * sqrt(entries /")
    expect(form.locator(".example .why")).to_contain_text("the formula is incomplete")
    form.get_by_label("Built-in formulas").select_option(label="one point for each player beaten")
    expect(form.locator(".example dd").first).to_have_text("30.00")
    form.get_by_label("Name (* = any text)").fill("friday*")
    form.get_by_label("Best results that count (0: all)").fill("1")
    form.get_by_label("What counts after a re-entry").select_option(label="The first entry only")
    form.get_by_label("Friday 2").select_option("never counts")
    form.get_by_label("Friday 2").select_option("by name and date")
    no_violations(director)
    fits_a_phone(director)
    form.get_by_role("button", name="Save this league").click()
    expect(director.get_by_role("link", name="Standings")).to_have_attribute("href", "/standings/fridays")

    page = pages.open("/standings/")
    page.get_by_role("link", name="Fridays").click()

    expect(page.get_by_role("row", name="1 Ana 2 2 1")).to_be_visible()
    expect(page.get_by_role("cell", name="does not count")).to_have_count(2)
    expect(page).to_have_title("Fridays")
    expect(page.get_by_text("only a player's first entry counts")).to_be_visible()
    no_violations(page)
    fits_a_phone(page)
