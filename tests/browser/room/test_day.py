"""A player's day on the phone, with hands that a table has played, and the page without a clock."""

import re
from itertools import pairwise

import httpx
import pytest
from playwright.sync_api import expect

from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY, RandomTable
from tests.kit.room import NAMES

pytestmark = pytest.mark.slow
SILENCE_MS = 16_000
"""After this long without the clock, the page says so."""
READ_AGAIN_MS = 61_000
"""An open day is read again after this long, even if the room does not announce a new hand."""


def asked(clock, path, **query):
    return httpx.get(f"{clock.site}{path}", params=query, headers={"Authorization": f"Bearer {KEY}"})


def test_a_seat_cards_code_opens_the_players_day_and_the_entry_number_alone_does_not(pages, clock, room, tmp_path):
    """
    It shows the chart, and the hands in four formats. Another entry's code opens nothing. Then the clock is out of
    reach.
    """
    one = room.create("Friday")
    one.open_tables(1)
    one.enter(*NAMES[:3])
    one.draw()
    one.do("start")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(3)
        table.wait_until_held(clock)
        hands = table.game.table.hands
    link, other = (asked(clock, f"/api/tournaments/{one.id}/entries/{entry}/phone").json() for entry in (1, 2))
    for code in ("", other["code"]):
        assert httpx.get(f"{clock.site}/api/phone/day", params={"entry": 1, "code": code}).status_code == 403
    hands_read = httpx.get(f"{clock.site}/api/phone/day", params={"entry": 1, "code": link["code"]}).json()["hands"]
    assert [hand["hand"] for hand in hands_read] == list(range(1, hands + 1))
    assert all(hand["after"] == then["before"] for hand, then in pairwise(hands_read))
    for form, begins in (("ohh", '{"ohh":'), ("phhs", "[1]\n"), ("pokerstars", "PokerStars Hand #"), ("txt", "")):
        said = httpx.get(f"{clock.site}/api/phone/hands.{form}", params={"entry": 1, "code": link["code"]})
        assert said.text.startswith(begins)
        assert "attachment" in said.headers["content-disposition"]

    pages.make_time_skippable()
    page = pages.open(link["path"])
    page.get_by_text("Your day").click()
    most = max(10_000, *(hand["after"] for hand in hands_read))
    now = hands_read[-1]["after"]
    line = f"Your chips, hand by hand: 10,000 at the start, {most:,} at the peak, {now:,} now, over {hands} hands"
    expect(page.get_by_role("img")).to_have_attribute("aria-label", line)
    no_violations(page)
    fits_a_phone(page)

    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#event")).to_have_text("Friday")
    expect(page.locator("#table")).to_have_text("1")
    page.clock.fast_forward(SILENCE_MS)
    expect(page.locator("#away")).to_be_visible()
    page.context.set_offline(False)


def test_an_open_day_fills_up_by_itself_after_a_hand(pages, clock, room, tmp_path):
    one = room.create("Friday")
    one.open_tables(1)
    one.enter(*NAMES[:3])
    one.draw()
    one.do("start")
    pages.make_time_skippable()
    page = pages.open(asked(clock, f"/api/tournaments/{one.id}/entries/1/phone").json()["path"])
    page.get_by_text("Your day").click()
    expect(page.locator("#day-told")).to_have_text("You have not finished a hand yet.")

    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
        page.clock.fast_forward(READ_AGAIN_MS)

        expect(page.get_by_role("img")).to_have_attribute("aria-label", re.compile("over 1 hands"))


def test_the_peak_of_a_day_includes_chips_bought_between_two_hands(pages, clock, room):
    one = room.create("Friday")
    one.open_tables(1)
    one.enter(*NAMES[:3])
    one.draw()
    page = pages.open(asked(clock, f"/api/tournaments/{one.id}/entries/1/phone").json()["path"])
    stacks = ((10_000, 4_000), (14_000, 12_000))  # an add-on of 10,000 before the second hand
    hands = [
        {"table": 1, "hand": hand, "started": "", "level": 1, "before": before, "after": after}
        for hand, (before, after) in enumerate(stacks, 1)
    ]
    page.route("**/api/phone/day*", lambda route: route.fulfill(json={"hands": hands}))

    page.get_by_text("Your day").click()

    expect(page.get_by_role("img")).to_have_attribute("aria-label", re.compile("14,000 at the peak, 12,000 now"))
