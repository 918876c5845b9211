"""Hand for hand on the pages: whether the level clock runs or is stopped, at a glance."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from engine.tournament.levels.level_clock import (
    HandTime,
    LevelClock,
    advance,
    is_held,
    overtime_ms,
    pause,
    remaining_ms,
    set_hand,
    start,
)
from engine.tournament.levels.structure import MS_A_MINUTE, Break, Level, Structure, duration_ms
from tests.browser.conftest import BrowserPages, go
from tests.kit.clock import ClockThread
from tests.kit.room import NAMES, RoomApi, TournamentApi

pytestmark = pytest.mark.slow

LEVEL = Level(25, 50, 5)
EVENING = Structure("Evening", 10_000, (25, 100), (LEVEL, Break(3), LEVEL, LEVEL))
CASES = 500
HELD = "Hand for hand · clock stopped"
ASK_MS = 8_000
"""A phone asks the clock again within this time."""


def type_hand(one: TournamentApi, sitting: int, hands: int, *out: int) -> None:
    """Enter all players' chips at a table without a kiosk after so many hands."""
    there = [each for each in one.view["entries"] if each["sitting"] == sitting]
    counts = [{"entry": each["entry"], "chips": 0 if each["entry"] in out else 10_000} for each in there]
    one.do("type-table", sitting=sitting, hands=hands, button=there[0]["seat"], counts=counts, adjust=True)


def near_the_money(room: RoomApi) -> TournamentApi:
    """Six players at two tables without kiosks, hand for hand."""
    one = room.create("Sunday", structure="club", buy_in=1000)
    for table in (1, 2):
        one.do("open-table", table=table, seat_count=9, typed=True)
    one.enter(*NAMES[:6])
    one.draw()
    one.do("start")
    for sitting in (1, 2):
        type_hand(one, sitting, 1)
    one.do("hand-for-hand", on=True)
    return one


@pytest.fixture
def phone(browser: Browser, clock: ClockThread) -> Iterator[Page]:
    """The player's page, on another device than the other pages."""
    opened = BrowserPages(browser, clock)
    opened.make_time_skippable()
    yield opened.open("/player/")
    opened.close()
    assert opened.complaints == []


def test_a_stopped_clock_during_hand_for_hand_is_shown_on_every_page(room: RoomApi, pages: BrowserPages, phone: Page):
    one = near_the_money(room)
    console, display = pages.director(), pages.display()
    phone.clock.fast_forward(ASK_MS)
    said = [console.locator("#paused"), display.locator("#paused"), phone.locator("#level")]
    for shown in said:
        expect(shown).to_contain_text("Hand for hand")
        expect(shown).not_to_contain_text("stopped")
    type_hand(one, 1, 2, min(each["entry"] for each in one.view["entries"] if each["sitting"] == 1))
    type_hand(one, 2, 2)
    phone.clock.fast_forward(ASK_MS)

    for shown in said:
        expect(shown).to_contain_text(HELD)
    times = [time_on(console), time_on(display), time_on(phone)]
    before = [time.inner_text() for time in times]
    console.wait_for_timeout(1_500)
    assert [time.inner_text() for time in times] == before

    console.get_by_role("button", name="Confirm").first.click()
    expect(said[0]).not_to_contain_text("stopped")
    phone.clock.fast_forward(ASK_MS)
    for shown in said:
        expect(shown).to_contain_text("Hand for hand")
        expect(shown).not_to_contain_text("stopped")
    for time, stood in zip(times, before, strict=True):
        expect(time).not_to_have_text(stood)
    one.do("hand-for-hand", on=False)
    phone.clock.fast_forward(ASK_MS)
    expect(console.locator("#paused")).to_be_hidden()
    expect(display.locator("#paused")).to_be_hidden()
    expect(phone.locator("#level")).not_to_contain_text("Hand for hand")


def time_on(page: Page) -> Locator:
    return page.locator("#time")


def test_a_page_counts_like_the_service_when_a_hand_stops_the_clock(pages: BrowserPages):
    dice = Random(8)
    page = pages.display()
    cases, expected = [], []
    for _ in range(CASES):
        clock, at_ms, now_ms = some_clock(dice)
        word = {
            "structure": msgspec.to_builtins(EVENING), "index": clock.index, "running": clock.since_ms is not None,
            "anchor_ms": at_ms, "remaining_ms": clock.left_ms, "over_ms": clock.over_ms or 0, "play": None,
            "hand": msgspec.to_builtins(clock.hand) if clock.hand else None,
        }  # fmt: skip
        cases.append([word, now_ms])
        then = advance(clock, EVENING, now_ms)
        expected.append(
            [then.index, remaining_ms(then, now_ms), overtime_ms(then, EVENING, now_ms), is_held(then, now_ms)]
        )

    script = """async (cases) => { const { standing } = await import("/web/room.js");
      const clocks = cases.map(([word, nowMs]) => standing(word, nowMs));
      return clocks.map((one) => [one.index, one.leftMs, one.overMs, one.held]); }"""
    assert page.evaluate(script, cases) == expected
    assert len({each[0] for each in expected}) == len(EVENING.entries)


def some_clock(dice: Random) -> tuple[LevelClock, int, int]:
    """A published clock, the time of its publication, and a later time."""
    index, at_ms = dice.randrange(len(EVENING.entries)), dice.randrange(10**6)
    left_ms = dice.randrange(duration_ms(EVENING, index))
    clock = start(LevelClock(index, left_ms), EVENING, at_ms)
    hand = HandTime(dice.choice((0, dice.randrange(3 * MS_A_MINUTE), left_ms)), dice.random() < 0.2)
    if dice.random() < 0.8:
        clock = set_hand(clock, EVENING, at_ms, hand)
    if dice.random() < 0.1:
        clock = pause(clock, EVENING, at_ms)
    if isinstance(clock.hand, HandTime) and dice.random() < 0.5:
        clock = replace(clock, hand=replace(clock.hand, left_ms=clock.hand.left_ms + 6 * MS_A_MINUTE))
    return clock, at_ms, at_ms + dice.randrange(12 * MS_A_MINUTE)


def test_hand_for_hand_starts_and_ends_in_the_place_room_and_on_its_card(pages: BrowserPages, room: RoomApi) -> None:
    one = near_the_money(room)
    one.do("hand-for-hand", on=False)
    page = pages.director("room")
    form = page.locator("#room-orders .holding")
    form.locator("summary").click()

    form.get_by_role("button", name="Hold all tables").click()

    expect(form.get_by_role("button", name="Release all tables")).to_be_visible()
    assert one.view["hand_for_hand"]
    go(page, "now")
    card = page.locator("#lanes .card", has_text="Hand for hand")
    card.get_by_role("button", name="Release all tables").click()
    expect(card).to_have_count(0)
    assert not one.view["hand_for_hand"]
