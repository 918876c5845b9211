"""The console's places: tables as a map, the log, and waiting cards, by touch and by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations

pytestmark = pytest.mark.slow


@pytest.fixture
def sunday(room):
    """Two typed tables in play. At one of them a player is out."""
    one = room.create("Sunday")
    one.enter("Ana", "Bo", "Cyd", "Dee")
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=9, typed=True)
    one.draw()
    one.do("start")
    here = [entry for entry in one.view["entries"] if entry["sitting"] == 1]
    chips = [{"entry": entry["entry"], "chips": at * 20_000} for at, entry in enumerate(here)]
    one.do("type-table", sitting=1, hands=7, button=here[1]["seat"], counts=chips)
    return one


def test_the_tables_are_a_map_with_each_stack_in_big_blinds_at_its_seat(pages, sunday):
    page = pages.director("tables")
    tile = page.locator("#map .tile", has=page.get_by_text("31", exact=True))

    expect(tile.locator(".seat:not(.free)")).to_have_count(2)
    expect(tile.locator(".free")).to_have_count(7)
    expect(tile.locator(".heat-4")).to_have_text("400")
    expect(tile.locator(".heat-0")).to_have_text("0")
    tile.click()
    expect(page.locator("#one-table")).to_contain_text("Table 31")
    expect(page.locator("#one-table-live")).to_contain_text("No hand is in play.")
    expect(tile).to_have_attribute("aria-current", "true")


def test_only_the_chosen_table_and_the_visible_place_are_drawn(pages, sunday):
    page = pages.director("table-31")
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("#table-31 h2")).to_have_text("Table 31")
    expect(page.locator("#map .tile")).to_have_count(2)
    for hidden in ("#lanes", "#just-done", "#players-place", "#prizes-place", "#place-log", "#structure-editor"):
        expect(page.locator(hidden)).to_be_empty()
    expect(page.locator("#now-count")).not_to_be_empty()

    page.locator("#map .tile", has=page.get_by_text("32", exact=True)).click()
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("#table-32 h2")).to_have_text("Table 32")
    go(page, "players")
    tiles = page.locator("#map").inner_html()
    sunday.do("undo", act=sunday.view["acts"][-1]["act"])
    expect(page.locator("#entries-rows .count")).to_have_text([""] * 4)
    assert page.locator("#map").inner_html() == tiles


def test_the_log_says_who_did_what_to_whom_and_can_undo_it(pages, sunday):
    page = pages.director("log")
    newest = page.locator(".log li").first
    expect(newest).to_contain_text("table entered by hand · Table 31")

    newest.get_by_role("button", name="Undo: table entered by hand").click()

    expect(page.locator(".log li").first).to_contain_text("Undone: table entered by hand")
    expect(page.locator(".log li.undone")).to_contain_text(["table entered by hand"])
    page.get_by_label("Search").fill("ana")
    expect(page.locator(".log li")).to_contain_text(["Ana", "player entered · Ana"])
    expect(page.locator("#place-log").get_by_role("status").first).to_be_empty()
    page.get_by_label("Search").fill("nobody")
    expect(page.get_by_text("No match among the latest entries.")).to_be_visible()
    no_violations(page)

    for _ in range(25):
        sunday.do("pause")
        sunday.do("start")
    page.get_by_label("Search").fill("dee")
    said = page.get_by_text("No match among the latest 50 entries. Tap Older to search further back.")
    expect(said).to_be_visible()
    page.get_by_role("button", name="Older").click()
    expect(page.locator(".log li")).to_contain_text(["Dee", "player entered · Dee"])
    expect(said).to_have_count(0)


def test_the_keyboard_can_reach_a_card_and_accept_it(pages, sunday):
    page = pages.director("room")
    expect(page.locator("#now-count")).not_to_be_empty()
    page.keyboard.press("Alt+1")
    expect(page.locator("#lanes .card")).not_to_have_count(0)

    page.keyboard.press("j")
    expect(page.locator("#lanes .card").first).to_be_focused()
    page.keyboard.press("w")
    expect(page.locator(".open-card")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#lanes .card").first).to_be_focused()
    expect(page.locator("#lanes .act.locked")).to_have_count(0)
    page.keyboard.press("Enter")

    expect(page.locator("#just-done li").first).to_contain_text("player eliminated")
    page.keyboard.press("/")
    expect(page.locator("#player")).to_be_focused()


def test_everything_fits_on_a_phone(pages, sunday):
    page = pages.director()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#lanes .card")).not_to_have_count(0)
    for place in ("now", "tables", "log"):
        go(page, place)
        fits_a_phone(page)
        no_violations(page)


def test_on_a_phone_the_bar_highlights_more_while_a_place_behind_it_is_open(pages, sunday):
    page = pages.director()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    highlighted = """() => [...document.querySelectorAll("#places > :is(a, button)")]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)")
        .map((one) => one.id || one.dataset.place)"""

    for place, bar in (("now", "now"), ("log", "more"), ("players", "players"), ("room", "more")):
        go(page, place)
        assert page.evaluate(highlighted) == [bar]


def test_a_line_says_which_way_a_switch_was_set_and_at_which_table(pages, room):
    one = room.create("Sunday", buy_in=1000, late_levels=2)
    one.open_tables(1, 2)
    one.enter("Ana", "Bo", "Cyd", "Dee")
    one.draw()
    one.do("start")
    page = pages.director()
    newest = page.locator("#just-done li").first
    orders: list[tuple[str, dict[str, object], str]] = [
        ("hand-for-hand", {"on": True}, "hand for hand on"),
        ("hand-for-hand", {"on": False}, "hand for hand off"),
        ("pause-table", {"sitting": 2, "on": True}, "table paused · Table 2"),
        ("pause-table", {"sitting": 2, "on": False}, "table resumed · Table 2"),
        ("pause-tables", {"on": True}, "table paused · Tables 1, 2"),
        ("add-time", {"delta_ms": -60_000}, "1:00 taken off the clock"),
        ("set-policy", {"kind": "end", "policy": "never"}, "policy changed · We have a winner · Never propose it"),
        ("change-terms", {"late_levels": 3}, "terms changed · Late registration levels"),
        ("set-break-order", {"tables": [2, 1]}, "breaking order set"),
    ]
    for order, fields, text in orders:
        one.do(order, **fields)
        expect(newest.locator("bdi")).to_have_text(text)
    expect(newest.get_by_role("button", name="Undo: breaking order set")).to_have_count(1)
