"""The pips between two corners show the suit of a card that the index leaves in doubt, or that it shows wrongly."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import SUITS, Card
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.pips import CERTAIN, is_red, pip_suits, with_pips
from hardware.recognition.weights import pips
from tests.hardware.recognition.unseen.suits import draw_suits
from tests.kit.drawn import CARD_HEIGHT, CARD_WIDTH, card

CORNERS = (IndexCandidate(120.0, 102.0, 0.0, -1.0, 56.0, 0.9), IndexCandidate(280.0, 298.0, 0.0, 1.0, 56.0, 0.9))
UPPER, LOWER = ((158, 130), (242, 130)), ((158, 270), (242, 270))
LEFT, TOP = 100, 60
PIP = 44
MASKS = draw_suits(np.random.default_rng(8))


def paper(name, upper="", lower="", middle=True, light=1.0):
    """A single card on green cloth. Its large suit may be replaced by pips, and those of the lower half are upside
    down."""
    table = np.full((400, 400, 3), (40, 90, 30), np.uint8)
    shown = table[TOP : TOP + CARD_HEIGHT, LEFT : LEFT + CARD_WIDTH]
    shown[:] = card(name)
    if not middle or upper or lower:
        shown[95:185, 40:160] = 245
    for suits, places in ((upper, UPPER), (lower, LOWER)):
        for suit, (x, y) in zip(suits, places, strict=False):
            print_pip(table, MASKS[suit] if places is UPPER else np.flipud(MASKS[suit]), x, y)
    noise = np.random.default_rng(1).normal(0, 3, table.shape)
    return np.clip(table * light + noise, 0, 255).astype(np.uint8)


def print_pip(table, mask, x, y):
    small = cv2.resize(mask, (PIP * mask.shape[1] // mask.shape[0], PIP), interpolation=cv2.INTER_AREA)
    high, wide = small.shape
    place = table[y - high // 2 :, x - wide // 2 :][:high, :wide]
    place[:] = np.where(small[..., None] > 128, 25, place)


def readings(name, chance=0.999, other_suit=0.0, corners=CORNERS):
    return [IndexReading(spot, Card(name), chance, 0.0, other_suit=other_suit) for spot in corners]


def cards(reads):
    return [str(read.card) for read in reads]


@pytest.mark.parametrize("light", [0.4, 1.0])
@pytest.mark.parametrize("suit", SUITS)
def test_the_large_suit_of_a_card_is_read(suit, light):
    suits = pip_suits(paper(f"8{suit}", light=light), CORNERS, 8, pips())

    assert suits is not None
    assert suits[suit] > 0.9
    assert sum(suits.values()) == pytest.approx(1)


@pytest.mark.parametrize("suit", "cs")
def test_pips_in_the_lower_half_are_upside_down(suit):
    suits = pip_suits(paper("4s", suit * 2, suit * 2), CORNERS, 4, pips())

    assert suits is not None
    assert suits[suit] > 0.98


def test_a_spade_that_was_read_as_a_club_becomes_a_spade():
    seen = with_pips(paper("4s", "ss", "ss"), readings("4c", 0.95, 0.02), pips())

    assert cards(seen) == ["4s", "4s"]
    assert all(read.by_pips for read in seen)
    assert all(0.9 < read.chance <= 1 for read in seen)


def test_an_overturned_reading_is_marked_if_the_net_was_certain():
    doubtful, certain = (
        with_pips(paper("4s", "ss", "ss"), readings("4c", chance), pips()) for chance in (CERTAIN - 0.02, CERTAIN)
    )

    assert [read.overturned for read in doubtful] == ["", ""]
    assert [read.overturned for read in certain] == ["c", "c"]


def test_pips_that_agree_make_a_doubtful_suit_more_certain():
    seen = with_pips(paper("4c", "cc", "cc"), readings("4c", 0.6, 0.38), pips())

    assert cards(seen) == ["4c", "4c"]
    assert all(read.chance > 0.9 for read in seen)


def test_a_certain_spade_does_not_become_a_club():
    reads = readings("4s")

    assert with_pips(paper("4s", "cc", "cc"), reads, pips()) == reads


@pytest.mark.parametrize(
    ("upper", "lower", "middle"), [("cs", "", True), ("", "", False)], ids=["of two suits", "none at all"]
)
def test_without_pips_of_one_suit_nothing_changes(upper, lower, middle):
    reads = readings("4c", 0.6, 0.38)

    assert with_pips(paper("4c", upper, lower, middle), reads, pips()) == reads


@pytest.mark.parametrize(("shown", "name"), [("8s", "Jc"), ("8h", "8d"), ("8s", "8s")])
def test_court_cards_red_cards_and_certain_spades_are_not_looked_at(shown, name):
    reads = readings(name)

    assert with_pips(paper(shown), reads, pips()) == reads


def in_violet(picture):
    inked = (picture < 110).all(2, keepdims=True)
    return np.where(inked, np.array([150, 20, 90], np.uint8), picture)


def test_violet_clubs_that_were_read_as_diamonds_become_clubs():
    seen = with_pips(in_violet(paper("4c", "cc", "cc")), readings("4d"), pips())

    assert cards(seen) == ["4c", "4c"]
    assert [read.overturned for read in seen] == ["d", "d"]


def test_diamonds_of_another_color_remain_diamonds():
    seen = with_pips(in_violet(paper("4s", "dd", "dd")), readings("4d"), pips())

    assert cards(seen) == ["4d", "4d"]
    assert all(read.by_pips and read.chance == 0.999 for read in seen)


@pytest.mark.parametrize("ink", [(30, 20, 200), (90, 60, 170), (20, 10, 120)])
def test_any_red_is_red(ink):
    assert is_red(np.array([245, 245, 240], np.float32), np.array(ink, np.float32))


@pytest.mark.parametrize("ink", [(20, 20, 20), (150, 20, 90), (30, 120, 230), (180, 60, 20), (40, 120, 20)])
def test_black_violet_orange_blue_and_green_are_not_red(ink):
    assert not is_red(np.array([245, 245, 240], np.float32), np.array(ink, np.float32))


def test_more_pips_than_a_card_has_are_those_of_another_card():
    assert pip_suits(paper("As", "cc", "cc"), CORNERS, 1, pips()) is None


def test_a_red_and_a_black_corner_are_those_of_two_cards():
    reads = [readings("8c", 0.95)[0], readings("8h", 0.95)[1]]

    assert with_pips(paper("8s"), reads, pips()) == reads


def test_one_corner_or_two_of_different_sizes_are_not_the_corners_of_a_card():
    one = readings("8c", 0.6, 0.38, CORNERS[:1])
    two = readings("8c", 0.6, 0.38, (CORNERS[0], replace(CORNERS[1], height=30.0)))

    assert with_pips(paper("8s"), one, pips()) == one
    assert with_pips(paper("8s"), two, pips()) == two
