"""Cards that lie under a phone become events at its table."""

import pytest
from playwright.sync_api import expect

from engine.actions import Call, Check
from engine.hand.betting import actor
from engine.hand.dealing import cards_due
from engine.table.actions.hands import StartHand
from kiosk.table.readers.states import reader_words
from tests.browser.conftest import go
from tests.clips.films import board_stage
from tests.clips.script import Take
from tests.kit.clock import KEY

pytestmark = pytest.mark.slow
PICTURES = 5


def pictures_of(stage, *cards):
    """The table with these cards, as a camera sees it: no picture is quite like the one before."""
    return [stage.draw(Take(cards)) for _ in range(PICTURES)]


def check_to_the_next_street(table):
    """Everyone calls or checks until cards are due."""
    while (hand := table.game.table.hand) and not cards_due(hand) and (place := actor(hand)) >= 0:
        seat = hand.deal.seats[place]
        table.host.orders.ask(Call(seat) if hand.bets[place] < hand.price else Check(seat))


def test_a_board_dealt_under_a_phone_is_read_card_by_card(table, phones):
    stage, script, cards = board_stage(3, "faces")
    phone = phones(pictures_of(stage))
    phone.open()
    phone.pair()
    table.wait(lambda: problem(table) == "")
    expect(phone.page.locator("#state")).to_have_text("Table 1 is reading")
    table.sit()

    table.host.orders.ask(StartHand())
    for count in (3, 4, 5):
        check_to_the_next_street(table)
        phone.show(pictures_of(stage, *script.whole.cards[:count]))
        table.wait(lambda count=count: len(table.game.table.hand.board) == count)

    assert table.game.table.hand.board[3:] == cards[3:]
    assert set(table.game.table.hand.board[:3]) == set(cards[:3])


def problem(table):
    """The problem that the table reports for its phone."""
    return reader_words(table.host.readers.states)[0].problem


HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_phone_that_sleeps_or_leaves_is_missed_and_found_again(table, phones):
    phone = phones()
    phone.open()
    phone.pair()
    table.wait(lambda: problem(table) == "")

    phone.page.evaluate(HIDE, True)
    table.wait(lambda: problem(table) == "asleep")
    phone.page.evaluate(HIDE, False)
    table.wait(lambda: problem(table) == "")

    phone.page.goto("about:blank")
    table.wait(lambda: problem(table) == "no-phone")
    phone.open()  # it remembers that it is paired, and starts by itself
    table.wait(lambda: problem(table) == "")
    expect(phone.page.locator("#state")).to_have_text("Table 1 is reading")


def test_the_director_approves_a_phone_on_now_and_unpairs_it_in_the_room(clock, table, phones, browser):
    phone = phones()
    phone.open()
    phone.page.locator("#begin").tap()
    number = phone.page.locator("#number").inner_text()
    console = browser.new_context(ignore_https_errors=True).new_page()
    console.goto(f"{clock.site}/director/#key={KEY}&place=now")
    card = console.locator("[data-kind=tablet]").first
    expect(card).to_contain_text("A phone wants to be a table's camera")
    expect(card).to_contain_text(number)

    card.get_by_role("button", name="Make it the camera of table 1").click()
    table.wait(lambda: problem(table) == "")

    go(console, "room-devices")
    camera = console.locator(".cameras li")
    expect(camera).to_contain_text("Camera of table 1")
    camera.get_by_role("button", name="Unpair").click()
    expect(phone.page.locator("#reason")).to_contain_text("This phone is not the camera of table 1.")
    expect(camera).to_have_count(0)
    table.wait(lambda: problem(table) == "no-phone")
    console.context.close()
