"""Levels that each table counts by its own play."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import Create, Jump, LevelStarted, NextLevel, PreviousLevel
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Sitting
from engine.tournament.formats import FlightEnds, played_by
from engine.tournament.levels.by_play import PlayAt, PlayRange, counted_play, play_at, play_range
from engine.tournament.levels.level_clock import first_clock, pause, start
from engine.tournament.levels.structure import Level
from engine.tournament.order import Context
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import TableFacts
from engine.tournament.tournament import decide
from tests.engine.tournament.evening import EVENING

HANDS = replace(EVENING, entries=tuple(Level(small=25 * n, big=50 * n, hands=10 * n) for n in (1, 2, 3)))
ORBITS = replace(EVENING, entries=tuple(Level(small=25 * n, big=50 * n, orbits=2) for n in (1, 2)))


@pytest.mark.parametrize(
    ("hands", "at"),
    [(0, PlayAt(0, 0, 10)), (9, PlayAt(0, 9, 1)), (10, PlayAt(1, 0, 20)), (29, PlayAt(1, 19, 1)),
     (30, PlayAt(2, 0, 0)), (500, PlayAt(2, 470, 0))],
)  # fmt: skip
def test_the_rest_of_a_level_is_counted_in_hands(hands, at):
    assert play_at(HANDS, hands, 99) == at


def test_the_rest_of_a_level_is_counted_in_orbits():
    assert play_at(ORBITS, 99, 1) == PlayAt(0, 1, 1)


def test_the_range_goes_from_the_slowest_table_to_the_fastest():
    assert play_range(HANDS, [(12, 1), (3, 1), (8, 1)]) == PlayRange("hands", PlayAt(0, 3, 7), PlayAt(1, 2, 18))
    assert play_range(ORBITS, []) == PlayRange("orbits", PlayAt(0, 0, 2), PlayAt(0, 0, 2))
    assert play_range(EVENING, [(12, 1)]) is None


def moved(action, tables, clock=None, structure=HANDS):
    """The clock after an order, with tables that have each played this many hands."""
    sittings = {number: Sitting(number, number, 9) for number in tables}
    clock = clock or first_clock(structure)
    terms = EventTerms(load_payouts("club"))
    tournament = Tournament(terms=terms, structure=structure, clock=clock, sittings=sittings)
    facts = {number: TableFacts(number, hands=hands) for number, hands in tables.items()}
    (event,) = action.decide(tournament, Context(structure, terms, 0, facts))
    assert isinstance(event, LevelStarted)
    return event.at


def where(clock, number, hands, structure=HANDS):
    return play_at(structure, *counted_play(clock, structure, number, (hands, 0)))


def test_an_order_for_a_level_takes_every_table_to_its_beginning():
    """From there, each table counts on by its own play."""
    clock = moved(Jump(2), {1: 3, 2: 7})

    assert where(clock, 1, 3) == where(clock, 2, 7) == PlayAt(2, 0, 0)
    clock = moved(Jump(1), {1: 3, 2: 7})
    assert (where(clock, 1, 3), where(clock, 2, 9)) == (PlayAt(1, 0, 20), PlayAt(1, 2, 18))
    assert where(clock, 1, 23) == PlayAt(2, 0, 0)


def test_the_next_level_is_one_more_than_the_slowest_tables_and_moves_no_table_back():
    clock = moved(NextLevel(), {1: 3, 2: 15})

    assert (where(clock, 1, 3), where(clock, 2, 15)) == (PlayAt(1, 0, 20), PlayAt(1, 5, 15))


def test_the_previous_level_takes_every_table_back():
    clock = moved(PreviousLevel(), {1: 12, 2: 30})

    assert where(clock, 1, 12) == where(clock, 2, 30) == PlayAt(0, 0, 10)
    with pytest.raises(Refused, match="first-level"):
        moved(PreviousLevel(), {1: 3})
    with pytest.raises(Refused, match="last-level"):
        moved(NextLevel(), {1: 30})


def test_orders_add_up_and_a_table_opened_later_begins_at_the_clocks_level():
    clock = moved(Jump(2), {1: 3}, moved(Jump(1), {1: 3}))

    assert where(clock, 1, 3).index == where(clock, 2, 0).index == 2
    back = moved(Jump(0), {1: 5}, clock)
    assert (where(back, 1, 5), where(back, 2, 0)) == (PlayAt(0, 0, 10), PlayAt(0, 0, 10))


def test_starting_and_stopping_the_clock_keeps_the_tables_levels():
    clock = moved(Jump(1), {1: 3})

    again = pause(start(clock, HANDS, 1_000), HANDS, 2_000)

    assert again.shifts == clock.shifts


def test_an_event_seated_by_settings_refuses_level_orders_if_levels_go_by_play():
    with pytest.raises(Refused, match="levels-by-play"):
        NextLevel().decide(Tournament(structure=HANDS), Context(HANDS, EventTerms(load_payouts("club")), 0, {}))


def test_a_flight_ends_after_its_level_wherever_the_level_began():
    ends, clock = FlightEnds("last-level", 2), moved(Jump(1), {1: 3})

    assert played_by(ends, HANDS, first_clock(HANDS), 1) == 30
    assert played_by(ends, HANDS, clock, 1) == 23


@pytest.mark.parametrize(("structure", "index"), [(EVENING, 3), (HANDS, 2)])
def test_a_final_begins_at_the_level_chosen_for_it(structure, index):
    """By the clock or by play. No document says at which level."""
    terms = EventTerms(load_payouts("club"), first_level=3)
    (made,) = order_created(structure, terms)

    tournament = apply(Tournament(), made)

    assert tournament.clock.index == index
    assert play_at(HANDS, *counted_play(first_clock(HANDS, 3), HANDS, 1, (0, 0))) == PlayAt(2, 0, 0)
    with pytest.raises(Refused, match="no-such-level"):
        order_created(structure, replace(terms, first_level=9))


def order_created(structure, terms):
    return decide(Tournament(), Create("x", "Final", load_book("tda"), structure, terms), 0)
