"""One missing, extra, late or wrong touch in a hand: whenever the dealer notices it, three taps correct it.
`KIOSK_TAP_STREAMS` sets how many wrong touches (200, or 80 in the daily run). 10,000 are in docs/lab/performance.md.
"""

from collections import Counter
from random import Random

import pytest

from engine.actions import CloseStreet, SeeCard
from engine.cards import Card
from engine.public import public
from tests.kit.play import dealt, play
from tests.kit.sizes import size
from tests.kit.truth import do
from tests.taps.driver import ScreenDriver
from tests.taps.random_hands import evening
from tests.taps.repairs import MOST, cheapest, repair
from tests.taps.streams import KINDS, CleanHand, ErrorMoment, Kind, dealer_hands, go_wrong, is_open

pytestmark = pytest.mark.fuzz

STREAMS = size("KIOSK_TAP_STREAMS", 200, daily=80)


@pytest.fixture(scope="module")
def hands() -> list[CleanHand]:
    """Hands as touched without an error."""
    return dealer_hands(list(evening(Random(30), max(30, STREAMS // 20))))


def wrong_touches(hands: list[CleanHand], kind: Kind, number: int) -> list[ErrorMoment]:
    """So many of a kind, each at the moment it is noticed; any that do nothing are drawn again."""
    dice, found = Random(f"{kind}"), list[ErrorMoment]()
    while len(found) < number:
        if seen := go_wrong(dice.choice(hands), kind, dice):
            found.append(seen)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_any_wrong_touch_is_corrected_with_three_taps_at_most(qapp, hands, kind):
    """
    From the screen at the moment of noticing to the real hand, on the real screen. No close is guessed on the way.
    """
    driver = ScreenDriver(hands[0].tables[0])
    took, keyed = Counter[int](), 0
    for seen in wrong_touches(hands, kind, STREAMS // len(KINDS)):
        found = cheapest(seen)
        assert found is not None, (kind, seen.stopped, seen.true[-4:], public(seen.at).lines[-8:])
        took[repair(driver, seen, found)] += 1
        keyed += driver.count["keypad"] > 0
    print(kind, sorted(took.items()), f"{keyed} with keys")

    assert max(took) <= MOST, took


@pytest.mark.parametrize("touch", [SeeCard(Card("Qh")), CloseStreet()])
def test_a_close_with_two_possible_meanings_asks_the_dealer(touch):
    """
    After a raise and three silent seats, the screen asks who called. The card waits, and nobody has folded in the
    meantime.
    """
    game = play(dealt([50_000] * 5), "r600 f")
    hand = game.table.hand
    assert hand is not None
    assert is_open(hand)

    table = public(do(game, touch))

    assert table.question is not None
    assert table.question.kind == "who-called"
    assert table.board == ()
    assert sum(seat.live for seat in table.seats) == 4
