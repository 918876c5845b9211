"""The sentences of the engine's codes."""

import pytest

from engine.cards import parse_cards
from engine.message import message
from ui.words.languages import Language, words_in
from ui.words.messages.play import PLAY
from ui.words.messages.rulings import RULINGS


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "seat 4 has folded"), ("de", "Platz 4 hat gefoldet"), ("es", "el asiento 4 ha hecho fold")],
)
def test_a_code_is_said_in_every_language(language: Language, said: str) -> None:
    """
    The engine knows the code and the seat; the catalogue has the sentence.
    """
    assert words_in(language).say(message("seat-folded", seat=4)) == said


def test_no_code_is_in_two_catalogues() -> None:
    """
    The later one would silently speak for both.
    """
    assert PLAY.keys() & RULINGS.keys() == set()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "12,000 to ace of hearts and ten of clubs, by seat 4 has folded: Ann"),
        ("de", "12.000 to Herz Ass und Kreuz Zehn, by Platz 4 hat gefoldet: Ann"),
    ],
)
def test_what_a_message_names_is_said_as_the_language_does(language: Language, said: str) -> None:
    """
    Amounts, cards, lists and messages in messages.
    """
    odd = "{chips} to {cards}, by {why}: {name}"
    folded = message("seat-folded", seat=4)

    assert words_in(language).say(message(odd, chips=12_000, cards=parse_cards("AhTc"), why=folded, name="Ann")) == said
