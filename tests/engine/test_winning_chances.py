"""Winning chances, checked against every board dealt one by one and ranked by an outside program."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import pytest

from engine.cards import DECK, Card, parse_cards
from engine.hand.winning_chances import PARTS, Chance, Chances, winning_chances


def one_by_one(hands: Sequence[Sequence[Card]], board: Sequence[Card], dead: Sequence[Card]) -> Chances:
    """The same, by dealing every board and asking eval7 for the best hand."""
    eval7 = pytest.importorskip("eval7", reason="eval7 has no wheel for this machine")
    theirs = {card: eval7.Card(str(card)) for card in DECK}
    out = {*board, *dead, *[card for hand in hands for card in hand]}
    held = [[theirs[card] for card in (*hand, *board)] for hand in hands]
    won: Counter[tuple[int, ...]] = Counter()
    for come in combinations([theirs[card] for card in DECK if card not in out], 5 - len(board)):
        ranked = [eval7.evaluate([*cards, *come]) for cards in held]
        won[tuple(index for index, rank in enumerate(ranked) if rank == max(ranked))] += 1
    return Chances(
        sum(won.values()),
        tuple(
            Chance(
                won[(index,)],
                sum(boards for who, boards in won.items() if index in who and len(who) > 1),
                sum(boards * PARTS // len(who) for who, boards in won.items() if index in who),
            )
            for index in range(len(hands))
        ),
    )


def spot(dice: random.Random, on_board: int) -> tuple[list[list[Card]], list[Card], list[Card]]:
    """Two to ten hands, with few suits as often as with all, so that flushes are not rare."""
    deck = dice.sample([card for card in DECK if dice.random() < 0.5 or card.suit in "hs"], 30)
    count = dice.randint(2, 10)
    hands = [[deck.pop(), deck.pop()] for _ in range(count)]
    return hands, [deck.pop() for _ in range(on_board)], [deck.pop() for _ in range(dice.randint(0, 3))]


@pytest.mark.parametrize("on_board", [3, 4, 5])
def test_the_chances_equal_those_of_every_board_dealt_one_by_one(on_board):
    dice = random.Random(on_board)
    for _ in range((4, 40, 200)[on_board - 3]):
        hands, board, dead = spot(dice, on_board)
        assert winning_chances(hands, board, dead) == one_by_one(hands, board, dead), (hands, board, dead)


@pytest.mark.nightly
@pytest.mark.parametrize("on_board", [0, 1, 2])
def test_the_chances_are_also_right_before_the_flop_is_complete(on_board):
    hands, board, dead = spot(random.Random(20 + on_board), on_board)

    assert winning_chances(hands, board, dead) == one_by_one(hands, board, dead), (hands, board, dead)


COUNTED = [("AsKs", "QhQd", 787_966, 6_732), ("AsAh", "KsKh", 1_410_336, 9_308), ("2c2d", "AhKh", 849_322, 10_775)]
"""The wins and ties of the first of two hands over all 1,712,304 boards, as `one_by_one` counted them."""


@pytest.mark.parametrize(("one", "two", "wins", "ties"), COUNTED)
def test_two_hands_before_the_flop_are_counted_over_all_boards(one, two, wins, ties):
    chances = winning_chances([parse_cards(one), parse_cards(two)], ())

    boards = comb(48, 5)
    mine, other = Chance(wins, ties, wins * PARTS + ties * PARTS // 2), boards - wins - ties
    assert chances == Chances(boards, (mine, Chance(other, ties, other * PARTS + ties * PARTS // 2)))


@pytest.mark.parametrize(
    ("hands", "board"),
    [(["AsKs"], ""), (["AsKs", "Qh"], ""), (["AsKs", "AsQd"], ""), (["AsKs", "QhQd"], "2c3c4c5c6c7c")],
)
def test_impossible_hands_are_refused(hands, board):
    with pytest.raises(ValueError, match=r"chances are of|there twice"):
        winning_chances([parse_cards(hand) for hand in hands], parse_cards(board))
