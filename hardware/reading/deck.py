"""Maps codes to cards: a valid deck has fifty-two different codes, one for each card.

A deck file is TOML: a name, and for each card the code that its reader sends:

    name = "table 7, red backs"

    [codes]
    2c = "0417A3"
    3c = "0417A9"

Codes are compared exactly, including case. Codes of equal length are safest: a code that loses a byte on the line can
then never match another card's.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, reduce
from pathlib import Path
from typing import Protocol, Self

import msgspec

from engine.bad_input import BadInput, not_toml, why_unread
from engine.cards import DECK, Card
from engine.message import Message, message
from hardware.reading.frames import AIM_IDENTIFIER, LONGEST_FRAME
from hardware.reading.plain_file import text_of

LONGEST_NAME = 40
"""The number of characters that fit on one line on the screen."""
_CARD_BY_TEXT = {str(card): card for card in DECK}
_READABLE = re.compile(rf"(?!{AIM_IDENTIFIER.decode()})[!-~](?:[ -~]*[!-~])?")


class DeckRefused(BadInput):
    """The deck is invalid."""


class CardMatch(msgspec.Struct, frozen=True):
    """The card for a code, and the name of its deck if several decks are in use and only one of them has the code."""

    card: Card
    deck: str = ""


class Codes(Protocol):
    """A lookup of codes, either in one deck or in the decks that a table alternates between."""

    @property
    def is_truncation_safe(self) -> bool:
        """Whether no code is contained in another one. If so, a truncated code is never another card's code."""

    def find(self, code: str) -> CardMatch | None:
        """The card with exactly this code, or None."""


class Deck(msgspec.Struct, frozen=True, dict=True):
    """A deck's name and the code of each card. Built by `Deck.of` or `load_deck`, which validate it."""

    name: str
    codes: Mapping[Card, str]

    @classmethod
    def of(cls, name: str, codes: Mapping[str, object]) -> Self:
        """The deck in which, for example, the card `"Qh"` has the code `codes["Qh"]`. Raises `DeckRefused` with a list
        of every missing card, unknown card, duplicate code and unreadable code. A code is 1 to 64 printable ASCII
        characters without surrounding spaces or a leading AIM identifier. The name must be printable."""
        if problem := check_name(name):
            raise DeckRefused("deck-refused", name=repr(name), problem=problem)
        if wrong := [*_not_cards(codes), *_missing(codes), *_unreadable(codes), *_doubled(codes)]:
            problem = reduce(lambda one, other: message("both-problems", one=one, other=other), wrong)
            raise DeckRefused("deck-refused", name=repr(name), problem=problem)
        return cls(name, {_CARD_BY_TEXT[text]: str(code) for text, code in codes.items()})

    def card(self, code: str) -> Card | None:
        return self._cards.get(code)

    def find(self, code: str) -> CardMatch | None:
        """See `Codes`. The deck's name stays empty, because there is only one deck."""
        card = self.card(code)
        return CardMatch(card) if card else None

    @cached_property
    def is_truncation_safe(self) -> bool:
        return not contained_codes(self.codes.values())

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {code: card for card, code in self.codes.items()}


def load_deck(path: Path) -> Deck:
    """The deck in a file. Raises `DeckRefused` with a one-line message, also for an unreadable file."""
    try:
        text = text_of(path)
    except (OSError, ValueError) as error:
        raise DeckRefused("file-unreadable", path=str(path), error=why_unread(error)) from error
    try:
        return parse_deck(text)
    except DeckRefused as refused:
        raise DeckRefused("at-place", place=str(path), problem=refused.message) from None


def parse_deck(text: str) -> Deck:
    """The deck that a deck file's text describes. Raises `DeckRefused`."""
    try:
        file = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists nested a thousand deep
        raise DeckRefused("no-deck-file", why=_quoted(text, error)) from error
    name, codes = file.pop("name", None), file.pop("codes", None)
    if file:
        raise DeckRefused("deck-file-has-more", more=", ".join(map(repr, file)))
    if not isinstance(name, str) or not isinstance(codes, dict):
        raise DeckRefused("deck-file-has-less")
    return Deck.of(name, codes)


def contained_codes(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of codes in which the first is contained in the second."""
    every = sorted(set(codes))
    return [(short, long) for short in every for long in every if short != long and short in long]


def _not_cards(codes: Mapping[str, object]) -> Iterator[Message]:
    if wrong := [text for text in codes if text not in _CARD_BY_TEXT]:
        yield message("codes-of-no-card", names=", ".join(map(repr, wrong)))


def _missing(codes: Mapping[str, object]) -> Iterator[Message]:
    if missing := [text for text in _CARD_BY_TEXT if text not in codes]:
        yield message("codes-missing", cards=", ".join(missing))


def _unreadable(codes: Mapping[str, object]) -> Iterator[Message]:
    if wrong := [text for text, code in codes.items() if not (isinstance(code, str) and is_readable(code))]:
        yield message("codes-unsendable", cards=", ".join(wrong))


def is_readable(code: str) -> bool:
    """Whether a reader can send this code reliably. It must be printable ASCII and not too long, without surrounding
    spaces or a leading AIM identifier."""
    return len(code) <= LONGEST_FRAME and _READABLE.fullmatch(code) is not None


def check_name(name: str) -> Message | None:
    """Why this is not a valid name for a deck, or None if it is one. Decks are distinguished by name, so the name may
    not be empty."""
    if name.strip() == name and 0 < len(name) <= LONGEST_NAME and name.isprintable():
        return None
    return message("deck-name-letters", letters=LONGEST_NAME)


def _doubled(codes: Mapping[str, object]) -> Iterator[Message]:
    texts = [code for code in codes.values() if isinstance(code, str)]
    for code, times in Counter(texts).items():
        if times > 1:
            yield message(
                "codes-doubled", cards=", ".join(text for text in codes if codes[text] == code), read=repr(code)
            )


def _quoted(text: str, error: Exception) -> Message:
    """Why the text is not valid TOML, with the faulty line quoted. This way, a duplicate card is shown, and not only
    its position."""
    why = not_toml(error)
    at = re.search(r"at line (\d+)", str(error))
    return message("line-quoted", why=why, line=repr(text.split("\n")[int(at[1]) - 1].strip())) if at else why


PLAIN_DECK = Deck.of("plain", {str(card): str(card) for card in DECK})
"""In this deck, each code is the card as written in hand histories, such as `Qh`."""

STICKER_DECK = Deck.of("stickers", {str(card): str(card).upper() for card in DECK})
"""The codes that `kiosk deck print` prints, such as `QH`. They consist of capitals and digits only, so that a keyboard
scanner does not need Shift."""
