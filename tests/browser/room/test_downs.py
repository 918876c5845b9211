"""Dealers in the console: clocked in, pushed as the rota proposes or otherwise, printed, and on a display."""

import httpx
import pypdfium2
import pytest
from playwright.sync_api import Route, expect

from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY, eventually

pytestmark = pytest.mark.slow
HEADERS = {"Authorization": f"Bearer {KEY}"}
CELLS = [{"what": "push", "x": 0, "y": 0, "w": 24, "h": 22}, {"what": "foot", "x": 0, "y": 22, "w": 24, "h": 2}]


def test_a_push_can_be_changed_accepted_printed_and_shown_on_the_dealers_display(pages, room, clock):
    room.create("Club night", structure="demo").open_tables(1, 2)
    program = {"display": "Dealers", "program": {"slides": [{"layout": "own", "cells": CELLS}]}}
    httpx.post(f"{clock.site}/api/displays/set", headers=HEADERS, json=program).raise_for_status()
    display = pages.open("/display/?name=Dealers")
    expect(display.locator("[data-cell=push]")).to_contain_text("no dealer moves at the next push")

    page = pages.director("tables")
    downs = page.get_by_role("region", name="Dealers")
    expect(downs.get_by_label("Dealer arriving")).to_be_hidden()
    downs.locator("summary").click()
    expect(downs.get_by_role("button", name="Undo")).to_have_count(0)
    for count, name in enumerate(("Kim", "Lou", "Mia"), 1):
        downs.get_by_label("Dealer arriving").fill(name)
        downs.get_by_role("button", name="Clock in").click()
        expect(downs.locator(".downs-dealers li")).to_have_count(count)
    coming = downs.get_by_label("Next dealer at table 1")
    coming.select_option("Mia")
    downs.get_by_role("button", name="Push: 2 dealers move").click()

    expect(downs.locator(".downs-tables li").first).to_contain_text("Mia")
    expect(downs).to_contain_text("next push")
    expect(display.locator("[data-cell=push]")).to_contain_text("Next push")
    expect(display.locator("[data-cell=push] tbody tr")).to_have_count(3)
    with page.expect_download() as printed:
        downs.get_by_role("button", name="Print the list").click()
    assert "Mia" in pypdfium2.PdfDocument(printed.value.path())[0].get_textpage().get_text_range()
    no_violations(page)
    fits_a_phone(page)
    downs.get_by_role("button", name="Undo: push").click()
    expect(downs.locator(".downs-tables li").first).to_contain_text("no dealer")


def test_a_late_answer_does_not_overwrite_newer_changes(pages, room, clock):
    """
    The request was sent before someone clocked in, and its answer arrives afterwards.
    """
    room.create("Club night", structure="demo").open_tables(1, 2)
    page = pages.director("tables", stands_still=True)
    downs = page.get_by_role("region", name="Dealers")
    downs.locator("summary").click()
    before = httpx.get(f"{clock.site}/api/downs", headers=HEADERS).json()
    late = []

    def hold(route: Route) -> None:
        late.append(route)

    def asks() -> bool:
        page.clock.fast_forward(10_000)
        return bool(late)

    page.route("**/api/downs", hold)
    eventually(asks)

    for count, name in enumerate(("Kim", "Lou"), 1):
        downs.get_by_label("Dealer arriving").fill(name)
        downs.get_by_role("button", name="Clock in").click()
        expect(downs.locator(".downs-dealers li")).to_have_count(count)
        while late:
            late.pop().fulfill(json=before)
