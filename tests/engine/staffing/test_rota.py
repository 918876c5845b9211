"""The rota: where each dealer goes at the next push, and that it is fair."""

from collections import Counter
from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refused import Refused
from engine.staffing.shift import (
    OFF,
    Dealer,
    DealerMove,
    Shift,
    Spell,
    apply,
    clock_in,
    clock_out,
    move,
    next_push,
    take_back,
)

MINUTE = 60_000


def on_shift(dealers, without=None):
    """A shift of this many dealers who have just arrived."""
    shift = Shift()
    for number in range(1, dealers + 1):
        events = clock_in(shift, number, 0, (without or {}).get(number, ()))
        shift = reduce(apply, events, shift)
    return shift


def pushed(shift, tables, times=1, start=1):
    """The shift after this many pushes, each accepted as proposed."""
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
    """A dealer stays at the same table only if there is one table and no other dealer."""
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
def test_no_dealer_is_sent_to_a_table_where_they_must_not_deal(tables, spare, data):
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


def test_a_dealer_who_may_deal_anywhere_leaves_the_only_possible_table_to_another():
    """Only dealer 1 may deal at table 2, so the others go to the other tables."""
    shift = on_shift(3, {2: (2,), 3: (2,)})

    for number in range(1, 7):
        shift = pushed(shift, (1, 2, 3), start=number)
        assert shift.dealers[1].table == 2


def test_a_push_reports_uncovered_tables_and_missing_dealers():
    push = next_push(on_shift(2), (1, 2, 3))

    assert (len(push.uncovered), push.short) == (1, 2)
    assert next_push(on_shift(12), range(1, 10)).short == 0


def test_a_push_covers_six_hundred_tables():
    shift = pushed(on_shift(800), range(1, 601), times=2)

    assert len({one.table for one in shift.dealers.values()}) == 601


def test_a_displaced_dealer_is_off_and_no_dealer_is_sent_twice():
    shift = pushed(on_shift(3), (1, 2))
    here = shift.at(1)
    free = next(one for one in shift.dealers.values() if one.table == OFF)

    shift = reduce(apply, move(shift, [DealerMove(free.number, 1)], 40 * MINUTE, push=False), shift)

    assert (shift.dealers[free.number].table, shift.dealers[here.number].table) == (1, OFF)
    assert shift.pushed_ms == 30 * MINUTE
    for moves in ([DealerMove(1, 1), DealerMove(1, 2)], [DealerMove(1, 2), DealerMove(2, 2)], [DealerMove(9, 1)]):
        with pytest.raises(Refused):
            move(shift, moves, 0, push=False)


def test_each_act_is_undone_in_turn():
    """Down to an empty shift, and no further."""
    shift = reduce(apply, clock_out(two := pushed(on_shift(2), (1,)), 2, 0), two)
    assert list(shift.dealers) == [1]

    back = [shift := reduce(apply, take_back(shift), shift) for _ in range(4)]

    assert back[0] == two
    assert back[1].pushed_ms is None
    assert back[3] == Shift()
    with pytest.raises(Refused):
        take_back(back[3])


def test_a_dealer_has_counts_of_downs_breaks_and_downs_in_a_row():
    one = Dealer(1, tuple(Spell(table, at) for at, table in enumerate((OFF, 3, 4, OFF, 5, 5))))

    assert (one.table, one.downs, one.breaks, one.in_a_row, one.since_ms) == (5, 4, 1, 2, 4)
