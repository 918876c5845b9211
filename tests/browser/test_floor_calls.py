"""The director's page while tables call the floor: which table, since when and why, on screen and by sound."""

import re

import pytest
from playwright.sync_api import expect

from engine.table.actions.staff import CallFloor, MeetFloor, NotePin, SignIn, SignOut
from tests.kit.clock import RandomTable, eventually

pytestmark = pytest.mark.slow
CALLS = "#lanes [data-kind=call] .reason"
TROUBLES = "#lanes [data-kind=trouble] .reason"

COUNT_TONES = """() => {
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
}"""


@pytest.fixture
def page(pages):
    page = pages.director()
    page.evaluate(COUNT_TONES)
    expect(page.locator("#event")).not_to_be_empty()
    return page


def test_a_table_that_calls_is_first_on_the_page_until_the_floor_has_come(clock, page, pages, tmp_path):
    calls, card = page.locator(CALLS), pages.director("table-2").locator("#table-2")
    with RandomTable(tmp_path, clock.socket, 2) as table:
        table.sit()
        expect(calls).to_have_count(0)

        table.host.orders.ask(CallFloor())
        expect(calls).to_have_text([re.compile(r"^Table 2 calls the floor: \d+ s$")])
        table.host.orders.ask(CallFloor("misdeal"))
        expect(calls).to_have_text([re.compile(r"^Table 2 calls the floor: misdeal, \d+ s$")])
        expect(card.locator(".call")).to_contain_text("floor called: misdeal")
        expect(card).to_have_class(re.compile("calls"))
        expect(page).to_have_title(re.compile(r"^\(1\) "))

        table.host.orders.ask(MeetFloor("Flo"))
        expect(calls).to_have_count(0)
        expect(card).not_to_have_class(re.compile("calls"))


@pytest.mark.parametrize(
    ("call", "says"), [(CallFloor("seat-open"), "seat open"), (CallFloor("player-needed"), "player needed")]
)
def test_a_table_that_asks_for_a_player_keeps_playing(clock, page, tmp_path, call, says):
    """Its card comes after those that stop a table."""
    with RandomTable(tmp_path, clock.socket, 1) as one, RandomTable(tmp_path, clock.socket, 2) as two:
        for table, asked in ((one, call), (two, CallFloor("ruling"))):
            table.sit()
            table.host.orders.ask(asked)
            table.wait_until_held(clock)

        expect(page.locator(CALLS)).to_have_text([
            re.compile(r"^Table 2 calls the floor: ruling, \d+ s$"),
            re.compile(rf"^Table 1 calls the floor: {says}, \d+ s$"),
        ])  # fmt: skip
        cards = page.locator("#lanes [data-kind=call]")
        expect(cards.nth(0)).to_contain_text("stopped")
        expect(cards.nth(1)).not_to_contain_text("stopped")


def test_the_longest_wait_is_on_top_and_a_call_survives_a_lost_link(clock, page, pages, tmp_path):
    with RandomTable(tmp_path, clock.socket, 1) as one, RandomTable(tmp_path, clock.socket, 2) as two:
        for table in (two, one):
            table.sit()
            table.host.orders.ask(CallFloor("chips"))
            table.wait_until_held(clock)
        expect(page.locator(CALLS)).to_have_text([re.compile("^Table 2"), re.compile("^Table 1")])

    expect(pages.director("table-1").locator("#table-1 .link")).to_contain_text("offline for")
    expect(page.locator(CALLS)).to_have_count(2)


def test_a_call_sounds_once_the_page_has_been_touched_unless_it_is_muted(clock, page, tmp_path):
    """
    There is one sound for each call, and none for a reason that is added later.
    """
    sound = page.get_by_role("button", name="Sound is on")
    sound.click()
    expect(page.locator("#sound")).to_have_text("Sound is off")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.host.orders.ask(CallFloor())
        expect(page.locator(CALLS)).to_have_count(1)
        assert page.evaluate("window.tones") == 0
        table.host.orders.ask(MeetFloor("Flo"))
        expect(page.locator(CALLS)).to_have_count(0)

        page.locator("#sound").click()
        table.host.orders.ask(CallFloor())
        eventually(lambda: page.evaluate("window.tones") == 2)
        table.host.orders.ask(CallFloor("seat"))
        expect(page.locator(CALLS)).to_contain_text("seat")
        assert page.evaluate("window.tones") == 2


def test_the_page_shows_who_deals_where_and_repeated_wrong_pins(clock, page, pages, tmp_path):
    dealer = pages.director("table-1").locator("#table-1 .dealer")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        expect(dealer).to_have_text("no dealer signed in")
        table.host.orders.ask(SignIn("Ana"))
        expect(dealer).to_have_text("dealer Ana")
        table.host.orders.ask(SignOut())
        expect(dealer).to_have_text("no dealer signed in")

        for _ in range(3):
            table.host.orders.ask(NotePin("floor"))
        expect(page.locator(TROUBLES)).to_have_text(["Table 1: 3 wrong PINs in a row"])
        table.host.orders.ask(NotePin("floor", "Flo"))
        expect(page.locator(TROUBLES)).to_have_count(0)
