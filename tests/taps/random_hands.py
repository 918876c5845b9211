"""Random hands as live tournaments play them, drawn so that whole evenings have the measured aggregates.

From 1,498 recorded live hands: 7.06 dealt in, 10.4 acts (5.8 folds, 1.24 checks, 1.15 calls, 1.89 bets and raises, 0.30
all-ins). Of 100 hands 59 see a flop, 32 a river and 24 a showdown. `tests/taps/test_random_hands.py` checks the hands
against them.

Amounts are drawn as players were seen to choose them, independently of the strip's predictions. Five in six opens
are fixed multiples of the big blind; after the flop amounts are round in chips and seldom shares of the pot. The caller
passes the generator.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Push, RaiseTo, SeeCard
from engine.cards import DECK, Card
from engine.events import Blinds
from engine.game.game import Game
from engine.hand.betting import Betting, betting, claims
from engine.hand.rules import legal
from engine.hand.showdown import is_decided
from engine.hand.state import Hand
from engine.table.state import book_of
from tests.kit.truth import Deal, Truth, dealt, do
from tests.taps.dealer import hand_of

LEVELS = (
    Blinds(1, 100, 200, 0, "none", 100), Blinds(2, 100, 200, 200, "big-blind", 100),
    Blinds(3, 100, 300, 300, "big-blind", 100), Blinds(4, 200, 400, 400, "big-blind", 100),
    Blinds(5, 300, 600, 600, "big-blind", 100), Blinds(6, 400, 800, 800, "big-blind", 100),
    Blinds(7, 500, 1_000, 1_000, "big-blind", 100), Blinds(8, 600, 1_200, 1_200, "big-blind", 100),
    Blinds(9, 1_000, 1_500, 1_500, "big-blind", 500), Blinds(10, 1_000, 2_000, 2_000, "big-blind", 500),
    Blinds(11, 1_500, 3_000, 3_000, "big-blind", 500), Blinds(12, 2_000, 4_000, 4_000, "big-blind", 1_000),
)  # fmt: skip
A_LEVEL = 16
"""The hands of one table at one level: forty minutes."""
SEATS = ((4, 2), (5, 8), (6, 17), (7, 35), (8, 32), (9, 6))
"""The number of players dealt in, and how often out of a hundred."""


class Odds(NamedTuple):
    """The share of a player's turns for each action. The rest are folds or checks."""

    calls: float
    raises: float
    shoves: float


OPEN = Odds(0.025, 0.25, 0.008)
LIMPED = Odds(0.09, 0.25, 0.01)
OPENED = Odds(0.065, 0.085, 0.006)
CALLED = Odds(0.03, 0.06, 0.01)
RERAISED = Odds(0.30, 0.13, 0.03)
BLIND_FACES_OPEN = Odds(0.42, 0.12, 0.008)
FIRST_TO_BET = Odds(0.0, 0.37, 0.004)
FACES_BET = Odds(0.42, 0.13, 0.015)
FACES_CALLED_BET = Odds(0.08, 0.05, 0.01)
FACES_ALL_IN = Odds(0.13, 0.0, 0.0)
OPENS = ((2.0, 22), (2.5, 30), (2.25, 10), (3.0, 20), (2.2, 10))
"""Sizes in big blinds, with their frequency. Each limper adds one."""
THREE_BETS = (2.5, 4.0)
POT_SHARES = (0.33, 0.5, 0.67, 0.75, 1.0)


