"""A doubtful index is framed again in several ways, and the surest of these readings counts. A plain one is not
reframed.
"""

from dataclasses import replace

import numpy as np

from engine.cards import RANKS, SUITS, Card
from hardware.recognition import reframing as again
from hardware.recognition.classifier import IndexReading, crops
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.reframing import (
    MAX_CROPS,
    MAX_DOUBTFUL,
    MAX_DOUBTFUL_PATIENT,
    MIN_HEIGHT,
    OTHERS_HEIGHTS,
    OWN_HEIGHTS,
    second_opinions,
)
from hardware.recognition.weights import Net

PICTURE = np.zeros((200, 400, 3), np.uint8)
SURE, LEANS = 0.995, 0.8


OWN, OTHERS, ASIDE = len(OWN_HEIGHTS), len(OTHERS_HEIGHTS), 5


def spots(count):
    return [IndexCandidate(40.0 + 30 * place, 100.0, 0.0, -1.0, 30.0, 0.9) for place in range(count)]


def read(card, chance, place=0, **where):
    return IndexReading(replace(spots(12)[place], **where), Card(card), chance, 0.0)


class Says(Net):
    """A net that returns a card and its chance for each crop, in the order in which it is asked."""

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


def test_a_plain_index_is_read_once():
    net, reads = Says(), [read("6c", SURE), read("Kh", SURE, 1)]

    assert second_opinions(PICTURE, reads, net) == reads
    assert net.asked == []


def test_a_doubtful_index_that_is_plain_in_another_frame_becomes_surer():
    net = Says(*[("6c", LEANS)] * OWN, *[("6c", SURE)] * ASIDE)
    doubtful, plain = second_opinions(PICTURE, [read("6c", LEANS), read("Kh", SURE, 1)], net)

    assert net.asked == [OWN + ASIDE]
    assert LEANS < 0.98 < doubtful.chance
    assert plain.chance == SURE
    assert doubtful.spot == spots(1)[0]


def test_two_plain_indices_give_the_height_of_a_doubtful_one(monkeypatch):
    framed: list[IndexCandidate] = []

    def seen(picture, spots):
        framed.extend(spots)
        return crops(picture, spots)

    monkeypatch.setattr(again, "crops", seen)
    net = Says(*[("6c", SURE)] * OTHERS, *[("6c", LEANS)] * OWN, *[("6c", LEANS)] * ASIDE)
    reads = [read("6c", LEANS), read("Kh", SURE, 4, height=40.0), read("2d", SURE, 8, height=40.0)]
    doubtful, *_ = second_opinions(PICTURE, reads, net)

    assert [spot.height for spot in framed[:OTHERS]] == [40.0 * by for by in OTHERS_HEIGHTS]
    assert doubtful.chance > 0.98
    assert doubtful.spot.height == 30.0  # its position, and not the frame in which it was read


def test_an_index_that_is_another_card_in_part_of_every_frame_becomes_less_sure():
    net = Says(*[("Kc", 0.97), ("5c", 0.97)] * 8)
    (seen,) = second_opinions(PICTURE, [read("Kc", 0.97)], net)

    assert seen.chance < 0.95


def test_an_index_whose_other_corner_is_plain_is_not_read_again():
    net = Says()

    assert len(second_opinions(PICTURE, [read("6c", LEANS), read("6c", SURE, 1)], net)) == 2
    assert net.asked == []


def test_the_figures_of_a_plain_court_card_are_not_read_again():
    net = Says()
    court = [read("Qh", SURE), read("Qh", SURE, x=200.0, y=200.0, up_y=1.0)]
    figure = read("2d", LEANS, x=120.0, y=150.0)

    assert second_opinions(PICTURE, [*court, figure], net) == [*court, figure]
    assert net.asked == []


def test_only_the_likeliest_doubtful_indices_are_read_again():
    net = Says(*[("6c", SURE)] * 100)
    reads = second_opinions(PICTURE, [read("6c", 0.3 + 0.02 * place, place) for place in range(12)], net)

    assert net.asked == [MAX_DOUBTFUL * OWN]
    assert [each.chance > 0.6 for each in reads] == [place >= 12 - MAX_DOUBTFUL for place in range(12)]


def test_an_unlikely_index_or_one_too_small_to_read_is_left_alone():
    net, reads = Says(), [read("6c", 0.1), read("7c", LEANS, 1, height=MIN_HEIGHT - 1)]

    assert second_opinions(PICTURE, reads, net) == reads
    assert net.asked == []


def test_few_doubtful_indices_are_framed_as_often_as_time_allows():
    net = Says(*[("6c", SURE)] * 100)

    second_opinions(PICTURE, [read("6c", LEANS), read("7d", LEANS, 1)], net)

    assert net.asked == [2 * OWN + 2 * ASIDE]
    assert net.asked[0] <= MAX_CROPS


def test_in_a_photograph_more_indices_are_read_again_and_in_more_frames():
    net = Says(*[("6c", SURE)] * 100)

    second_opinions(PICTURE, [read("6c", 0.3 + 0.02 * place, place) for place in range(12)], net, patient=True)

    assert net.asked == [MAX_DOUBTFUL_PATIENT * (OWN + ASIDE)]
