"""Decks are changed between hands, and the change is recorded."""

import pytest

from engine.actions import Amend, Call, Check, Fold, Push, RaiseTo, Redo, ReplaceAct, SeeCard, Undo
from engine.cards import Card
from engine.events import Raised
from engine.game.game import Game, decide
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import ChangeDeck, DeckChanged
from kiosk.protocol.codec import decode_event, encode_event
from tests.rules.test_table import READY, after

TO_FLOP = (Call(1), Check(4))


def test_another_deck_comes_into_play_between_hands():
    assert decide(after(*READY), ChangeDeck("blue")) == [DeckChanged("blue")]
    assert after(*READY, ChangeDeck("blue")).table.deck == "blue"


def test_the_deck_can_still_be_changed_before_a_card_of_the_hand_is_seen():
    """The hand began with the tap that ended the last one. The dealer took the other deck after that."""
    changed = after(*READY, StartHand(), *TO_FLOP, ChangeDeck("blue"), SeeCard(Card("Qh")))

    assert changed.table.deck == "blue"
    assert changed.table.hand is not None
    assert changed.table.hand.board == (Card("Qh"),)


def test_the_two_decks_alternate():
    assert after(*READY, ChangeDeck("blue"), ChangeDeck("red")).table.deck == "red"


@pytest.mark.parametrize(
    ("before", "deck", "words"),
    [
        ((*READY, StartHand(), *TO_FLOP, SeeCard(Card("Qh"))), "blue", "deck-in-hand"),
        ((*READY, StartHand(), *TO_FLOP, SeeCard(Card("Qh"))), "red", "deck-in-hand"),
        ((*READY, ChangeDeck("blue")), "blue", "deck-in-play"),
        (READY, " ", "deck-name-length"),
        (READY, "x" * 101, "deck-name-length"),
    ],
)
def test_a_senseless_deck_change_is_refused(before, deck, words):
    with pytest.raises(Refused, match=words):
        decide(after(*before), ChangeDeck(deck))


def test_a_deck_change_is_refused_before_the_table_is_open():
    with pytest.raises(Refused, match="table-not-open"):
        decide(Game(), ChangeDeck("blue"))


PLAYED = (*READY, StartHand(), Fold(1), Push(), ChangeDeck("red"))


def test_undo_takes_back_a_deck_change_first():
    """UNDO after it must not undo the hand before it, nor leave that hand with a deck that was not used for it."""
    changed = after(*PLAYED, ChangeDeck("blue"))
    assert public(changed).last == DeckChanged("blue")

    once = after(*PLAYED, ChangeDeck("blue"), Undo())
    assert once.table.deck == "red"
    assert once.table.hand is not None
    assert once.table.hand.over

    back = after(*PLAYED, ChangeDeck("blue"), Undo(), Undo(), Undo(confirmed=True))
    assert back.table.deck == ""
    assert back.table.hand is not None
    assert not back.table.hand.over
    assert after(*PLAYED, ChangeDeck("blue"), Undo(), Redo()).table == changed.table


def test_a_repair_of_the_last_hand_keeps_the_deck_change_if_that_hand_still_ends():
    played = after(*READY, StartHand(), RaiseTo(1, 1000), Fold(4), Push(), ChangeDeck("blue"))
    raised = next(line for line in public(played).lines if isinstance(line.event, Raised))

    repaired = after(*READY, StartHand(), RaiseTo(1, 1000), Fold(4), Push(), ChangeDeck("blue"),
                     Amend(raised.mark, ReplaceAct(RaiseTo(1, 900))))  # fmt: skip

    assert repaired.table.deck == "blue"


@pytest.mark.parametrize(("asked", "seat"), [("player", 0), ("player", 2), ("player", 11), ("dealer", 1), ("floor", 4)])
def test_only_a_seated_player_can_ask_for_a_deck_change(asked, seat):
    with pytest.raises(Refused, match="deck-asked-by-nobody"):
        decide(after(*READY), ChangeDeck("blue", asked, seat))


def test_the_seat_that_asked_is_on_record():
    assert decide(after(*READY), ChangeDeck("blue", "player", 4)) == [DeckChanged("blue", "player", 4)]


def test_a_deck_change_is_encoded_and_decoded():
    for event in (DeckChanged("blue"), DeckChanged("blue", "player", 4)):
        assert decode_event(encode_event(event)) == event
    assert decode_event(b'{"form":1,"event":{"is":"deck-changed","deck":"blue"}}') == DeckChanged("blue", "dealer")
