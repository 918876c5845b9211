"""When hands were dealt and ended, according to a table's records, whatever was undone in the meantime."""

import pytest

from engine.events import HandEnded, HandStarted, TakenBack
from engine.game.game import Game, apply
from engine.history.record import surviving
from kiosk.clock.tables.facts import HandTimes, timed
from tests.kit.played import random_events

SECOND = 1000


@pytest.mark.parametrize("seed", range(6))
def test_the_hands_are_those_of_the_final_record_each_with_its_own_end(seed):
    """With undo and redo: as many hands as the final record has, and none ends before it began."""
    events = random_events(seed, count=8, undo=0.1)
    game = Game()
    hands: HandTimes = ()
    for seq, event in enumerate(events, 1):
        hands = timed(hands, event, seq, seq * SECOND, "")
        game = apply(game, event)
    assert any(isinstance(event, TakenBack) for event in events) or seed > 0

    left = [event for _, event in surviving(events)]
    started = [event.hand for event in left if isinstance(event, HandStarted)]
    assert [one.hand for one in hands] == started
    assert len([one for one in hands if one.ended]) == sum(isinstance(event, HandEnded) for event in left)
    for one in hands:
        assert one.started_ms == one.mark * SECOND
        assert not one.ended or one.started_ms <= one.acted_ms <= one.ended_ms
