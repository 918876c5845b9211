"""The viewers' picture of tables that play at random."""

import re
from math import comb
from random import Random

import msgspec
import pytest

from engine.public import public
from kiosk.clock.features.broadcast.frame import chances_of, frame, in_pot
from tests.kit.play import dealt, play
from tests.kit.randomplay import BOOKS, Habits, hands, tables

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
OFTEN = Habits(kill=0.05, undo=0.05, move=0.1)


@pytest.mark.parametrize("seed", range(6))
def test_viewers_see_only_the_board_and_hands_that_are_tabled_whole(seed):
    """Whatever is played, killed, mucked and undone: a hand with only one card face up is not shown either."""
    dice = Random(seed)
    book = BOOKS[dice.choice(sorted(BOOKS))]
    for step in hands(tables(dice, habits=OFTEN, book=book), 12):
        table = public(step.after)
        text = msgspec.json.encode(frame(table, {}, (0, {}), None)).decode()
        hand = step.after.table.hand
        tabled = zip(hand.tabled, hand.mucked, strict=True) if hand else ()
        may = {*table.board, *(card for cards, mucked in tabled if len(cards) == 2 and not mucked for card in cards)}
        assert set(CARD.findall(text)) <= set(map(str, may))


def test_chances_are_computed_only_while_every_live_hand_is_face_up():
    """Two players are all-in before the flop: no chances while one hand is hidden; then over all boards, and over fewer
    with each card.
    """
    game = play(dealt((5_000, 5_000)), "r5000 c")
    for word in ("1:As", "1:Ks", "2:Qh"):
        assert chances_of(public(game)) == (0, {})
        game = play(game, word)
    counted = {"2:Qd": comb(48, 5), "JdTd2s": comb(45, 2), "3c": 44}
    for word, boards in counted.items():
        game = play(game, word)
        run_outs, chances = chances_of(public(game))
        assert run_outs == boards
        assert [seat.seat for seat in in_pot(public(game))] == sorted(chances)
        assert sum(one.wins for one in chances.values()) + chances[1].ties == boards