def evening(dice: Random, count: int) -> Iterator[Truth]:
    """A number of hands with rising levels, starting over after the last level."""
    for number in range(count):
        yield random_hand(dice, LEVELS[number // A_LEVEL % len(LEVELS)], f"random-{number}")


def random_hand(dice: Random, level: Blinds, name: str = "random") -> Truth:
    """One hand to its push."""
    deal = _deal(dice, level)
    deck = dice.sample(DECK, len(DECK))
    holes = {seat: (deck.pop(), deck.pop()) for seat in deal.seats}
    game, acts = dealt(deal), list[Action]()
    while not acts or not isinstance(acts[-1], Push):
        acts.append(_next(game, dice, holes, deck))
        game = do(game, acts[-1])
    return Truth(name, deal, tuple(acts))


def _deal(dice: Random, level: Blinds) -> Deal:
    counts, weights = zip(*SEATS, strict=True)
    count = dice.choices(counts, weights)[0]
    seats = sorted(dice.sample(range(1, 10), count))
    button = dice.choice(seats)
    stacks = tuple(_stack(dice, level) for _ in seats)
    return Deal(tuple(seats), stacks, button, level)


def _stack(dice: Random, level: Blinds) -> int:
    """About fifty big blinds."""
    blinds = min(250.0, max(8.0, dice.lognormvariate(3.88, 0.55)))
    return max(1, round(blinds * level.big / level.chip)) * level.chip


def _next(game: Game, dice: Random, holes: Mapping[int, tuple[Card, ...]], deck: list[Card]) -> Action:
    hand = hand_of(game)
    turn = betting(hand, book_of(game.table))
    if turn:
        return _act(hand, turn, dice)
    if is_decided(hand):
        return Push()
    due = legal(hand, book_of(game.table)).due[0]
    if due == BOARD:
        return SeeCard(deck.pop(), BOARD)
    return SeeCard(holes[due][len(hand.tabled[hand.deal.seats.index(due)])], due)


def _act(hand: Hand, turn: Betting, dice: Random) -> Action:
    seat = hand.deal.seats[turn.index]
    odds, drawn = _odds(hand, turn), dice.random()
    if turn.most and drawn < odds.raises + odds.shoves:
        to = turn.most if drawn < odds.shoves else _amount(hand, turn, dice)
        return Bet(seat, to) if turn.opens else RaiseTo(seat, to)
    if turn.check:
        return Check(seat)
    return Call(seat) if drawn < odds.raises + odds.shoves + odds.calls else Fold(seat)


def _odds(hand: Hand, turn: Betting) -> Odds:
    if any(live and not chips for live, chips in zip(hand.live, hand.stacks, strict=True)) and not turn.check:
        return FACES_ALL_IN
    if hand.street:
        return FIRST_TO_BET if turn.check else FACES_CALLED_BET if hand.caller >= 0 else FACES_BET
    raises = len(hand.prices) - 1
    if raises > 1:
        return RERAISED
    if raises == 1:
        return BLIND_FACES_OPEN if hand.bets[turn.index] else CALLED if hand.caller >= 0 else OPENED
    return LIMPED if hand.caller >= 0 or turn.check else OPEN


def _amount(hand: Hand, turn: Betting, dice: Random) -> int:
    """A total as a live player would announce it, within the limits."""
    chip, big = hand.deal.terms.chip, hand.deal.terms.big
    if hand.street == 0 and len(hand.prices) == 1:
        limpers = sum(1 for place in claims(hand) if hand.acted[place] == hand.price)
        multiples, weights = zip(*OPENS, strict=True)
        fixed = dice.random() < 0.92
        to = big * (dice.choices(multiples, weights)[0] + limpers) if fixed else big * dice.uniform(2, 6)
        return _legal(turn, to, chip)
    if hand.price:
        return _legal(turn, _round(hand.price * dice.uniform(*THREE_BETS), dice, chip), chip)
    if dice.random() < 0.08:
        return _legal(turn, hand.pot * dice.choice(POT_SHARES), chip)
    return _legal(turn, _round(hand.pot * min(1.6, dice.lognormvariate(-0.72, 0.45)), dice, chip), chip)


def _round(to: float, dice: Random, chip: int) -> float:
    """Rounded to a few chips: mostly two digits, with the second often a five or a zero."""
    power = 10 ** (len(str(int(to))) - 1)
    step = dice.choices((power, power // 2, power // 10, chip), (30, 35, 30, 5))[0]
    return round(to / max(step, chip)) * max(step, chip)


def _legal(turn: Betting, to: float, chip: int) -> int:
    nearest = int(to / chip + 0.5) * chip
    return max(turn.least, min(turn.most, nearest))
