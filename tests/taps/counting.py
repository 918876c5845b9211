"""Taps per hand on the real screen, and the taps that a recording tool with one press per action takes for the same
hands."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.actions import Bet, Call, Check, Fold, RaiseTo
from engine.game.game import Game
from tests.kit.truth import Truth, dealt, do
from tests.taps.dealer import deal_through, hand_of
from tests.taps.driver import ScreenDriver


class TapSpread(NamedTuple):
    """How a count is distributed over the hands."""

    mean: float
    median: int
    p90: int
    p99: int
    most: int


class TapCost(NamedTuple):
    """The cost of a number of hands: presses, presses without slides, presses of the card pad, and their purposes."""

    hands: int
    presses: TapSpread
    single_taps: TapSpread
    cards: TapSpread
    for_what: dict[str, float]
    incumbent: TapSpread


def figures(counts: Iterable[int]) -> TapSpread:
    """The mean, median, percentiles and maximum of the counts."""
    ordered = sorted(counts)

    def within(share: float) -> int:
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    return TapSpread(sum(ordered) / len(ordered), within(0.5), within(0.9), within(0.99), ordered[-1])


def count(truths: Sequence[Truth], has_reader: bool) -> TapCost:
    """Play every hand on the real screen, each with the habits learned from the ones before. Raises `Astray`."""
    driver = ScreenDriver(dealt(truths[0].deal), has_reader)
    like: Game | None = None
    presses, single, cards, what = [], [], [], Counter[str]()
    for truth in truths:
        driver.new(dealt(truth.deal, like))
        deal_through(driver, truth)
        presses.append(driver.presses)
        single.append(driver.single_taps)
        cards.append(driver.count["cards"])
        what += driver.count
        like = driver.game
    return TapCost(
        hands=len(truths),
        presses=figures(presses),
        single_taps=figures(single),
        cards=figures(cards),
        for_what={name: round(number / len(truths), 2) for name, number in sorted(what.items())},
        incumbent=figures(incumbent(truth) for truth in truths),
    )


def incumbent(truth: Truth) -> int:
    """One press for each action. A bet or raise also takes its digits and ENTER, and an all-in has a button. Cards and
    the end
    of the hand are free."""
    pressed, game = 0, dealt(truth.deal)
    for act in truth.acts:
        if isinstance(act, Fold | Check | Call | Bet | RaiseTo):
            pressed += 1
        if isinstance(act, Bet | RaiseTo):
            hand = hand_of(game)
            place = hand.deal.seats.index(act.seat)
            if act.to < hand.bets[place] + hand.stacks[place]:
                pressed += len(str(act.to)) + 1
        game = do(game, act)
    return pressed
