"""A doubtful index is looked at again at other heights, and counts for what all of them say; a plain one is not."""

import numpy as np

from engine.cards import RANKS, SUITS
from hardware.recognise.find import Spot
from hardware.recognise.tell import HEIGHTS, MOST_DOUBTFUL, tell
from hardware.recognise.weights import Net

PICTURE = np.zeros((200, 400, 3), np.uint8)
SURE, LEANS = 0.995, 0.8


def spots(count):
    return [Spot(40.0 + 30 * place, 100.0, 0.0, -1.0, 30.0, 0.9) for place in range(count)]


class Says(Net):
    """A net that says a card and its chance for each crop, in the order in which it is asked."""

    def __init__(self, *words):
        self._words, self.asked = list(words), []

    def run(self, ready):
        self.asked.append(len(ready))
        said, self._words = self._words[: len(ready)], self._words[len(ready) :]
        ranks = np.stack([self._spread(RANKS.index(card[0]), len(RANKS) + 2, chance) for card, chance in said])
        suits = np.stack([self._spread(SUITS.index(card[1]), len(SUITS) + 1, 0.9999) for card, _ in said])
        return [ranks, suits]

    @staticmethod
    def _spread(place, size, chance):
        chances = np.full(size, (1 - chance) / (size - 1), np.float32)
        chances[place] = chance
        return np.log(chances)


def test_a_plain_index_is_looked_at_once():
    net = Says(("6c", SURE), ("Kh", SURE))

    assert [str(read.card) for read in tell(PICTURE, spots(2), net)] == ["6c", "Kh"]
    assert net.asked == [2]


def test_a_doubtful_index_that_is_plain_at_other_heights_is_surer():
    net = Says(("6c", LEANS), ("Kh", SURE), *[("6c", SURE)] * len(HEIGHTS))
    doubtful, plain = tell(PICTURE, spots(2), net)

    assert net.asked == [2, len(HEIGHTS)]
    assert LEANS < 0.98 < doubtful.chance
    assert plain.chance > 0.99
    assert doubtful.spot == spots(2)[0]


def test_an_index_that_is_another_card_at_other_heights_is_less_sure():
    net = Says(("Kc", 0.97), ("Kc", 0.97), ("5c", 0.97))
    (read,) = tell(PICTURE, spots(1), net)

    assert read.chance < 0.95


def test_an_index_whose_other_corner_is_plain_is_not_looked_at_again():
    net = Says(("6c", LEANS), ("6c", SURE))

    assert len(tell(PICTURE, spots(2), net)) == 2
    assert net.asked == [2]


def test_of_a_pattern_only_the_likeliest_are_looked_at_again():
    net = Says(*[("6c", 0.3 + 0.02 * place) for place in range(12)], *[("6c", SURE)] * 100)
    reads = tell(PICTURE, spots(12), net)

    assert net.asked == [12, MOST_DOUBTFUL * len(HEIGHTS)]
    assert [read.chance > 0.6 for read in reads] == [place >= 12 - MOST_DOUBTFUL for place in range(12)]


def test_what_is_hardly_a_card_is_left_alone():
    net = Says(("6c", 0.1))

    assert tell(PICTURE, spots(1), net)[0].chance < 0.2
    assert net.asked == [1]
