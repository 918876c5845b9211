"""A clock in a process of its own, with three tables that have kiosks; a desk, and a phone elsewhere in the house."""

import pytest

from tests.browser.conftest import BrowserPages
from tests.kit.accessible import DESK, PHONE
from tests.kit.clock import ForkedClock
from tests.kit.room import RoomApi, room_settings
from tests.kit.signing import PHONE as ELSEWHERE


@pytest.fixture
def clock(tmp_path, free_port):
    one = ForkedClock(tmp_path, free_port, room_settings(free_port, tables=3))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def room(clock):
    """The API, used only to look."""
    with RoomApi(clock) as one:
        yield one


@pytest.fixture
def desk(pages):
    page = pages.open("/director/")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return page


@pytest.fixture
def phone(browser, clock):
    """A phone whose address a proxy on the clock's machine passes on, so it has to be paired."""
    opened = BrowserPages(browser, clock, {"X-Forwarded-For": ELSEWHERE})
    page = opened.open("/director/")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    yield page
    opened.close()
    assert opened.complaints == []
