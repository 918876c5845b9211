"""An eight with a six's pips does not count. Every true eight counts, however its pips are arranged."""

import cv2
import numpy as np
import pytest

from engine.cards import Card
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.pipeline import without_sixes
from tests.kit.drawn import CARD_HEIGHT, CARD_WIDTH, card

CORNERS = (IndexCandidate(120.0, 102.0, 0.0, -1.0, 56.0, 0.9), IndexCandidate(280.0, 298.0, 0.0, 1.0, 56.0, 0.9))
LEFT, MIDDLE, RIGHT = 158, 200, 242
TOP, BOTTOM = 120, 280
SIX = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, 200, BOTTOM)]
EIGHT = [*SIX, (MIDDLE, 160), (MIDDLE, 240)]
TWO_ROWS_OF_FOUR = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, 173, 227, BOTTOM)]
ONE_LARGE = [(MIDDLE, 200)]
HIGH_CORNERS = (IndexCandidate(124.0, 135.0, 0.0, -1.0, 100.0, 0.9), IndexCandidate(276.0, 265.0, 0.0, 1.0, 100.0, 0.9))
EIGHT_BESIDE_THEM = [*SIX, (MIDDLE, 149), (MIDDLE, 251)]
RED, BLACK = (30, 20, 200), (25, 20, 20)


def paper(name, pips, light=1.0):
    """A single card on green cloth, with its pips at these places."""
    table = np.full((400, 400, 3), (40, 90, 30), np.uint8)
    shown = table[60 : 60 + CARD_HEIGHT, 100 : 100 + CARD_WIDTH]
    shown[:] = card(name)
    shown[95:185, 40:160] = 245
    for x, y in pips:
        cv2.circle(table, (x, y), 12, RED if name[1] in "hd" else BLACK, -1, cv2.LINE_AA)
    return np.clip(table * light + np.random.default_rng(1).normal(0, 3, table.shape), 0, 255).astype(np.uint8)


def seen(name, corners=2):
    return Detection(Card(name), 0.99, (0, 0, 10, 10), CORNERS[:corners])


@pytest.mark.parametrize("light", [0.35, 1.0])
@pytest.mark.parametrize("suit", ["h", "s"])
def test_an_eight_with_the_pips_of_a_six_is_asked_for(suit, light):
    assert without_sixes(paper(f"6{suit}", SIX, light), [seen(f"8{suit}")], ()) == []


@pytest.mark.parametrize("light", [0.35, 1.0])
@pytest.mark.parametrize("pips", [EIGHT, TWO_ROWS_OF_FOUR, ONE_LARGE, []])
def test_an_eight_counts_however_its_pips_are_arranged(pips, light):
    assert without_sixes(paper("8s", pips, light), [seen("8s")], ()) == [seen("8s")]


def test_between_high_indices_the_pips_of_an_eight_are_close_to_them():
    eight = Detection(Card("8s"), 0.99, (0, 0, 10, 10), HIGH_CORNERS)

    assert without_sixes(paper("8s", EIGHT_BESIDE_THEM), [eight], ()) == [eight]
    assert without_sixes(paper("6s", SIX), [eight], ()) == []


def test_other_ranks_are_not_checked():
    assert without_sixes(paper("6h", SIX), [seen("6h")], ()) == [seen("6h")]


def test_a_barely_read_corner_shows_where_the_pips_are():
    other = IndexReading(CORNERS[1], Card("8h"), 0.3, 0.0)

    assert without_sixes(paper("6h", SIX), [seen("8h", 1)], [other]) == []
    assert without_sixes(paper("6h", SIX), [seen("8h", 1)], []) == [seen("8h", 1)]
