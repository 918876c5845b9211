"""`kiosk demo --glass`: a room whose tables are on tablets, from its printed addresses to the first touch."""

import json
import re
import signal
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

from tests.kit.patience import PATIENCE_S

pytestmark = pytest.mark.nightly


@pytest.fixture
def demo(tmp_path):
    command = [sys.executable, "-m", "kiosk.cli", "demo", "--glass", "--no-browser", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        yield running
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE_S) == 0


def printed_addresses(demo):
    """The addresses of both tables, from the lines that the demo prints."""
    found: list[str] = []
    while len(found) < 2:
        line = demo.stderr.readline()
        assert line, "it has ended"
        found += re.findall(r"http\S+/glass/#table=\d", line)
    return found


def test_a_tablet_shows_a_table_of_the_demo_once_the_director_has_approved_it(browser, demo, tmp_path):
    first, second = printed_addresses(demo)
    key = {"Authorization": f"Bearer {json.loads((tmp_path / 'room.json').read_text())['director_key']}"}
    context = browser.new_context(viewport={"width": 1180, "height": 820}, has_touch=True)
    context.set_default_timeout(PATIENCE_S * 1000)
    for address in (first, second):
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#code")).to_have_text(re.compile(r"^[A-Z]{4} [A-Z]{4}$"))
        site, code = address.partition("/glass/")[0], page.locator("#code").text_content()
        httpx.post(f"{site}/api/devices/glasses/approve", json={"code": code}, headers=key).raise_for_status()
        page.locator("#begin").tap()
        expect(page.locator("#screen canvas")).to_be_visible()
        expect(page.locator("#line")).to_be_hidden()
    context.close()
