"""A straddle in the hand just dealt, if the book allows it: price, order of action, pots, and the record."""

from functools import reduce

import pytest

from engine.actions import Amend, Call, Fold, HandOver, PutIn, RaiseTo, Redo, ReplaceAct, Straddle, Undo
from engine.events import Amended, BlindPosted, Event, Folded, HandStarted, Raised
from engine.game.game import Game, apply, decide, replay, step
from engine.history.record import hands, posts, surviving
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from tests.engine.game.tapping import after, at, chips, opening, seated
from tests.kit.randomplay import BOOKS, TDA

BY = BOOKS["tda with straddles"]
SIX = seated(5_000, 5_000, 5_000, 5_000, 5_000, 5_000, by=BY)
"""Blinds 50 and 100 at seats 1 and 2; seat 3 is left of the big blind."""
STRADDLED = after(SIX, Straddle())


def record(*orders) -> list[Event]:
    """The records of a table with six players."""
    game, events = Game(), list[Event]()
    for action in [*opening(*(5_000,) * 6, by=BY), *orders]:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]
    return events


def test_a_straddle_changes_the_hand_just_dealt():
    """Twice the big blind.

    The betting begins on its left, the straddler acts last, and a raise is to at least two straddles.
    """
    hand, table = STRADDLED.table.hand, public(STRADDLED)

    assert public(SIX).straddle == 3
    assert hand
    assert (hand.price, hand.pot) == (200, 350)
    assert (table.legal.seat, table.legal.call, table.legal.least) == (4, 200, 400)
    assert table.straddle == 0
    game = after(STRADDLED, *(PutIn(seat) for seat in (4, 5, 6, 1, 2)))
    assert public(game).legal.seat == 3
    assert public(game).legal.check
    assert after(game, RaiseTo(3, 600)).table.hand


def test_a_straddle_can_be_undone_and_redone_and_the_next_hand_has_none():
    undone = after(STRADDLED, Undo())

    assert (undone.state, undone.undo_stack) == (SIX.state, SIX.undo_stack)
    assert after(undone, Redo()).table == STRADDLED.table
    following = after(STRADDLED, PutIn(4, 600), HandOver())
    assert following.table.hand
    assert max(following.table.hand.deal.blinds) == 100
    assert public(following).straddle == 4
    across = after(following, Undo(), Undo())
    assert across.state == STRADDLED.state


def test_the_record_restores_the_table_and_the_history_names_the_straddle():
    events = record(Straddle(), PutIn(4, 600), HandOver())

    assert replay(events).table == after(STRADDLED, PutIn(4, 600), HandOver()).table
    (played,) = hands(events)
    assert posts(played.deal) == ("small blind", "big blind", "straddle", "", "", "")
    still = [event for _, event in surviving(events)]
    assert [event.hand for event in still if isinstance(event, HandStarted)] == [1, 2]
    assert BlindPosted(3, 200) in still
    (amended,) = [event for event in events if isinstance(event, Amended)]
    assert amended.how == "straddle"


def test_a_repair_later_in_the_hand_or_after_it_keeps_the_straddle():
    game = after(STRADDLED, PutIn(4, 600), PutIn(6))
    mark = at(public(game), Folded(5))
    won = after(STRADDLED, PutIn(4, 600))
    over = after(won, HandOver(), Straddle(), PutIn(5, 700))

    assert public(after(game, Amend(mark, ReplaceAct(Call(5))))).pot == 350 + 3 * 600
    amended = after(over, Amend(at(public(won), Raised(4, 600)), ReplaceAct(PutIn(5, 600))))
    assert amended.table.hand
    assert over.table.hand
    assert amended.table.hand.deal.blinds == over.table.hand.deal.blinds
    assert public(amended).price == 700
    assert chips(amended, 4) == 5_000 - 200


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (seated(5_000, 5_000, 5_000), "no-straddle"),
        (seated(5_000, 5_000, by=BY), "straddle-heads-up"),
        (seated(5_000, 5_000, 150, by=BY), "straddle-too-short"),
        (STRADDLED, "straddled-already"),
        (after(SIX, Fold(3)), "straddle-too-late"),
        (after(SIX, PutIn(3, 300), HandOver(start=False)), "no-hand-in-play"),
    ],
)
def test_a_straddle_that_is_not_allowed_is_refused_and_not_offered(game, why):
    with pytest.raises(Refused) as refused:
        decide(game, Straddle())

    assert refused.value.message.code == why
    assert public(game).straddle == 0
    assert refused.value.clause == (TDA.straddle.clause if why == "no-straddle" else refused.value.clause)


def test_a_straddle_can_also_be_requested_with_the_deal():
    game = after(SIX, PutIn(3, 300), HandOver(start=False), StartHand(straddle=True))

    assert game.table.hand
    assert game.table.hand.price == 200
