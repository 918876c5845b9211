"""That the catalogues have words for what the engine says, in every language."""

from collections.abc import Iterator
from string import Formatter

from engine.message import Message
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
