"""A misdeal at a table: the chips that are returned, and that the next deal is the same hand again."""

import pytest

from engine.actions import Call, Declare, Undo
from engine.events import Blinds, Mishap
from engine.game.game import decide
from engine.message import message
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import SetLevel
from engine.table.state import chips_at
from tests.kit.randomplay import ask
from tests.kit.story import book
from tests.kit.tables import HOUSE, after, deal, play_out, ready, whole_hand

EXPOSED = Declare(Mishap("first-card-exposed"))
LEVEL = Blinds(2, 100, 200, 200, "big-blind", 25)


@pytest.mark.parametrize("hands", [0, 1], ids=["the first hand", "the second"])
def test_vector_15_after_an_exposed_first_hole_card_the_same_hand_is_dealt_again(hands):
    """
    Vector 15: blinds and antes returned, same button, same level although a new one waits.
    """
    game = ready(1, 4, 6, 9, by=HOUSE)
    for _ in range(hands):
        game = whole_hand(game)
    first = deal(game)

    game = after(StartHand(), SetLevel(LEVEL), EXPOSED, game=game)

    assert [chips_at(game.table, seat) for seat in first.seats] == list(first.stacks)
    assert deal(game) == first
    assert deal(game).terms.level == 1
    assert public(game).redeal
    assert public(game).blinds == first.terms
    assert public(game).next_blinds == LEVEL


def test_the_new_level_and_the_next_button_come_after_the_redealt_hand():
    """
    The two deals count as one (rule 35-C).
    """
    game = after(StartHand(), SetLevel(LEVEL), EXPOSED, StartHand(), game=ready(1, 4, 6, 9, by=HOUSE))

    next_deal = deal(play_out(game))

    assert (next_deal.hand, next_deal.button, next_deal.terms) == (2, 4, LEVEL)


def test_a_newcomer_is_not_dealt_into_the_replay():
    """
    The same players.
    """
    game = after(StartHand(), EXPOSED, TakeSeat(2, "n", "Newcomer", 900), game=ready(1, 4, 6, 9, by=HOUSE))

    assert deal(game).seats == (4, 6, 9, 1)


def test_a_player_who_left_before_the_replay_is_not_dealt_in():
    """
    Neither is a player who takes the seat. The blinds fall as if the hand had been dealt without the one who left.
    """
    game = after(
        StartHand(), EXPOSED, LeaveSeat(6), TakeSeat(6, "n", "Newcomer", 900), SetLevel(LEVEL), game=ready(1, 4, 6, 9)
    )

    again = deal(game)
    assert (again.hand, again.seats, again.button, again.small, again.big) == (1, (4, 9, 1), 1, 4, 9)
    assert again.terms.level == 1


def test_a_replay_with_one_player_left_takes_in_anyone_seated():
    """
    A hand needs two players.
    """
    game = after(StartHand(), EXPOSED, LeaveSeat(4), TakeSeat(6, "n", "Newcomer", 900), game=ready(1, 4, by=HOUSE))

    assert set(deal(game).seats) == {1, 6}


def test_a_misdeal_after_a_misdeal_deals_the_same_hand_again():
    """Any number of times."""
    game = ready(1, 4, 6, 9, by=HOUSE)
    first = deal(game)

    assert deal(after(StartHand(), EXPOSED, StartHand(), EXPOSED, game=game)) == first


def test_after_two_misdeals_and_a_player_leaving_the_button_starts_from_before_both():
    """
    The blinds fall as if the hand had been dealt without them.
    """
    game = after(StartHand(), EXPOSED, StartHand(), EXPOSED, LeaveSeat(6), game=ready(1, 4, 6, 9, by=HOUSE))

    again = deal(game)
    assert (again.hand, again.button, again.small, again.big) == (1, 1, 4, 9)


def test_a_straddle_is_part_of_the_redealt_hand():
    """
    The same limits.
    """
    game = ready(1, 4, 6, 9, by=book(straddle="under-the-gun"))
    started = ask(game, StartHand(straddle=True))

    assert deal(after(EXPOSED, game=started.after)) == started.events[0]


def test_a_misdeal_is_undone_like_anything_else():
    """
    The chips are in again and the same player is to act.
    """
    game = after(StartHand(), game=ready(1, 4, 6, 9, by=HOUSE))

    undone = after(EXPOSED, Undo(), game=game)

    assert undone.table == game.table
    assert undone.undo_stack == game.undo_stack


def test_a_repair_that_killed_a_hand_is_one_step_to_undo():
    """
    The dead hand follows from the irregularity.
    """
    game = after(StartHand(), Call(9), Call(1), game=ready(1, 4, 6, 9, by=HOUSE))
    missed = Declare(Mishap("seat-missed", 6))

    killed = after(missed, game=game)

    assert killed.table.hand is not None
    assert killed.table.hand.live == (True, False, True, True)
    assert after(missed, Undo(), game=game).table == game.table


def test_the_dealers_steps_are_shown_until_the_next_action():
    """The steps, whether to burn and shuffle, and the cards that are out of play."""
    game = after(StartHand(), Call(9), game=ready(1, 4, 6, 9, by=HOUSE))

    shown = public(after(Declare(Mishap("premature-flop")), game=game))
    later = public(after(Declare(Mishap("premature-flop")), Call(1), game=game))

    assert shown.steps[0] == message("step-leave-burn")
    assert (shown.burn, shown.reshuffle) == (later.burn, later.reshuffle) == (False, True)
    assert later.steps == ()
    assert (public(game).burn, public(game).reshuffle, public(game).redeal) == (True, False, False)


def test_a_mishap_cannot_be_declared_between_hands():
    """
    There is no deal to go wrong.
    """
    with pytest.raises(Refused, match="no-hand-in-play"):
        decide(ready(1, 4, by=HOUSE), EXPOSED)
    with pytest.raises(Refused, match="hand-over"):
        decide(after(StartHand(), EXPOSED, game=ready(1, 4, by=HOUSE)), EXPOSED)
