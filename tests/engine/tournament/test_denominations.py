"""Chips by denomination: exact from issue to the color-up that collects them, and the totals that are shown."""

import pytest
from msgspec.structs import replace

from engine.chips import Discs
from engine.refused import Refused
from engine.tournament.actions import AddEntry, Jump, Rebuy, SeatEntry, UseTable
from engine.tournament.custody.denominations import Denomination, denominations
from engine.tournament.tables.facts import Raced
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom

STACK: Discs = ((25, 12), (100, 12), (500, 3), (1_000, 7))
STACKED = replace(CREATE, terms=replace(CREATE.terms, stack=STACK))


def room(players: int = 12, create=STACKED) -> SmallRoom:
    made = SmallRoom(5)
    made.open(players, 2, 9, create=create)
    made.tables_follow()
    return made


def of(made: SmallRoom, value: int) -> Denomination:
    return next(one for one in denominations(made.tournament, made.facts) if one.value == value)


def collected(made: SmallRoom, *lying: int) -> list[Denomination]:
    """The 25s collected from table 1 in a color-up, with this many at the tables."""
    facts = made.facts
    raced = {
        number: replace(facts[number], races=(Raced(25, 100, count, ((500, 1), (100, 10)), 9),))
        for number, count in enumerate(lying, 1)
    }
    return denominations(made.tournament, {**facts, **raced})


def test_the_chips_of_starting_stacks_are_known_exactly():
    made = room()

    assert (of(made, 25).issued, of(made, 25).exact) == (144, True)
    assert [of(made, value).issued for value in (100, 500, 1_000, 5_000)] == [144, 36, 84, 0]


def test_the_number_of_issued_chips_that_were_not_collected_is_shown():
    made = room()

    assert collected(made, 70, 74)[0].missing == 0
    assert collected(made, 70, 73)[0].missing == 1
    assert collected(made, 70, 80)[0].missing == -6


def test_no_chips_are_missing_while_a_table_still_has_some():
    made = room()

    (quarters, *_) = collected(made, 70)
    assert (quarters.tables, quarters.missing) == ((2,), 0)


def test_the_chips_brought_for_them_are_in_play_and_exact():
    hundreds, *_ = [one for one in collected(room(), 70, 74) if one.value == 100]

    assert (hundreds.issued, hundreds.exact) == (144 + 20, True)


def test_chips_that_were_not_counted_are_approximate():
    made = room()

    assert [one.exact for one in collected(made, 0, 74)] == [False] * 5


def test_a_rebuy_of_a_starting_stack_is_exact_and_any_other_is_approximate():
    made = room()
    assert made.ask(Rebuy(min(made.tables[1].held)))
    assert (of(made, 25).issued, of(made, 25).exact) == (156, True)

    fewer = room(create=replace(STACKED, terms=replace(STACKED.terms, rebuy_chips=5_000)))
    assert fewer.ask(Rebuy(min(fewer.tables[1].held)))
    assert not of(fewer, 25).exact


def test_a_late_entry_gets_no_chips_that_left_play():
    made = room()
    made.ask(Jump(2))
    before = of(made, 25).issued
    made.ask(AddEntry("late", "Late"))
    assert of(made, 25).issued == before + 12
    assert made.tournament.structure
    late = replace(made.tournament.entries[13], least=100)
    made.tournament = replace(made.tournament, entries={**made.tournament.entries, 13: late})
    assert of(made, 25).issued == before


def test_chips_that_do_not_make_the_starting_stack_are_refused():
    for stack in (((25, 12),), ((25, 400), (7, 0)), ((25, 200), (25, 200)), ((30, 100), (100, 70))):
        create = replace(STACKED, terms=replace(STACKED.terms, stack=stack))
        with pytest.raises(Refused, match="stack-unlike"):
            decide(SmallRoom(1).tournament, create, 0)


def test_a_tournament_without_a_defined_stack_knows_its_chips_only_approximately():
    made = room(create=CREATE)
    assert made.ask(UseTable(3, 9))
    assert not made.ask(SeatEntry(99))

    assert not of(made, 25).exact
    assert sum(one.value * one.issued for one in denominations(made.tournament, made.facts)) == 120_000
