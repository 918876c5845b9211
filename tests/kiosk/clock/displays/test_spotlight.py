"""When an all-in may be shown to the whole room: once nobody can bet any more and all hands that can win are up."""

import pytest

from kiosk.clock.displays.spotlight import is_face_up
from tests.kit.play import dealt, play

STACKS = (5_000, 5_000, 2_000)
ALL_IN = "r5000 f c 1:QsQh"
"""Seat 1 is all in, seat 2 has folded, seat 3 is all in for less."""


def face_up(script, stacks=STACKS):
    hand = play(dealt(stacks), script).table.hand
    assert hand
    return is_face_up(hand)


@pytest.mark.parametrize(
    ("script", "may"),
    [
        ("r5000 f c", False),
        (ALL_IN, False),
        (f"{ALL_IN} 3:Ad", False),
        (f"{ALL_IN} 3:AdKd", True),
        (f"{ALL_IN} 3:AdKd Jd7c3d", True),
        (f"{ALL_IN} 3:AdKd Jd7c3d 2c 2d", True),
    ],
)
def test_nothing_is_shown_before_every_hand_that_can_win_lies_tabled(script, may):
    assert face_up(script) is may


def test_nothing_is_shown_while_two_players_can_bet_on():
    """
    Seat 3 is all in; the others play for a side pot.
    """
    assert not face_up("c c r1800 c c", (9_000, 9_000, 2_000))
