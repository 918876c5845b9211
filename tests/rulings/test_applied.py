"""A ruling applied at a table: the facts that it leads to, and action out of turn that is held until its turn."""

import pytest

from engine.actions import ComeTo, HandOver, PutIn, Redo, Undo
from engine.cards import Card
from engine.events import ActionHeld, Asked, CardTabled, ChipsForfeited, Folded, Raised, Touched
from engine.game.game import decide, step
from engine.game.held_motion import to_settle, waiting
from engine.refused import Refused
from engine.table.actions.hands import ApplyRuling
from engine.terms import Motion
from kiosk.protocol.codec import decode_event, encode_event
from tests.kit.play import dealt, do, play

EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)


def test_an_oversized_chip_without_a_word_is_a_call() -> None:
    """The table records the ruling's action as an ordinary action."""
    game = dealt(EIGHT)

    assert [str(event.__struct_config__.tag) for event in decide(game, ApplyRuling(Motion(4, chips=(5_000,))))] == [
        "called"
    ]


def test_half_of_a_raise_is_a_minimum_raise() -> None:
    """
    The total is the ruling's, not the sum of the chips.
    """
    assert decide(dealt(EIGHT), ApplyRuling(Motion(4, chips=(100, 100, 100)))) == [Raised(4, 400)]
    assert decide(dealt(EIGHT), ApplyRuling(Motion(4, "raise"))) == [Raised(4, 400)]


def test_an_option_with_several_actions_is_applied_as_a_whole() -> None:
    """
    The floor has a short stack of chips forfeited and the hand folded.
    """
    game = play(dealt(EIGHT), "r800 r2000")
    events = decide(game, ApplyRuling(Motion(6, chips=(500, 500)), option=1))

    assert [type(event) for event in events] == [Touched, ChipsForfeited, Folded]
    assert do(game, ApplyRuling(Motion(6, chips=(500, 500)), option=1), Undo()).table == game.table


def test_shown_cards_are_tabled() -> None:
    """
    Both cards of a seat that one player saw are tabled for all.
    """
    cards = (Card("Ah"), Card("Kd"))
    events = decide(dealt(EIGHT), ApplyRuling(Motion(5, exposed=cards, shown_to=(6,))))

    shown = [(event.seat, event.card) for event in events if isinstance(event, CardTabled)]
    assert shown == [(5, each) for each in cards]


def test_a_ruling_that_changes_nothing_cannot_be_applied() -> None:
    """It is refused, and no empty step is recorded."""
    with pytest.raises(Refused, match="ruling-changes-nothing"):
        decide(dealt(EIGHT), ApplyRuling(Motion(4, "raise if seat 5 folds")))
    with pytest.raises(Refused, match=r"no-such-option \(options=0,"):
        decide(dealt(EIGHT), ApplyRuling(Motion(4, chips=(5_000,)), option=0))


def test_action_out_of_turn_is_held_and_binds_if_nothing_changed() -> None:
    """
    Seat 6 raises before seats 4 and 5 have acted; they call and fold; it is held to the raise.
    """
    game = do(dealt(EIGHT), ApplyRuling(Motion(6, "raise 800", out_of_turn=True)))
    assert isinstance(game.undo_stack[-1].event, ActionHeld)
    assert [held.motion.seat for held in waiting(game.table, game.undo_stack)] == [6]
    assert to_settle(game.table, game.undo_stack) == ()

    game = play(game, "c f")
    [(_, ruling)] = to_settle(game.table, game.undo_stack)
    assert (ruling.act, ruling.to) == ("raise", 800)
    raised = do(game, *ruling.actions)
    assert waiting(raised.table, raised.undo_stack) == ()


@pytest.mark.parametrize("action", [HandOver(), PutIn(8), ComeTo(8)])
def test_a_binding_action_out_of_turn_is_never_passed_over(action) -> None:
    """
    Seat 6 raised before seats 4 and 5 had acted. HAND OVER, or a later player's action, would fold the raise.
    """
    game = do(dealt(EIGHT), ApplyRuling(Motion(6, "raise 800", out_of_turn=True)))

    with pytest.raises(Refused, match="held-first") as refused:
        decide(game, action)
    assert (refused.value.fields["seat"], refused.value.clause) == (6, "TDA 2024 rule 53-A")
    in_turn = play(game, "c f")
    with pytest.raises(Refused, match="held-first"):
        decide(in_turn, action)
    assert decide(play(game, "r900"), action)  # the raise of seat 4 has freed seat 6


def test_a_call_out_of_turn_is_not_folded_by_a_later_players_action() -> None:
    game = do(dealt(EIGHT), ApplyRuling(Motion(6, "call", out_of_turn=True)))

    with pytest.raises(Refused, match="held-first"):
        decide(game, PutIn(8))


def test_action_out_of_turn_does_not_bind_once_the_bet_has_changed() -> None:
    """
    Seat 4 raises after seat 6 called out of turn: the call does not bind.
    """
    game = play(do(dealt(EIGHT), ApplyRuling(Motion(6, "call", out_of_turn=True))), "r900")
    [(_, ruling)] = to_settle(game.table, game.undo_stack)
    assert (ruling.act, ruling.actions) == ("", ())


def test_held_action_is_undone_like_any_act() -> None:
    """Undo removes it."""
    game = do(dealt(EIGHT), ApplyRuling(Motion(6, "call", out_of_turn=True)))

    undone = do(game, Undo())
    assert waiting(undone.table, undone.undo_stack) == ()


def test_an_act_in_turn_implies_the_acts_of_the_silent_seats_before_it() -> None:
    """Seat 6 raises after seats 4 and 5 were silent: one step, undone and redone as a whole."""
    game = dealt(EIGHT)
    order = ApplyRuling(Motion(6, "raise", (1_000,)))
    events = decide(game, order)

    assert events[1:] == [Folded(4, inferred=True), Folded(5, inferred=True), Raised(6, 1_000)]
    done = do(game, order)
    assert do(done, Undo()).table == game.table
    assert do(done, Undo(), Redo()).table == done.table


def test_a_ruling_is_decoded_from_the_record_as_it_was_asked() -> None:
    """The clock checks, and REDO repeats, both the motion and the chosen option."""
    game = dealt(EIGHT)
    for order in (ApplyRuling(Motion(6, "raise", (1_000,))), ApplyRuling(Motion(6, "call", out_of_turn=True))):
        asked = step(game, order)[0]
        assert asked == decode_event(encode_event(asked)) == Asked(order, len(decide(game, order)))
