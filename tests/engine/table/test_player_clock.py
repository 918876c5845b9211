"""The clock called on a player (TDA 2024 rule 29): on which player, how long, and how it is recorded."""

from functools import reduce

import pytest

from engine.actions import Action, Call, Declare, Fold, HandOver, PutIn, Redo, SeeCard, Undo
from engine.cards import parse_cards
from engine.events import Event, Mishap
from engine.game.game import Game, apply, replay, step
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import CallClock, ClockCalled
from tests.engine.game.tapping import after, opening, seated
from tests.kit.randomplay import TDA

FOUR = (5_000,) * 4
DEALT = seated(*FOUR)
"""Blinds 50 and 100 at seats 1 and 2, the turn at seat 3."""
CALLED = after(DEALT, CallClock(3))


def on_clock(game: Game) -> int:
    """The seat that every screen shows."""
    return public(game).on_clock


def test_the_clock_is_called_on_the_player_whose_turn_it_is_and_changes_nothing_else():
    assert on_clock(DEALT) == 0
    assert on_clock(CALLED) == 3
    assert public(CALLED).legal == public(DEALT).legal
    assert CALLED.table.hand == DEALT.table.hand


@pytest.mark.parametrize("act", [Fold(3), Call(3), PutIn(3, 400)])
def test_the_clock_ends_when_the_player_acts_and_is_not_called_on_the_next(act):
    assert on_clock(after(CALLED, act)) == 0


def test_a_skipped_player_ends_the_clock_too_and_it_can_be_called_again():
    game = after(CALLED, PutIn(4))

    assert on_clock(game) == 0
    assert on_clock(after(game, CallClock(1))) == 1


def test_the_clock_can_be_withdrawn_undone_and_called_again():
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
def test_a_second_clock_or_one_on_another_player_is_refused_with_rule_29(game, action, why):
    with pytest.raises(Refused) as refused:
        after(game, action)

    assert (refused.value.message.code, refused.value.clause) == (why, TDA.player_clock.clause)
    assert TDA.player_clock.clause == "TDA 2024 rule 29"


def test_a_clock_called_in_the_last_hand_does_not_apply_to_this_hand():
    over = after(CALLED, HandOver())

    assert over.table.hand
    assert on_clock(over) == 0


def test_a_clock_called_before_a_misdeal_does_not_apply_to_the_redealt_hand():
    again = after(CALLED, Declare(Mishap("first-card-exposed")), StartHand())

    assert public(again).hand == public(CALLED).hand
    assert on_clock(again) == 0


def test_the_record_restores_the_clock():
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
