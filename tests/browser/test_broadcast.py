"""The page over video, in a real browser: two hands are open before the turn."""

import msgspec
import pytest
from playwright.sync_api import expect

from engine.public import public
from kiosk.clock.features.broadcast.frame import Frame, RoomFigures, chances_of, frame
from tests.kit.accessible import no_violations
from tests.kit.play import dealt, play

pytestmark = pytest.mark.slow

LONG = "Bartholomäus " * 15


def open_hands() -> Frame:
    game = play(dealt((93_000, 61_000, 348_000), names=("Ελένη", LONG, "Kofi")), "f r61000 c 2:QsQh 3:AdKd Jd7c3d")
    table = public(game)
    return frame(table, {}, chances_of(table), RoomFigures(33, 32, 258_000, running=False))


def test_the_page_shows_the_hands_their_chances_and_the_pot(pages):
    """
    Everything but the plates is transparent. A name of 200 letters pushes nothing off the picture.
    """
    body = f"retry: 60000\n\nid: x-1\nevent: frame\ndata: {msgspec.json.encode(open_hands()).decode()}\n\n"
    page = pages.open("/broadcast/?table=7#token")
    expect(page.locator("main")).to_contain_text("The broadcast is off")
    page.route("**/api/broadcast/**", lambda route: route.fulfill(body=body, content_type="text/event-stream"))
    page.reload()

    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".chance b")).to_have_text(["46%", "54%"])
    expect(page.locator(".ahead")).to_have_count(1)
    expect(page.locator(".seat .card")).to_have_count(4)
    expect(page.locator(".middle .card:not(.none)")).to_have_text(["J♦\ufe0e", "7♣\ufe0e", "3♦\ufe0e"])
    expect(page.locator(".pot")).to_have_text("122,200")
    expect(page.locator("header")).to_contain_text("33 left, 32 paid")
    expect(page.locator("header")).to_contain_text("4:18")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_violations(page)
