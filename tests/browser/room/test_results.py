"""The public results page: places and names as players go out, prizes once it is over."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.accessible import fits_a_phone, no_violations

pytestmark = pytest.mark.slow


def test_the_results_fill_up_as_players_go_out_and_show_the_prizes_at_the_end(pages, room):
    one = room.create("Friday", structure="demo", buy_in=2050, currency="EUR")
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Maximiliana-Alexandrina von Hohenzollern-Sigmaringen-Altona", "עמר")
    one.draw()
    one.do("start")
    page = pages.open(f"/results/?tournament={one.id}")
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    expect(page.get_by_text("Nobody is out yet.")).to_be_visible()

    counts = [{"entry": 1, "chips": 15000}, {"entry": 2, "chips": 0}, {"entry": 3, "chips": 0}]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    one.do("confirm-bust", entry=2)  # and the other player of the same hand with it
    one.do("end")
    page.reload()

    expect(page.locator("#about")).to_have_text(
        re.compile(r"^\w+ \d+, 20\d\d · over · 3 entries · prize pool 61\.50\sEUR$")
    )
    rows = page.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Ana")
    expect(rows.nth(1)).to_contain_text("EUR")
    no_violations(page)
    fits_a_phone(page)


def test_the_results_link_to_earlier_tournaments_and_follow_to_the_next_one(pages, room):
    for name, winner in (("Friday", "Ana"), ("Saturday", "Zoe")):
        one = room.create(name, structure="demo")
        one.do("open-table", table=31, seat_count=9, typed=True)
        one.enter(winner, "Bo")
        one.draw()
        one.do("start")
        button = one.view["entries"][0]["seat"]
        counts = [{"entry": 1, "chips": 10_000}, {"entry": 2, "chips": 0}]
        one.do("type-table", sitting=1, counts=counts, hands=9, button=button)
        one.do("confirm-bust", entry=2)
        one.do("end")
    room.create("Sunday")

    page = pages.open("/results/?lang=en")

    expect(page.locator("#about")).to_have_text("Not started")
    earlier = page.get_by_role("navigation", name="Earlier results")
    expect(earlier.get_by_role("listitem")).to_have_count(2)
    expect(earlier.get_by_role("listitem").first).to_contain_text("2 entries · winner Zoe")
    no_violations(page)
    fits_a_phone(page)
    earlier.get_by_role("link", name="Friday").click()
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_contain_text("Ana")
    assert "lang=en" in page.url
    expect(earlier.get_by_role("link", name="Saturday")).to_be_visible()
    expect(earlier.get_by_role("link", name="Friday")).to_have_count(0)
