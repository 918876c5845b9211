"""A caller of the river bet asks to see the last aggressor's mucked hand: the dealer shows it, without the floor."""

from engine.public import public
from tests.kit.play import dealt, play
from tests.taps.driver import ScreenDriver

FOUR = (20_000,) * 4
RIVER = "r600 f f c Qh7d2c k k 9s k k 3h"


def test_the_last_aggressors_mucked_hand_is_shown_at_a_callers_request(qapp):
    """
    TDA 2024 rule 18-B. The hand stays mucked: the caller wins, and the push does not change.
    """
    driver = ScreenDriver(play(dealt(FOUR), f"{RIVER} b800 c m3"))
    (award,) = driver.table.awards
    assert driver.table.legal.asked == (3,)

    driver.tap("show-3")
    driver.tap_all(["pad-rank-Q", "pad-suit-s", "pad-rank-Q", "pad-suit-d"])

    assert [str(card) for card in driver.table.seats[2].cards] == ["Qs", "Qd"]
    assert driver.table.awards == (award,)
    assert driver.page is None
    driver.hand_over()
    assert driver.table.hand == 2


def test_only_the_aggressors_hand_can_be_asked_for_and_only_after_a_river_bet(qapp):
    """
    Other requests are the floor's.
    """
    checked = play(dealt(FOUR), f"{RIVER} k k m3")
    caller = play(dealt(FOUR), f"{RIVER} b800 c 3:AhKd m4")

    assert public(checked).legal.asked == ()
    assert public(caller).legal.asked == ()
