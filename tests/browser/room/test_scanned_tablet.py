"""A director scans the QR code on a tablet that asks to be let in. That only fills in the code, and does nothing else.
Before, the code was typed, or the number found among the cards on Now.
"""

import re

import pytest
from playwright.sync_api import expect

from kiosk.protocol.pairing import approval_page
from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.asking_tablet import TabletThread
from tests.kit.signing import Asker

pytestmark = pytest.mark.slow

FOUND_AT = "ws://192.168.1.10:8080"


def scanned(shown):
    """The page that a phone's camera opens, at the clock to which it leads."""
    return approval_page(FOUND_AT, shown.code).removeprefix("http://192.168.1.10:8080")


def test_a_director_scans_the_code_signs_in_compares_the_number_and_lets_the_tablet_in(pages, clock, room):
    room.create("Club night", structure="demo")
    Asker(clock).hire("Dee", "director")
    with TabletThread(clock.socket, 5) as tablet:
        code, check = shown = tablet.shows()
        page = pages.open(scanned(shown))
        page.set_viewport_size({"width": 390, "height": 844})
        page.get_by_role("button", name="Dee director").click()
        page.keyboard.type("4711")
        page.keyboard.press("Enter")
        part = page.locator("#tablets")
        expect(part.locator(".scanned")).to_contain_text(f"the number {check[:3]} {check[3:]}")
        expect(part.locator(".scanned")).to_be_in_viewport()
        expect(part.get_by_label("Code or number on the tablet")).to_have_value(code)
        expect(part.get_by_label("Table (empty: the one it asks for)")).to_have_value("5")
        expect(part.get_by_label("Table (empty: the one it asks for)")).to_be_focused()
        expect(page).to_have_url(re.compile("/director/#room-devices$"))  # the code is in no history
        no_violations(page)
        fits_a_phone(page)
        assert tablet.got == []

        part.get_by_role("button", name="Approve").click()

        assert tablet.has().table == 5
    expect(part.locator(".scanned")).to_have_count(0)
    expect(part.get_by_label("Code or number on the tablet")).to_have_value("")

    go(page, "now")
    with TabletThread(clock.socket) as tablet:
        page.evaluate("(hash) => { location.hash = hash; }", scanned(tablet.shows()).partition("#")[2])
        expect(part.get_by_label("Table (empty: the one it asks for)")).to_be_focused()
        expect(part.get_by_role("button", name="Approve")).to_be_in_viewport()
        part.get_by_label("Table (empty: the one it asks for)").fill("6")
        part.get_by_role("button", name="Approve").click()
        assert tablet.has().table == 6


def test_a_scanned_code_that_no_tablet_shows_is_reported(room, pages):
    room.create("Club night", structure="demo")
    page = pages.director()
    expect(page.locator("#link")).to_have_text("connected")

    page.evaluate("location.hash = 'tablet=ABCDEFGH'")

    notice = page.locator("#tablets .scanned")
    expect(notice).to_have_text("No waiting tablet shows the code you scanned.")
    go(page, "now")
    go(page, "room-devices")
    expect(page.locator("#tablets .clock-at")).to_be_visible()
    expect(notice).to_have_count(0)
