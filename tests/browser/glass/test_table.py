"""Hands are dealt by touch on a tablet, as on a table's own screen."""

import os
import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.glass.conftest import GlassPage

pytestmark = pytest.mark.slow
CHIPS = 72_000
OPAQUE = re.compile(r"^rgb\(")


def test_two_hands_are_dealt_by_touch_and_the_window_follows_the_tablet(table, glass):
    glass.open()
    table.seated()
    before = table.ask("scale")

    glass.play(1, folds=False)
    glass.page.evaluate("document.exitFullscreen()")  # a browser without a window cannot be resized in it
    glass.page.set_viewport_size({"width": 800, "height": 1280})  # the tablet is turned
    glass.wait_shown()
    glass.play(1)

    assert glass.state["over"] == 2
    assert glass.state["chips"] == CHIPS
    assert table.ask("scale") == pytest.approx(before, rel=0.01)  # the same tablet


def test_a_card_against_the_screen_sets_its_size(table, glass):
    glass.open()
    table.seated()
    before = table.ask("scale")
    glass.page.reload()
    glass.page.locator("#size").tap()
    card = glass.page.locator("#card")
    was = card.bounding_box()["width"]

    glass.page.locator("#width").fill(str(round(was * 1.25)))
    glass.page.locator("#measured").tap()

    assert table.wait(lambda: table.ask("scale") == pytest.approx(before * 1.25, rel=0.02))
    glass.page.reload()  # it is remembered
    glass.page.locator("#begin").tap()
    glass.wait_shown()
    assert table.ask("scale") == pytest.approx(before * 1.25, rel=0.02)


def test_over_plain_http_the_page_does_not_promise_that_the_screen_stays_on(glass):
    glass.page.goto(glass.table.address)
    expect(glass.page.locator("#why")).to_be_visible()  # a browser trusts an address of its own machine
    expect(glass.page.locator("#insecure")).to_be_hidden()

    glass.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    glass.page.reload()

    expect(glass.page.locator("#insecure")).to_be_visible()
    expect(glass.page.locator("#why")).to_be_hidden()


def test_a_finger_that_slides_off_a_button_does_nothing(table, glass):
    glass.open()
    table.seated()
    mark = glass.state["mark"]
    x, y = glass.at(table.wait(lambda: table.ask("where", name="hand-over")))
    mouse = glass.page.mouse

    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 300, steps=4)
    mouse.up()
    glass.tap("more")  # by now, the screen has received it all
    table.wait(lambda: "page-close" in table.ask("names"))

    assert glass.state["mark"] == mark


def test_another_tab_shows_the_table_only_if_it_takes_it(browser, table, glass):
    glass.open()
    table.seated()
    other = GlassPage(browser, table, 800, 1280, 1)
    other.page.goto(table.address)
    expect(other.page.locator("#reason")).to_have_text("Another device shows this table.")
    expect(other.page.locator("#stopped")).to_have_css("background-color", OPAQUE)  # no text shows through
    glass.play(1)

    other.page.locator("#take").tap()
    expect(glass.page.locator("#reason")).to_have_text("This table is now on another device.")
    other.page.locator("#begin").tap()
    other.wait_shown()
    other.play(1)

    assert other.state["over"] == 2
    other.close()


def test_a_page_that_is_loaded_again_goes_on_where_it_was(table, glass):
    glass.open()
    table.seated()
    glass.tap("hand-over")
    table.wait(lambda: glass.state["playing"])
    mark = glass.state["mark"]

    glass.page.reload()
    glass.page.locator("#begin").tap()
    glass.wait_shown()

    assert glass.state["mark"] == mark
    glass.play(1)


def test_a_killed_program_and_a_killed_screen_come_back_and_lose_nothing(table, glass):
    glass.open()
    table.seated()
    glass.play(1)
    for program in ("kiosk.cli\0dealer", "Xvnc"):
        mark = glass.state["mark"]
        (victim,) = table.children(program)

        os.kill(victim, signal.SIGKILL)

        table.wait(lambda victim=victim, program=program: [one for one in table.children(program) if one != victim])
        table.wait(lambda mark=mark: (table.ask("state") or {}).get("mark") == mark)
        glass.wait_shown()
        assert glass.state["chips"] == CHIPS
        glass.play(1)


def test_a_killed_host_takes_its_processes_along_and_the_page_finds_the_next_one(table, glass):
    glass.open()
    table.seated()
    glass.play(1)
    mark, processes = glass.state["mark"], [*table.children("kiosk.cli"), *table.children("Xvnc")]
    assert len(processes) == 2
    table.stop(signal.SIGKILL)
    expect(glass.page.locator("#line")).to_have_text("No link to the table: connecting again")
    table.wait(lambda: not any(os.path.exists(f"/proc/{one}") for one in processes))

    table.start()
    table.wait(lambda: (table.ask("state") or {}).get("mark") == mark)
    glass.wait_shown()

    glass.play(1)
