"""Amounts as chips by denomination."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chips import broken, denominations, discs, fewest, to_bring, usual, worth

EVENING = (25, 100, 500, 1_000, 5_000)


def test_an_amount_is_made_of_as_few_chips_as_possible():
    assert discs(12_775, EVENING) == ((5_000, 2), (1_000, 2), (500, 1), (100, 2), (25, 3))


def test_by_default_a_room_has_the_usual_chips_that_the_smallest_divides():
    assert usual(25) == (25, 100, 500, 1_000, 5_000, 25_000, 100_000)
    assert usual(200) == (200, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000)


def test_chips_below_the_smallest_in_play_are_not_used():
    assert denominations(EVENING, 100) == (100, 500, 1_000, 5_000)
    assert denominations((), 1_000) == usual(1_000)


def test_a_bank_brings_change_first_and_the_rest_in_larger_chips():
    assert to_bring(4_600, EVENING[1:], players=2) == ((1_000, 2), (100, 26))
    assert to_bring(0, EVENING, players=2) == ()


@given(st.integers(0, 10**6), st.integers(1, 10))
def test_the_chips_brought_are_worth_the_chips_taken_away(hundreds, players):
    brought = to_bring(hundreds * 100, EVENING[1:], players)

    assert worth(brought) == hundreds * 100
    assert [value for value, _ in brought] == sorted({value for value, _ in brought}, reverse=True)
    assert all(number > 0 for _, number in brought)


def test_the_fewest_chips_are_found_even_if_taking_the_largest_first_misses_them():
    assert fewest(40, (20, 25)) == ((20, 2),)
    assert fewest(1_000_040, (20, 25)) == ((25, 40_000), (20, 2))
    assert fewest(2_350, EVENING) == ((1_000, 2), (100, 3), (25, 2))
    assert fewest(0, EVENING) == ()


@pytest.mark.parametrize(("chips", "values"), [(2_330, EVENING), (30, (20, 25)), (15, (20, 25)), (99, (100,))])
def test_an_amount_that_the_chips_cannot_make_has_no_solution(chips, values):
    assert fewest(chips, values) is None


@given(st.integers(0, 400), st.sets(st.integers(1, 40), min_size=1, max_size=4))
def test_no_other_combination_has_fewer_chips(chips, values):
    least: list[int | None] = [0]
    for amount in range(1, chips + 1):
        ways = [way for value in values if value <= amount and (way := least[amount - value]) is not None]
        least.append(min(ways) + 1 if ways else None)

    made = fewest(chips, tuple(values))

    assert (None if made is None else sum(number for _, number in made)) == least[chips]
    assert made is None or worth(made) == chips


def test_a_stack_is_broken_into_smaller_chips_without_a_remainder():
    assert broken([(5_000, 1)], EVENING) == (((1_000, 5),), ((500, 10),), ((100, 50),), ((25, 200),))
    assert broken([(500, 1), (100, 3)], EVENING) == (((100, 8),), ((25, 32),))
    assert broken([(25, 4)], EVENING) == broken([], EVENING) == ()
