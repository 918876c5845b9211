"""The rota: who goes where at the next push, and that it is fair."""

from collections import Counter
from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refused import Refused
from engine.staffing.rota import next_push
from engine.staffing.shift import OFF, Dealer, DealerMove, Shift, Spell, apply, clock_in, clock_out, move, take_back

MINUTE = 60_000


def on_shift(dealers, without=None):
    """So many dealers who have just come."""
    shift = Shift()
    for number in range(1, dealers + 1):
        events = clock_in(shift, number, 0, (without or {}).get(number, ()))
        shift = reduce(apply, events, shift)
    return shift


def pushed(shift, tables, times=1, start=1):
    """After so many pushes that were accepted as they were proposed."""
    for number in range(start, start + times):
        events = move(shift, next_push(shift, tables).moves, number * 30 * MINUTE, push=True)
        shift = reduce(apply, events, shift)
    return shift


def test_with_three_to_two_tables_each_dealer_deals_two_downs_and_has_one_off():
    shift = pushed(on_shift(3), (1, 2), times=30)

    for one in shift.dealers.values():
        assert (one.downs, one.breaks) == (20, 10) or (one.downs, one.breaks) == (20, 9)
        spells = [spell.table for spell in one.spells[1:]]
        assert all(OFF in spells[at : at + 3] for at in range(len(spells) - 3))


@given(st.integers(1, 12), st.integers(0, 6), st.integers(1, 25))
def test_a_push_covers_every_table_with_fair_downs_and_nobody_stays(tables, spare, times):
    """
    At the same table twice in a row only where there is one table and nobody else.
    """
    dealers, numbers = tables + spare, range(1, tables + 1)

    shift = pushed(on_shift(dealers), numbers, times)

    assert Counter(one.table for one in shift.dealers.values())[OFF] == spare
    assert {one.table for one in shift.dealers.values()} - {OFF} == set(numbers)
    downs = [one.downs for one in shift.dealers.values()]
    assert max(downs) - min(downs) <= 2
    if dealers > 2 and tables > 1:
        for one in shift.dealers.values():
            tables_dealt = [spell.table for spell in one.spells if spell.table != OFF]
            assert all(first != then for first, then in pairwise(tables_dealt))


@given(st.integers(2, 8), st.integers(0, 3), st.data())
def test_nobody_is_sent_to_a_table_that_they_must_not_deal_at(tables, spare, data):
    numbers = range(1, tables + 1)
    without = {
        dealer: tuple(data.draw(st.sets(st.sampled_from(numbers), max_size=tables)))
        for dealer in range(1, tables + spare + 1)
    }
    shift = on_shift(tables + spare, without)

    push = next_push(pushed(shift, numbers, 3), numbers)

    sent = {one.dealer: one.table for one in push.moves}
    assert all(table not in without[dealer] for dealer, table in sent.items())
    assert set(push.uncovered) == set(numbers) - set(sent.values())


def test_who_may_deal_anywhere_makes_way_for_who_may_not():
    """
    Only dealer 1 may deal at table 2: the others go to the others.
    """
    shift = on_shift(3, {2: (2,), 3: (2,)})

    for number in range(1, 7):
        shift = pushed(shift, (1, 2, 3), start=number)
        assert shift.dealers[1].table == 2


def test_tables_without_a_dealer_and_dealers_who_are_missing_are_said():
    push = next_push(on_shift(2), (1, 2, 3))

    assert (len(push.uncovered), push.short) == (1, 2)
    assert next_push(on_shift(12), range(1, 10)).short == 0


def test_six_hundred_tables_are_proposed_at_once():
    shift = pushed(on_shift(800), range(1, 601), times=2)

    assert len({one.table for one in shift.dealers.values()}) == 601


def test_who_is_displaced_is_off_and_nobody_is_sent_twice():
    shift = pushed(on_shift(3), (1, 2))
    here = shift.at(1)
    free = next(one for one in shift.dealers.values() if one.table == OFF)

    shift = reduce(apply, move(shift, [DealerMove(free.number, 1)], 40 * MINUTE, push=False), shift)

    assert (shift.dealers[free.number].table, shift.dealers[here.number].table) == (1, OFF)
    assert shift.pushed_ms == 30 * MINUTE
    for moves in ([DealerMove(1, 1), DealerMove(1, 2)], [DealerMove(1, 2), DealerMove(2, 2)], [DealerMove(9, 1)]):
        with pytest.raises(Refused):
            move(shift, moves, 0, push=False)


def test_each_act_is_taken_back_in_turn():
    """
    Down to an empty shift, and no further.
    """
    shift = reduce(apply, clock_out(two := pushed(on_shift(2), (1,)), 2, 0), two)
    assert list(shift.dealers) == [1]

    back = [shift := reduce(apply, take_back(shift), shift) for _ in range(4)]

    assert back[0] == two
    assert back[1].pushed_ms is None
    assert back[3] == Shift()
    with pytest.raises(Refused):
        take_back(back[3])


def test_a_dealer_knows_downs_breaks_and_the_downs_in_a_row():
    one = Dealer(1, tuple(Spell(table, at) for at, table in enumerate((OFF, 3, 4, OFF, 5, 5))))

    assert (one.table, one.downs, one.breaks, one.in_a_row, one.since_ms) == (5, 4, 1, 2, 4)
