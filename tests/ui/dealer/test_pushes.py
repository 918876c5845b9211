"""The shares of every pot are shown before it is pushed, whether the cards or a person named the winners."""

import pytest

from engine.actions import Answer, HandOver
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.public import public
from tests.kit.play import dealt, play
from tests.ui.dealer.test_screen import target

LEVEL = Blinds(level=3, small=50, big=100, chip=25)
THREE = (10_000, 10_000, 10_000)
SPLIT = "r225 c c QhJd2c k k k 4h k k k 9s k k k"
"""675 in the pot, and three unread hands."""


def asked(sit, script: str = SPLIT, stacks=THREE, level: Blinds = LEVEL):
    """A table that asks who won."""
    screen, engine, finger = sit(play(dealt(stacks, level, seats=10), script))
    engine.take(HandOver())
    assert public(engine.game).question
    return screen, engine, finger


def test_a_split_named_by_the_dealer_shows_each_share_and_the_odd_chip_before_the_push(sit):
    """
    675 in chips of 25 for two: 350 and 325, with the odd chip to the left of the button, by its clause. Nothing is
    recorded yet.
    """
    screen, engine, finger = asked(sit)
    before = engine.game
    finger.tap("seat-2", "seat-3")

    sheet = screen.drawn.sheet
    assert [(one.seat, one.amount) for one in sheet.now.winners] == [(2, 350), (3, 325)]
    assert load_book("tda").odd_chips.clause in sheet.now.notes[0]
    assert "seat 2" in sheet.now.notes[0]
    assert engine.game is before
    assert not target(screen, "question-ok").isVisible()

    finger.tap("hand-over")
    assert engine.asked[-1] == Answer((2, 3))
    assert [seat.chips + seat.bet for seat in public(engine.game).seats[:3]] == [9_775, 10_125, 10_100]
    assert target(screen, "undo").tile.small == "seats 2, 3 split"


def test_a_third_seat_changes_the_shares_and_removing_seats_goes_back_to_one_winner(sit):
    """
    Each tap on a tile shows the new shares. Without any seat, the question is asked again.
    """
    screen, engine, finger = asked(sit)
    finger.tap("seat-1", "seat-2", "seat-3")
    assert [one.amount for one in screen.drawn.sheet.now.winners] == [225, 225, 225]

    finger.tap("seat-1", "seat-2")
    assert [(one.seat, one.amount) for one in screen.drawn.sheet.now.winners] == [(3, 675)]
    finger.tap("seat-3")
    assert screen.drawn.sheet is None
    assert screen.drawn.question.text == "Who won the 675?"
    assert "PUSH" in str(screen.drawn.question)
    assert engine.asked == [HandOver()]


def test_one_winner_named_by_the_dealer_is_shown_with_the_reason_before_the_push(sit):
    """
    No cards were shown. The next hand is dealt only after the dealer has read the result and pushed the pot.
    """
    screen, engine, finger = asked(sit)
    before = engine.game
    finger.tap("seat-2")

    now = screen.drawn.sheet.now
    assert [(one.seat, one.amount) for one in now.winners] == [(2, 675)]
    assert (now.name, now.chips) == ("POT", "675")
    assert now.why == screen.content.words.asking.named_winners
    assert engine.game is before
    assert target(screen, "hand-over").tile.text == "PUSH & NEXT"

    finger.tap("hand-over")
    assert engine.asked == [HandOver(), Answer((2,))]
    assert public(engine.game).hand == 2


def test_a_winner_named_before_the_showdown_is_shown_before_the_push(sit):
    """
    Play stopped on the flop, and one player took the pot.
    """
    screen, engine, finger = asked(sit, "r225 c c QhJd2c k k k 4h")
    asked_of = public(engine.game).question
    assert asked_of
    finger.tap(f"seat-{asked_of.seats[0]}")

    assert screen.drawn.sheet is not None
    assert target(screen, "hand-over").tile.text == "PUSH & NEXT"


def test_a_split_before_the_showdown_shows_each_share_and_the_odd_chip_before_the_push(sit):
    """
    The river was not recorded, and nobody showed. Two seats share 675 by the dealer's word; nothing is to be undone.
    """
    screen, engine, finger = asked(sit, "r225 c c QhJd2c k k k 4h")
    finger.tap("seat-2", "seat-3")

    now = screen.drawn.sheet.now
    assert [(one.seat, one.amount) for one in now.winners] == [(2, 350), (3, 325)]
    assert load_book("tda").odd_chips.clause in now.notes[0]
    assert now.why == screen.content.words.asking.named_winners
    finger.tap("hand-over")
    assert engine.asked == [HandOver(), Answer((2, 3))]
    assert public(engine.game).hand == 2


def test_a_split_takes_four_touches(sit):
    """
    HAND OVER, two seats, and one key.
    """
    _, engine, finger = sit(play(dealt(THREE, LEVEL, seats=10), SPLIT))
    finger.tap("hand-over", "seat-1", "seat-2", "hand-over")

    assert engine.asked == [HandOver(), Answer((1, 2))]


@pytest.mark.parametrize("script", ["", "c c k QhJd2c k k k 4h k k k 9s k k k 1:AhAd 2:AsAc 3:KcKd"])
def test_a_split_by_cards_looks_like_a_split_by_the_dealer(sit, script):
    """
    Hands that were read and winners that were named are shown alike.
    """
    if not script:
        screen, _, finger = asked(sit, "c c k QhJd2c k k k 4h k k k 9s k k k")
        finger.tap("seat-1", "seat-2")
    else:
        screen, _, _ = sit(play(dealt(THREE, LEVEL, seats=10), script))
    now = screen.drawn.sheet.now
    assert [(one.seat, one.amount) for one in now.winners] == [(2, 150), (1, 150)]
    assert now.split


def test_the_floor_sees_each_share_and_the_odd_chip_before_awarding_the_pots(sit):
    """
    The floor awards 675 to two seats: 350 and 325, with the clause.
    """
    screen, _, finger = sit(play(dealt(THREE, LEVEL, seats=10), SPLIT))
    finger.tap("more", "menu-override", "override-award-pots", "override-seat-2", "override-seat-3", "override-next")

    said = " ".join(line.text for line in screen.drawn.page.lines)
    assert "Seat 2 wins 350, Seat 3 wins 325" in said
    assert load_book("tda").odd_chips.clause in said
