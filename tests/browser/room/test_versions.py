"""The director sees under Room which version each connected table runs, and which versions differ from the clock's."""

import json
import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from kiosk.protocol.link.versions import own_version
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello
from kiosk.storage.chain import START
from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import DEADLINE_S, token

pytestmark = pytest.mark.slow


def test_a_table_whose_version_differs_from_the_clocks_is_marked_under_room(pages, clock, room):
    room.create("Club night", structure="demo")
    page = pages.director()
    with ExitStack() as links:
        for table, version in ((1, own_version()), (2, "0.0.1"), (3, "99.0")):
            socket = links.enter_context(connect(f"{clock.socket}/table", proxy=None))
            socket.send(encode(Hello(token(table), table, 1, START, version=version)))
            while json.loads(socket.recv(timeout=DEADLINE_S))["say"] != "go-to":
                pass
        go(page, "room-devices")
        lines = page.locator("#tablets .tables li")

        expect(lines).to_have_text([
            re.compile(rf"Table 1\s+version {own_version()}, the same as the clock"),
            re.compile(rf"Table 2\s+version 0\.0\.1, older than the clock \({own_version()}\): its screen offers"),
            re.compile(rf"Table 3\s+version 99\.0, newer than the clock \({own_version()}\): update the clock"),
        ])  # fmt: skip
        expect(lines.locator("strong.warn")).to_have_count(2)
        no_violations(page)
        fits_a_phone(page)
