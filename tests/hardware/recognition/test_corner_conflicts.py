"""Two lone corners that name one card differently do not count. Other lone corners count as before."""

import pytest

from engine.cards import Card
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.pipeline import without_corner_conflicts

BOX = (0, 0, 10, 10)


def spot(x: float, y: float, hangs: bool = False) -> IndexCandidate:
    return IndexCandidate(x, y, 0.0, 1.0 if hangs else -1.0, 40.0, 0.9)


def lone(card: str, x: float, y: float, hangs: bool = False) -> Detection:
    return Detection(Card(card), 0.99, BOX, (spot(x, y, hangs),))


def whole(card: str, x: float, y: float) -> Detection:
    return Detection(Card(card), 0.999, BOX, (spot(x, y), spot(x + 130, y + 180, hangs=True)))


def cards(*seen: Detection, doubts: tuple[IndexReading, ...] = ()) -> list[str]:
    reads = [IndexReading(mark, each.card, 0.99, 0.0) for each in seen for mark in each.marks]
    return [str(each.card) for each in without_corner_conflicts(seen, [*reads, *doubts])]


def test_an_eight_that_another_card_makes_look_like_a_three_counts_as_neither():
    assert cards(lone("8h", 100, 100), lone("3h", 230, 280, hangs=True), whole("Ks", 400, 100)) == ["Ks"]


@pytest.mark.parametrize(("chance", "counts"), [(0.97, []), (0.5, []), (0.4, ["Ks"])])
def test_a_spade_whose_other_corner_is_more_likely_a_club_counts_as_neither(chance, counts):
    club = IndexReading(spot(230, 280, hangs=True), Card("Kc"), chance, 0.0)

    assert cards(lone("Ks", 100, 100), doubts=(club,)) == counts


def test_corners_that_share_neither_rank_nor_suit_are_of_two_cards():
    assert cards(lone("8h", 100, 100), lone("3c", 230, 280, hangs=True)) == ["8h", "3c"]


def test_the_cards_of_a_fan_are_all_upright_and_count():
    assert cards(lone("8h", 100, 100), lone("3h", 160, 110), lone("Jh", 220, 130)) == ["8h", "3h", "Jh"]


def test_corners_farther_apart_than_those_of_other_cards_are_of_two_cards():
    assert cards(lone("8h", 100, 100), lone("3h", 400, 500, hangs=True), whole("Ks", 400, 100)) == ["8h", "3h", "Ks"]


def test_a_card_with_two_visible_corners_is_not_doubted_because_of_a_lone_one():
    assert cards(whole("8h", 100, 100), lone("3h", 230, 290, hangs=True)) == ["8h", "3h"]
