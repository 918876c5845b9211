"""The strict rule: one very sure index, or two corners of one card that agree. Otherwise nothing is reported."""

import numpy as np
import pytest

from engine.cards import Card
from hardware.recognition.acceptance import accept, could_share_card
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.pipeline import MIN_VOTE

HEIGHT = 40.0
# From the upper left index of a poker card to the lower right one, in index heights: right, down.
TO_TWIN = (3.3, 4.4)


def spot(x: float = 100, y: float = 100, turn: float = 0, height: float = HEIGHT) -> IndexCandidate:
    """An index whose top points `turn` degrees clockwise from the picture's top."""
    radians = np.radians(turn)
    return IndexCandidate(x, y, float(np.sin(radians)), float(-np.cos(radians)), height, 0.9)


def read(card: str, chance: float, where: IndexCandidate | None = None, mirrored: float = 0.0) -> IndexReading:
    return IndexReading(where or spot(), Card(card), chance, mirrored)


def twin_of(one: IndexCandidate, turn: float = 0) -> IndexCandidate:
    """The index in the opposite corner of the same card, which is turned by `turn` degrees."""
    radians = np.radians(turn)
    right, down = TO_TWIN[0] * HEIGHT, TO_TWIN[1] * HEIGHT
    x = one.x + right * np.cos(radians) - down * np.sin(radians)
    y = one.y + right * np.sin(radians) + down * np.cos(radians)
    return spot(float(x), float(y), turn + 180)


def cards(reads: list[IndexReading]) -> list[str]:
    return [str(seen.card) for seen in accept(reads)]


def test_one_very_sure_index_is_enough():
    assert cards([read("Qh", 0.95)]) == ["Qh"]


def test_one_likely_index_is_not_enough():
    assert cards([read("Qh", 0.8)]) == []


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_two_likely_corners_of_one_card_agree_at_every_angle(turn):
    one = spot(turn=turn)

    seen = accept([read("Qh", 0.8, one), read("Qh", 0.7, twin_of(one, turn))])

    assert [str(each.card) for each in seen] == ["Qh"]
    assert seen[0].confidence >= 0.9


def test_a_six_and_a_nine_of_one_suit_at_opposite_corners_are_one_card_read_upside_down():
    one, far = spot(), twin_of(spot())

    assert cards([read("6h", 0.999, one), read("9h", 0.995, far)]) == []
    assert sorted(cards([read("6h", 0.999, one), read("9d", 0.995, far)])) == ["6h", "9d"]
    assert sorted(cards([read("6h", 0.999, one), read("9h", 0.995, spot(far.x, far.y))])) == ["6h", "9h"]
    assert sorted(cards([read("6h", 0.999, one), read("9h", 0.995, spot(500, 600, 180))])) == ["6h", "9h"]


def test_a_six_and_a_nine_side_by_side_are_two_cards_if_the_other_corner_of_each_agrees():
    one, beside = spot(), spot(x=420)
    six = [read("6h", 0.99, one), read("6h", 0.99, twin_of(one))]
    nine = [read("9h", 0.99, beside), read("9h", 0.99, twin_of(beside))]

    assert sorted(cards([*six, *nine])) == ["6h", "9h"]


def test_a_corner_that_only_leans_to_the_same_card_adds_nothing():
    one = spot()

    assert cards([read("Kc", 0.88, one), read("Kc", 0.6, twin_of(one))]) == []
    (seen,) = accept([read("Kc", 0.97, one), read("Kc", 0.6, twin_of(one))])
    assert seen.confidence == 0.97


def test_two_likely_corners_of_different_cards_report_nothing():
    one = spot()

    assert cards([read("Qh", 0.7, one), read("Qd", 0.7, twin_of(one))]) == []


def test_two_likely_readings_that_cannot_be_one_card_report_nothing():
    beside_and_upright = spot(100 + 3 * HEIGHT, 100 + 3 * HEIGHT)

    assert cards([read("Qh", 0.7), read("Qh", 0.7, beside_and_upright)]) == []


def test_four_corners_agree_pair_by_pair():
    one = spot()
    beside, below = spot(one.x + 3.5 * HEIGHT, one.y), spot(one.x, one.y + 4.5 * HEIGHT, 180)

    assert could_share_card(one, beside)
    assert could_share_card(one, below)
    assert could_share_card(one, twin_of(one))


