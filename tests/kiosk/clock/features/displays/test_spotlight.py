"""When an all-in can be shown to the whole room: once nobody can bet any more and every hand that can win
is face up.
"""

import asyncio
from types import SimpleNamespace

import pytest

from engine.tournament.field.entries import Sitting
from kiosk.clock.features.displays.spotlight import Spotlight, is_face_up
from kiosk.clock.times import Times
from kiosk.protocol.displays import ChooseRoom
from tests.kit.play import dealt, play

STACKS = (5_000, 5_000, 2_000)
ALL_IN = "r5000 f c 1:QsQh"
"""Seat 1 is all-in, seat 2 has folded, seat 3 is all-in for less."""


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
def test_nothing_is_shown_before_every_hand_that_can_win_is_tabled(script, may):
    assert face_up(script) is may


def test_nothing_is_shown_while_two_players_can_still_bet():
    """Seat 3 is all-in; the others play for a side pot."""
    assert not face_up("c c r1800 c c", (9_000, 9_000, 2_000))


def a_desk(script):
    """A tournament whose only table has played this."""
    game = play(dealt(STACKS), script)
    state = SimpleNamespace(id="a", entries={}, sittings={1: Sitting(1, 4, 3)})
    floor = SimpleNamespace(tables={1: SimpleNamespace(game=game)})
    return SimpleNamespace(state=state, audited=floor, table_of=lambda _: 4)


def test_chances_are_shown_once_computed_and_the_clock_returns_after_half_a_minute():
    now_ms = [1_000]
    spotlight = Spotlight(Times(lambda: now_ms[0], lambda: 0, ""), "full")
    desk = a_desk(f"{ALL_IN} 3:AdKd Jd7c3d")

    async def looked():
        first = spotlight.of(desk, ChooseRoom())
        await asyncio.gather(*spotlight._counting)
        return first, spotlight.of(desk, ChooseRoom())

    first, counted = asyncio.run(looked())
    assert [(seat.name, seat.share) for seat in first.seats] == [("Ada", None), ("Cleo", None)]
    assert counted.run_outs == 990
    assert 998 <= sum(seat.share for seat in counted.seats) <= 1000
    assert (counted.table, counted.until_ms) == (4, 31_000)
    now_ms[0] = 31_000
    assert spotlight.of(desk, ChooseRoom()).seats == ()


def test_each_pot_has_the_chances_of_the_players_who_can_win_it():
    """Seat 3 is all-in for less: only seats 1 and 2 play for the side pot."""
    spotlight = Spotlight(Times(lambda: 0, lambda: 0, ""), "full")
    desk = a_desk("r5000 c c 1:QsQh 2:7h7s 3:AdKd Jd7c3d")

    async def looked():
        spotlight.of(desk, ChooseRoom())
        await asyncio.gather(*spotlight._counting)
        return spotlight.of(desk, ChooseRoom())

    view = asyncio.run(looked())
    main, side = view.pots
    assert main + side == view.pot
    assert side == 6_400
    queens, sevens, ace_king = view.seats
    assert (queens.can_win, sevens.can_win, ace_king.can_win) == ((0, 1), (0, 1), (0,))
    assert ace_king.shares[1] is None
    assert sum(one.shares[0] for one in view.seats) in range(998, 1003)
    assert queens.shares[1] + sevens.shares[1] in (999, 1000, 1001)
    assert sevens.shares[1] > sevens.shares[0]


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (ChooseRoom(), True),
        (ChooseRoom(spotlight="off"), False),
        (ChooseRoom(spotlight="table", table=4), True),
        (ChooseRoom(spotlight="table", table=5), False),
    ],
)
def test_the_director_chooses_whether_an_all_in_is_shown(room, shown):
    spotlight = Spotlight(Times(lambda: 0, lambda: 0, ""), "full")

    async def look():
        return spotlight.of(a_desk(f"{ALL_IN} 3:AdKd Jd7c3d 2c 2d"), room)

    assert bool(asyncio.run(look()).seats) is shown
