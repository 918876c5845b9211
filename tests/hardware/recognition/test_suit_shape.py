"""A club whose suits have the outline of spades does not count. True clubs count, and so do spades."""

import cv2
import numpy as np
import pytest

from engine.cards import Card
from hardware.recognition.acceptance import Detection
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.suit_shape import (
    ALONE,
    CLEAR_HEIGHT,
    MIN_HEIGHT,
    are_clubs,
    is_clearly_club,
    is_clearly_spade,
    without_odd_clubs,
)
from tests.hardware.recognition.unseen.suits import draw_suits
from tests.kit.drawn import CARD_HEIGHT, CARD_WIDTH, card

CORNERS = (IndexCandidate(120.0, 102.0, 0.0, -1.0, 56.0, 0.9), IndexCandidate(280.0, 298.0, 0.0, 1.0, 56.0, 0.9))


def paper(name, light=1.0, blur=0.6):
    """A single card on green cloth."""
    table = np.full((400, 400, 3), (40, 90, 30), np.uint8)
    table[60 : 60 + CARD_HEIGHT, 100 : 100 + CARD_WIDTH] = card(name)
    lit = cv2.GaussianBlur(table, (0, 0), blur) * light
    return np.clip(lit + np.random.default_rng(1).normal(0, 3, table.shape), 0, 255).astype(np.uint8)


def seen(name, corners=CORNERS):
    return Detection(Card(name), 0.99, (0, 0, 10, 10), corners)


@pytest.mark.parametrize("light", [0.4, 1.0])
@pytest.mark.parametrize("rank", ["8", "T", "Q"])
def test_a_spade_that_was_read_as_a_club_is_asked_for(rank, light):
    assert without_odd_clubs(paper(f"{rank}s", light), [seen(f"{rank}c")]) == ()


@pytest.mark.parametrize("light", [0.4, 1.0])
@pytest.mark.parametrize("blur", [0.6, 1.5])
@pytest.mark.parametrize("rank", ["8", "T", "Q"])
def test_a_true_club_counts(rank, blur, light):
    assert without_odd_clubs(paper(f"{rank}c", light, blur), [seen(f"{rank}c")]) == (seen(f"{rank}c"),)


def test_one_corner_is_enough_only_at_a_table():
    one = seen("8c", CORNERS[:1])

    assert without_odd_clubs(paper("8s"), [one]) == (one,)
    assert without_odd_clubs(paper("8s"), [one], ALONE) == ()
    assert without_odd_clubs(paper("8c"), [one], ALONE) == (one,)


@pytest.mark.parametrize(("name", "counts"), [("8s", False), ("8c", True)])
def test_a_table_does_not_trust_the_pips_of_a_club_if_its_corners_are_clearly_those_of_a_spade(name, counts):
    club = seen("8c")

    assert without_odd_clubs(paper(name), [club], ALONE, CORNERS) == ((club,) if counts else ())
    assert without_odd_clubs(paper(name), [club], None, CORNERS) == (club,)


def test_small_indices_and_other_suits_are_not_checked():
    small = tuple(IndexCandidate(at.x, at.y, at.up_x, at.up_y, MIN_HEIGHT - 1, at.heat) for at in CORNERS)

    assert without_odd_clubs(paper("8s"), [seen("8c", small)]) == (seen("8c", small),)
    assert without_odd_clubs(paper("8h"), [seen("8s")]) == (seen("8s"),)


@pytest.mark.parametrize("light", [0.4, 1.0])
@pytest.mark.parametrize("rank", ["8", "T", "Q"])
def test_two_corners_show_that_a_card_is_clearly_a_spade(rank, light):
    assert is_clearly_spade(paper(f"{rank}s", light), seen(f"{rank}s"))
    assert not is_clearly_spade(paper(f"{rank}c", light), seen(f"{rank}s"))
    assert not is_clearly_spade(paper(f"{rank}s", light), seen(f"{rank}s", CORNERS[:1]))


@pytest.mark.parametrize("corners", [CORNERS, CORNERS[:1]])
@pytest.mark.parametrize("rank", ["8", "T", "Q"])
def test_a_club_that_was_read_as_a_spade_is_clearly_a_club(rank, corners):
    assert is_clearly_club(paper(f"{rank}c"), seen(f"{rank}s", corners))
    assert not is_clearly_club(paper(f"{rank}s"), seen(f"{rank}s", corners))
    assert not is_clearly_club(np.zeros((400, 400, 3), np.uint8), seen(f"{rank}s", corners))


def test_small_corners_do_not_show_a_spade_clearly():
    small = tuple(IndexCandidate(at.x, at.y, at.up_x, at.up_y, CLEAR_HEIGHT - 1, at.heat) for at in CORNERS)

    assert not is_clearly_spade(paper("8s"), seen("8s", small))


def outline(suit, high=24, down=False):
    """A pip's share of ink, with a margin."""
    mask = draw_suits(np.random.default_rng(8))[suit]
    small = cv2.resize(mask, (high * mask.shape[1] // mask.shape[0], high), interpolation=cv2.INTER_AREA) / 255
    pip = np.pad(small.astype(np.float32), 1)
    return pip[::-1, ::-1] if down else pip


def test_pips_outlined_like_spades_are_not_those_of_a_club():
    club, spade = outline("c"), outline("s")

    assert are_clubs([(club,), (club,)])
    assert not are_clubs([(spade,), (spade,)])
    assert not are_clubs([(club,), (spade,), (spade,)])


def test_a_pip_that_may_be_either_way_up_is_a_club_in_one_of_them():
    club, spade = outline("c"), outline("s")

    assert are_clubs([(club[::-1, ::-1], club)])
    assert not are_clubs([(spade[::-1, ::-1], spade)])


def test_pips_that_are_too_small_for_an_outline_do_not_matter():
    assert are_clubs([(outline("s", high=5),)])
    assert are_clubs([])


def test_a_corner_without_a_visible_suit_is_ignored():
    covered = paper("8s")
    covered[:200, :200] = 245

    assert without_odd_clubs(covered, [seen("8c")]) == (seen("8c"),)