def test_a_twin_index_has_the_same_size():
    one = spot()
    small = twin_of(one)

    assert not could_share_card(one, IndexCandidate(small.x, small.y, small.up_x, small.up_y, HEIGHT / 2, 0.9))


def test_the_corners_of_one_card_are_one_card_and_its_box_holds_both():
    one = spot()
    two = twin_of(one)

    (seen,) = accept([read("Qh", 0.99, one), read("Qh", 0.98, two)])

    left, top, width, height = seen.box
    assert left < one.x < two.x < left + width
    assert top < one.y < two.y < top + height


def test_the_same_card_twice_counts_twice_only_if_both_are_certain():
    far = spot(900, 120, 20)

    assert cards([read("Qh", 0.99), read("Qh", 0.98, far)]) == ["Qh", "Qh"]
    assert cards([read("Qh", 0.99), read("Qh", 0.92, far)]) == ["Qh"]


def test_if_the_corners_of_one_card_contradict_each_other_the_less_sure_one_does_not_count():
    one = spot()

    assert cards([read("5c", 0.92, one), read("5s", 0.95, twin_of(one))]) == ["5s"]
    assert cards([read("5c", 0.92, one), read("5s", 0.95, spot(900, 300))]) == ["5s", "5c"]


def test_two_corners_that_confuse_suits_of_one_color_yield_to_a_certain_one():
    one = spot()
    beside, below = spot(one.x + 3.5 * HEIGHT, one.y), spot(one.x, one.y + 4.5 * HEIGHT, 180)

    assert cards([read("9s", 0.99, one), read("9c", 0.96, beside), read("9c", 0.8, below)]) == ["9s"]
    assert cards([read("9s", 0.99, one), read("9c", 0.98, beside), read("9c", 0.8, below)]) == ["9s", "9c"]
    assert cards([read("9s", 0.999, one), read("9h", 0.96, beside), read("9h", 0.8, below)]) == ["9s", "9h"]


def test_complete_cards_of_both_suits_beside_each_other_do_not_contradict():
    one, far = spot(500, 100), spot(500 - 7 * HEIGHT, 100)
    beside = [read("Qs", 0.99, far), read("Qs", 0.99, twin_of(far))]

    assert cards([*beside, read("Qc", 0.96, one), read("Qc", 0.92, twin_of(one))]) == ["Qs", "Qc"]
    assert cards([*beside[:1], read("Qc", 0.96, one), read("Qc", 0.92, twin_of(one))]) == ["Qs"]


def test_all_four_corners_of_one_card_share_one_center():
    one = spot()
    beside, below = spot(one.x + 3.3 * HEIGHT, one.y), spot(one.x, one.y + 4.4 * HEIGHT, 180)
    certain = [read("9s", 0.99, one), read("9s", 0.99, twin_of(one))]

    assert cards([*certain, read("9c", 0.96, beside), read("9c", 0.9, below)]) == ["9s"]


def test_the_box_fits_the_index_at_every_angle():
    def size(turn: float) -> tuple[int, int]:
        return accept([read("Qh", 0.99, spot(turn=turn))])[0].box[2:]

    assert size(0) == size(180) == (28, 44)
    assert size(90) == (44, 28)


def test_the_surest_card_comes_first():
    assert cards([read("2c", 0.93), read("Qh", 0.99, spot(500, 100))]) == ["Qh", "2c"]


def test_a_mirrored_picture_reports_nothing_even_if_a_card_reads_the_same():
    wrong_way = [read("2c", 0.0, spot(x, 50), mirrored=0.99) for x in (50.0, 400.0)]

    assert cards([*wrong_way, read("8h", 0.99, spot(700, 50))]) == []


def test_corners_of_magnum_indices_belong_to_one_card():
    """Each is half as high as the card, so they are hardly an index apart."""
    top, bottom = spot(103, 309, height=155), spot(232, 414, turn=180, height=155)

    assert could_share_card(top, bottom)
    assert len(accept([read("2c", 0.99, top), read("2c", 0.99, bottom)])) == 1


def test_a_second_corner_counts_for_less_than_an_independent_reading():
    one = spot()

    (seen,) = accept([read("7c", 0.92, one), read("7c", 0.92, twin_of(one))])

    assert 0.92 < seen.confidence < MIN_VOTE
