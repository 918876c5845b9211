"""The faults of a camera's view, found in pictures of a board as a camera takes them."""

import cv2
import numpy as np
import pytest

from hardware.camera.codes import read_codes
from hardware.camera.frame import BoxedReading, CameraFrame
from hardware.camera.view_check import cards_area, view_faults
from hardware.reading.deck import STICKER_DECK
from tests.kit.printed import HEIGHT, WIDTH, CameraView, Lying, five, table

BOARD = ["QH", "7D", "2C", "9S", "KH"]


def pictured(seen=None, light=1.0, cards=None):
    dice = np.random.default_rng(3)
    pixels = table(five(BOARD, dice) if cards is None else cards, seen or CameraView(), dice)
    return np.asarray(pixels * light, np.uint8)


def looked_at(pixels):
    boxed = []
    for each in read_codes(pixels):
        half = each.side / 2
        found = STICKER_DECK.find(each.code)
        card = found.card if found else None
        boxed.append(
            BoxedReading(each.code, card, (each.x - half, each.y - half, each.side, each.side), each.side, True)
        )
    return CameraFrame(pixels, tuple(boxed), 0)


def index(x, y, height, is_code=False):
    """A queen of hearts read at this place."""
    found = STICKER_DECK.find("QH")
    assert found
    return BoxedReading("Qh", found.card, (x - height / 2, y - height / 2, height, height), height, is_code)


@pytest.mark.parametrize("cards", [None, []])
def test_a_good_view_has_no_faults(cards):
    assert view_faults(looked_at(pictured(cards=cards))) == ()


def test_a_dark_table_is_reported():
    assert view_faults(looked_at(pictured(light=0.3)))[0] == "dark"


@pytest.mark.parametrize(("blur", "is_blurred"), [(0.5, False), (1.0, False), (2.5, True), (4.0, True)])
@pytest.mark.parametrize("noise", [2.0, 8.0])
def test_a_lens_out_of_focus_is_reported_and_noise_does_not_count_as_focus(blur, is_blurred, noise):
    assert ("blurred" in view_faults(looked_at(pictured(CameraView(blur=blur, noise=noise))))) is is_blurred


@pytest.mark.parametrize(("height", "is_code", "is_small"), [(13, False, True), (15, False, False), (19, True, True)])
def test_cards_that_are_too_small_to_read_are_reported(height, is_code, is_small):
    frame = CameraFrame(pictured(cards=[]), (index(600, 300, height, is_code),), 0)

    assert ("small" in view_faults(frame)) is is_small


@pytest.mark.parametrize(("count", "is_small"), [(1, False), (2, False), (3, True)])
def test_one_speck_that_looks_like_an_index_is_not_reported_as_too_small(count, is_small):
    specks = tuple(index(300 + 100 * place, 300, 9)._replace(card=None) for place in range(count))

    assert ("small" in view_faults(CameraFrame(pictured(cards=[]), specks, 0))) is is_small


@pytest.mark.parametrize(("x", "is_cut"), [(20, True), (WIDTH - 18, True), (60, False)])
def test_a_card_that_reaches_beyond_the_picture_is_reported(x, is_cut):
    assert ("cut" in view_faults(CameraFrame(pictured(cards=[]), (index(x, 300, 30),), 0))) is is_cut


def test_the_area_of_the_cards_includes_all_of_their_paper():
    """Two upright cards with their stickers in the middle: 63 by 88 mm each, at 3.2 pixels per millimeter."""
    lying = [Lying("QH", 400.0, 360.0), Lying("7D", 800.0, 360.0)]
    found = cards_area(looked_at(pictured(cards=lying)))

    assert found is not None
    left, top, width, high = found
    assert left * WIDTH <= 400 - 31.5 * 3.2
    assert top * HEIGHT <= 360 - 44 * 3.2
    assert (left + width) * WIDTH >= 800 + 31.5 * 3.2
    assert (top + high) * HEIGHT >= 360 + 44 * 3.2
    assert high < 0.6


def test_without_cards_there_is_no_area():
    assert cards_area(CameraFrame(np.zeros((HEIGHT, WIDTH, 3), np.uint8), (), 0)) is None


def test_gray_pictures_are_judged_like_color_ones():
    color = pictured(CameraView(blur=4.0))
    gray = np.asarray(cv2.cvtColor(color, cv2.COLOR_BGR2GRAY), np.uint8)

    assert view_faults(CameraFrame(gray, (), 0)) == view_faults(CameraFrame(color, (), 0)) == ("blurred",)
