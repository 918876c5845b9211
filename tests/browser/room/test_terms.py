"""Terms on the console: changed until play has used them, and a rebuy for a player who has lost everything."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.kit.accessible import fits_a_phone, no_violations

pytestmark = pytest.mark.slow


def picture(page, name):
    """Take a picture for people to look at, in the folder of `KIOSK_PICTURES`, if it is set."""
    if folder := os.environ.get("KIOSK_PICTURES"):
        for width, height in ((390, 844), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def test_the_terms_can_be_changed_on_the_page_until_play_has_used_them(pages, room):
    one = room.create("Friday", buy_in=2000, currency="EUR", rebuys=1, rebuy_cost=1500)
    page = pages.director("prizes")
    page.get_by_role("button", name="Change the terms").click()
    page.locator("#term-buy_in").fill("25")
    page.locator("#term-re_entries").fill("2")
    page.locator("#term-round_to").fill("5")
    page.locator("#term-payouts").select_option("own")
    page.locator("#term-own").fill("60 30 10")
    expect(page.get_by_text("Places paid: 3. Adds up to 100%.")).to_be_visible()
    picture(page, "terms-form")
    no_violations(page)
    fits_a_phone(page)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".term-lines")).to_contain_text("25")

    terms = one.view["terms"]
    assert (terms["buy_in"], terms["re_entries"], terms["prizes"]["round_to"]) == (2500, 2, 500)
    assert terms["payouts"]["rows"] == [{"entries": 1, "shares": [6000, 3000, 1000]}]

    one.enter("Ana", "Bo")
    page.get_by_role("button", name="Change the terms").click()
    expect(page.locator("#term-buy_in")).to_be_disabled()
    expect(page.locator("#term-buy_in-why")).to_have_text(
        "buy-in, fee and currency can no longer change: players have entered"
    )
    expect(page.locator("#term-re_entries")).to_be_enabled()
    picture(page, "terms-bound")


def test_next_weeks_event_can_be_made_with_different_terms(pages, room):
    room.create("Friday", buy_in=2000, fee=500, currency="EUR", re_entries=1, rebuys=2, rebuy_cost=1500)
    page = pages.director("room")
    page.locator("#new").click()
    last = page.locator("#new-structure option", has_text="Friday").first
    last.wait_for(state="attached")
    page.locator("#new-structure").select_option(value=last.get_attribute("value"))
    expect(page.locator("#new-buy-in")).to_have_value("20")
    page.locator("#new-name").fill("Next Friday")
    page.locator("#new-buy-in").fill("30")
    page.locator("#new-re-entries").fill("0")
    picture(page, "terms-again")
    page.locator("#make-tournament").click()
    expect(page.locator("#event")).to_have_text("Next Friday")

    its_id = next(one["id"] for one in room.listed() if one["name"] == "Next Friday")
    made = room.ask("GET", f"/{its_id}")["tournament"]["terms"]
    assert (made["buy_in"], made["fee"], made["re_entries"], made["rebuys"], made["rebuy_cost"]) == (
        3000, 500, 0, 2, 1500,
    )  # fmt: skip


def test_the_card_of_a_bust_offers_a_rebuy_with_the_amount_to_take(pages, room):
    one = room.create("Friday", structure="demo", buy_in=2000, currency="EUR", late_levels=3, rebuys=2, rebuy_cost=1500)
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo", "Cyd")
    one.draw()
    one.do("start")
    stack = one.view["entries"][0]["chips"] or 5000
    counts = [{"entry": 1, "chips": 2 * stack}, {"entry": 2, "chips": 0}, {"entry": 3, "chips": stack}]
    one.do("type-table", sitting=1, counts=counts, hands=3, button=1)
    page = pages.director()
    card = page.locator('.card[data-kind="proposal"]', has_text="Bo")
    expect(card.get_by_role("button", name="Confirm")).to_be_visible()
    picture(page, "rebuy-card")
    no_violations(page)
    card.get_by_role("button", name="Double rebuy, collect 30").click()

    expect(card).to_have_count(0)
    assert one.view["pool"] == 3 * 2000 + 2 * 1500
    assert len(one.view["entries"]) == 3
