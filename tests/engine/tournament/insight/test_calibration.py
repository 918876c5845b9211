"""Whether the 80 % ranges hold the outcome in about 80 % of evenings by seed, with entries open and closed."""

from collections import defaultdict

import pytest

from engine.tournament.insight.forecast import until_left
from engine.tournament.insight.growth import growth
from tests.engine.tournament.insight.evenings import looks

EVENINGS = 400


def held():
    """By the kind of forecast and whether entries were open: for each look, whether the range held the outcome."""
    found = defaultdict(list)
    for seed in range(EVENINGS):
        for look in looks(seed):
            if not look.joining.is_known:
                continue
            more = growth(look.joining)
            when = "open" if look.joining.left_ms else "closed"
            for what, players, truth_ms in (("end", 1, look.end_ms), ("bubble", look.paid, look.bubble_ms)):
                span = until_left(look.at, look.field, players, more)
                if span and truth_ms is not None:
                    found[what, when].append(span.low_ms <= truth_ms <= span.high_ms)
    return found


@pytest.mark.nightly
def test_an_eighty_percent_range_holds_the_outcome_in_seventy_to_ninety_percent():
    found = held()

    assert set(found) == {(what, when) for what in ("end", "bubble") for when in ("open", "closed")}
    parts = {key: sum(each) / len(each) for key, each in found.items()}
    assert all(0.7 <= part <= 0.9 for part in parts.values()), parts
