"""The page on which a player changes seats at the same table."""

from engine.actions import Fold
from engine.events import ChangeSeat
from engine.message import message
from engine.public import public
from engine.table.actions.hands import Overrule, StartHand
from engine.tournament.tables.room_info import IncomingPlayer
from tests.kit.play import do
from tests.rules.seated import next_deal, table
from ui.dealer.model.surroundings import Booking, Surroundings
from ui.dealer.model.taps import Ask
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.people.change_seat import ChangeSeatPage
from ui.dealer.pages.people.move import MovePage
from ui.words.languages import words_in

ENGLISH = words_in("en")
PLAYED, _ = next_deal(table(1, 3, 5, 7, button=1))
"""The button was at seat 1, and the blinds at seats 3 and 5."""


def context(game, **surroundings):
    return PageContext(public(game), game, Surroundings(**surroundings))


def buttons(page, at):
    """All buttons of a page, by name."""
    return {button.name: button for grid in page.show(at).grids for button in grid.buttons}


def test_a_player_changes_seats_in_three_touches_and_the_floor_signs():
    at = context(PLAYED)
    page = buttons(MovePage(5), at)["move-here"].tap.page
    page = buttons(page, at)["change-seat-9"].tap.page

    sure = buttons(page, at)["change-seat-ok"]

    assert sure.tap == Ask(Overrule("", "reason-seat-change", ChangeSeat(5, 9)), needs="floor")
    assert sure.small == "to seat 9"


def test_the_page_says_who_has_the_button_and_the_big_blind_after_the_change():
    lines = [line.text for line in ChangeSeatPage(5, 9).show(context(PLAYED)).lines]

    assert lines == ["Player 5, 1,050, to seat 9", "Next hand: Seat 7 Player 7 has the big blind, button at seat 3"]


def test_only_open_seats_can_be_picked():
    """No taken seat, no seat that is out of use or booked for an arriving player."""
    coming = IncomingPlayer("8", "Nia", 7_000, 2, 8)
    at = context(PLAYED, booking=Booking(unused=(10,)), coming=(coming,))

    may = {name for name, button in buttons(ChangeSeatPage(3), at).items() if button.tap}

    assert may == {f"change-seat-{seat}" for seat in (2, 4, 6, 9)}


def test_during_a_hand_the_key_says_how_seats_can_be_changed():
    """The key that makes the player leave is not green beside it."""
    fresh = do(PLAYED, StartHand())
    at = context(fresh)
    keys = buttons(MovePage(3), at)
    here = keys["move-here"]

    assert (here.tap, here.small, here.why) == (None, "between hands", message("gray-fresh-hand"))
    assert keys["move-ok"].emphasis == "plain"
    assert ChangeSeatPage(3).over(at)
    played = context(do(fresh, Fold(public(fresh).legal.seat)))
    assert buttons(MovePage(3), played)["move-here"].why == message("gray-between-hands")


def test_the_page_closes_once_the_player_has_moved():
    before = context(PLAYED)
    moved = context(do(PLAYED, Overrule("Flo", "reason-seat-change", ChangeSeat(3, 9))))

    assert not ChangeSeatPage(3, 9).stays(before, moved)
