"""The floor: hands killed at any time, actions let stand, and a record of it only if the book refused the action."""

from typing import Any

import pytest

from engine.actions import CorrectBets, Muck
from engine.events import Checked, Event, Folded, HandKilled, HandMucked, MoveChips, Raised
from engine.hand.rules import legal
from engine.refused import Refused
from engine.table.actions.hands import Overrule
from tests.kit.story import TDA, Story, book, flop, read

WHY = "the dealer misspoke"


def force(story: Story, sentence: str) -> Event:
    """Let the action stand, and return the recorded fact."""
    before = len(story.events)
    for action in read(sentence, WHY):
        story.ask(action)
    return story.events[before]


LET_STAND: dict[str, tuple[tuple[str, ...], str, Any]] = {
    "a raise below the minimum": (("1 bets 300",), "2 raises 500", Raised(2, 500, WHY)),
    "a raise into closed betting": (("1 bets 100", "2 raises 150", "3 calls"), "1 raises 9000", Raised(1, 9_000, WHY)),
    "a check out of turn": ((), "3 checks", Checked(3, WHY)),
    "a fold out of turn": (("1 bets 300",), "3 folds", Folded(3, WHY)),
}


@pytest.mark.parametrize(("sentences", "asked", "fact"), LET_STAND.values(), ids=LET_STAND)
def test_an_action_that_the_floor_lets_stand_is_recorded_with_the_reason(sentences, asked, fact):
    """The book refuses the action. With the floor's reason it is a fact like any other."""
    story = flop(9_000, 150 if "150" in "".join(sentences) else 9_000, 9_000).tell(*sentences)

    with pytest.raises(Refused):
        story.tell(asked)
    assert force(story, asked) == fact


def test_a_reason_is_not_recorded_if_the_book_allows_the_action():
    """The floor's reason is recorded only for an action that needed it."""
    assert force(flop(9_000, 9_000, 9_000), "1 checks") == Checked(1)


IMPOSSIBLE = {
    "more chips than there are": ("1 bets 9001", "not-that-stack"),
    "a bet of nothing": ("1 bets 0", "not-that-stack"),
    "a raise of no bet": ("1 raises 500", "no-bet-to-raise"),
    "a call of no bet": ("1 calls", "nothing-to-call"),
    "a seat that is not there": ("8 folds", "seat-not-in-hand"),
    "a muck before the showdown": ("1 mucks", "muck-before-showdown"),
}


