"""
The line of a player's stack, hand by hand. It follows the record, whatever was undone, and the big pots explain it.
"""

import pytest

from engine.events import HandEnded, HandStarted
from engine.history.record import surviving
from engine.history.stack_line import biggest, stack_line
from engine.table.actions.people import SeatTaken
from tests.kit.played import random_events

MINUTE = 60_000


@pytest.mark.parametrize("seed", range(4))
def test_each_point_of_the_line_is_the_stack_on_record_after_the_hand(seed):
    events = random_events(seed, count=8, undo=0.1, move=0.2)
    times = [number * MINUTE for number in range(len(events))]
    kept = [event for _, event in surviving(events)]
    for taken in [event for event in kept if isinstance(event, SeatTaken)]:
        line = stack_line(events, times, 7, {taken.player})
        results = {one.hand: one.change for one in line.results}

        assert [one.at_ms for one in line.points] == sorted(one.at_ms for one in line.points)
        assert line.happened[0].what == "sat"
        for start, end in _hands(kept):
            if taken.seat not in end.seats or start.hand not in results:
                continue
            index, was = end.seats.index(taken.seat), start.stacks[start.seats.index(taken.seat)]
            assert results[start.hand] == end.stacks[index] - was
            assert any((one.hand, one.chips) == (start.hand, end.stacks[index]) for one in line.points)
        pots = list(biggest(line.results, 3))
        least = min((abs(one.change) for one in pots), default=0)
        assert all(abs(one.change) <= least for one in line.results if one not in pots)


def _hands(kept):
    start = None
    for event in kept:
        if isinstance(event, HandStarted):
            start = event
        elif isinstance(event, HandEnded) and start:
            yield start, event


def test_an_unknown_player_has_no_line():
    events = random_events(1, count=2)
    line = stack_line(events, [0] * len(events), 7, {"nobody"})

    assert (line.points, line.results, line.happened) == ((), (), ())
