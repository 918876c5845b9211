"""Blinds and antes as posted: short ones, who pays the ante, and in which order."""

import pytest

from engine.events import AntePosted, BlindPosted
from engine.hand.rules import legal
from tests.kit.story import TDA, Story, book

SHORT = {
    "a big blind that covers it all": ((1_000, 1_000, 1_000), {}, [BlindPosted(1, 50), BlindPosted(2, 100)]),
    "a short small blind": ((30, 1_000, 1_000), {}, [BlindPosted(1, 30), BlindPosted(2, 100)]),
    "a short big blind": ((1_000, 30, 1_000), {}, [BlindPosted(1, 50), BlindPosted(2, 30)]),
    "an ante from everybody, before the blinds": (
        (1_000, 1_000, 1_000),
        {"ante": 10, "form": "each"},
        [AntePosted(1, 10), AntePosted(2, 10), AntePosted(3, 10), BlindPosted(1, 50), BlindPosted(2, 100)],
    ),
    "a short ante leaves nothing for the blind": (
        (1_000, 7, 1_000),
        {"ante": 10, "form": "each"},
        [AntePosted(1, 10), AntePosted(2, 7), AntePosted(3, 10), BlindPosted(1, 50)],
    ),
    "an ante takes the small blind's last chips": (
        (25, 1_000, 1_000),
        {"ante": 10, "form": "each"},
        [AntePosted(1, 10), AntePosted(2, 10), AntePosted(3, 10), BlindPosted(1, 15), BlindPosted(2, 100)],
    ),
    "RP-11: the big blind's ante comes after the blind": (
        (1_000, 1_000, 1_000),
        {"ante": 100, "form": "big-blind"},
        [BlindPosted(1, 50), BlindPosted(2, 100), AntePosted(2, 100)],
    ),
    "RP-11: a short big blind pays the blind first": (
        (1_000, 140, 1_000),
        {"ante": 100, "form": "big-blind"},
        [BlindPosted(1, 50), BlindPosted(2, 100), AntePosted(2, 40)],
    ),
    "RP-11: nothing left for the ante": (
        (1_000, 100, 1_000),
        {"ante": 100, "form": "big-blind"},
        [BlindPosted(1, 50), BlindPosted(2, 100)],
    ),
    "a book may take the ante first": (
        (1_000, 140, 1_000),
        {"ante": 100, "form": "big-blind", "by": book(ante_order="ante-first")},
        [AntePosted(2, 100), BlindPosted(1, 50), BlindPosted(2, 40)],
    ),
    "heads-up the button has the small blind": ((1_000, 1_000), {}, [BlindPosted(1, 100), BlindPosted(2, 50)]),
}


@pytest.mark.parametrize(("stacks", "terms", "posted"), SHORT.values(), ids=SHORT)
def test_each_posting_is_recorded_with_the_chips_that_were_posted(stacks, terms, posted):
    """Nobody posts more than their stack. Each posting is an event."""
    assert Story(*stacks, **terms).events == posted


def test_a_short_big_blind_does_not_lower_the_price():
    """
    Everyone who enters pays the full blind, and raises by it.
    """
    may = legal(Story(1_000, 30, 1_000, 1_000).hand, TDA)

    assert (may.seat, may.call, may.least) == (3, 100, 200)


def test_a_stack_below_the_price_may_call_for_less():
    """
    Vector 13: all-in for less than the blind is a call.
    """
    story = Story(1_000, 1_000, 40)

    assert legal(story.hand, TDA).call == 40
    assert story.tell("3 calls").hand.stacks[2] == 0


def test_the_small_blind_need_not_call_a_big_blind_that_posted_less():
    """
    Heads-up against 30 all-in the 50 posted already cover it: 20 come back and the board is dealt.
    """
    story = Story(1_000, 30, 1_000).tell("3 folds")

    assert story.hand.returned == (0, 20)
    assert legal(story.hand, TDA).seat == 0
    assert story.hand.pot == 60


def test_players_all_in_by_their_antes_see_the_board_without_betting():
    """
    With one stack left nobody can bet.
    """
    story = Story(10, 10, 1_000, ante=10, form="each")

    assert legal(story.hand, TDA).seat == 0
    assert legal(story.hand, TDA).due == (1, 2, 3, 0)


def test_a_player_with_a_short_ante_wins_only_as_much_of_each_other_ante():
    """
    Vector 13: all-in for 4 of an ante of 10 plays for 4 from everybody.
    """
    story = Story(4, 1_000, 1_000, ante=10, form="each").tell(
        "3 calls", "2 checks", "board 2h7dKs", "2 checks", "3 checks", "board 9c", "2 checks", "3 checks", "board 3d",
        "2 checks", "3 checks", "1 shows AhAs", "2 shows QhQs", "3 shows JhJs", "push",
    )  # fmt: skip

    assert story.hand.stacks == (12, 1_102, 890)


def test_a_big_blind_ante_goes_to_the_winner_of_the_main_pot():
    """
    The one who pays it pays for the table.
    """
    story = Story(30, 1_000, 1_000, ante=100, form="big-blind").tell(
        "3 folds", "1 shows AhAs", "2 shows QhQs", "board 2h7dKs", "board 9c", "board 3d", "push",
    )  # fmt: skip

    assert story.hand.stacks == (160, 870, 1_000)
