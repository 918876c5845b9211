"""Decks that no net was trained on, kind by kind. docs/lab/card-reading.md has the measurement."""

import numpy as np
import pytest

from tests.hardware.recognition.unseen.decks import KINDS
from tests.hardware.recognition.unseen.measure import judge, measure
from tests.hardware.recognition.unseen.scenes import compose

HEIGHT = 30
FEW, MANY = range(2), range(100, 112)
RECALL = {"standard": 0.95, "foreign letters": 0.9, "tinted paper": 0.95, "worn": 0.95, "dark paper": 0.9}
"""Of one picture. The other kinds are measured, but have no floor yet."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", RECALL)
def test_a_few_unseen_decks_of_a_kind_are_read_and_no_card_is_wrong(kind):
    score = measure(kind, HEIGHT, FEW, votes=False)

    assert score.wrong == 0, score.slips
    assert score.recall >= RECALL[kind]


@pytest.mark.nightly
@pytest.mark.parametrize("kind", RECALL)
def test_a_table_votes_for_no_wrong_card_of_unseen_decks(kind):
    score = measure(kind, HEIGHT, MANY)

    assert score.wrong_votes == 0, score.slips


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_draws_the_same_scene_of_a_kind(kind):
    one, other = (compose(kind, HEIGHT, 3) for _ in range(2))

    assert [str(card.card) for card in one.cards] == [str(card.card) for card in other.cards]
    assert len({str(card.card) for card in one.cards}) == len(one.cards) > 3
    assert np.array_equal(next(iter(one.frames(1))), next(iter(other.frames(1))))


def test_a_card_without_a_whole_index_in_the_picture_need_not_be_read():
    scene = compose("jumbo", HEIGHT, 17)
    outside = [card for card in scene.cards if not card.readable]

    assert len(outside) == 4
    assert all((card.corners.min(0) < 0).any() or (card.corners.max(0) > [1280, 720]).any() for card in outside)


def test_a_card_with_a_foreign_letter_need_not_be_read():
    scene = compose("foreign letters", HEIGHT, 0)

    assert any(not card.readable for card in scene.cards)
    assert judge(scene, votes=False).cards == sum(card.readable for card in scene.cards)
