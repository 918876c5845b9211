"""Amounts as chips by denomination."""

from hypothesis import given
from hypothesis import strategies as st

from engine.table.chips import denominations, discs, to_bring, usual, worth

EVENING = (25, 100, 500, 1_000, 5_000)


def test_an_amount_lies_in_as_few_chips_as_it_takes():
    assert discs(12_775, EVENING) == ((5_000, 2), (1_000, 2), (500, 1), (100, 2), (25, 3))


def test_a_room_that_says_nothing_has_the_usual_chips_that_the_smallest_divides():
    assert usual(25) == (25, 100, 500, 1_000, 5_000, 25_000, 100_000)
    assert usual(200) == (200, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000)


def test_chips_below_the_smallest_in_play_are_not_counted_with():
    assert denominations(EVENING, 100) == (100, 500, 1_000, 5_000)
    assert denominations((), 1_000) == usual(1_000)


def test_a_bank_brings_change_first_and_the_rest_in_larger_chips():
    assert to_bring(4_600, EVENING[1:], players=2) == ((1_000, 2), (100, 26))
    assert to_bring(0, EVENING, players=2) == ()


@given(st.integers(0, 10**6), st.integers(1, 10))
def test_what_is_brought_is_worth_what_is_taken_away(hundreds, players):
    brought = to_bring(hundreds * 100, EVENING[1:], players)

    assert worth(brought) == hundreds * 100
    assert [value for value, _ in brought] == sorted({value for value, _ in brought}, reverse=True)
    assert all(number > 0 for _, number in brought)
