"""Fixtures for the pages' tests."""

import time
from collections.abc import Generator, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from tests.kit.chromium import CHROMIUM, chromium
from tests.kit.clock import KEY, ClockClient, clock
from tests.kit.patience import PATIENCE_S

__all__ = ["clock"]

PATIENT_MS = PATIENCE_S * 1000
"""A page, a clock and tables share few cores with other tests, so Playwright's five seconds are too short."""
STARTS_S = 3_600
SOON_MS = 5_000
"""A first press is forgotten after four seconds."""


@pytest.fixture(scope="package")  # no longer: while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    """Chromium; the test is skipped if it is not installed."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    expect.set_options(timeout=PATIENT_MS)
    with chromium() as one:
        yield one


def go(page: Page, place: str) -> None:
    """Go to a place of the console by its rail, or to a part of it, such as `room-devices`. It is open on return."""
    place, _, part = place.partition("-")
    link = page.locator(f"#places a[data-place={place}]")
    first = link.or_(page.locator("#more")).locator("visible=true").first
    is_further = first.get_attribute("id") == "more"
    first.click()
    if is_further:
        link.click()
    expect(page.locator(f"#place-{place}:not([hidden])")).to_have_count(1)
    if part:
        page.locator(f"#{place}-parts [data-part={part}]").click()
        expect(page.locator(f"#{place}-{part}:not([hidden])")).to_have_count(1)


def press_twice(button: Locator, again: Locator) -> None:
    """An action that needs a second press, on the button `again`. If the machine is too slow for it, start over."""
    done = False
    while not done:
        button.click()
        with suppress(TimeoutError):
            again.click(timeout=SOON_MS)
            done = True


class BrowserPages:
    """Opens pages of a clock, and remembers their requests and errors."""

    def __init__(self, browser: Browser, clock: ClockClient, headers: dict[str, str] | None = None) -> None:
        is_secure = clock.site.startswith("https:")  # with an authority that no browser knows
        self._context = browser.new_context(extra_http_headers=headers, ignore_https_errors=is_secure)
        self._context.set_default_timeout(PATIENT_MS)
        self._clock = clock
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.console: list[str] = []

    def make_time_skippable(self) -> None:
        """Let `page.clock.fast_forward` skip time on pages that are opened later. Time still passes there as usual."""
        self._context.clock.install()

    def open(self, path: str, stands_still: bool = False) -> Page:
        """Open a page. If it `stands_still`, time passes there only by `page.clock.fast_forward`."""
        page = self._context.new_page()
        if stands_still:
            began_s = time.time()
            page.clock.install(time=began_s - STARTS_S)  # it runs until it is paused, which may take a while
            page.clock.pause_at(began_s)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.console.append(message.text))
        page.goto(f"{self._clock.site}{path}")
        return page

    def speak(self, words: bytes) -> None:
        """Give this catalog to pages that are opened from now on."""
        self._context.route("**/words.json*", lambda route: route.fulfill(body=words, content_type="application/json"))

    def display(self) -> Page:
        """The room display."""
        return self.open("/display/")

    def director(self, place: str = "now", stands_still: bool = False) -> Page:
        """The director's page, signed in, at one of its places."""
        return self.open(f"/director/#key={KEY}&place={place}", stands_still)

    def print(self) -> None:
        """Print what each page shows, and what its scripts reported."""
        for page in self._context.pages:
            print(page.url, page.locator("body").inner_text(), sep="\n")
        print(*self.complaints, *self.console, sep="\n")

    def close(self) -> None:
        """Close all pages."""
        self._context.close()


_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether the test has failed."""
    report = yield
    item.stash[_FAILED] = report.failed
    return report


@pytest.fixture
def pages(browser: Browser, clock: ClockClient, request: pytest.FixtureRequest) -> Iterator[BrowserPages]:
    """Pages of the clock. No script of theirs may fail, and they may request nothing from other sites. If the test
    fails, they are printed."""
    opened = BrowserPages(browser, clock)
    yield opened
    if request.node.stash.get(_FAILED, False):
        opened.print()
    opened.close()
    assert opened.complaints == []
    assert [url for url in opened.asked if not url.startswith((clock.site, "data:"))] == []
