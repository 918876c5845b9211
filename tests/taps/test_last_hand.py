"""A pot pushed to the wrong player is corrected in the next hand, on the real screen."""

from engine.cards import Card
from engine.events import Blinds
from tests.kit.play import play
from tests.kit.truth import Deal, table_of
from tests.taps.driver import ScreenDriver
from tests.taps.test_incidents import owned, words

LEVEL = Blinds(level=12, small=1_000, big=2_000, chip=500)
TO_WHO_WON = ("hand", "lines-last", "lines-won")


def pushed() -> ScreenDriver:
    """Seat 5, all-in, went out against two pair that seat 2 did not have, and the next hand is dealt."""
    game = table_of(Deal((2, 5, 7), (90_000, 41_000, 60_000), 2, LEVEL))
    driver = ScreenDriver(play(game, "start r41000 c f 5:AhAd 2:KcQd KsQs3c 4h 7s"))
    driver.hand_over()
    assert driver.game.table.seats[4] is None
    assert owned(driver) == {2: 133_000, 7: 58_000}
    return driver


def test_a_wrong_push_that_eliminated_a_player_is_corrected_with_the_floors_approval(qapp):
    """
    ACTION LOG, LAST HAND, WHO WON, the seat, why, APPLY: the player is back with the chips. The next hand continues
    between the two players who were dealt in, and UNDO takes it back.
    """
    driver = pushed()
    before = driver.game

    driver.tap_all([*TO_WHO_WON, "override-seat-5", "override-next", "override-why-misread"])
    assert driver.game is before
    driver.tap("override-apply")

    assert owned(driver) == {2: 49_000, 7: 58_000}
    there = driver.game.table.seats[4]
    assert there
    assert (there.name, there.chips) == ("Player 5", 84_000)
    assert driver.game.table.issued == before.table.issued
    driver.close()
    driver.hand_over()
    assert driver.game.table.hand
    assert 5 in driver.game.table.hand.deal.seats
    driver.tap("undo")
    driver.tap_all(["undo", "undo"])  # the floor must also undo what it approved
    assert driver.game.state == before.state


def test_a_misread_board_card_is_corrected_in_the_log_of_the_last_hand(qapp):
    """
    The line of the flop, the card, then the right card: the queen of spades was the jack.
    """
    driver = pushed()

    flop = next(name for name, cards in lines(driver).items() if Card("Qs") in cards)
    driver.tap_all(["hand", "lines-last", flop, "flop-2", "pad-rank-J", "pad-suit-s"])
    before = driver.game
    driver.tap("repair-agree")

    assert driver.game is not before
    there = driver.game.table.seats[4]
    assert there
    assert there.chips == 84_000


def lines(driver: ScreenDriver) -> dict[str, tuple[Card, ...]]:
    """The lines of the last hand, with their cards, by their names."""
    driver.tap_all(["hand", "lines-last"])
    view = driver.screen.drawn
    assert view is not None
    assert view.page is not None
    found = {button.name: button.cards for grid in view.page.grids for button in grid.buttons if button.line}
    driver.close()
    return found


def test_after_substantial_action_the_log_says_that_the_hand_is_final(qapp):
    """
    It names the clause. The key leads to what the floor can order after the hand.
    """
    driver = pushed()
    driver.put_in(driver.table.legal.seat)
    driver.put_in(next(offer.seat for offer in driver.table.offers), 6_000)

    driver.tap_all(["hand", "lines-last"])

    assert "stands" in page_title(driver)
    assert "TDA 2024 rule 22" in page_title(driver)
    driver.tap("lines-won")
    assert not driver.can("override-award-last")
    assert "stands: TDA 2024 rule 22" in words(driver)


def test_a_touch_in_a_final_hand_says_why_at_once_and_undo_of_the_action_makes_it_possible_again(qapp):
    """
    The first touch on a line, or on LAST HAND under FLOOR DECISION, names the clause. After UNDO of the action since,
    the floor decides on the pots again.
    """
    driver = pushed()
    driver.put_in(driver.table.legal.seat)
    driver.put_in(next(offer.seat for offer in driver.table.offers), 6_000)

    driver.tap_all(["hand", "lines-last"])
    driver.tap("lines-1", is_gray=True)
    assert "TDA 2024 rule 22" in page_refusal(driver)
    driver.tap("lines-won")
    driver.tap("override-award-last", is_gray=True)
    assert "SET STACKS when hand 2 is over" in page_refusal(driver)
    driver.close()
    driver.tap("undo")
    driver.tap_all([*TO_WHO_WON, "override-seat-5", "override-next", "override-why-misread", "override-apply"])

    there = driver.game.table.seats[4]
    assert there
    assert there.chips == 84_000


def page_refusal(driver: ScreenDriver) -> str:
    view = driver.screen.drawn
    assert view is not None
    assert view.page is not None
    return view.page.refused


def page_title(driver: ScreenDriver) -> str:
    view = driver.screen.drawn
    assert view is not None
    assert view.page is not None
    return view.page.title
