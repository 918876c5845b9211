"""Standings: the results that count, and how they are added up and ranked."""

from fractions import Fraction

import pytest

from engine.leagues.league import EventResult, League, Result, counts, standings


def event(name, *players, day="2026-01-01", **more):
    """An event in which players finished in this order."""
    results = tuple(Result(one, one.title(), place, **more) for place, one in enumerate(players, 1))
    return EventResult(name, name, day, len(players), Fraction(100), Fraction(20), Fraction(2), results)


def league(**more):
    return League("spring", "Spring", **more)


def ranks(found):
    return [(row.rank, row.player, row.points) for row in found.rows]


def test_points_of_all_events_are_added_up_and_equal_players_share_a_rank():
    one, two = event("a", "ana", "bo", "cy"), event("b", "bo", "ana", "dee")

    found = standings(league(), [one, two])

    assert ranks(found) == [(1, "ana", 500), (1, "bo", 500), (3, "cy", 100), (3, "dee", 100)]


def test_only_the_best_results_count_and_the_rest_is_shown():
    events = [event(str(n), *order, day=f"2026-01-0{n}") for n, order in enumerate((("bo", "ana"), ("ana", "bo")), 1)]
    third = event("3", "ana", "bo", day="2026-01-03")

    found = standings(league(best=2), [third, *events])

    assert ranks(found) == [(1, "ana", 400), (2, "bo", 300)]
    assert [(one.event, one.counts) for one in found.rows[0].scores] == [("1", False), ("2", True), ("3", True)]


@pytest.mark.parametrize(
    ("ties", "first"),
    [(("wins",), "ana"), (("knock-outs",), "bo"), (("played",), "bo"), (("best-place", "knock-outs"), "ana")],
)
def test_equal_points_are_ranked_by_the_leagues_tie_breakers_in_order(ties, first):
    """Ana won one event. Bo was second twice, with a knock-out each time."""
    won = EventResult("a", "a", "d", 9, Fraction(0), Fraction(0), Fraction(0), (Result("ana", "Ana", 1),))
    second = [
        EventResult(f"b{n}", "b", "d", 9, Fraction(0), Fraction(0), Fraction(0),
                    (Result("bo", "Bo", 2, knock_outs=Fraction(1)),))
        for n in (1, 2)
    ]  # fmt: skip

    found = standings(league(formula="table(place, 10, 5)", ties=ties), [won, *second])

    assert [row.points for row in found.rows] == [1000, 1000]
    assert (found.rows[0].player, [row.rank for row in found.rows]) == (first, [1, 2])


def test_an_event_without_points_is_left_out_with_its_reason():
    found = standings(league(formula="1 / (entries - 2)"), [event("a", "ana", "bo"), event("b", "ana", "bo", "cy")])

    assert list(found.failed) == ["a"]
    assert found.failed["a"].code == "formula-divides-by-zero"
    assert {row.points for row in found.rows} == {100}


@pytest.mark.parametrize(
    ("chosen", "is_in"),
    [
        ({}, False),
        ({"events": ("x1",)}, True),
        ({"pattern": "FRIDAY*"}, True),
        ({"pattern": "friday"}, False),
        ({"pattern": "*[deep]*"}, False),
        ({"since": "2026-03-06", "until": "2026-03-06"}, True),
        ({"since": "2026-03-07"}, False),
        ({"until": "2026-03-05"}, False),
        ({"pattern": "friday*", "until": "2026-03-05"}, False),
        ({"pattern": "*", "without": ("x1",)}, False),
    ],
)
def test_a_league_selects_tournaments_by_choice_by_name_and_by_day(chosen, is_in):
    assert counts(league(**chosen), "x1", "Friday Deepstack", "2026-03-06") is is_in
