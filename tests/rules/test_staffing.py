"""
Dealers, players that the table waits for, and players who come, go and move are in the record, and never block play.
"""

import pytest

from engine.actions import Fold, Push, Redo, Undo
from engine.events import HandStarted
from engine.game.game import decide
from engine.message import message
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeavePlanned, LeaveSeat, PlanLeave, SeatLeft, SeatTaken, TakeSeat
from engine.table.actions.staff import (
    CallFloor,
    DealerSignedIn,
    FloorCalled,
    MeetFloor,
    NotePin,
    SignIn,
    SignOut,
    WithdrawCall,
)
from engine.table.state import FloorCall, wrong_in_a_row
from tests.kit.randomplay import ask
from tests.rules.seated import table


def after(*actions, game=None):
    """A table of three after these actions."""
    game = game or table(1, 4, 7, button=1)
    for action in actions:
        game = ask(game, action).after
    return game


def test_the_next_dealer_signs_in_without_a_sign_out_of_the_one_before():
    game = after(SignIn("Ana"), SignIn("Bo"))

    assert public(game).dealer == "Bo"
    assert public(after(SignOut(), game=game)).dealer == ""


def test_a_table_can_deal_without_a_signed_in_dealer():
    assert public(after(StartHand())).playing
    assert public(after(StartHand())).dealer == ""


def test_a_floor_call_stays_open_until_somebody_comes():
    """
    The first tap calls, the second says why.
    """
    game = after(CallFloor(), CallFloor("chips"))
    assert public(game).floor_called == FloorCall("chips")

    assert public(after(MeetFloor("Flo"), game=game)).floor_called is None
    assert public(after(WithdrawCall(), game=game)).floor_called is None


def test_undo_skips_sign_ins_and_floor_calls():
    """UNDO still takes back the last action of the hand. The dealer and the floor call stay."""
    game = after(StartHand(), Fold(1), SignIn("Ana"), CallFloor("ruling"), NotePin("floor"))

    undone = after(Undo(), game=game)

    assert undone.table.hand.live == (True, True, True)
    assert undone.table.staffing == game.table.staffing


def test_sign_ins_and_floor_calls_do_not_end_redo():
    """An undone hand can still be redone."""
    game = after(StartHand(), Fold(1), Undo(), CallFloor(), SignIn("Ana"), Redo())

    assert game.table.hand.live == (True, True, False)
    assert game.table.staffing.dealer == "Ana"


def test_wrong_pins_count_until_a_right_one_for_the_same_role():
    """
    A dealer who knows their own PIN wins no tries at the floor's.
    """
    game = after(NotePin("floor"), NotePin("floor"), NotePin("dealer", "Ana"))
    assert wrong_in_a_row(game.table.staffing, "floor") == 2

    game = after(NotePin("dealer"), NotePin("floor", "Flo"), game=game)
    assert wrong_in_a_row(game.table.staffing, "floor") == 0
    assert wrong_in_a_row(game.table.staffing, "dealer") == 1


NO = {
    "nobody": ((), SignIn(" "), "dealer-unnamed"),
    "twice": ((SignIn("Ana"),), SignIn("Ana"), "signed-in-already (name=Ana)"),
    "out of nothing": ((), SignOut(), "nobody-signed-in"),
    "called twice": ((CallFloor("chips"),), CallFloor("chips"), "floor-called-already"),
    "called again": ((CallFloor("chips"),), CallFloor(), "floor-called-already"),
    "came uncalled": ((), MeetFloor("Flo"), "floor-not-called"),
    "withdrawn uncalled": ((), WithdrawCall(), "floor-not-called"),
    "nobody came": ((CallFloor(),), MeetFloor(" "), "floor-unnamed"),
    "leaves twice": ((PlanLeave(4, 2),), PlanLeave(4, 2), "leaves-already (name=Player 4)"),
    "stays twice": ((), PlanLeave(4, goes=False), "stays-already (name=Player 4)"),
    "an empty seat leaves": ((), PlanLeave(2), "seat-empty (seat=2)"),
    "to where they are": ((), PlanLeave(4, 1), "leaves-for-here"),
    "off to where they are": ((), LeaveSeat(4, 1), "leaves-for-here"),
    "from where they are": ((), TakeSeat(2, "n", "New", 500, 1), "comes-from-here"),
}


@pytest.mark.parametrize(("before", "asked", "says"), NO.values(), ids=NO)
def test_a_request_that_changes_nothing_is_refused_in_one_sentence(before, asked, says):
    with pytest.raises(Refused) as refused:
        decide(after(*before), asked)

    assert str(refused.value) == says


def test_a_player_who_is_to_leave_finishes_the_hand_and_leaves_before_the_next():
    """
    Their chips go with them, to the table that is named.
    """
    game = after(StartHand(), PlanLeave(4, 12))
    assert public(game).seats[3].leaves_for == 12
    game = after(Fold(1), Fold(4), Push(), game=game)

    step = ask(game, StartHand())

    assert step.events[0] == SeatLeft(4, "p4", 950, 12)
    deal = next(event for event in step.events if isinstance(event, HandStarted))
    assert sorted(deal.seats) == [1, 7]
    assert step.after.table.issued == 2_050


def test_a_plan_to_leave_can_be_canceled_or_undone():
    game = after(StartHand(), PlanLeave(4, 12))

    assert public(after(PlanLeave(4, goes=False), game=game)).seats[3].leaves_for is None
    assert public(after(Undo(), game=game)).seats[3].leaves_for is None
    assert ask(game, PlanLeave(4, 3)).events == [LeavePlanned(4, 3)]


def test_the_second_to_last_player_leaves_only_when_asked_explicitly():
    """No hand can start, and the player who is to leave can still be sent away."""
    game = after(PlanLeave(4), PlanLeave(7))
    assert public(game).start_problem == message("too-few-players")

    assert public(after(LeaveSeat(4, 2), game=game)).seats[3].player == ""


def test_a_player_carries_chips_here_from_another_table():
    """
    In the middle of a hand they sit down and are dealt in at the next.
    """
    step = ask(after(StartHand()), TakeSeat(2, "n", "Nia", 7_300, 12))

    assert step.events == [SeatTaken(2, "n", "Nia", 7_300, 12)]
    assert not public(step.after).seats[1].dealt
    game = after(Fold(1), Fold(4), Push(), StartHand(), game=step.after)
    assert public(game).seats[1].dealt


def test_each_sign_in_and_each_floor_call_is_one_fact():
    assert ask(after(), SignIn("  Ana ")).events == [DealerSignedIn("Ana")]
    assert ask(after(), CallFloor("seat")).events == [FloorCalled("seat")]
