"""The cycle collector ignores the engine's values.

A clock holds millions of them, and going through all of them would stop it for a second each time.
"""

import gc
from functools import reduce
from itertools import islice
from random import Random

import pytest

from engine.game.game import apply
from engine.hand.state import Hand
from tests.kit.randomplay import tables
from tests.kit.small_room import SmallRoom
from tests.kit.untracked import tracked


def hands_held():
    return sum(isinstance(one, Hand) for one in gc.get_objects())


@pytest.mark.parametrize("seed", range(3))
def test_the_collector_tracks_no_value_of_a_table(seed):
    *_, step = islice(tables(Random(seed), 9), 400)

    assert tracked(step.after) == {}


def test_the_collector_tracks_no_value_of_a_tournament():
    room = SmallRoom(1)
    room.open(60, 8, 9)

    assert tracked(room.tournament) == {}


def test_a_dropped_value_is_freed_without_the_collector():
    """No value is part of a cycle: an untracked value in a cycle would never be freed."""
    steps = list(islice(tables(Random(4), 6), 300))
    gc.collect()
    gc.disable()
    try:
        before = hands_held()
        game = reduce(apply, (event for step in steps for event in step.record), steps[0].before)
        made = hands_held() - before
        del game
        assert made > 0
        assert hands_held() == before
    finally:
        gc.enable()
