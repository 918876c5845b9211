"""A warning by the dealer: recorded with its reason, counted, listed, and undone."""

import pytest

from engine.actions import Redo, Undo
from engine.game.game import Game, decide
from engine.history.stack_line import stack_line
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.penalties import PlayerWarned, Warn
from engine.table.actions.people import SeatTaken
from engine.table.actions.staff import SignIn
from engine.table.seats import warnings
from tests.kit.tables import after, ready

THREE = ready(1, 2, 3)
STALLING = Warn(2, "stalling")


def count(game: Game) -> int:
    return warnings(game.table.seats, 2)


def test_a_warning_is_recorded_with_its_reason_and_whoever_gave_it():
    signed_in = after(SignIn("Ana"), game=THREE)

    assert decide(THREE, STALLING) == [PlayerWarned(2, "p2", "", "stalling")]
    assert decide(signed_in, STALLING) == [PlayerWarned(2, "p2", "Ana", "stalling")]
    assert decide(signed_in, Warn(2, "stalling", "Flo")) == [PlayerWarned(2, "p2", "Flo", "stalling")]


def test_warnings_are_counted_and_the_player_misses_no_hand():
    game = after(STALLING, StartHand(), Warn(2, "conduct"), game=THREE)

    assert count(game) == 2
    assert [seat.live for seat in public(game).seats[:3]] == [True] * 3
    assert public(game).seats[1].penalty_hands == 0


def test_a_warning_can_be_undone_and_redone():
    game = after(STALLING, STALLING, Undo(), game=THREE)

    assert count(game) == 1
    assert count(after(Redo(), game=game)) == 2


def test_the_players_record_lists_the_warning_with_its_reason():
    events = [SeatTaken(2, "7", "Ann", 5_000), PlayerWarned(2, "7", "Ana", "stalling")]

    _, warned = stack_line(events, [0, 9], 1, {"7"}).happened
    assert (warned.what, warned.seat, warned.at_ms, warned.hands, warned.why) == ("warning", 2, 9, 0, "stalling")


@pytest.mark.parametrize(
    ("action", "code"), [(Warn(5, "stalling"), "seat-empty"), (Warn(2, " "), "penalty-unnamed")], ids=["seat", "reason"]
)
def test_a_warning_needs_a_player_and_a_reason(action, code):
    with pytest.raises(Refused, match=code):
        decide(THREE, action)
