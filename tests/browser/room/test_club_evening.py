"""A club's evening on the console: an early start, late players, a re-entry, and the next event."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go, press_twice
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY, eventually
from tests.kit.signing import Asker

pytestmark = pytest.mark.slow
READY = ":not([disabled]):not(.locked)"
STACK = 5_000
SURE_MS = 4_000
"""A first press is forgotten after this long."""
DEMO = {"structure": "demo", "buy_in": 2000, "currency": "EUR", "late_levels": 4, "re_entries": 1}


def evening(room, **terms):
    """Three players at one table without a kiosk."""
    one = room.create("Friday", **DEMO | terms)
    one.do("open-table", table=31, seat_count=6, typed=True)
    one.enter("Ana", "Bo", "Cyd")
    one.draw()
    one.do("start")
    return one


@pytest.fixture
def friday(room):
    return evening(room)


def bust(one, *more):
    """Ana wins the chips of Bo, and of these players."""
    out = [2, *more]
    counts = [{"entry": entry, "chips": 0 if entry in out else STACK} for entry in (1, 2, 3)]
    counts[0]["chips"] += STACK * len(out)
    one.do("type-table", sitting=1, counts=counts, hands=9, button=one.view["entries"][0]["seat"])
    one.do("confirm-bust", entry=2)


def free_seat(one):
    """The first free seat of the table."""
    return min(set(range(1, 7)) - {entry["seat"] for entry in one.view["entries"]})


def test_a_start_before_anybody_has_a_seat_is_asked_about_and_its_undo_brings_the_draw_back(pages, room):
    one = room.create("Friday", **DEMO)
    pages.make_time_skippable()
    page = pages.director()
    expect(page.locator("#paused")).to_have_text("Not started")

    page.locator(f"#start{READY}").click()
    expect(page.locator("#start-will")).to_contain_text("Nobody has a seat yet")
    no_violations(page)
    page.clock.fast_forward(SURE_MS)
    expect(page.locator("#start")).to_have_text("Start")  # the question does not wait for ever
    expect(page.locator("#start-will")).to_be_empty()
    assert not one.whole["state"]["started"]

    press_twice(page.locator(f"#start{READY}"), page.locator(f"#start.sure{READY}"))
    expect(page.locator("#pause")).to_be_enabled()
    go(page, "clock")
    page.locator(f"#undo{READY}", has_text="Undo: Start").click()
    expect(page.locator("#paused")).to_have_text("Not started")

    go(page, "now")
    expect(page.get_by_role("link", name="Enter the players")).to_be_visible()
    go(page, "room")
    one.open_tables(1)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    page.get_by_role("button", name="Draw 4 seats").click()
    expect(page.locator("#opened li")).to_have_text("Table 1: 4 of 10 seats taken")
    page.locator(f"#start{READY}").click()
    expect(page.locator("#paused")).to_be_hidden()


def test_the_first_steps_stay_after_an_early_start_until_the_players_are_seated(pages, room):
    one = room.create("Friday", **DEMO)
    one.do("start")
    one.open_tables(1)
    one.enter("Ana", "Bo")
    page = pages.director()
    steps = page.locator(".first li")
    expect(steps).to_have_count(4)
    expect(steps.filter(has=page.locator(".spoken"))).to_have_count(3)  # all but the draw are done
    no_violations(page)
    page.locator(".first .go", has_text="Draw the seats").click()

    page.locator(f"#draw-seats{READY}", has_text="Draw 2 seats").click()

    expect(page.locator("#draw-seats")).to_be_hidden()
    go(page, "now")
    expect(steps).to_have_count(0)


def test_the_start_of_the_clock_is_undone_where_it_was_done(pages, room):
    one = room.create("Friday", **DEMO)
    one.do("open-table", table=31, seat_count=6, typed=True)
    one.enter("Ana", "Bo")
    one.draw()
    page = pages.director()
    page.locator(f".first .go{READY}", has_text="Start the clock").click()
    started = page.locator("#just-done li", has_text="clock started")

    started.get_by_role("button", name="Undo").click()

    expect(page.locator("#paused")).to_have_text("Not started")
    expect(started.get_by_role("button")).to_have_count(0)
    expect(page.locator(".first")).to_be_visible()


def test_the_console_says_where_a_late_player_sits_and_prints_the_seat_card(pages, friday):
    page = pages.director()
    go(page, "players")
    page.get_by_label("Player name").fill("Zoe")
    page.locator("#add-entry").click()
    expect(page.locator("#players-place .answered")).to_have_text("Zoe entered: collect 20 EUR")
    go(page, "now")

    page.locator(f"#lanes .act{READY}", has_text="Draw a seat").click()

    zoe = re.compile(r"^Zoe: table 31, seat \d")
    expect(page.locator("#lanes .answered")).to_contain_text(zoe)
    expect(page.locator("#just-done li").first).to_contain_text(re.compile(r"player seated · Zoe: table 31, seat \d"))
    with page.expect_download() as cards:
        page.locator("#just-done").get_by_role("button", name="Seat card").click()
    assert cards.value.suggested_filename == "seat-cards.pdf"
    no_violations(page)
    fits_a_phone(page)
    go(page, "log")
    expect(page.locator(".log li").first).to_contain_text(re.compile(r"player seated · Zoe: table 31, seat \d"))


def test_many_players_without_a_seat_are_drawn_together(pages, friday):
    friday.enter("Dee", "Eli", "Fay")
    page = pages.director()
    card = page.locator("#lanes .card[data-key=draw-seats]")
    expect(card).to_contain_text("Dee, Eli, Fay")

    card.locator(f".act{READY}", has_text="Draw 3 seats").click()

    expect(card).to_have_count(0)
    assert all(entry["seat"] for entry in friday.view["entries"])


def test_now_says_how_many_seats_are_needed_before_the_draw_and_who_has_none_afterward(pages, room):
    one = room.create("Friday", **DEMO)
    one.open_tables(1, seats=2)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    page = pages.director()
    needed, without = (page.locator(f"#lanes .card[data-key={key}]") for key in ("seats-needed", "no-seat"))
    expect(needed).to_contain_text(re.compile("2 more seats needed: open another table, or close one"))
    no_violations(page)
    fits_a_phone(page)
    needed.get_by_role("link", name="Open a table").click()
    expect(page.locator("#open")).to_be_focused()
    page.locator(f"#draw-seats{READY}").click()
    expect(page.locator("#seats-why")).to_have_text(re.compile("2 more seats needed: open another table, or close one"))
    assert not any(entry["seat"] for entry in one.view["entries"])

    go(page, "now")
    needed.get_by_role("button", name="Draw anyway; the others wait").click()

    expect(needed).to_have_count(0)
    expect(without).to_contain_text("Cyd, Dee have no seat: open a table or wait for a bust")
    one.do("start")
    one.open_tables(2, seats=2)
    expect(without).to_have_count(0)
    one.draw()
    one.enter("Zoe")
    expect(without).to_contain_text("Zoe has no seat: open a table or wait for a bust")
    no_violations(page)
    fits_a_phone(page)


def test_a_re_entry_names_its_price_and_opens_the_new_entry(pages, friday):
    bust(friday)
    page = pages.director("players")
    rows, one = page.locator("#entries-rows tr"), page.locator("#player-one")
    page.locator("#player").fill("Bo")
    rows.filter(has_text="Bo").get_by_role("button").click()

    one.get_by_role("button", name="Re-enter, collect 20 EUR").click()

    expect(one.locator(".answered")).to_have_text("Bo is back in: collect 20 EUR")
    expect(page.locator("#player")).to_have_value("")
    expect(one.locator("h2")).to_have_text("Bo (2 entries)")
    expect(one.get_by_role("button", name="Draw a seat")).to_be_visible()
    no_violations(page)
    rows.filter(has_text=re.compile(r"^2Bo")).get_by_role("button").click()
    expect(one.get_by_role("button", name="Re-enter")).to_have_count(0)
    one.get_by_role("button", name="Back in as entry 4").click()
    expect(one.locator("h2")).to_have_text("Bo (2 entries)")
    go(page, "players")
    expect(one.get_by_role("heading", name="Lists")).to_be_visible()


def test_undone_acts_are_named(pages, friday):
    friday.enter("Zoe")
    friday.do("seat-entry", entry=4, to={"sitting": 1, "seat": free_seat(friday)})
    friday.do("undo", act=friday.view["acts"][-1]["act"])
    friday.do("next")
    page = pages.director("log")

    lines = page.locator(".log .what")
    expect(lines.first).to_have_text("level changed · Level 2")
    expect(lines.nth(1)).to_have_text(f"Undone: player seated · Zoe: table 31, seat {free_seat(friday)}")


def test_the_next_table_gets_the_seats_of_the_one_before_and_a_table_off_the_plan_is_offered(pages, room):
    one = room.create("Friday", **DEMO)
    page = pages.director("room")
    seats = page.locator("#seat-count")
    expect(seats).to_have_value("9")
    seats.fill("6")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#opened li")).to_have_text("Table 1: 0 of 6 seats taken")
    expect(seats).to_have_value("6")
    for _ in range(2):
        page.locator(f"#open{READY}").click()
        expect(page.locator("#open")).to_be_enabled()
    expect(page.locator("#opened li")).to_have_count(3)

    page.locator("#table-number").select_option("Table 4, no kiosk")
    page.locator(f"#open{READY}").click()

    expect(page.locator("#opened li").last).to_have_text("Table 4: 0 of 6 seats taken")
    assert [sitting["typed"] for sitting in one.view["sittings"]] == [False, False, False, True]


def test_a_table_whose_opening_was_undone_is_the_next_one_offered(pages, room):
    one = room.create("Friday", **DEMO)
    page = pages.director("room")
    for _ in range(2):
        page.locator(f"#open{READY}").click()
        expect(page.locator("#open")).to_be_enabled()
    expect(page.locator("#table-number")).to_have_value("3")

    first, second = (act["act"] for act in one.view["acts"][-2:])
    one.do("undo", act=second)
    expect(page.locator("#table-number")).to_have_value("2")
    one.do("undo", act=first)

    expect(page.locator("#table-number")).to_have_value("1")
    page.locator("#table-number").select_option("3")
    one.do("open-table", table=2, seat_count=9)
    expect(page.locator("#opened li")).to_have_count(1)
    expect(page.locator("#table-number")).to_have_value("3")


def test_a_page_follows_from_a_tournament_that_is_over_to_the_next_one(pages, room):
    friday = evening(room, late_levels=0)
    page = pages.director()
    expect(page.locator("#event")).to_have_text("Friday")
    bust(friday, 3)
    friday.do("end")
    expect(page.get_by_role("button", name="Next week's event")).to_be_visible()

    room.create("Next Friday", **DEMO)

    expect(page.locator("#event")).to_have_text("Next Friday")
    expect(page.get_by_role("link", name="Enter the players")).to_be_visible()
    go(page, "room")
    page.get_by_label("Tournament shown").select_option("Friday (over)")
    expect(page.locator("#event")).to_have_text("Friday")
    room.create("Saturday", **DEMO)
    expect(page.get_by_label("Tournament shown").locator("option")).to_have_count(3)
    expect(page.locator("#event")).to_have_text("Friday")


def test_ten_seats_do_not_touch_on_a_phone(pages, room):
    one = room.create("Friday", **DEMO)
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=10, typed=True)
    page = pages.director("tables")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#map .seat")).to_have_count(20)

    touching = page.evaluate("""() => [...document.querySelectorAll("#map .map")].flatMap((map) => {
        const at = [...map.querySelectorAll(".seat")].map((one) => one.getBoundingClientRect());
        const edge = map.parentElement.getBoundingClientRect();
        const out = at.filter((one) => one.left < edge.left || one.right > edge.right);
        return [...out, ...at.filter((one, index) => at.slice(index + 1).some((other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom))];
    }).length""")

    assert touching == 0


def test_all_places_are_in_sight_on_a_phone_held_sideways(pages, room):
    room.create("Friday", **DEMO)
    page = pages.director()
    page.set_viewport_size({"width": 844, "height": 390})

    for place in page.locator("#places a").all():
        expect(place).to_be_in_viewport(ratio=1)
        assert place.bounding_box()["height"] >= 44


@pytest.mark.parametrize(("locale", "time"), [("en-US", "7:30 PM"), ("en-GB", "19:30"), ("de-DE", "7:30 PM")])
def test_times_are_in_the_browsers_form_of_the_pages_language(browser, clock, room, locale, time):
    """A browser in another language than the page's gets the page's own form."""
    room.create("Friday", **DEMO)
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(f"{clock.site}/director/?lang=en#key={KEY}")

    said = page.evaluate("""async () => {
        const { timeOfDay } = await import("/web/words.js");
        return timeOfDay(Date.UTC(2026, 0, 5, 18, 30), "Europe/Berlin", false);
    }""")

    context.close()
    assert said.replace("\u202f", " ") == time


def test_a_reason_goes_once_it_may_no_longer_be_true(pages, friday):
    page = pages.director("players")
    page.get_by_role("button", name="Move tickets").click()
    expect(page.locator("#one-why")).not_to_be_empty()

    friday.enter("Zoe")

    expect(page.locator("#one-why")).to_be_empty()


def test_players_of_one_name_are_told_apart_by_their_numbers(pages, room):
    one = room.create("Friday", **DEMO)
    one.do("add-entry", player="112", name="Tom")
    one.do("add-entry", player="", name="Tom")
    page = pages.director("players")

    expect(page.locator("#entries-rows .who")).to_have_text(["Tom No. 112", "Tom"])


def test_the_form_for_a_new_tournament_says_what_a_structure_is(pages, room):
    room.create("Friday", **DEMO)
    page = pages.director("room")
    page.get_by_role("button", name="New tournament").click()

    expect(page.locator("#new-about")).to_have_text(
        "starting stack 10,000 · 14 levels · first level 20 min · 5 h 10 min with all levels and breaks"
    )
    page.get_by_label("Structure").select_option("Demo, short levels")
    expect(page.locator("#new-about")).to_contain_text("first level 3 min")


def test_displays_are_sent_to_the_clocks_address_in_the_network(pages, clock, room):
    room.create("Friday", **DEMO)
    page = pages.director("room-devices")

    expect(page.locator("#displays code").first).to_have_text(re.compile(r"^http://[^/]+/display/$"))
    address = page.evaluate("fetch('/display-address').then((answer) => answer.text())")
    expect(page.locator("#displays code").first).to_have_text(address)


def test_a_clock_that_only_its_own_machine_reaches_says_how_to_change_that(pages, room):
    """
    The tests' clock listens on 127.0.0.1, as a clock does whose settings name no host.
    """
    room.create("Friday", **DEMO)
    page = pages.director("room-devices")

    for place in ("#displays", ".clock-at"):
        expect(page.locator(place).get_by_text('set host = "0.0.0.0"')).to_be_visible()
    no_violations(page)
    fits_a_phone(page)


def test_a_wait_for_wrong_pins_leaves_now_after_a_minute(pages, clock, room, caplog):
    room.create("Friday", **DEMO)
    Asker(clock).hire("Ann", "floor")
    page = pages.director(stands_still=True)
    said = page.locator("#rejected li")
    for _ in range(3):
        Asker(clock, "").post("session", name="Ann", pin="8315")
    eventually(lambda: page.clock.run_for(1000) or said.count() == 1)
    expect(said).to_contain_text(re.compile(r"wrong PINs from 127\.0\.0\.1: it must wait \d s, \d+ s ago"))

    # A message from the clock brings the page back to the real time, so the minute may have to pass again.
    eventually(lambda: page.clock.run_for(61_000) or said.count() == 0)
    caplog.clear()  # the clock logs a wait as a warning


def test_the_undo_of_an_end_asks_first_after_a_later_event_is_over(pages, room):
    room.create("Friday", **DEMO)
    asks = """async (newer) => {
      const { asksFirst } = await import("/director/now/just_done.js");
      return asksFirst({ kinds: ["tournament-ended"] }, { others: [], newer, word: { event: "Friday" } });
    }"""
    page = pages.director()

    sure = "Next Friday was later: tables and displays go back to Friday. Undo the end"
    assert page.evaluate(asks, "Next Friday") == sure
    assert page.evaluate(asks, "") == ""  # the newest event can be reopened at once


@pytest.mark.parametrize("place", ["now", "log"])
def test_the_undo_of_an_end_asks_first_while_the_next_event_is_on(pages, room, place):
    friday = evening(room, late_levels=0)
    bust(friday, 3)
    friday.do("end")
    assert friday.view["ended"]
    room.create("Next Friday", **DEMO)
    pages.make_time_skippable()
    page = pages.director()
    go(page, "room")
    page.locator("#chosen").select_option(friday.id)
    go(page, place)
    row = page.locator("#just-done li" if place == "now" else ".log li", has_text="tournament ended")

    sure = "Next Friday keeps its tables: undo the end"

    row.get_by_role("button", name="Undo").click()
    expect(row.get_by_role("button", name=sure)).to_be_visible()
    page.clock.fast_forward(SURE_MS)
    expect(row.get_by_role("button", name=sure)).to_have_count(0)  # the question does not wait for ever
    assert friday.view["ended"]
    press_twice(row.get_by_role("button", name="Undo"), row.locator(".sure:not([aria-disabled=true])", has_text=sure))

    expect(page.locator("#room:not(.over)")).to_be_visible()
    assert not friday.view["ended"]
