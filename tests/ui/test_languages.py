"""Every text is said in every language, whole, and has room on both glasses in every state."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

import msgspec
import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from engine.game.game import Game
from tests.screens.dealer import STATES
from tests.screens.shots import GLASSES, shoot
from tests.ui.fitting import assert_fits, misfits
from ui.words import ENGLISH
from ui.words.languages import PLACES, Language, words_in

OTHERS: tuple[Language, ...] = ("de", "es")
BRACES = re.compile(r"\{[^}]*\}")
ROOM = frozenset((
    "fold", "check", "call", "bet", "raise", "all", "in", "muck", "pot", "main", "side", "split", "ante", "button",
    "color", "up", "push", "hand", "chips", "stacks", "deck", "board", "ok", "preflop", "flop", "turn", "river",
    "showdown", "floor", "dealer", "misdeal", "ruling", "level", "d", "sb", "bb", "min", "s", "h", "straddle", "antes",
    "heads", "april", "august", "september", "november",
))  # fmt: skip
"""What is said alike at a table in every language, units, and months that are spelt alike."""


def texts(words: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with where it stands."""
    if isinstance(words, str):
        yield path, words
    elif isinstance(words, msgspec.Struct):
        for field in words.__struct_fields__:
            yield from texts(getattr(words, field), f"{path}.{field}")
    elif isinstance(words, dict):
        for key, value in words.items():
            yield from texts(value, f"{path}[{key}]")
    else:
        assert isinstance(words, tuple), path
        for index, value in enumerate(words):
            yield from texts(value, f"{path}[{index}]")


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_with_the_same_braces(language: Language) -> None:
    """
    Nothing is forgotten, and what is filled in has its place, as often as in English.
    """
    english, said = dict(texts(ENGLISH)), dict(texts(words_in(language)))

    assert said.keys() == english.keys()
    for path, text in english.items():
        assert Counter(BRACES.findall(text)) == Counter(BRACES.findall(said[path])), path
        assert bool(text) == bool(said[path]), path


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: Language) -> None:
    """
    What reads the same in both is a word of the card room, or has no words in it.
    """
    said = dict(texts(words_in(language)))
    names = re.compile(r"whys|reasons|kill_reasons")  # how they are recorded, not how they read

    same = {
        f"{path} {text}"
        for path, text in texts(ENGLISH)
        if said[path] == text
        and not ROOM.issuperset(re.findall(r"[a-z]+", BRACES.sub("", text).lower()))
        and not (names.search(path) and path.endswith("[0]"))
    }

    assert same == set()


@pytest.mark.parametrize("language", PLACES)
def test_amounts_times_and_cards_are_said_as_the_language_does(language: Language) -> None:
    """
    Thousands by the language's own mark; a card by its rank and suit.
    """
    words = words_in(language)

    assert words.amount(1_234_567) == {"en": "1,234,567", "de": "1.234.567", "es": "1.234.567"}[language]
    assert words.decimal != words.thousands


@cache
def game(name: str) -> Game:
    """The game of a state, the same for every language."""
    return STATES[name].game()


@pytest.mark.slow
@pytest.mark.parametrize("glass", GLASSES)
@pytest.mark.parametrize("language", PLACES)
def test_in_every_state_every_text_has_room(qapp: QApplication, language: Language, glass: str) -> None:
    """
    Nothing is cut short, runs out of its place or becomes too small to read; no page asks for more than there is.
    """
    problems: set[str] = set()
    for name, state in STATES.items():
        with misfits() as found:
            screen = shoot(state._replace(game=partial(game, name)), glass, "dark", language)
            screen.grab()
        problems |= {f"{name}: {text}" for text in found if len(text) > 1}  # a winner's cards lie larger elsewhere
        if screen._view and screen._view.page:
            assert_fits(screen._view.page, (screen.width() / GLASSES[glass][2], screen.height() / GLASSES[glass][2]))
        Shiboken.delete(screen)  # a hundred of them would take a gigabyte together

    assert problems == set()
