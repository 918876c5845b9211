"""A staff phone trusts the room through the QR code of its certificate, on the console and on paper.
Before, the address had to be typed, or its code made elsewhere.
"""

import cv2
import httpx
import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import expect

from kiosk.clock.tls.served import authority_of
from kiosk.protocol.pairing import fingerprint_of
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import ClockThread, settings_text
from tests.kit.full_tables import FullTables
from tests.kit.ports import unused_port

pytestmark = pytest.mark.slow


@pytest.fixture
def public():
    return unused_port()


@pytest.fixture
def clock(tmp_path, free_port, public):
    """A clock that speaks TLS with its own authority, with a port for phones."""
    one = ClockThread(
        tmp_path, free_port, f"tls = true\npublic_port = {public}\n{settings_text(free_port)}", FullTables()
    )
    one.site, one.socket = f"https://127.0.0.1:{free_port}", f"wss://127.0.0.1:{free_port}"
    one.start()
    yield one
    one.stop()


def scanned(code):
    """The text that a phone's camera reads there."""
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    found = zxingcpp.read_barcode(picture)
    assert found
    return found.text


def test_the_rooms_certificate_is_fetched_with_a_code_compared_and_printed(pages, clock, public):
    page = pages.director("room-devices")
    page.set_viewport_size({"width": 390, "height": 844})
    part = page.locator("#devices .trust")
    code = part.get_by_role("img", name="The address of the room's certificate as a QR code")
    code.scroll_into_view_if_needed()

    address = scanned(code)

    assert address.endswith(f":{public}/room-ca.crt")
    assert address.startswith("http://")
    expect(part.locator(".clock-at code")).to_have_text(address)
    authority = authority_of(clock.database)
    assert httpx.get(f"http://127.0.0.1:{public}/room-ca.crt").text == authority
    said = part.locator(".fingerprint").text_content()
    assert said.replace(" ", "") == fingerprint_of(authority)
    fits_a_phone(page)
    no_violations(page)

    page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    part.get_by_role("button", name="Print").click()
    page.emulate_media(media="print")
    paper = page.locator("body[data-printed] > .alone-on-paper")
    expect(paper.locator(".fingerprint")).to_have_text(said)
    assert scanned(paper.get_by_role("img")) == address
    expect(page.locator("#room")).to_be_hidden()


def test_a_clock_without_its_own_authority_has_nothing_to_install(tmp_path, free_port):
    plain = ClockThread(tmp_path, free_port)
    plain.start()
    try:
        answers = [httpx.get(f"{plain.site}{path}").status_code for path in ("/trust-address", "/trust-qr.svg")]
    finally:
        plain.stop()

    assert answers == [404, 404]
