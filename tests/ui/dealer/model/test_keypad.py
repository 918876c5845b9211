"""The keys that enter an amount."""

import pytest

from ui.dealer.model.keypad import fewest_keys


@pytest.mark.parametrize(
    ("amount", "wanted"), [(5, "5"), (40, "4 0"), (900, "9 00"), (12000, "1 2 000"), (1_000_000, "1 000 000")]
)
def test_an_amount_takes_the_fewest_keys(amount, wanted):
    assert fewest_keys(amount) == [f"key-{key}" for key in wanted.split()]
