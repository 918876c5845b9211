"""A straddle is one touch, if the room's rule book has it and nobody has acted."""

from engine.events import Blinds
from engine.table.actions.hands import StartHand
from tests.kit.randomplay import BOOKS
from tests.kit.truth import TDA, Deal, do, table_of
from tests.taps.driver import ScreenDriver

DEAL = Deal((2, 5, 7, 8), (90_000, 41_000, 60_000, 75_000), 2, Blinds(level=12, small=1_000, big=2_000, chip=500))


def dealt(book: str) -> ScreenDriver:
    """The first hand is dealt: the blinds are at seats 5 and 7, and seat 8 is left of the big blind."""
    game = table_of(DEAL, BOOKS[book] if book else TDA)
    return ScreenDriver(do(game, StartHand()))


def test_one_touch_posts_a_straddle_before_anyone_acts(qapp):
    """
    The key replaces CHECK. The turn goes to the straddler's left, the log of the hand has the straddle, and UNDO takes
    it back.
    """
    driver = dealt("tda with straddles")
    before = driver.game

    driver.tap("straddle")

    assert (driver.table.price, driver.table.seats[7].bet, driver.table.legal.seat) == (4_000, 4_000, 2)
    assert not driver.can("straddle")
    driver.tap("hand")
    view = driver.screen.drawn
    assert view is not None
    assert view.page is not None
    lines = [button for grid in view.page.grids for button in grid.buttons if button.line]
    assert [(line.seat, line.text, line.small) for line in lines] == [(8, "straddled", "4,000")]
    driver.close()
    driver.put_in(2)
    driver.tap("undo")
    driver.tap("undo")
    assert driver.game.state == before.state
    driver.tap("redo")
    assert driver.table.price == 4_000


def test_the_straddle_key_is_gone_after_an_action_and_absent_under_the_tda_rules(qapp):
    """
    TDA 2024 rule 3: blinds and antes are the only forced bets.
    """
    driver = dealt("tda with straddles")
    assert driver.can("straddle")
    driver.put_in(8)

    assert not driver.can("straddle", anyhow=True)
    assert not dealt("").can("straddle", anyhow=True)
