"""Decks are changed between hands, and the record says so."""

import pytest

from engine.actions import ChangeDeck, Fold, Push, StartHand, Undo
from engine.events import DeckChanged
from engine.refused import Refused
from engine.replay import Game, decide
from kiosk.wire import decode_event, encode_event
from tests.rules.test_table import READY, after


def test_another_deck_comes_into_play_between_hands():
    assert decide(after(*READY), ChangeDeck("blue")) == [DeckChanged("blue")]
    assert after(*READY, ChangeDeck("blue")).table.deck == "blue"


def test_decks_change_by_turns():
    assert after(*READY, ChangeDeck("blue"), ChangeDeck("red")).table.deck == "red"


@pytest.mark.parametrize(
    ("before", "deck", "words"),
    [
        ((*READY, StartHand()), "blue", "finish this hand first"),
        ((*READY, ChangeDeck("blue")), "blue", "in play already"),
        (READY, " ", "has a name"),
        (READY, "x" * 101, "has a name"),
    ],
)
def test_a_deck_is_not_changed_where_that_makes_no_sense(before, deck, words):
    with pytest.raises(Refused, match=words):
        decide(after(*before), ChangeDeck(deck))


def test_no_deck_before_the_table_is_open():
    with pytest.raises(Refused, match="not open yet"):
        decide(Game(), ChangeDeck("blue"))


def test_taking_back_the_last_hand_leaves_the_deck_that_lies_there():
    played = after(*READY, StartHand(), Fold(1), Push(), ChangeDeck("blue"), Undo(), Undo(confirmed=True))

    assert played.table.deck == "blue"
    assert played.table.hand is not None
    assert played.table.hand.live == (True, True)


def test_the_record_holds_it():
    assert decode_event(encode_event(DeckChanged("blue"))) == DeckChanged("blue")
