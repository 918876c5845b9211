"""A device shows a table through the clock, once a director has approved it, and until one revokes it."""

import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BrowserPages, go, press_twice
from tests.browser.glass.conftest import GlassPage

pytestmark = pytest.mark.slow
MAY_NOT = "This device may no longer show this table."


def hands(glass):
    """The hands and the chips. The clock's level may change meanwhile, which is recorded, too."""
    state = glass.state
    return [state[one] for one in ("over", "playing", "chips")]


def test_devices_are_approved_on_the_console_take_over_and_are_revoked(browser, clock, hosted):
    console = BrowserPages(browser, clock)
    page = console.director("now")
    one, other = GlassPage(browser, hosted), GlassPage(browser, hosted, 1180, 820, 2)
    code = one.ask()
    card = page.locator(".card", has_text=code).first
    expect(card).to_contain_text("A device asks to show table 1")

    card.get_by_role("button", name="Show table 1 on it").click()

    one.begin()
    hosted.seated()
    one.play(1)

    go(page, "room-devices")
    part = page.locator("#glasses")
    part.get_by_role("button", name="Table 1 on a tablet").click()
    expect(part.get_by_text(hosted.address.partition("//")[2].partition("#")[2])).to_be_visible()
    expect(part.get_by_role("img")).to_be_visible()
    asks = part.get_by_role("listitem").filter(has_text=other.ask())
    asks.get_by_role("button", name="Show table 1 on it").click()
    expect(other.page.locator("#reason")).to_have_text("Another device shows this table.")
    other.page.locator("#take").tap()
    expect(one.page.locator("#reason")).to_have_text("This table is now on another device.")
    other.begin()
    other.play(1)
    assert other.state["over"] == 2

    while lines := part.get_by_role("listitem").filter(has_text="approved by").all():
        revoke = lines[0].get_by_role("button", name="Revoke")
        press_twice(revoke, lines[0].get_by_role("button", name="Disconnect it from table 1"))
        expect(part.get_by_role("listitem").filter(has_text="approved by")).to_have_count(len(lines) - 1)
    expect(other.page.locator("#reason")).to_have_text(MAY_NOT)
    for glass in (one, other):
        glass.page.reload()
        expect(glass.page.locator("#reason")).to_have_text(MAY_NOT)
    assert hosted.door.devices()["hosted"] == [1]
    assert "asked_glasses" not in hosted.door.devices()  # it asks again only if someone touches it

    one.page.locator("#again").tap()
    expect(one.page.locator("#code")).to_have_text(re.compile("^[A-Z]{4} [A-Z]{4}$"))
    expect(one.page.locator("#code")).not_to_have_text(code)
    hosted.door.director.post("devices/glasses/turn-away", code=one.page.locator("#code").text_content())
    expect(one.page.locator("#reason")).to_have_text("The director has turned this device away.")
    for opened in (one, other, console):
        opened.close()


def test_a_killed_clock_and_a_killed_host_come_back_and_lose_nothing(browser, clock, hosted):
    glass = GlassPage(browser, hosted)
    hosted.door.director.post("devices/glasses/approve", code=glass.ask()).raise_for_status()
    glass.begin()
    hosted.seated()
    glass.play(1)
    played = hands(glass)

    clock.kill()
    expect(glass.page.locator("#line")).to_have_text("No link to the table: connecting again")
    clock.start()
    glass.wait_shown()
    assert hands(glass) == played
    glass.play(1)

    played = hands(glass)
    hosted.stop(signal.SIGKILL)
    expect(glass.page.locator("#line")).to_be_visible()
    expect(glass.page.locator("#line")).to_have_text("No machine with table 1 is connected to the clock: trying again")
    hosted.start()
    glass.wait_shown()
    assert hands(glass) == played
    glass.play(1)
    assert glass.state["over"] == 3
    glass.close()
