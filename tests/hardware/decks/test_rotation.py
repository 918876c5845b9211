"""Two alternating decks: a code belongs to one of them, and never to two cards."""

import pytest

from engine.cards import DECK, Card
from hardware.decks.rotation import Rotation
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, CardMatch, Deck, DeckRefused
from tests.said import refused

QUEEN = Card("Qh")


def deck(name, prefix):
    return Deck.of(name, {str(card): prefix + str(card) for card in DECK})


def test_a_code_gives_its_card_and_its_deck():
    rotation = Rotation.of([deck("red", "R"), deck("blue", "B")])

    assert rotation.names == ("red", "blue")
    assert rotation.find("RQh") == CardMatch(QUEEN, "red")
    assert rotation.find("BQh") == CardMatch(QUEEN, "blue")
    assert rotation.find("Qh") is None


def test_decks_with_the_same_codes_cannot_be_distinguished():
    assert Rotation.of([deck("red", ""), deck("blue", "")]).find("Qh") == CardMatch(QUEEN, "")


def test_a_single_deck_has_no_other():
    assert Rotation.of([PLAIN_DECK]).find("Qh") == CardMatch(QUEEN)
    assert PLAIN_DECK.find("Qh") == CardMatch(QUEEN)
    assert PLAIN_DECK.find("QH") is None


def test_a_code_for_two_cards_is_refused_with_both_names():
    moved = {str(card): f"X{card}" for card in DECK} | {"Qh": "RAs"}

    with refused(DeckRefused, "the code 'RAs' is Qh in deck 'other' and As in another"):
        Rotation.of([deck("red", "R"), Deck.of("other", moved)])


@pytest.mark.parametrize(
    ("decks", "words"), [([], "needs a deck"), ([deck("red", "R"), deck("red", "B")], "have the same name")]
)
def test_an_invalid_rotation_is_refused(decks, words):
    with refused(DeckRefused, words):
        Rotation.of(decks)


def test_codes_of_equal_length_are_safe_against_truncation_and_codes_within_others_are_not():
    numbers = Deck.of("numbers", {str(card): str(number) for number, card in enumerate(DECK)})

    assert PLAIN_DECK.is_truncation_safe
    assert STICKER_DECK.is_truncation_safe
    assert not numbers.is_truncation_safe
    assert not Rotation.of([deck("red", "R"), PLAIN_DECK]).is_truncation_safe
