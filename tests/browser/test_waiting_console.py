"""The console at a waiting clock shows the room, and leads to the clock that runs it."""

import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BrowserPages, go
from tests.kiosk.clock.test_waiting_console import add_flo
from tests.kit.clock import DirectorsPage, settings_text
from tests.kit.full_tables import FullTables
from tests.kit.two_clocks import two_clocks

pytestmark = pytest.mark.slow
FOLLOWS = "This clock only shows the room. To give orders, open the console at A."


def with_tls(port):
    return f"tls = true\n{settings_text(port)}"


@pytest.fixture
def two(request, tmp_path, free_port):
    text_of = getattr(request, "param", settings_text)
    with two_clocks(tmp_path, free_port, FullTables(), text_of, second_host="127.0.0.2") as both:
        yield both


@pytest.fixture
def pages(browser, two):
    """Pages of the waiting clock. None of their scripts may fail."""
    opened = BrowserPages(browser, two[1].at_console_port)
    yield opened
    opened.close()
    assert opened.complaints == []


def test_the_console_shows_the_room_without_orders_and_becomes_an_ordinary_one(two, pages):
    first, second, _ = two
    page = pages.director()
    expect(page.locator("#follows")).to_contain_text(FOLLOWS)
    expect(page.locator("#give-orders")).to_have_text(f"Open the clock at {first.site.removeprefix('http://')}")
    expect(page.locator("#start")).to_be_hidden()
    go(page, "tables")
    expect(page.locator("#map .tile")).to_have_count(2)
    expect(page.locator("#map")).not_to_contain_text("not connected yet")
    for place in ("players", "clock", "prizes", "log", "room", "now"):
        go(page, place)
        expect(page.locator("#follows")).to_be_visible()
        expect(page.locator(":is(.clock, .panel):visible").filter(has_not_text=re.compile(r"\S"))).to_have_count(0)
        needy = page.locator(f"#place-{place} [data-needs]:not([data-needs=look])").locator("visible=true")
        expect(needy).to_have_count(0)
        expect(page.locator("#structure-editor input").locator("visible=true")).to_have_count(0)
    with DirectorsPage(first) as there:
        assert there.order("start") == ""
    expect(page.locator("#paused")).to_be_hidden()

    first.send(signal.SIGKILL)
    second.hear("director")

    expect(page.locator("#pause")).to_be_enabled()
    expect(page.locator("#follows")).to_be_hidden()
    page.locator("#pause").click()
    expect(page.locator("#paused")).to_be_visible()


@pytest.mark.parametrize("two", [settings_text, with_tls], indirect=True)
def test_the_clock_that_runs_the_room_checks_the_pin_and_the_button_leads_there(two, pages):
    first, _, _ = two
    add_flo(first)
    page = pages.open("/director/?theme=light")
    page.get_by_role("button", name="Flo").click()
    page.keyboard.type("9999")
    page.keyboard.press("Enter")
    expect(page.locator("#sign-in .why")).not_to_be_empty()
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    expect(page.locator("#follows")).to_contain_text(FOLLOWS)

    page.locator("#give-orders").click()

    expect(page.locator("#start")).to_be_enabled()
    expect(page.locator("#follows")).to_be_hidden()
    assert page.url.startswith(f"{first.site}/director/?theme=light")
