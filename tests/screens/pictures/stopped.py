"""Time that passes only when a picture says so, and a fixed pairing code, so that a program always gives the same
picture."""

import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import cycle
from unittest.mock import patch

from playwright.sync_api import Browser, BrowserContext, Page

from tests.kit.patience import PATIENCE_S

BEGINS_MS = round(datetime(2026, 3, 6, 18, 0, tzinfo=UTC).timestamp() * 1000)
"""A Friday, seven in the evening in Berlin."""
ZONE = "Europe/Berlin"
CODE = "ABCDEFGH"
"""The pairing code, as in `docs/first-evening.md`."""
PATIENCE_MS = PATIENCE_S * 1000

_PAGE = """(() => {
  const RealDate = Date;
  let nowMs = NOW_MS;
  performance.now = () => nowMs - BEGINS_MS + 1000;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length ? given : [nowMs]));
    }
    static now() {
      return nowMs;
    }
  };
  globalThis.passTime = (ms) => {
    nowMs += ms;
  };
})();"""


class StoppedTime:
    """The time of this process and of the pages that it opens. Waits are not affected: they use `time.monotonic`."""

    def __init__(self) -> None:
        self._now_ms = BEGINS_MS
        self._pages: list[Page] = []

    def now_ns(self, *_: object) -> int:
        """The wall clock and all other clocks."""
        return self._now_ms * 1_000_000

    def pass_ms(self, ms: int) -> None:
        """Let time pass, here and in the pages that are open."""
        self._now_ms += ms
        for page in self._pages:
            if not page.is_closed():
                page.evaluate("ms => passTime(ms)", ms)

    def open(self, context: BrowserContext, address: str) -> Page:
        """Open a page that shares this time."""
        page = context.new_page()
        script = _PAGE.replace("NOW_MS", str(self._now_ms)).replace("BEGINS_MS", str(BEGINS_MS))
        page.add_init_script(script)
        page.goto(address)
        self._pages.append(page)
        return page


@contextmanager
def stopped_time() -> Iterator[StoppedTime]:
    """Stop the time of this process."""
    stopped, letters = StoppedTime(), cycle(CODE)
    with ExitStack() as stack:
        for name in ("time_ns", "monotonic_ns", "clock_gettime_ns"):
            stack.enter_context(patch.object(time, name, stopped.now_ns))
        stack.enter_context(patch.object(secrets, "choice", lambda _: next(letters)))
        yield stopped


def context_of(browser: Browser, size: tuple[int, int], headers: dict[str, str] | None = None) -> BrowserContext:
    """A browser's window without animations, in the room's time zone."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        extra_http_headers=headers,
        locale="en-US",
        timezone_id=ZONE,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


def picture_of(page: Page) -> bytes:
    """The page as a PNG, once its fonts are loaded."""
    page.evaluate("document.fonts.ready.then(() => 0)")
    return page.screenshot(animations="disabled", caret="hide")
