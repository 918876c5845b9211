"""Checks that the catalogs have a text in every language for each message of the engine."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter

import pytest

from engine.bad_input import BadInput
from engine.message import Message
from engine.refused import Refused
from kiosk.faults import Fault
from ui.words.languages import LANGUAGES, words_in
from ui.words.shapes import Plural

NAMES = frozenset(("name", "player", "clause", "word"))
"""The fields whose text is the same in every language: text that a person typed, and quotes."""
SPOKEN = tuple(words_in(language) for language in LANGUAGES)


def assert_said(message: Message) -> None:
    """Each code of the message and of its nested messages has a sentence in every language, which uses every field.

    No field is given text that belongs to one language.
    """
    for one in _all(message):
        assert {name for name, value in one.fields.items() if isinstance(value, str)} <= NAMES, one
        for words in SPOKEN:
            assert one.code in words.messages, one
            assert braces(words.messages[one.code]) == set(one.fields), one


def braces(text: str | Plural) -> set[str]:
    """The fields that a sentence fills in; for a sentence with a count, those of its plural form."""
    form = text if isinstance(text, str) else text[-1]
    return {name for _, name, _, _ in Formatter().parse(form) if name is not None}


def _all(message: Message) -> Iterator[Message]:
    yield message
    for value in message.fields.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from _all(part)


def english(error: BadInput | Fault | Refused) -> str:
    """An error in English, as a person reads it."""
    words = words_in("en")
    if isinstance(error, Refused):
        return words.refusal(error)
    return str(words.fault(error.message)) if isinstance(error, Fault) else words.say(error.message)


@contextmanager
def refused(kind: type[BadInput | Fault], match: str = "") -> Iterator[None]:
    """Expects the code in this block to be refused, and yields the refusal in English, in one line."""
    with pytest.raises(kind) as caught:
        yield
    assert isinstance(caught.value, BadInput | Fault)
    said = english(caught.value)
    assert re.search(match, said), said
    assert "\n" not in said
