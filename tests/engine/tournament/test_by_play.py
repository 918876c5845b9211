"""Levels that each table counts by its own play."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import Create, Jump, NextLevel, PreviousLevel
from engine.tournament.event_terms import EventTerms
from engine.tournament.events import LevelStarted
from engine.tournament.field.entries import Sitting
from engine.tournament.formats.flight import FlightEnds, played_by
from engine.tournament.levels.by_play import PlayAt, PlayRange, counted_play, play_at, play_range
from engine.tournament.levels.level_clock import first_clock, pause, start
from engine.tournament.levels.structure import Level
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.rules.clock_rules import decide
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import TableFacts
from engine.tournament.tournament import decide as decide_any
from tests.engine.tournament.evening import EVENING

HANDS = replace(EVENING, entries=tuple(Level(small=25 * n, big=50 * n, hands=10 * n) for n in (1, 2, 3)))
ORBITS = replace(EVENING, entries=tuple(Level(small=25 * n, big=50 * n, orbits=2) for n in (1, 2)))


@pytest.mark.parametrize(
    ("hands", "at"),
    [(0, PlayAt(0, 0, 10)), (9, PlayAt(0, 9, 1)), (10, PlayAt(1, 0, 20)), (29, PlayAt(1, 19, 1)),
     (30, PlayAt(2, 0, 0)), (500, PlayAt(2, 470, 0))],
)  # fmt: skip
def test_what_is_left_of_a_level_in_hands(hands, at):
    assert play_at(HANDS, hands, 99) == at


def test_what_is_left_of_a_level_in_orbits():
    assert play_at(ORBITS, 99, 1) == PlayAt(0, 1, 1)


def test_the_range_is_from_the_table_behind_to_the_one_ahead():
    assert play_range(HANDS, [(12, 1), (3, 1), (8, 1)]) == PlayRange("hands", PlayAt(0, 3, 7), PlayAt(1, 2, 18))
    assert play_range(ORBITS, []) == PlayRange("orbits", PlayAt(0, 0, 2), PlayAt(0, 0, 2))
    assert play_range(EVENING, [(12, 1)]) is None


def moved(action, tables, clock=None, structure=HANDS):
    """The clock after an order, with tables that have played so many hands each."""
    sittings = {number: Sitting(number, number, 9) for number in tables}
    clock = clock or first_clock(structure)
    tournament = Tournament(terms=EventTerms(load_payouts("club")), structure=structure, clock=clock, sittings=sittings)
    facts = {number: TableFacts(number, hands=hands) for number, hands in tables.items()}
    (event,) = decide(tournament, structure, action, 0, facts)
    assert isinstance(event, LevelStarted)
    return event.at


def where(clock, number, hands, structure=HANDS):
    return play_at(structure, *counted_play(clock, structure, number, (hands, 0)))


def test_an_order_for_another_level_takes_every_table_there_with_all_of_it():
    """
    And from there each counts on by its own play.
    """
    clock = moved(Jump(2), {1: 3, 2: 7})

    assert where(clock, 1, 3) == where(clock, 2, 7) == PlayAt(2, 0, 0)
    clock = moved(Jump(1), {1: 3, 2: 7})
    assert (where(clock, 1, 3), where(clock, 2, 9)) == (PlayAt(1, 0, 20), PlayAt(1, 2, 18))
    assert where(clock, 1, 23) == PlayAt(2, 0, 0)


def test_the_next_level_follows_the_table_that_is_least_far_and_takes_nobody_back():
    clock = moved(NextLevel(), {1: 3, 2: 15})

    assert (where(clock, 1, 3), where(clock, 2, 15)) == (PlayAt(1, 0, 20), PlayAt(1, 5, 15))


def test_the_level_before_takes_everybody_back():
    clock = moved(PreviousLevel(), {1: 12, 2: 30})

    assert where(clock, 1, 12) == where(clock, 2, 30) == PlayAt(0, 0, 10)
    with pytest.raises(Refused, match="first-level"):
        moved(PreviousLevel(), {1: 3})
    with pytest.raises(Refused, match="last-level"):
        moved(NextLevel(), {1: 30})


def test_orders_follow_each_other_and_a_table_opened_later_begins_where_the_clock_is():
    clock = moved(Jump(2), {1: 3}, moved(Jump(1), {1: 3}))

    assert where(clock, 1, 3).index == where(clock, 2, 0).index == 2
    back = moved(Jump(0), {1: 5}, clock)
    assert (where(back, 1, 5), where(back, 2, 0)) == (PlayAt(0, 0, 10), PlayAt(0, 0, 10))


def test_a_clock_that_is_started_and_stopped_keeps_where_the_tables_are():
    clock = moved(Jump(1), {1: 3})

    again = pause(start(clock, HANDS, 1_000), HANDS, 2_000)

    assert again.shifts == clock.shifts


def test_an_event_that_settings_seated_has_levels_that_follow_its_tables_alone():
    with pytest.raises(Refused, match="levels-by-play"):
        decide(Tournament(structure=HANDS), HANDS, NextLevel(), 0, {})


def test_a_flight_ends_after_its_level_wherever_that_began():
    ends, clock = FlightEnds("last-level", 2), moved(Jump(1), {1: 3})

    assert played_by(ends, HANDS, first_clock(HANDS), 1) == 30
    assert played_by(ends, HANDS, clock, 1) == 23


@pytest.mark.parametrize(("structure", "index"), [(EVENING, 3), (HANDS, 2)])
def test_a_final_begins_at_the_level_that_was_chosen_for_it(structure, index):
    """
    By the clock or by play; no document says at which.
    """
    terms = EventTerms(load_payouts("club"), first_level=3)
    (made,) = order_created(structure, terms)

    tournament = apply(Tournament(), made)

    assert tournament.clock.index == index
    assert play_at(HANDS, *counted_play(first_clock(HANDS, 3), HANDS, 1, (0, 0))) == PlayAt(2, 0, 0)
    with pytest.raises(Refused, match="no-such-level"):
        order_created(structure, replace(terms, first_level=9))


def order_created(structure, terms):
    return decide_any(Tournament(), Create("x", "Final", load_book("tda"), structure, terms), 0)
