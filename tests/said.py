"""That the catalogues have words for what the engine says, in every language."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter

import pytest

from engine.bad_input import BadInput
from engine.message import Message
from kiosk.faults import Fault
from ui.words.languages import LANGUAGES, words_in
from ui.words.plural import Plural

NAMES = frozenset(("name", "player", "clause", "word"))
"""The fields whose text is the same in every language: what a person typed, and what is quoted."""
SPOKEN = tuple(words_in(language) for language in LANGUAGES)


def assert_said(message: Message) -> None:
    """Each code of the message and of those within it has a sentence in every language, which says every field; none is
    given a text that has a language of its own."""
    for one in _all(message):
        assert {name for name, value in one.fields.items() if isinstance(value, str)} <= NAMES, one
        for words in SPOKEN:
            assert one.code in words.messages, one
            assert braces(words.messages[one.code]) == set(one.fields), one


def braces(text: str | Plural) -> set[str]:
    """What a sentence has filled in, its form for many where it counts."""
    form = text if isinstance(text, str) else text[-1]
    return {name for _, name, _, _ in Formatter().parse(form) if name is not None}


def _all(message: Message) -> Iterator[Message]:
    yield message
    for value in message.fields.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from _all(part)


def english(error: BadInput | Fault) -> str:
    """What a person reads of an error, in English."""
    words = words_in("en")
    return str(words.fault(error.message)) if isinstance(error, Fault) else words.say(error.message)


@contextmanager
def refused(kind: type[BadInput | Fault], match: str = "") -> Iterator[None]:
    """That what is done here is refused, and what a person reads of it in English, in one line."""
    with pytest.raises(kind) as caught:
        yield
    assert isinstance(caught.value, BadInput | Fault)
    said = english(caught.value)
    assert re.search(match, said), said
    assert "\n" not in said
