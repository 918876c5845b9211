"""Maps codes to cards: a valid deck has fifty-two different codes, one for each card.

A deck file is TOML: a name, and for each card the code its reader sends:

    name = "table 7, red backs"

    [codes]
    2c = "0417A3"
    3c = "0417A9"

Codes are compared exactly, case included. Codes of equal length are safest: a code that lost a byte on the line is then
never another card's.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol, Self

import msgspec

from engine.cards import DECK, Card
from hardware.reading.frames import AIM_IDENTIFIER, LONGEST_FRAME

LONGEST_NAME = 40
"""Characters that fit a line of the screen."""
_CARD_BY_TEXT = {str(card): card for card in DECK}
_READABLE = re.compile(rf"(?!{AIM_IDENTIFIER.decode()})[!-~](?:[ -~]*[!-~])?")


class DeckRefused(ValueError):
    """The deck is invalid; the text says why, in one line."""


class Found(NamedTuple):
    """The card of a code, and the name of its deck if several are in use and the code is unique to one."""

    card: Card
    deck: str = ""


class Codes(Protocol):
    """A lookup of codes: one deck, or the decks that a table alternates."""

    @property
    def is_truncation_safe(self) -> bool:
        """Whether no code is contained in another, so that a truncated code is never another card's."""

    def find(self, code: str) -> Found | None:
        """The card with exactly this code, or None."""


class Deck(msgspec.Struct, frozen=True, dict=True):
    """A deck's name and the code of each card. Built by `Deck.of` or `load_deck`, which validate it."""

    name: str
    codes: Mapping[Card, str]

    @classmethod
    def of(cls, name: str, codes: Mapping[str, object]) -> Self:
        """The deck in which the card `"Qh"` has the code `codes["Qh"]`.

        Raises `DeckRefused` listing every missing card, unknown card, duplicate code and unreadable code: a code is 1
        to 64 printable ASCII characters without surrounding spaces or a leading AIM identifier. The name must be
        printable.
        """
        if problem := check_name(name):
            raise DeckRefused(f"deck {name!r} is refused: {problem}")
        if wrong := [*_not_cards(codes), *_missing(codes), *_unreadable(codes), *_doubled(codes)]:
            raise DeckRefused(f"deck {name!r} is refused: {'; '.join(wrong)}")
        return cls(name, {_CARD_BY_TEXT[text]: str(code) for text, code in codes.items()})

    def card(self, code: str) -> Card | None:
        """The card with exactly this code, or None."""
        return self._cards.get(code)

    def find(self, code: str) -> Found | None:
        """See `Codes`; the deck's name stays empty, as there is no other."""
        card = self.card(code)
        return Found(card) if card else None

    @cached_property
    def is_truncation_safe(self) -> bool:
        """See `Codes`."""
        return not contained_codes(self.codes.values())

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {code: card for card, code in self.codes.items()}


def load_deck(path: Path) -> Deck:
    """The deck in a file. Raises a one-line `DeckRefused`, also for an unreadable file."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DeckRefused(f"deck file {path} cannot be read: {getattr(error, 'strerror', 'it is not text')}") from error
    try:
        return parse_deck(text)
    except DeckRefused as refused:
        raise DeckRefused(f"{path}: {refused}") from None


def parse_deck(text: str) -> Deck:
    """The deck that a deck file's text describes. Raises `DeckRefused`."""
    try:
        file = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists a thousand deep
        raise DeckRefused(f"not a deck file: {error}{_quote(text, str(error))}") from error
    name, codes = file.pop("name", None), file.pop("codes", None)
    if file:
        raise DeckRefused(f"a deck file has a name and [codes], not {_listed(map(repr, file))}")
    if not isinstance(name, str) or not isinstance(codes, dict):
        raise DeckRefused('a deck file needs name = "..." and a table [codes] with a line Qh = "code" for each card')
    return Deck.of(name, codes)


def contained_codes(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of codes of which the first is contained in the second."""
    every = sorted(set(codes))
    return [(short, long) for short in every for long in every if short != long and short in long]


def _not_cards(codes: Mapping[str, object]) -> Iterator[str]:
    if wrong := [text for text in codes if text not in _CARD_BY_TEXT]:
        yield f"not a card: {_listed(map(repr, wrong))}"


def _missing(codes: Mapping[str, object]) -> Iterator[str]:
    if missing := [text for text in _CARD_BY_TEXT if text not in codes]:
        yield f"no code for {_listed(missing)}"


def _unreadable(codes: Mapping[str, object]) -> Iterator[str]:
    if wrong := [text for text, code in codes.items() if not _is_readable(code)]:
        yield f"not a code in quotes that a reader can send: that of {_listed(wrong)}"


def _is_readable(code: object) -> bool:
    return isinstance(code, str) and not check_code(code)


def check_code(code: str) -> str:
    """Why no reader can send this code reliably; empty if one can."""
    if len(code) > LONGEST_FRAME:
        return f"it is longer than {LONGEST_FRAME} characters"
    if not _READABLE.fullmatch(code):
        return "it must be printable ASCII characters, without space around them or an AIM identifier in front"
    return ""


def check_name(name: str) -> str:
    """Why this is no valid name for a deck; empty if it is. Decks are distinguished by name, so none is empty."""
    if name.strip() == name and 0 < len(name) <= LONGEST_NAME and name.isprintable():
        return ""
    return f"its name must be 1 to {LONGEST_NAME} printable characters, without space around them"


def _doubled(codes: Mapping[str, object]) -> Iterator[str]:
    texts = [code for code in codes.values() if isinstance(code, str)]
    for code, times in Counter(texts).items():
        if times > 1:
            yield f"{_listed(text for text in codes if codes[text] == code)} have the same code {code!r}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _quote(text: str, error: str) -> str:
    """The line that a TOML error refers to, so that a duplicate card is shown and not only its position."""
    at = re.search(r"at line (\d+)", error)
    return f": {text.split(chr(10))[int(at[1]) - 1].strip()!r}" if at else ""


PLAIN_DECK = Deck.of("plain", {str(card): str(card) for card in DECK})
"""Each code is the card as in hand histories: `Qh`."""

STICKER_DECK = Deck.of("stickers", {str(card): str(card).upper() for card in DECK})
"""The codes that `kiosk deck print` prints: `QH`, capitals and digits only, so that a keyboard scanner needs no
Shift."""
