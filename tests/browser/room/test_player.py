"""A player's phone in a real browser: it follows an entry, says where to go, and counts down without the clock."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY
from tests.kit.room import NAMES

pytestmark = pytest.mark.slow
HEADERS = {"Authorization": f"Bearer {KEY}"}
PHONE = {"width": 390, "height": 844}
SILENCE_MS = 16_000
"""After this long without the clock, the page says so."""


@pytest.fixture
def evening(room):
    one = room.create("Friday", buy_in=2000, currency="EUR")
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=6, typed=True)
    one.enter(*NAMES[:5], "สมชาย עמר 王小明")
    one.draw()
    one.do("start")
    for sitting in (1, 2):
        there = [entry for entry in one.view["entries"] if entry["sitting"] == sitting]
        counts = [{"entry": entry["entry"], "chips": 10_000} for entry in there]
        one.do("type-table", sitting=sitting, hands=9, button=there[0]["seat"], counts=counts)
    return one


@pytest.fixture
def phone(pages, evening):
    pages.make_time_skippable()
    page = pages.open("/player/")
    page.set_viewport_size(PHONE)
    return page


FACES_LOADED = (
    """() => [...document.fonts].filter((one) => one.status === "loaded").map((one) => one.family).length >= 2"""
)
"""One font for Thai and Hebrew, and one for Chinese. Each is fetched because a name needs it."""


def follow(page, number):
    page.get_by_label("Your entry number").fill(str(number))
    page.get_by_role("button", name="Show me").click()


def test_the_page_follows_an_entry_and_remembers_its_number(phone, evening):
    """
    It does so over a reload, until the player stops it.
    """
    one = next(entry for entry in evening.view["entries"] if entry["name"].startswith("ส"))
    expect(phone.locator("#blinds")).to_have_text("25 / 50")
    follow(phone, one["entry"])
    expect(phone.locator("#who")).to_have_text(f"Entry {one['entry']}, {one['name']}")
    expect(phone.locator("#table")).to_have_text(str(one["table"]))
    expect(phone.locator("#seat")).to_have_text(str(one["seat"]))
    assert phone.evaluate("document.cookie") == ""
    phone.wait_for_function(FACES_LOADED)

    phone.reload()
    expect(phone.locator("#seat")).to_have_text(str(one["seat"]))

    phone.get_by_role("button", name="Follow another entry").click()
    expect(phone.locator("#followed")).to_be_hidden()
    phone.reload()
    expect(phone.get_by_label("Your entry number")).to_be_visible()


def test_an_entry_in_the_address_is_followed_and_a_move_is_announced(phone, clock, evening):
    """
    The address is that of a QR code on a seat card.
    """
    mover = next(one for one in evening.view["entries"] if one["sitting"] == 1)
    taken = {one["seat"] for one in evening.view["entries"] if one["sitting"] == 2}
    free = min(set(range(1, 7)) - taken)
    for table in (30, 31, 32):
        httpx.post(f"{clock.site}/api/plan/place", json={"table": table, "section": "Hall"}, headers=HEADERS)
    phone.goto(f"{clock.site}/player/?entry={mover['entry']}")
    expect(phone.locator("#table")).to_have_text("31")
    expect(phone.get_by_role("region", name="Hall").get_by_role("listitem")).to_have_text(["30", "31: you", "32"])

    evening.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": free})

    expect(phone.locator("#table")).to_have_text("32")
    expect(phone.locator("#then")).to_contain_text("The dealer at table 32 will count them")
    expect(phone.get_by_role("region", name="Hall").get_by_role("listitem")).to_have_text(["30", "31", "32: new"])
    expect(phone.locator("#why")).to_have_text("Why: the floor gave you this seat.")
    clock_box = phone.locator("#time").bounding_box()
    assert clock_box["y"] + clock_box["height"] <= PHONE["height"]  # the time left is visible without scrolling
    no_violations(phone)


def test_an_unknown_entry_number_is_reported(phone):
    follow(phone, 999)

    expect(phone.get_by_role("alert")).to_have_text("There is no entry 999: check the number.")


def test_without_the_clock_the_page_counts_on_and_says_how_old_its_data_is(phone, clock, evening):
    expect(phone.locator("#time")).to_be_visible()
    phone.route("**/api/phone*", lambda route: route.abort())
    before = phone.locator("#time").text_content()

    phone.clock.fast_forward(SILENCE_MS)

    expect(phone.locator("#time")).not_to_have_text(before)
    expect(phone.locator("#away")).to_contain_text("no contact with the clock for")


def test_nothing_is_wider_than_the_phone_and_every_target_is_large_enough(phone, evening):
    follow(phone, 1)
    expect(phone.locator("#followed")).to_be_visible()
    phone.locator("#prizes summary").click()
    phone.locator("#structure summary").click()

    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    high = "all => all.map((one) => one.getBoundingClientRect().height)"
    assert min(phone.locator("button:visible, input:visible, summary:visible").evaluate_all(high)) >= 44
    sizes = "[...document.querySelectorAll('body *')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert min(phone.evaluate(sizes)) >= 14


def test_before_a_scheduled_start_the_page_counts_down_to_it(pages, room):
    one = room.create("Sunday")
    one.do("schedule", starts_ms=4_102_444_800_000)
    phone = pages.open("/player/")

    expect(phone.locator("#level")).to_contain_text("Starts")
    expect(phone.locator("#time")).to_be_visible()
    fits_a_phone(phone)  # however many hours it is


def test_a_phone_keeps_its_entrys_result_until_the_next_tournament_has_started(pages, room):
    """In the next tournament, the same number is somebody else's."""
    one = room.create("Friday", structure="demo")
    one.do("open-table", table=31, seat_count=6, typed=True)
    one.enter("Ana", "Bo")
    one.draw()
    one.do("start")
    phone = pages.open("/player/")
    follow(phone, 1)
    expect(phone.locator("#who")).to_have_text("Entry 1, Ana")

    saturday = room.create("Saturday", structure="demo")
    saturday.do("open-table", table=32, seat_count=6, typed=True)
    saturday.enter("Somebody Else", "Another Player")
    phone.reload()
    expect(phone.locator("#who")).to_have_text("Entry 1, Ana")
    expect(phone.locator("#event")).to_have_text("Friday")

    counts = [{"entry": 1, "chips": 10_000}, {"entry": 2, "chips": 0}]
    one.do("type-table", sitting=1, hands=10, button=one.view["entries"][0]["seat"], counts=counts)
    one.do("confirm-bust", entry=2)
    one.do("end")

    expect(phone.locator("#what")).to_contain_text("Finished #1")
    phone.reload()
    expect(phone.locator("#event")).to_have_text("Friday")
    expect(phone.locator("#what")).to_contain_text("Finished #1")

    saturday.draw()
    saturday.do("start")
    expect(phone.locator("#event")).to_have_text("Saturday")
    expect(phone.get_by_label("Your entry number")).to_be_visible()
    expect(phone.locator("#followed")).to_be_hidden()
