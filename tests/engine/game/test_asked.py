"""A request is in the record before its results, and is one step with them."""

from functools import reduce

import pytest

from engine.actions import Action, CallFloor, Fold, PlanLeave, Push, PutIn, RaiseTo, Redo, StartHand, Undo
from engine.events import Asked, FloorCalled, Folded, HandStarted, SeatLeft, TakenBack, Touched
from engine.game.game import Game, apply, decide, step
from engine.public import public
from tests.engine.game.tapping import after, seated

SIX = seated(5_000, 5_000, 5_000, 5_000, 5_000, 5_000)


def before_asked(game: Game, *orders: Action) -> Game:
    """The game as a table took it that did not record what was asked."""
    for order in orders:
        game = reduce(apply, decide(game, order), game)
    return game


def test_the_facts_are_what_the_engine_decides_on_what_was_asked():
    """
    How many follow is said; so a record is right when deciding again gives the same.
    """
    asked, *facts = step(SIX, PutIn(5, 300))

    assert facts == decide(SIX, PutIn(5, 300))
    assert asked == Asked(PutIn(5, 300), len(facts))


def test_undo_takes_back_what_was_asked_with_what_came_of_it():
    """
    The mark is that of the step, not of its first fact.
    """
    game = after(SIX, PutIn(5, 300))

    record = step(game, Undo(confirmed=True))

    assert record == [Asked(Undo(confirmed=True), 1), TakenBack(SIX.mark)]
    assert reduce(apply, record, game).state == SIX.state


def test_what_is_done_again_is_recorded_as_what_it_is():
    """
    No reader of the record has to know what was taken back.
    """
    game = after(SIX, Fold(3), RaiseTo(4, 300), Undo(), Undo(confirmed=True))

    asked, folded = step(game, Redo())

    assert (asked, folded) == (Asked(Fold(3), 1), Folded(3))
    assert step(reduce(apply, [asked, folded], game), Redo())[0] == Asked(RaiseTo(4, 300), 1)


def test_what_the_room_asks_is_recorded_and_is_no_step():
    """
    An undo after it takes back what the dealer asked before.
    """
    game = after(SIX, PutIn(5, 300))
    asked, called = step(game, CallFloor("seat"))
    game = reduce(apply, [asked, called], game)

    assert (asked, called) == (Asked(CallFloor("seat"), 1), FloorCalled("seat"))
    assert isinstance(public(game).last, Touched)
    assert after(game, Undo(confirmed=True)).table.hand == SIX.table.hand


def test_the_deal_before_which_a_player_left_is_taken_back_without_the_leaving():
    """A leaving player takes the chips along; the hand dealt at that time can still be taken back."""
    game = after(SIX, *[Fold(seat) for seat in (3, 4, 5, 6, 1)], PlanLeave(3))
    over = after(game, Push())
    record = step(over, StartHand())
    dealt = reduce(apply, record, over)

    assert [type(event) for event in record[:3]] == [Asked, SeatLeft, HandStarted]
    back = after(dealt, Undo())
    assert back.table.seats[2] is None
    assert not public(back).playing
    assert after(back, Redo()).table.hand == dealt.table.hand


@pytest.mark.parametrize("undone", [1, 2, 3])
def test_a_record_from_before_goes_on_with_what_was_asked(undone):
    """
    A table that was updated in the middle of a hand takes back what it recorded in the older form, too.
    """
    games = [SIX]
    games.append(before_asked(games[-1], PutIn(5, 300)))
    games.append(before_asked(games[-1], Fold(6)))
    games.append(after(games[-1], PutIn(2)))

    game = after(games[-1], *[Undo(confirmed=True)] * undone)

    assert game.state.table == games[-1 - undone].state.table
    assert after(game, *[Redo()] * undone).table == games[-1].table
