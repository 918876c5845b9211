"""Printed codes are found in a picture, each at its place, and nothing else is."""

import numpy as np
import pytest

from engine.cards import DECK
from hardware.camera.codes import read_codes
from hardware.reading.deck import STICKER_DECK
from tests.kit.printed import HEIGHT, PX_PER_MM, WIDTH, CameraView, Lying, five, table

CODES = [STICKER_DECK.codes[card] for card in DECK]


@pytest.fixture
def dice():
    return np.random.default_rng(5)


def test_every_card_of_a_deck_is_read_from_a_cameras_picture(dice):
    read = []
    for begin in range(0, 50, 5):
        read += read_codes(table(five(CODES[begin : begin + 5], dice), CameraView(), dice))

    assert sorted(each.code for each in read) == sorted(CODES[:50])


def test_a_code_is_found_at_its_place_at_any_angle(dice):
    for step in range(8):
        card = Lying("QH", 300 + 80 * step, 200 + 40 * step, step * np.pi / 4 + 0.1)

        (found,) = read_codes(table([card], CameraView(), dice))

        assert (found.x, found.y) == pytest.approx((card.x, card.y), abs=PX_PER_MM)
        assert found.side == pytest.approx(10 * PX_PER_MM, rel=0.08)


def test_an_enlarged_picture_gives_the_same_places(dice):
    picture = table([Lying("QH", 640, 360, 0.3)], CameraView(size_mm=8.0), dice)

    (found,) = read_codes(picture, enlarge=1.5)

    assert found.code == "QH"
    assert (found.x, found.y) == pytest.approx((640, 360), abs=4)


def test_the_same_code_twice_is_reported_twice(dice):
    picture = table([Lying("QH", 300, 360), Lying("QH", 900, 360)], CameraView(), dice)

    assert [each.code for each in read_codes(picture)] == ["QH", "QH"]


def test_a_gray_picture_is_read_like_a_color_one(dice):
    picture = table([Lying("AS", 640, 360)], CameraView(), dice)

    assert [each.code for each in read_codes(np.ascontiguousarray(picture[:, :, 1]))] == ["AS"]


@pytest.mark.parametrize("seed", range(5))
def test_noise_and_an_empty_table_contain_no_code(seed):
    dice = np.random.default_rng(seed)

    assert read_codes(dice.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)) == []
    assert read_codes(table([], CameraView(), dice)) == []


def test_a_worn_sticker_is_read_or_not_but_never_as_another_card(dice):
    for wear in (0.05, 0.1, 0.2, 0.3):
        laid = list(dice.permutation(CODES)[:5])
        read = {each.code for each in read_codes(table(five(laid, dice), CameraView(wear=wear), dice))}
        assert read <= set(laid)


@pytest.mark.parametrize(
    ("seen", "least"), [(CameraView(wear=0.03), 0.8), (CameraView(blur=1.4), 0.6)], ids=["scratched", "out of focus"]
)
def test_a_second_pass_reads_codes_that_the_first_missed_at_their_places(dice, seen, least):
    """By itself zxing-cpp reads .73 of the scratched and .35 of the blurred codes."""
    read = 0
    for begin in range(0, 50, 5):
        laid = {card.code: card for card in five(CODES[begin : begin + 5], dice)}
        found = read_codes(table(list(laid.values()), seen, dice))
        read += len(found)
        assert len({each.code for each in found}) == len(found)
        for each in found:
            where = laid[each.code]
            assert (each.x, each.y) == pytest.approx((where.x, where.y), abs=2 * PX_PER_MM)
            assert each.side == pytest.approx(10 * PX_PER_MM, rel=0.15)

    assert read >= least * 50


@pytest.mark.parametrize("enlarge", [1.0, 1.5])
def test_a_code_cut_off_by_the_edge_of_the_picture_does_no_harm(dice, enlarge):
    for x, y in ((4, 300), (WIDTH - 6, 300), (300, 3), (300, HEIGHT - 5), (8, 8)):
        found = read_codes(table([Lying("QH", x, y, 0.4), Lying("AS", 640, 360)], CameraView(blur=1.2), dice), enlarge)
        assert {each.code for each in found} <= {"QH", "AS"}
