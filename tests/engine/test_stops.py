"""A table stops dealing when the room says so, also in the middle of a hand, and an undo does not change that."""

from typing import get_args

import pytest

from engine.actions import Fold, HandOver, Undo
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import StopPlay
from engine.table.next_deal import start_problem
from engine.terms import Stop, StopKind
from tests.kit.play import dealt, do, sat

FOUR = (5_000, 5_000, 5_000, 5_000)


def problem(game) -> str:
    found = start_problem(game.table)
    return found.code if found else ""


def walk(game, start: bool = True):
    """Everybody folds to the big blind. HAND OVER deals the next hand if it may."""
    return do(game, HandOver(start=start))


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        *((Stop(why, 4 if why == "players-left" else 0), f"stops-{why}") for why in get_args(StopKind)),
        (Stop("paused", 0, "Ruling"), "stops-paused-for"),
        (Stop("last-round", 1), ""),
        (Stop("players-left", 3), ""),
        (Stop("hand-for-hand", 1), ""),
        (None, ""),
    ],
)
def test_each_reason_stops_the_table_from_its_hand_on(stop, code):
    game = sat(FOUR)
    if stop:
        game = do(game, StopPlay(stop))

    assert problem(game) == code
    if code:
        with pytest.raises(Refused, match=code):
            do(game, StartHand())


def test_the_hand_in_play_is_finished_and_no_other_starts():
    game = do(dealt(FOUR), StopPlay(Stop("hand-for-hand", 1)))

    game = walk(game)

    assert (game.table.hands, problem(game)) == (1, "stops-hand-for-hand")
    game = do(game, StopPlay(Stop("hand-for-hand", 2)))
    assert walk(do(game, StartHand())).table.hands == 2


def test_the_last_round_ends_when_the_button_is_back_where_it_began():
    game = do(sat(FOUR), StopPlay(Stop("last-round", 1)))
    game = do(game, StartHand())

    for hand in (2, 3, 4):
        game = walk(game)
        assert game.table.hands == hand
    game = walk(game)

    assert (game.table.hands, problem(game)) == (4, "stops-last-round")


def test_undo_does_not_take_back_the_rooms_stop():
    game = do(dealt(FOUR), Fold(4))
    game = do(game, StopPlay(Stop("held", 1)))

    game = do(game, Undo())

    assert game.table.stop == Stop("held", 1)
    assert do(game, StopPlay(None)).table.stop is None


def test_the_same_stop_twice_is_refused():
    game = do(sat(FOUR), StopPlay(Stop("held", 0)))

    with pytest.raises(Refused, match="stops-already"):
        do(game, StopPlay(Stop("held", 0)))
