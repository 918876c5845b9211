"""A request is recorded before its results, and is one step together with them."""

from functools import reduce

from engine.actions import Fold, HandOver, Push, PutIn, RaiseTo, Redo, Undo
from engine.events import Asked, Folded, HandStarted, TakenBack, Touched
from engine.game.game import apply, decide, decide_asked, step
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import PlanLeave, SeatLeft
from engine.table.actions.setup import StopPlay
from engine.table.actions.staff import CallFloor, FloorCalled
from engine.terms import Stop
from tests.engine.game.tapping import after, seated

SIX = seated(5_000, 5_000, 5_000, 5_000, 5_000, 5_000)


def test_the_recorded_facts_are_the_engines_decision_on_the_request():
    """The number of facts is recorded, so a record is right if deciding again gives the same facts."""
    asked, *facts = step(SIX, PutIn(5, 300))

    assert facts == decide(SIX, PutIn(5, 300))
    assert asked == Asked(PutIn(5, 300), len(facts))


def test_undo_takes_back_the_request_with_its_results():
    """
    The mark is that of the step, not of its first fact.
    """
    game = after(SIX, PutIn(5, 300))

    record = step(game, Undo(confirmed=True))

    assert record == [Asked(Undo(confirmed=True), 1), TakenBack(SIX.mark)]
    assert reduce(apply, record, game).state == SIX.state


def test_redo_is_recorded_as_the_action_that_it_repeats():
    """No reader of the record has to know what was undone."""
    game = after(SIX, Fold(3), RaiseTo(4, 300), Undo(), Undo(confirmed=True))

    asked, folded = step(game, Redo())

    assert (asked, folded) == (Asked(Fold(3), 1), Folded(3))
    assert step(reduce(apply, [asked, folded], game), Redo())[0] == Asked(RaiseTo(4, 300), 1)


def test_a_request_of_the_room_is_recorded_and_is_not_a_step():
    """An undo after it takes back the dealer's previous action."""
    game = after(SIX, PutIn(5, 300))
    asked, called = step(game, CallFloor("seat"))
    game = reduce(apply, [asked, called], game)

    assert (asked, called) == (Asked(CallFloor("seat"), 1), FloorCalled("seat"))
    assert isinstance(public(game).last, Touched)
    assert after(game, Undo(confirmed=True)).table.hand == SIX.table.hand


def test_undoing_a_deal_does_not_undo_the_departure_before_it():
    """A player who leaves takes the chips along. The hand dealt at that moment can still be undone."""
    game = after(SIX, *[Fold(seat) for seat in (3, 4, 5, 6, 1)], PlanLeave(3))
    over = after(game, Push())
    record = step(over, StartHand())
    dealt = reduce(apply, record, over)

    assert [type(event) for event in record[:3]] == [Asked, SeatLeft, HandStarted]
    back = after(dealt, Undo())
    assert back.table.seats[2] is None
    assert not public(back).playing
    assert after(back, Redo()).table.hand == dealt.table.hand


def test_redo_of_a_push_that_dealt_no_hand_deals_none():
    """
    The room held the table when its pot was pushed, and has released the next hand since then.
    """
    held = after(SIX, *[Fold(seat) for seat in (3, 4, 5, 6, 1)], StopPlay(Stop("hand-for-hand", 1)))
    pushed = after(held, HandOver())
    assert not public(pushed).playing
    back = after(pushed, Undo(confirmed=True), StopPlay(Stop("hand-for-hand", 2)))

    record = step(back, Redo())

    again = reduce(apply, record, back)
    assert (public(again).playing, again.table.hands) == (False, 1)
    assert again.table.seats == pushed.table.seats
    assert isinstance(record[0], Asked)
    assert decide_asked(back, record[0]) == list(record[1:])
    assert after(again, StartHand()).table.hands == 2
