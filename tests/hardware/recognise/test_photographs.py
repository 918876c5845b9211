"""Real photographs, where they lie beside the checkout: what was reached stays reached, kind by kind."""

import pytest

from tests.hardware.recognise.photographs import PHOTOS, measure, strict

# Recall and precision: a little under what docs/card-reading.md measures, which holds the aims as well.
FLOORS = {"desk": (0.90, 0.98), "pokercards": (0.96, 0.98)}


@pytest.mark.parametrize("group", FLOORS)
def test_photographs_are_read_as_well_as_they_were(group):
    if not PHOTOS.is_dir():
        pytest.skip("needs ../shared/photos, which does not lie beside this checkout")

    score = measure(strict, [group])[group]

    recall, precision = FLOORS[group]
    assert score.recall >= recall, score.slips
    assert score.precision >= precision, score.slips
