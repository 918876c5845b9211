"""A dealer who makes no mistakes takes few taps on the real screen: six in half of the hands, twelve in nine of ten.
`KIOSK_TAP_HANDS` sets how many hands (50, or 30 in the daily run). The figures for thousands are in
docs/lab/performance.md.
"""

from pathlib import Path
from random import Random

import pytest

from engine.refused import Refused
from tests.kit.corpus import no_limit, records
from tests.kit.sizes import size
from tests.kit.truth import NotTold, Truth, of_record
from tests.taps.counting import count, figures, incumbent
from tests.taps.random_hands import LEVELS, evening, random_hand

pytestmark = pytest.mark.fuzz

HANDS = size("KIOSK_TAP_HANDS", 50, daily=30)
SOURCES = pytest.mark.parametrize(
    "source", [pytest.param("random", marks=pytest.mark.nightly), pytest.param("real", marks=pytest.mark.slow)]
)
"""Without the shared hands, the nightly run counts random ones."""
SHARED = Path(__file__).parents[3] / "shared"


def real_hands() -> list[Truth]:
    """A number of the shared hands, spread over all of them, in a card room's chips."""
    if not (SHARED / "corpora" / "hands_real.jsonl.gz").exists():
        pytest.skip("the shared hands are not there")
    found = no_limit(records(SHARED, "hands_real"))
    truths = []
    for record in found[:: max(1, len(found) // HANDS)]:
        try:
            truths.append(of_record(record, in_chips=True))
        except (NotTold, Refused):
            continue
    return truths


@SOURCES
def test_with_a_reader_half_of_the_hands_take_six_taps_and_nine_of_ten_take_twelve(qapp, source):
    """
    Median 6, nine of ten within 12, mean 7.5. Press, slide and release count as one.
    """
    truths = list(evening(Random(20), HANDS)) if source == "random" else real_hands()
    counted = count(truths, has_reader=True)

    assert counted.presses.median <= 6, counted
    assert counted.presses.p90 <= 12, counted
    assert counted.presses.mean <= 7.5, counted
    assert counted.cards.most == 0
    assert counted.presses.mean < counted.incumbent.mean / 2


@SOURCES
def test_without_a_reader_a_hand_takes_twelve_taps_and_two_for_each_card(qapp, source):
    """
    Streets are closed by a touch, and each card takes its rank and its suit.
    """
    truths = list(evening(Random(21), HANDS)) if source == "random" else real_hands()
    counted = count(truths, has_reader=False)

    assert counted.single_taps.mean <= 12, counted
    assert counted.cards.mean == sum(2 * truth.cards for truth in truths) / len(truths)


def test_a_tool_with_a_press_per_action_is_counted_as_todays_tools_work():
    """
    An action is a press. An amount is its digits and ENTER.
    """
    truth = random_hand(Random(4), LEVELS[1])
    amounts = [len(str(act.to)) + 1 for act in truth.acts if hasattr(act, "to")]

    assert truth.decisions <= incumbent(truth) <= truth.decisions + sum(amounts)


def test_figures_give_the_mean_the_percentiles_and_the_maximum():
    """
    Of a hundred hands with 1 to 100 taps the ninetieth percentile is 91: ninety hands have fewer.
    """
    assert figures(range(1, 101)) == (50.5, 51, 91, 100, 100)
