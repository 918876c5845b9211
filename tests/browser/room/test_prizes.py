"""The place "Prizes": who has which place, how far it is to the money, and a deal with its sums before it is made."""

import pytest
from playwright.sync_api import expect

from tests.kit.accessible import fits_a_phone, no_violations

pytestmark = pytest.mark.slow


def test_a_deal_is_shown_by_chips_and_by_icm_with_its_sums_and_made_by_one_touch(pages, room):
    one = room.create("Friday", structure="demo", buy_in=10000, currency="EUR")
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo", "Cyd", "Dee", "Eli")
    one.draw()
    one.do("start")
    page = pages.director("prizes")
    expect(page.locator("#bubble")).to_have_text("3 more out until the money; places paid: 2")
    page.get_by_role("button", name="Work out a deal").click()
    expect(page.locator("#deal-why")).not_to_be_empty()

    one.do("jump", entry=4)
    counts = [{"entry": entry, "chips": held} for entry, held in ((1, 15000), (2, 10000), (3, 0), (4, 0), (5, 0))]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    one.do("confirm-bust", entry=3)
    expect(page.locator("#bubble")).to_have_text("All who are left are in the money.")
    page.get_by_label("Left to play for").fill("20")
    page.get_by_role("button", name="Work out a deal").click()
    rows = page.locator("#deal-table tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Ana")
    expect(page.get_by_text("Shares 480 EUR and 20 EUR to play for are all of 500 EUR.")).to_be_visible()
    no_violations(page)
    fits_a_phone(page)

    page.get_by_role("button", name="By chips").click()
    page.get_by_role("button", name="All 2 agree: divide By chips").click()
    expect(page.locator("#deal-table")).to_have_count(0)
    deal = [event for event in one.view["acts"] if "deal-made" in event["kinds"]]
    assert len(deal) == 1

    one.do("type-table", sitting=1, counts=[{"entry": 1, "chips": 25000}, {"entry": 2, "chips": 0}], hands=10, button=1)
    one.do("confirm-bust", entry=2)
    one.do("end")
    paid = [entry["payout"] // 100 for entry in one.view["entries"][:2]]
    assert sum(paid) == 500
    for name, amount in zip(("Ana", "Bo"), paid, strict=True):
        expect(page.locator("#prize-lines div", has_text=name)).to_contain_text(f"{amount}\N{NO-BREAK SPACE}EUR")
    expect(page.locator("#deal")).to_have_count(0)
