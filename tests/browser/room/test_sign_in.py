"""Staff sign in on the director's page, on a phone that a director has paired, with a PIN, and see what they may do."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BrowserPages, go, press_twice
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.signing import PHONE, Asker

pytestmark = pytest.mark.slow


@pytest.fixture
def phone(browser, clock):
    """Pages on a staff member's phone, whose address a proxy on the clock's machine passes on."""
    opened = BrowserPages(browser, clock, {"X-Forwarded-For": PHONE})
    yield opened
    opened.close()
    assert opened.complaints == []


def test_a_phone_is_paired_signs_in_sees_what_its_role_may_do_and_is_revoked(clock, room, pages, phone):
    room.create("Club night", structure="demo")
    page = pages.director("room-setup")
    page.locator("#staff").get_by_label("Name").fill("Ann")
    page.locator("#staff").get_by_label("PIN (at least four").fill("4711")
    page.locator("#staff").get_by_role("button", name="Add").click()
    expect(page.locator("#staff .lines li")).to_have_count(1)
    expect(page.locator("#staff .lines li")).to_contain_text("Ann floor")

    other = phone.open("/director/")
    expect(other.locator("#sign-in h1")).to_have_text("Pair this device")
    expect(other.locator("#sign-in .code")).to_be_visible()
    code = other.locator("#sign-in .code").get_attribute("aria-label").replace(" ", "")
    fits_a_phone(other)
    go(page, "room-devices")
    page.get_by_label("Code on the device").fill(code.lower())
    page.get_by_label("Device name").fill("Ann's phone")
    page.get_by_role("button", name="Pair").click()
    expect(page.locator("#devices .lines li")).to_contain_text("at most floor")

    other.get_by_role("button", name="Ann floor").click()
    other.keyboard.type("4712")
    other.keyboard.press("Enter")
    expect(other.get_by_role("alert")).to_have_text("wrong name or PIN")
    fits_a_phone(other)
    no_violations(other)
    for digit in "4711":
        other.get_by_role("button", name=digit, exact=True).click()
    other.get_by_role("button", name="Sign in").click()

    expect(other.locator("#event")).to_have_text("Club night")
    expect(other.get_by_role("button", name="Start")).to_be_visible()
    other.goto(f"{clock.site}/director/#room")
    expect(other.locator("#me")).to_contain_text("Signed in: Ann, floor")
    for hidden in ("#new", "#devices", "#staff", "#draw-seats"):
        expect(other.locator(hidden)).to_be_hidden()

    revoke = page.get_by_role("button", name="Revoke", exact=True)
    press_twice(revoke, page.get_by_role("button", name="Sign out and revoke Ann's phone"))
    expect(other.locator("#sign-in h1")).to_have_text("Pair this device")
    expect(other.locator("#sign-in .why")).to_have_text("You are signed out: sign in again.")
    expect(page.locator("#devices .lines li")).to_have_count(0)


def test_wrong_pins_say_how_long_to_wait_and_then_the_right_one_signs_in(clock, room, pages, caplog):
    """
    On the clock's own machine nothing has to be paired. After a reload the director is still signed in, until signing
    out.
    """
    room.create("Club night", structure="demo")
    Asker(clock).hire("Dee", "director")
    page = pages.open("/director/", stands_still=True)
    page.get_by_role("button", name="Dee director").click()
    for _ in range(3):
        page.keyboard.type("9015")
        page.keyboard.press("Enter")
        expect(page.locator("#sign-in .pin")).to_have_text("")
        expect(page.get_by_role("alert")).not_to_be_empty()

    expect(page.get_by_role("alert")).to_contain_text("Too many wrong PINs: wait")
    expect(page.get_by_role("button", name="7")).to_be_disabled()
    page.clock.resume()
    expect(page.get_by_role("button", name="7")).to_be_enabled()
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    expect(page.locator("#event")).to_have_text("Club night")

    page.goto(f"{clock.site}/director/#room-devices")
    page.reload()
    expect(page.locator("#devices")).to_be_visible()
    go(page, "room-setup")
    expect(page.locator("#leagues")).to_be_visible()
    expect(page.locator("#staff")).to_be_hidden()
    page.get_by_role("button", name="My PIN").click()
    page.get_by_label("Current PIN").fill("9015")
    page.get_by_label("New PIN").fill("5937")
    page.get_by_role("button", name="Change PIN").click()
    expect(page.locator("#me").get_by_role("alert")).to_have_text("this is not your PIN")
    page.get_by_label("Current PIN").fill("4711")
    page.get_by_label("New PIN").fill("5937")
    page.get_by_role("button", name="Change PIN").click()
    expect(page.locator("#me").get_by_role("status")).to_contain_text("PIN changed")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#sign-in h1")).to_have_text("Sign in")
    page.get_by_role("button", name="Use the room's key").click()
    expect(page.locator("#key")).to_be_focused()
