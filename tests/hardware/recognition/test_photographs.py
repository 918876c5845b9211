"""Real photographs, if they are beside the checkout: the measured quality must be kept, kind by kind."""

import pytest

from tests.hardware.recognition.photographs import PHOTOS, measure, strict

# Recall and precision. docs/lab/card-reading.md has the measurements: all photographs, except the fan and the heaps.
FLOORS = {
    "desk": (0.99, 1.0),
    "phone": (0.99, 1.0),
    "geaxgx": (0.99, 1.0),
    "pokercards": (0.97, 0.995),
    "rank": (0.97, 0.995),
    "fan": (0.85, 1.0),
    "webcam": (0.80, 0.97),
}


@pytest.mark.parametrize(
    ("group", "step"),
    [
        *(pytest.param(group, 1, marks=pytest.mark.slow, id=group) for group in FLOORS if group != "desk"),
        pytest.param("desk", 4, marks=pytest.mark.slow, id="a quarter of desk"),
        pytest.param("desk", 1, marks=pytest.mark.nightly, id="desk"),
    ],
)
def test_photographs_are_read_at_least_as_well_as_before(group, step):
    if not PHOTOS.is_dir():
        pytest.skip("needs ../shared/photos, which does not lie beside this checkout")

    score = measure(strict, [group], step)[group]

    recall, precision = FLOORS[group]
    assert score.recall >= recall, score.slips
    assert score.precision >= precision, score.slips
