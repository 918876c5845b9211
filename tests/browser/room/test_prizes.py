"""The place "Prizes": who has which place, how far it is to the money, and a deal with its sums before it is made."""

import csv
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations

pytestmark = pytest.mark.slow


def whole_cells(row, width):
    """The visible cells of a row. None of them goes beyond the page."""
    shown = [box for cell in row.locator("th, td").all() if (box := cell.bounding_box())]
    assert max(box["x"] + box["width"] for box in shown) <= width
    return shown


def test_a_deal_is_shown_by_chips_and_by_icm_with_its_sums_and_made_with_one_touch(pages, room):
    one = room.create("Friday", structure="demo", buy_in=10000, currency="EUR")
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo", "Cyd", "Dee", "Eli")
    one.draw()
    one.do("start")
    page = pages.director("prizes")
    expect(page.locator("#bubble")).to_have_text("3 from the money; places paid: 2")
    page.get_by_role("button", name="Work out a deal").click()
    expect(page.locator("#deal-why")).not_to_be_empty()

    one.do("jump", entry=4)
    counts = [{"entry": entry, "chips": held} for entry, held in ((1, 15000), (2, 10000), (3, 0), (4, 0), (5, 0))]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    one.do("confirm-bust", entry=3)
    expect(page.locator("#bubble")).to_have_text("All remaining players are in the money.")
    page.get_by_label("Left to play for").fill("20")
    page.get_by_role("button", name="Work out a deal").click()
    rows = page.locator("#deal-table tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Ana")
    expect(page.get_by_text("Shares 480 EUR plus 20 EUR to play for add up to 500 EUR.")).to_be_visible()
    no_violations(page)
    fits_a_phone(page)

    page.get_by_role("button", name="By chips").click()
    page.set_viewport_size({"width": 390, "height": 844})
    assert len(whole_cells(rows.nth(1), 390)) == 3  # the name, the stack, and the share by the chosen method
    page.get_by_role("button", name="All 2 agree: divide by chips").click()
    expect(page.locator("#deal-table")).to_have_count(0)
    deal = [event for event in one.view["acts"] if "deal-made" in event["kinds"]]
    assert len(deal) == 1

    lines = page.locator("#prize-lines div")
    expect(lines.filter(has_text="Agreed: Ana")).to_be_visible()
    expect(lines.filter(has_text="Left to play for")).to_contain_text("20\N{NO-BREAK SPACE}EUR")
    go(page, "now")
    expect(page.locator(".agreed").get_by_text("Agreed: Bo")).to_be_visible()
    no_violations(page)
    fits_a_phone(page)
    go(page, "players")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save entries").click()
    rows = list(csv.DictReader(saving.value.path().read_text("utf-8-sig").splitlines()))
    shares = {entry["entry"]: entry["payout"] for entry in one.view["entries"]}
    assert [(row["payout"], row["currency"]) for row in rows[:2]] == [(f"{shares[n] / 100:.2f}", "EUR") for n in (1, 2)]
    go(page, "prizes")

    one.do("type-table", sitting=1, counts=[{"entry": 1, "chips": 25000}, {"entry": 2, "chips": 0}], hands=10, button=1)
    one.do("confirm-bust", entry=2)
    one.do("end")
    paid = [entry["payout"] // 100 for entry in one.view["entries"][:2]]
    assert sum(paid) == 500
    for name, amount in zip(("Ana", "Bo"), paid, strict=True):
        expect(page.locator("#prize-lines div", has_text=name)).to_contain_text(f"{amount}\N{NO-BREAK SPACE}EUR")
    expect(page.locator("#deal")).to_have_count(0)


def test_the_end_after_a_deal_says_so_and_places_without_players_are_reported(pages, room):
    own = {"name": "Own", "rows": [{"entries": 1, "shares": [4000, 2000, 1500, 1000, 800, 700]}]}
    one = room.create("Friday", structure="demo", buy_in=10000, currency="EUR", payouts=own)
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    page = pages.director("prizes")
    expect(page.locator("#unclaimed")).to_contain_text("There are too few players for 2 of the paid places")
    go(page, "now")
    expect(page.locator(".agreed")).to_contain_text("Their 60\N{NO-BREAK SPACE}EUR is shared among the other places")

    one.draw()
    one.do("start")
    one.do("jump", entry=4)
    counts = [{"entry": entry, "chips": held} for entry, held in ((1, 8000), (2, 6000), (3, 4000), (4, 2000))]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    go(page, "prizes")
    page.get_by_role("button", name="Work out a deal").click()
    page.get_by_role("button", name="Even shares").click()
    page.get_by_role("button", name="All 4 agree: divide Even shares").click()
    go(page, "now")

    card = page.locator("[data-key^='end ']")
    expect(card.get_by_role("heading")).to_have_text("A deal was made")
    expect(page.get_by_text("We have a winner")).to_have_count(0)
    expect(page.get_by_text("One player has all the chips")).to_have_count(0)
    expect(page.locator(".agreed div")).to_have_count(4)


def test_all_places_of_a_deal_are_shown_with_names_although_fewer_places_are_paid(pages, room):
    """
    The console once showed three places after the end of a deal between four players.
    """
    own = {"name": "Own", "rows": [{"entries": 1, "shares": [5000, 3000, 2000]}]}
    one = room.create("Friday", structure="demo", buy_in=5000, currency="EUR", payouts=own)
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Ana", "Bo", "Cyd", "Dee", "Eli")
    one.draw()
    one.do("start")
    one.do("jump", entry=4)
    stacks = {1: 9000, 2: 7000, 3: 5000, 4: 4000, 5: 0}
    counts = [{"entry": entry, "chips": chips} for entry, chips in stacks.items()]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    one.do("confirm-bust", entry=5)
    page, display = pages.director(), pages.display()
    shares = [{"entry": entry, "amount": amount} for entry, amount in ((1, 8000), (2, 7000), (3, 6000), (4, 4000))]
    agreed = ["80", "70", "60", "40"]

    one.do("make-deal", shares=shares, for_winner=0)

    expect(page.locator(".agreed dd")).to_have_text([f"{amount}\N{NO-BREAK SPACE}EUR" for amount in agreed])
    shown = display.locator("[data-cell=payouts] tbody tr")
    expect(shown).to_have_text([re.compile(name) for name in ("Ana.*80", "Bo.*70", "Cyd.*60", "Dee.*40")])
    one.do("end")
    places = [re.compile(line, re.DOTALL) for line in ("1.*Ana.*80", "2.*Bo.*70", "3.*Cyd.*60", "4.*Dee.*40")]
    expect(page.locator(".ended li")).to_have_text(places)
    by_deal = "Prizes agreed by a deal between 4 players"
    expect(page.locator(".ended .by-deal")).to_have_text(by_deal)
    expect(shown).to_have_text(places)
    expect(display.locator("[data-cell=payouts] thead")).to_contain_text(by_deal)
    go(page, "prizes")
    expect(page.locator("#prize-lines div", has_text="place")).to_have_text(places)
    results = pages.open(f"/results/?tournament={one.id}")
    expect(results.locator("tr.paid")).to_have_text(places)
    expect(results.locator("#about")).to_contain_text(by_deal)


def test_large_amounts_of_a_deal_are_whole_with_thousands_and_read_as_they_are_written(pages, room):
    one = room.create("Friday", structure="demo", buy_in=50_000_000, currency="EUR")
    one.do("open-table", table=1, seat_count=9, typed=True)
    one.enter("Maximiliane von Hohenlohe", "Bo", "Cyd")
    one.draw()
    one.do("start")
    one.do("jump", entry=4)
    counts = [{"entry": entry, "chips": chips} for entry, chips in ((1, 8000), (2, 4000), (3, 3000))]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    page = pages.director("prizes")
    page.get_by_role("button", name="Work out a deal").click()
    page.get_by_role("button", name="Even shares").click()
    page.get_by_role("button", name="As agreed").click()

    amounts = page.locator("#deal-table .amount")
    expect(amounts.first).to_have_value("500,000")
    amounts.first.fill("750,000.50")
    amounts.nth(1).fill("249999,5")
    amounts.nth(2).focus()
    expect(amounts.first).to_have_value("750,000.50")
    expect(amounts.nth(1)).to_have_value("249,999.50")
    expect(page.locator("#deal-table tfoot td").last).to_have_text("1,500,000")
    for width in (1366, 390):
        page.set_viewport_size({"width": width, "height": 844})
        table = page.locator("#deal .wide")
        assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth"), width
        assert amounts.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"), width
    read = "async (text) => (await import('/web/words.js')).typedNumber(text)"
    for text, number in (("", 0), ("1,234", 1234), ("1,5", 1.5), ("1.25", 1.25), ("12,345,678.5", 12_345_678.5)):
        assert page.evaluate(read, text) == number
    german = pages.open("/display/?lang=de")
    for text, number in (("1.234", 1234), ("1,234", 1.234), ("12.345,50", 12_345.5), ("1 000", 1000)):
        assert german.evaluate(read, text) == number


ENDING = """async (playing) => {
  const { cards } = await import("/director/now/cards.js");
  const quiet = { floor: null, flags: [], remarks: [], wrong_pins: 0, typed: true };
  const link = { elsewhere_ms: null };
  const tables = playing.map((isPlaying, at) => ({ ...quiet, table: at + 1, playing: isPlaying, link }));
  const proposals = [{ action: { do: "end" }, why: "", clause: "", rules: [], instead: [] }];
  const tournament = { proposals, entries: [], sittings: [], legal: {}, waits_on: [], ended: false };
  return cards({ tournament, tables, tablets: { asked: [] }, totals: {}, serverMs: 0 })[0].act.sure;
}"""


def test_the_end_asks_first_while_a_table_is_in_a_hand(pages, room):
    room.create("Friday", structure="demo")
    page = pages.director()

    assert page.evaluate(ENDING, [False, False]) == ""
    one = "Table 2 is in a hand: its result will not count for places. End anyway"
    assert page.evaluate(ENDING, [False, True]) == one
    two = "Tables 1, 2 are in a hand: their results will not count for places. End anyway"
    assert page.evaluate(ENDING, [True, True]) == two
