"""A tablet at the edge of the Wi-Fi, with a delay of 80 ms each way and 2% of the packets lost; cut off, or asleep."""

import os
import signal
import threading

import pytest
from playwright.sync_api import expect

from tests.browser.glass.conftest import GlassPage, HostedTable, secure_clock
from tests.kit.chromium import CHROMIUM, FLAGS
from tests.kit.far_link import FarLink, why_no_link

pytestmark = [pytest.mark.nightly, pytest.mark.long(900)]
DELAY_S, LOSS = 0.08, 0.02
CUT_S = 30.0
ASLEEP_S = float(os.environ.get("KIOSK_ASLEEP_S", "60"))
"""How long the tablet sleeps: longer than all of the time limits of a connection."""


@pytest.fixture
def link():
    if why := why_no_link():
        pytest.skip(why)
    with FarLink(DELAY_S, LOSS) as one:
        yield one


@pytest.fixture
def clock(tmp_path, free_port, link):
    """A clock that can be reached over the link, too."""
    started = secure_clock(tmp_path, free_port, 'host = "0.0.0.0"\nannounce = false\n')
    yield started
    started.stop()


@pytest.fixture
def glass(browser, tmp_path, clock, link):
    hosted = HostedTable(tmp_path, clock)
    hosted.address = f"https://{link.here}:{clock.port}/glass/#table=1"
    far = browser.browser_type.launch(executable_path=link.launcher(tmp_path, CHROMIUM), args=FLAGS)
    opened = GlassPage(far, hosted)
    hosted.door.director.post("devices/glasses/approve", code=opened.ask()).raise_for_status()
    opened.begin()
    hosted.seated()
    yield opened
    opened.close()
    far.close()
    hosted.stop()


def pass_time(seconds):
    threading.Event().wait(seconds)


def test_hands_are_dealt_over_a_slow_link_that_is_lost_for_half_a_minute(glass, link):
    glass.play(2)

    link.is_cut = True
    expect(glass.page.locator("#line")).to_have_text("No link to the table: connecting again")
    before = glass.state
    view = glass.page.viewport_size
    for place in (0.2, 0.5, 0.8):  # a dealer touches the screen anyway
        glass.page.touchscreen.tap(place * view["width"], place * view["height"])
    pass_time(CUT_S)
    assert glass.state == before
    link.is_cut = False

    glass.wait_shown()
    assert glass.state == before
    glass.play(2)
    assert glass.state["over"] == before["over"] + 2


def test_a_tablet_that_slept_shows_the_table_again_and_no_late_touch_counts(glass, link):
    glass.play(1)

    link.send(signal.SIGSTOP)
    pass_time(ASLEEP_S)
    before = glass.state  # a touch that was on its way when the tablet fell asleep has counted by now
    link.send(signal.SIGCONT)

    glass.wait_shown()
    assert glass.state == before
    glass.play(1)
    assert glass.state["over"] == before["over"] + 1
