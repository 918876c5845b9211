"""Levels that each table counts by its own play."""

import pytest
from msgspec.structs import replace

from engine.tournament.levels.by_play import PlayAt, PlayRange, play_at, play_range
from engine.tournament.levels.structure import Level
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
