"""A pip card with a picture between its corners does not count. All others count as before."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import Card
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import IndexReading
from hardware.recognition.court_picture import without_court_pictures
from hardware.recognition.detector import IndexCandidate
from tests.kit.drawn import CARD_HEIGHT, CARD_WIDTH, card

ROBES = ((0, 200, 250), (180, 80, 20), (60, 150, 220), (40, 40, 210))
BOX = (0, 0, 10, 10)
CORNERS = (IndexCandidate(120.0, 102.0, 0.0, -1.0, 56.0, 0.9), IndexCandidate(280.0, 298.0, 0.0, 1.0, 56.0, 0.9))


def paper(name, light=1.0, robes=()):
    """A single card on green cloth, with patches of `robes` over its middle."""
    table = np.full((400, 400, 3), (40, 90, 30), np.uint8)
    table[60 : 60 + CARD_HEIGHT, 100 : 100 + CARD_WIDTH] = card(name)
    for number, robe in enumerate(robes):
        cv2.rectangle(table, (160, 130 + 35 * number), (240, 165 + 35 * number), robe, -1)
    return np.clip(table * light + np.random.default_rng(1).normal(0, 3, table.shape), 0, 255).astype(np.uint8)


def seen(name, corners=2):
    """The card as it is read: its indices are in the upper left and the lower right."""
    return Detection(Card(name), 0.99, BOX, CORNERS[:corners])


def counted(picture, *cards, reads=()):
    return without_court_pictures(picture, cards, reads)


@pytest.mark.parametrize("light", [0.35, 0.7, 1.0])
@pytest.mark.parametrize("name", ["9d", "9s", "Th", "2c"])
def test_pips_are_no_picture_in_any_light(name, light):
    assert counted(paper(name, light), seen(name)) == (seen(name),)


@pytest.mark.parametrize("name", ["9d", "9s"])
def test_a_nine_with_a_picture_does_not_count(name):
    assert counted(paper(name, robes=ROBES), seen(name)) == ()


def test_green_robes_on_a_card_with_red_ink_are_a_picture():
    green = ((134, 138, 57), (120, 125, 45), (140, 146, 40), (128, 133, 60))  # the opposite of the red ink

    assert counted(paper("8d", robes=green), seen("8d")) == ()


def test_at_a_table_a_nine_has_less_color_than_a_small_picture():
    small = paper("9d")
    cv2.rectangle(small, (195, 170), (203, 230), (180, 80, 20), -1)

    assert without_court_pictures(small, [seen("9d")], ()) == (seen("9d"),)
    assert without_court_pictures(small, [seen("9d")], (), at_table=True) == ()
    assert without_court_pictures(small, [seen("8d")], (), at_table=True) == (seen("8d"),)


def test_black_between_red_pips_is_a_picture_but_a_hands_shadow_is_not():
    black, shade = ((25, 25, 30),) * 4, ((120, 120, 120),) * 4

    assert counted(paper("9d", robes=black), seen("9d")) == ()
    assert counted(paper("9d", robes=shade), seen("9d")) == (seen("9d"),)
    assert counted(paper("9s", robes=black), seen("9s")) == (seen("9s"),)  # its pips may be this large


def test_at_a_table_a_picture_in_pale_ink_does_not_count():
    pale = ((150, 150, 150),) * 4

    assert counted(paper("5s", robes=pale), seen("5s")) == (seen("5s"),)
    assert without_court_pictures(paper("5s", robes=pale), [seen("5s")], (), at_table=True) == ()
    assert without_court_pictures(paper("Js", robes=pale), [seen("Js")], (), at_table=True) == (seen("Js"),)


@pytest.mark.parametrize("light", [0.35, 0.7, 1.0])
@pytest.mark.parametrize("name", ["9d", "9s", "Th", "2c", "8h"])
def test_at_a_table_pips_are_paper_and_ink_in_any_light(name, light):
    assert without_court_pictures(paper(name, light), [seen(name)], (), at_table=True) == (seen(name),)


@pytest.mark.parametrize("name", ["Qd", "Js", "Ks", "As"])
def test_a_court_or_an_ace_may_have_a_picture(name):
    assert counted(paper(name, robes=ROBES), seen(name)) == (seen(name),)


def test_a_lone_corner_is_not_checked():
    assert counted(paper("9d", robes=ROBES), seen("9d", corners=1)) == (seen("9d", corners=1),)


def test_a_barely_read_corner_shows_where_the_card_is():
    other = IndexReading(CORNERS[1], Card("9d"), 0.3, 0.0)

    assert counted(paper("9d", robes=ROBES), seen("9d", corners=1), reads=[other]) == ()
    assert counted(paper("9d"), seen("9d", corners=1), reads=[other]) == (seen("9d", corners=1),)


def test_a_corner_that_is_too_far_away_is_of_another_card():
    near, far = (replace(at, height=24.0) for at in CORNERS)
    card, other = Detection(Card("9d"), 0.99, BOX, (near,)), IndexReading(far, Card("9d"), 0.3, 0.0)

    assert counted(paper("9d", robes=ROBES), card, reads=[other]) == (card,)
