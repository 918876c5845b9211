"""The languages of the dealer's screen."""

import importlib
from typing import Literal

from ui.words import Words

Language = Literal["en", "de", "es"]
PLACES: dict[Language, tuple[str, str]] = {
    "en": ("ui.words", "ENGLISH"),
    "de": ("ui.words.german", "GERMAN"),
    "es": ("ui.words.spanish", "SPANISH"),
}


def words_in(language: Language) -> Words:
    """Every text of the screen. A language is read only where it is spoken: the first frame does not wait for it."""
    module, name = PLACES[language]
    words = getattr(importlib.import_module(module), name)
    assert isinstance(words, Words)
    return words
