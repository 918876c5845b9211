"""The clock called on a player (TDA 2024 rule 29): for whom, until when, and what the record says of it."""

from functools import reduce

import pytest

from engine.actions import Action, Call, CallClock, Declare, Fold, HandOver, PutIn, Redo, SeeCard, StartHand, Undo
from engine.cards import parse_cards
from engine.events import ClockCalled, Event, Mishap
from engine.game.game import Game, apply, replay, step
from engine.public import public
from engine.refused import Refused
from tests.engine.game.tapping import after, opening, seated
from tests.kit.randomplay import TDA

FOUR = (5_000,) * 4
DEALT = seated(*FOUR)
"""Blinds 50 and 100 at seats 1 and 2, the turn at seat 3."""
CALLED = after(DEALT, CallClock(3))


def on_clock(game: Game) -> int:
    """The seat that every screen shows."""
    return public(game).on_clock


def test_it_is_called_on_the_player_whose_turn_it_is_and_nothing_else_changes():
    assert on_clock(DEALT) == 0
    assert on_clock(CALLED) == 3
    assert public(CALLED).legal == public(DEALT).legal
    assert CALLED.table.hand == DEALT.table.hand


@pytest.mark.parametrize("act", [Fold(3), Call(3), PutIn(3, 400)])
def test_it_is_over_once_the_player_has_acted_and_not_called_on_the_next(act):
    assert on_clock(after(CALLED, act)) == 0


def test_players_passed_over_end_it_too_and_it_can_be_called_on_the_next():
    game = after(CALLED, PutIn(4))

    assert on_clock(game) == 0
    assert on_clock(after(game, CallClock(1))) == 1


def test_it_is_withdrawn_undone_and_called_again():
    assert on_clock(after(CALLED, CallClock(3, on=False))) == 0
    assert after(CALLED, Undo()).table == DEALT.table
    assert on_clock(after(CALLED, Undo(), Redo())) == 3
    assert on_clock(after(CALLED, CallClock(3, on=False), CallClock(3))) == 3
    assert on_clock(after(CALLED, Call(3), Undo())) == 3


@pytest.mark.parametrize(
    ("game", "action", "why"),
    [
        (DEALT, CallClock(4), "not-their-turn"),
        (DEALT, CallClock(3, on=False), "clock-not-called"),
        (CALLED, CallClock(3), "clock-called-already"),
        (after(DEALT, PutIn(3, 400), HandOver(start=False)), CallClock(4), "no-hand-in-play"),
        (after(DEALT, PutIn(3), PutIn(4), PutIn(1), SeeCard(parse_cards("Qh")[0])), CallClock(3), "betting-closed"),
    ],
)
def test_nobody_else_is_put_on_it_nor_twice_and_the_refusal_names_rule_29(game, action, why):
    with pytest.raises(Refused) as refused:
        after(game, action)

    assert (refused.value.message.code, refused.value.clause) == (why, TDA.player_clock.clause)
    assert TDA.player_clock.clause == "TDA 2024 rule 29"


def test_a_call_of_the_hand_before_is_not_one_of_this_hand():
    over = after(CALLED, HandOver())

    assert over.table.hand
    assert on_clock(over) == 0


def test_a_call_in_a_misdeal_is_not_one_of_the_hand_dealt_again_with_the_same_number():
    again = after(CALLED, Declare(Mishap("first-card-exposed")), StartHand())

    assert public(again).hand == public(CALLED).hand
    assert on_clock(again) == 0


def test_the_record_gives_it_back():
    asked: list[Action] = [*opening(*FOUR), CallClock(3), Call(3), CallClock(4), CallClock(4, on=False), CallClock(4)]
    game, events = Game(), list[Event]()
    for action in asked:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]

    assert [event for event in events if isinstance(event, ClockCalled)] == [
        ClockCalled(3), ClockCalled(4), ClockCalled(4, on=False), ClockCalled(4),
    ]  # fmt: skip
    assert replay(events) == game
    assert on_clock(replay(events)) == 4
