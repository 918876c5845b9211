"""The director's page, in a real browser, while tables play."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from engine.events import SetStacks
from engine.public import public
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Disqualify
from kiosk.protocol.messages import Hello, Records
from kiosk.storage.chain import START, chain, mark_of
from tests.browser.conftest import BrowserPages
from tests.kit.clock import (
    ClockThread,
    DirectorsPage,
    RandomTable,
    eventually,
    in_a_process,
    settings_text,
    talk,
    token,
)
from tests.kit.full_tables import FullTables, sitting_of

pytestmark = pytest.mark.slow


def counts(table):
    """The stacks that the page must show for every seat of a table."""
    return [f"{seat.chips:,}" for seat in public(table.game).seats if seat.player]


TEXT_EDGES = """found => new Set(found.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.round(range.getBoundingClientRect().right);
})).size"""
TOO_WIDE = "found => found.filter((one) => one.scrollWidth > one.clientWidth).length"


def test_a_large_stack_fits_its_seat_on_the_map_and_amounts_are_aligned_on_the_right(browser, tmp_path, free_port):
    stacks = {"Ana": 128_455_125, "Bo": 500, "Cyd": 28_002_075}
    one = ClockThread(tmp_path, free_port, settings_text(free_port), FullTables(players=[stacks]))
    one.start()
    with ExitStack() as stop:
        stop.callback(one.stop)
        pages = BrowserPages(browser, one)
        stop.callback(pages.close)
        page = pages.director("tables")

        expect(page.locator(".map .seat")).to_have_text(["2569102", "10", "560041"])
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.locator(".map .seat").evaluate_all(TOO_WIDE) == 0
        amounts = page.locator(".names b")
        expect(amounts).to_have_text(["128,455,125", "500", "28,002,075"])
        assert amounts.evaluate_all(TEXT_EDGES) == 1
        assert pages.complaints == []


def test_every_seats_count_changes_on_the_page_as_the_table_plays(clock, pages, tmp_path):
    page, now = pages.director("table-1"), pages.director()
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        card = page.locator("#table-1")
        expect(page.locator("#one-table-live .seats strong")).to_have_text(["5,000"] * 6)

        for _ in range(3):
            table.play(1)
            table.play_on(9)

            for count in counts(table):
                expect(page.locator("#one-table-live")).to_contain_text(count)
            expect(card.locator(".hand")).to_contain_text(f"hand {table.game.table.hands}")
        expect(card.locator(".link")).to_have_text("connected")

        def is_up_to_date():
            table.play_on(1)
            return card.locator(".updated").inner_text() == "updated just now"

        eventually(is_up_to_date)  # for two seconds after each action
        expect(now.locator("#difference")).to_have_text("✓ all chips accounted for")
    expect(card.locator(".link")).to_contain_text("offline for")
    expect(card.locator(".updated")).to_have_text(re.compile(r"^updated \d+ s ago$"))
    expect(now.locator("#lanes [data-kind=trouble] .reason")).to_have_text(["Table 1: offline"])


def test_the_floors_changes_to_chips_are_shown_on_their_own_lines(clock, pages, tmp_path):
    """
    A corrected count and a removed stack have lines of their own, at the table and in the room. Nothing is missing.
    """
    page, now = pages.director("table-1"), pages.director()
    named, card = now.locator("#named"), page.locator("#table-1")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        expect(named).to_be_empty()
        table.host.orders.ask(Overrule("Ann", "a chip was missing", SetStacks((2,), (4_500,), -500)))
        table.host.orders.ask(Disqualify(5, "Ann", "threatened a player"))

        expect(card.locator(".named")).to_have_text(["floor corrections −500", "removed 5,000"])
        expect(card.locator("tfoot .count")).to_have_text("24,500")
        expect(named).to_have_text("60,000 issued · floor corrections −500 · removed 5,000")
        expect(now.locator("#difference")).to_have_text("✓ all chips accounted for")
    expect(page.locator(".wrong")).to_have_count(0)
    expect(now.locator(".wrong")).to_have_count(0)


def test_a_difference_is_shown_beside_the_floors_changes(pages):
    """Three cases of numbers: too many, missing, and neither."""
    page = pages.director()
    said = """async (sums) => {
        const { difference, named } = await import('/director/accounts.js');
        return [difference(sums), ...named(sums)];
    }"""
    sums = {"chips_found": 55_700, "chips_issued": 60_000, "adjusted": 500, "removed": 5_000}

    assert page.evaluate(said, sums) == ["200 extra", "floor corrections +500", "removed 5,000"]
    assert page.evaluate(said, sums | {"removed": 0}) == ["4,800 missing", "floor corrections +500"]
    assert page.evaluate(said, sums | {"chips_found": 55_500, "adjusted": 0, "removed": 4_500}) == ["", "removed 4,500"]


def test_the_clock_is_run_from_the_page(pages):
    page = pages.director("clock")
    page.locator("#start").click()
    expect(page.locator("#paused")).to_be_hidden()

    page.get_by_role("button", name="+5 min").click()
    expect(page.locator("#time")).to_have_text(re.compile(r"^(8:00|7:\d\d)$"))
    page.locator("#pause").click()

    expect(page.locator("#paused")).to_be_visible()
    expect(page.locator("#start")).to_be_enabled()
    expect(page.locator("#pause")).to_be_disabled()


PRESSED_AS_IT_CHANGES = """() => {
    const start = document.getElementById("start");
    window.pressed = new Promise((done) => new MutationObserver((_, observer) => {
        if (start.disabled) return;
        observer.disconnect();
        start.click();
        done([...start.classList].sort().join(" "));
    }).observe(start, { attributes: true }));
}"""


def test_start_and_pause_are_two_buttons_so_that_a_second_press_never_means_the_opposite(clock, pages):
    """
    Two directors press Pause one after the other: the clock is paused, whoever came second.
    """
    page = pages.director()
    with DirectorsPage(clock) as other:
        other.order("start")
        expect(page.locator("#pause")).to_contain_class("main")  # drawn by then: it runs
        page.evaluate(PRESSED_AS_IT_CHANGES)
        other.order("pause")
        expect(page.locator("#pause")).to_be_disabled()

        assert page.evaluate("window.pressed") == "locked main"
        assert not other.room["running"]
        page.locator("#start").click()
        expect(page.locator("#paused")).to_be_hidden()


LOCKED_MS, MOVED_MS = 400, 800
"""How long a second press would come too soon, and how long a press on a button that has just changed."""


def test_a_double_tap_is_not_a_second_press(pages):
    page = pages.director("clock", stands_still=True)
    expect(page.locator("#go-on")).to_have_text("Next: Level 2")
    page.evaluate("for (let press = 0; press < 2; press += 1) document.getElementById('go-on').click()")

    expect(page.locator("#go-on")).to_have_class(re.compile("sure"))
    expect(page.locator("#level")).to_have_text("Level 1")


def test_removing_more_time_than_is_left_asks_before_it_ends_the_level(clock, pages):
    page = pages.director("clock", stands_still=True)
    with DirectorsPage(clock) as other:
        other.order("add-time", delta_ms=-130_000)
        minus = page.locator("[data-delta-ms='-60000']")
        expect(page.locator("#time")).to_have_text("0:50")
        minus.click()

        expect(page.locator("#will")).to_have_text("Taking off 1 min ends Level 1, and Level 2 begins.")
        expect(minus).to_have_text("End Level 1?")
        assert other.room["remaining_ms"] == 50_000
        page.clock.fast_forward(LOCKED_MS)
        minus.click()

        expect(page.locator("#time")).to_have_text("0:00")


def test_the_last_act_is_undone_with_one_press_while_nothing_followed(clock, pages):
    page = pages.director("clock")
    undo = page.locator("#undo")
    expect(undo).to_be_disabled()
    page.get_by_role("button", name="+5 min").click()
    expect(page.locator("#time")).to_have_text("8:00")
    expect(undo).to_have_text("Undo: time changed")

    undo.click()

    expect(page.locator("#time")).to_have_text("3:00")
    expect(undo).to_have_text("Undo")
    with DirectorsPage(clock) as other:
        assert "no clock action can be undone" in other.order("undo-clock")


def test_a_hand_dealt_during_a_break_is_reported_at_a_table_that_adds_up(clock, pages):
    page = pages.director()
    said = "hand 7 was dealt during the break"
    card = """async ([room, said]) => {
        const { fillCard } = await import('/director/tables.js');
        const card = document.createElement('article');
        fillCard(card, { ...room.tables[0], remarks: [said] }, false);
        return [card.className, card.querySelector('.remarks').textContent];
    }"""

    assert page.evaluate(card, [clock.tables(), said]) == ["", said]


def test_a_level_is_changed_with_two_presses_and_never_with_one(pages):
    page = pages.director("clock", stands_still=True)
    page.get_by_role("button", name="Next: Level 2").click()
    expect(page.locator("#level")).to_have_text("Level 1")
    expect(page.locator("#will")).to_have_text("Level 2 begins with 3:00; the remaining 3:00 of Level 1 is lost.")

    page.clock.fast_forward(LOCKED_MS)
    page.get_by_role("button", name="Start Level 2?").click()

    expect(page.locator("#level")).to_have_text("Level 2")
    expect(page.locator("#blinds")).to_have_text("50 / 100 · ante 25 each")


def test_a_level_that_ends_between_two_presses_needs_two_new_ones(clock, pages):
    page = pages.director("clock", stands_still=True)
    with DirectorsPage(clock) as other:
        other.order("next")
        other.order("start")
        expect(page.locator("#level")).to_have_text("Level 2")
        expect(page.locator("#paused")).to_be_hidden()
        page.clock.fast_forward(MOVED_MS)
        page.locator("#go-on").click()
        expect(page.locator("#go-on")).to_have_class(re.compile("sure"))
        other.order("add-time", delta_ms=200 - 180_000)
        expect(page.locator("#level")).to_have_text("Break")

        expect(page.locator("#go-on.sure")).to_have_count(0)
        page.clock.fast_forward(MOVED_MS)
        page.locator("#go-on").click()

        expect(page.locator("#go-on")).to_have_class(re.compile("sure"))
        expect(page.locator("#level")).to_have_text("Break")


def test_each_first_press_waits_its_full_time_for_the_second(pages):
    page = pages.director("clock", stands_still=True)
    button = page.locator("#go-on")
    button.click()
    page.clock.fast_forward(LOCKED_MS)
    button.click()
    expect(page.locator("#level")).to_have_text("Level 2")
    page.clock.fast_forward(MOVED_MS)
    page.clock.fast_forward(2500)
    button.click()

    page.clock.fast_forward(2500)
    expect(button).to_have_class(re.compile("sure"))
    page.clock.fast_forward(2500)
    expect(button).not_to_have_class(re.compile("sure"))


def test_a_break_is_named_before_it_is_started(pages):
    page = pages.director("clock", stands_still=True)
    expect(page.locator("#next")).to_have_text("next: 50 / 100 · ante 25 each")
    page.get_by_role("button", name="Next: Level 2").click()
    page.clock.fast_forward(LOCKED_MS)
    page.get_by_role("button", name="Start Level 2?").click()

    expect(page.locator("#next")).to_have_text("next: Break 1 min, then 100 / 200 · big blind ante 200")
    page.clock.fast_forward(MOVED_MS)
    page.get_by_role("button", name="Next: Break").click()
    page.clock.fast_forward(LOCKED_MS)
    page.get_by_role("button", name="Start Break?").click()

    expect(page.locator("#level")).to_have_text("Break")
    page.clock.fast_forward(MOVED_MS)
    expect(page.get_by_role("button", name="Previous: Level 2")).to_be_enabled()


@pytest.mark.parametrize("width", [390, 720, 800, 1024, 1366])
def test_every_order_is_readable_on_any_screen(pages, width):
    page = pages.director("clock", stands_still=True)
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_role("button", name="Next: Level 2").click()
    expect(page.get_by_role("button", name="Start Level 2?")).to_be_visible()

    cut = "buttons => buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"

    assert page.locator(".orders button").evaluate_all(cut) == []


def test_the_clock_does_not_go_before_the_first_level_or_past_the_last(clock, pages):
    page = pages.director("clock")
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    with DirectorsPage(clock) as other:
        for _ in range(5):
            other.order("next")

    expect(page.locator("#next")).to_have_text("last level")
    expect(page.locator("#go-on")).to_be_disabled()
    expect(page.locator("#go-on")).to_have_text("Next")


def test_a_refused_order_says_why(pages):
    page = pages.director()
    expect(page.locator("#start")).to_be_enabled()  # drawn by then; before that no button is enabled
    page.evaluate("for (let press = 0; press < 2; press += 1) document.getElementById('start').click()")

    expect(page.locator("#why")).to_contain_text("the clock had just changed")


def test_a_table_that_does_not_add_up_is_red_with_a_reason(clock, pages):
    page, now = pages.director("table-2"), pages.director()
    records = tuple(chain(START, 1, 0, [b"what no table writes <b>"]))

    talk(clock, Hello(token(2), 2, 1, mark_of(records[-1]), sitting=sitting_of(2)), Records(records))

    expect(page.locator("#table-2 .flags li")).to_contain_text("record 1 cannot be applied")
    expect(page.locator("#table-2")).to_have_class("wrong")
    expect(now.locator("#lanes [data-kind=flags] .reason")).to_contain_text("record 1 cannot be applied")


def test_a_rejected_kiosk_is_listed_until_it_connects(clock, pages):
    page = pages.director()
    said = page.locator("#rejected li")
    expect(page.locator("#event")).not_to_be_empty()
    expect(said).to_have_count(0)

    talk(clock, Hello("a-guess", 2, 1, START))
    talk(clock, Hello(token(1), 77, 1, START))
    expect(said).to_have_text(
        [
            re.compile(r"^a kiosk tried to connect as table 77, which is not in the settings, \d+ s ago$"),
            re.compile(r"^a kiosk tried to connect as table 2 with a wrong token, \d+ s ago$"),
        ]
    )
    talk(clock, Hello(token(2), 2, 1, START, sitting=sitting_of(2)))

    expect(said).to_have_count(1)


@in_a_process
def test_after_a_crash_the_page_reconnects_by_itself_and_offers_to_resume(clock, pages):
    page = pages.director()
    page.locator("#start").click()
    expect(page.locator("#paused")).to_be_hidden()
    page.evaluate("window.neverReloaded = true")
    clock.kill()
    clock.start()

    expect(page.locator("#recovery")).to_be_visible()
    expect(page.locator("#apply-elapsed")).to_contain_text(re.compile("Count the missed time: Level 1, [12]:"))
    page.locator("#resume").click()

    expect(page.locator("#recovery")).to_be_hidden()
    expect(page.locator("#paused")).to_be_hidden()
    assert page.evaluate("window.neverReloaded")


def test_a_wrong_key_is_reported_and_asked_for_again(pages):
    page = pages.open("/director/#key=a-guess-of-mine")

    expect(page.locator("#enter-why")).to_contain_text("this is not the director's key")
    expect(page.locator("#room")).to_be_hidden()
    page.get_by_label("The key from the clock's settings").fill("the-directors-key")
    page.get_by_role("button", name="Enter").click()

    expect(page.locator("#event")).to_be_visible()
    assert "key" not in page.url
