"""The heat map's peaks in pixels of the picture, each index once."""

import numpy as np
import numpy.typing as npt
import pytest

from hardware.recognition.detector import (
    IndexCandidate,
    hottest_first,
    peaks,
    quick_sizes,
    sizes_for,
    smaller_sizes,
)


def found(*marks: tuple[int, int, float]) -> npt.NDArray[np.float32]:
    """A map of 20 by 30 cells with hot cells: row, column, logit. Each points right and is 24 pixels high."""
    cells = np.zeros((6, 20, 30), np.float32)
    cells[0] = -6
    for row, column, logit in marks:
        cells[0, row, column] = logit
        cells[1, row, column] = 1
    return cells


def test_a_peak_is_reported_in_pixels_of_the_picture():
    (spot,) = peaks(found((5, 7, 2.0)), 2.0, 2.0, 0.25)

    assert (spot.x, spot.y) == pytest.approx((59.5, 43.5))  # the middle of its cell of 8 by 8 pixels
    assert (spot.up_x, spot.up_y) == pytest.approx((1, 0))
    assert spot.height == pytest.approx(48)
    assert spot.heat == pytest.approx(0.88, abs=0.01)


def test_a_cell_cooler_than_its_neighbor_or_the_limit_is_no_peak():
    assert len(peaks(found((5, 7, 2.0), (5, 8, 1.0), (15, 20, -3.0)), 1, 1, 0.25)) == 1


def test_a_peak_without_a_direction_is_left_out():
    cells = found((5, 7, 2.0))
    cells[1] = 0

    assert peaks(cells, 1, 1, 0.25) == []


def test_an_index_seen_at_two_sizes_is_one_and_the_hotter_is_kept():
    hot, cool, other = (IndexCandidate(x, 50, 0, -1, 30, heat) for x, heat in ((50, 0.9), (54, 0.6), (90, 0.5)))

    assert hottest_first([hot, cool, other]) == [hot, other]


def test_two_indices_head_to_head_are_two():
    up, down = IndexCandidate(50, 50, 0, -1, 30, 0.9), IndexCandidate(50, 58, 0, 1, 30, 0.8)

    assert hottest_first([up, down]) == [up, down]


def test_a_small_photograph_is_processed_at_two_sizes_and_a_large_one_at_three():
    assert len(sizes_for(1280, 720, patient=False)) == 2
    assert len(sizes_for(4000, 3000, patient=True)) == 3
    assert max(sizes_for(4000, 3000, patient=True)) <= 1920


def test_a_second_pass_uses_other_sizes_and_enlarges_nothing():
    assert not set(smaller_sizes(1280, 720)) & set(sizes_for(1280, 720, patient=False))
    assert smaller_sizes(400, 300) == (320,)
    assert smaller_sizes(200, 300) == (300,)


def test_a_quick_pass_is_half_the_work_and_enlarges_nothing():
    usual, quick = (sum(size**2 for size in sizes) for sizes in (sizes_for(1280, 720, False), quick_sizes(1280, 720)))

    assert quick < usual / 2
    assert quick_sizes(400, 300) == (320,)
    assert quick_sizes(200, 300) == (300,)