@pytest.mark.parametrize(("asked", "says"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_the_floor_cannot_let_an_impossible_action_stand(asked, says):
    """
    A reason makes no chips and no bets.
    """
    with pytest.raises(Refused, match=says):
        force(flop(9_000, 9_000, 9_000), asked)


def test_an_all_in_player_cannot_act_even_with_the_floors_approval():
    """
    There is nothing left to act with.
    """
    with pytest.raises(Refused, match="seat-all-in"):
        force(flop(9_000, 400, 9_000).tell("1 bets 400", "2 calls"), "2 calls")


@pytest.mark.parametrize("early", ["3 folds", "3 calls"])
def test_an_action_out_of_turn_that_stands_does_not_move_the_turn(early):
    """Rule 53-A: the action backs up to the right player, and then skips the one who acted early."""
    story = flop(*(9_000,) * 4).tell("1 bets 300")
    force(story, early)

    assert legal(story.hand, TDA).seat == 2
    assert legal(story.tell("2 calls").hand, TDA).seat == 4


def test_a_player_who_called_early_must_answer_a_later_raise():
    """
    Whoever called early faces the raise like everybody else.
    """
    story = flop(*(9_000,) * 3).tell("1 bets 300")
    force(story, "3 calls")
    story.tell("2 raises 900")

    assert legal(story.hand, TDA).seat == 3


MOMENTS = {
    "before anybody acted": ((), 3),
    "the player whose turn it is": (("3 calls",), 1),
    "the last raiser": (("3 raises 300",), 3),
    "the big blind": ((), 2),
    "both blinds": (("1 killed",), 2),
    "an all-in player": (("3 raises 1000", "1 calls"), 3),
    "between the streets": (("3 calls", "1 calls", "2 checks"), 1),
    "on the flop": (("3 calls", "1 calls", "2 checks", "board 2h7dKs", "1 checks"), 2),
}


@pytest.mark.parametrize(("sentences", "seat"), MOMENTS.values(), ids=MOMENTS)
def test_a_hand_is_killed_at_any_time_and_its_chips_stay_in_the_pot(sentences, seat):
    """
    Rule 30: blinds, antes and bets stay in; the others play on for them.
    """
    story = Story(1_000, 1_000, 1_000).tell(*sentences)
    pot = story.hand.pot

    story.tell(f"{seat} killed")

    assert HandKilled(seat, "killed") in story.events
    assert seat not in legal(story.hand, TDA).kill
    assert story.hand.pot + story.hand.returned[1] == pot


def test_an_absent_all_in_players_hand_is_killed_and_a_player_who_is_there_gets_the_pot():
    """
    The best open engine cannot play this one.
    """
    story = Story(1_000, 100, 1_000).tell(
        "3 calls", "1 calls", "2 killed", "board 2h7dKs", "1 checks", "3 bets 200", "1 folds"
    )

    assert story.tell("push").hand.stacks == (900, 0, 1_200)


def test_the_raise_of_a_killed_hand_still_has_to_be_called():
    """The bet stands. The part that nobody calls is returned (rule 15-B)."""
    story = Story(1_000, 1_000, 1_000, 1_000).tell("3 raises 600", "3 killed")

    assert legal(story.hand, TDA).call == 600
    story.tell("4 folds", "1 folds")
    assert story.hand.returned == (2, 500)
    assert story.tell("push").hand.stacks == (950, 1_150, 900, 1_000)


def test_a_killed_blind_stays_in_the_pot_when_nobody_else_puts_chips_in():
    """
    Rule 30: both blinds killed, the last player wins all of both.
    """
    story = Story(1_000, 1_000, 1_000).tell("1 killed", "2 killed", "push")

    assert story.hand.stacks == (950, 900, 1_150)


def test_an_all_in_hand_may_be_mucked_if_the_floor_allows_it():
    """
    Online rooms allow it, and their histories are what happened.
    """
    story = Story(500, 500, 500).tell("3 raises 500", "1 folds", "2 calls")

    assert force(story, "2 mucks") == HandMucked(2, WHY)


def test_the_bet_of_a_mucked_hand_is_not_corrected():
    """
    The board has yet to be run out: what seat 3 added would be a pot that nobody is left to win.
    """
    story = flop(400, 400, 1_000).tell("1 bets 400", "2 calls", "3 calls")
    story.ask(Muck(3, "mucked by mistake"))

    with pytest.raises(Refused, match="no-live-hand"):
        story.ask(CorrectBets((3,), (100,), "too small"))
    story.tell("1 shows AhAd", "2 shows QhQd", "board 4c9d", "push")
    assert story.hand.stacks == (1_500, 0, 600)


@pytest.mark.parametrize("reopening", ["full-raise-faced", "any-raise"])
def test_chips_returned_after_a_call_for_less_complete_the_call(reopening):
    """
    Seat 2 answered the raise with all it had; with the chips that the floor gives back it completes the call.
    """
    story = Story(10_000, 2_100, 10_000, by=book(reopening=reopening)).tell("3 raises 2000", "1 calls", "2 calls")
    story.tell("board 2h7dKs", "1 checks", "2 checks", "3 bets 600", "1 raises 1200", "2 calls")
    story.ask(Overrule("R. Ito", "counted twice preflop", MoveChips(2, -1_500)))

    may = legal(story.hand, story.by)

    assert (may.seat, may.call, may.least) == (2, 1_100, 0)
