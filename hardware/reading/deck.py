"""Codes to cards and back: a deck is fifty-two different codes for the fifty-two cards, or it is refused.

A deck file is TOML: a name, and for each card the code its reader sends:

    name = "table 7, red backs"

    [codes]
    2c = "0417A3"
    3c = "0417A9"

Codes are compared exactly, upper and lower case apart. Codes of one length are the safest: when a line loses a byte,
what is left is then no other card's code.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from engine.cards import DECK, Card
from hardware.reading.frames import AIM_IDENTIFIER, LONGEST_FRAME

LONGEST_NAME = 40
"""Characters: what a line of the screen holds."""
_CARD_BY_TEXT = {str(card): card for card in DECK}
_READABLE = re.compile(rf"(?!{AIM_IDENTIFIER.decode()})[!-~](?:[ -~]*[!-~])?")


class DeckRefused(ValueError):
    """The deck cannot be used; the text says in one line what is wrong with it."""


class Found(NamedTuple):
    """The card of a code, and the name of its deck where several are in use and the code tells them apart."""

    card: Card
    deck: str = ""


class Codes(Protocol):
    """Whatever knows codes: one deck, or the decks that a table plays with by turns."""

    @property
    def is_truncation_safe(self) -> bool:
        """Whether no code is a piece of another: then a code that was cut is never taken for another card."""

    def find(self, code: str) -> Found | None:
        """The card that has exactly this code, if any has."""


@dataclass(frozen=True)
class Deck:
    """A deck's name and the code of each card. `Deck.of` and `load_deck` make sure that it is whole."""

    name: str
    codes: Mapping[Card, str]

    @classmethod
    def of(cls, name: str, codes: Mapping[str, object]) -> Self:
        """The deck in which the card `"Qh"` has the code `codes["Qh"]`.

        Raises `DeckRefused` naming every card that is missing, not a card, or shares its code with another, and every
        code that no reader could deliver: it must be 1 to 64 printable ASCII characters, without space around them and
        without an AIM identifier in front. A deck has a name that a screen can show.
        """
        if problem := check_name(name):
            raise DeckRefused(f"deck {name!r} is refused: {problem}")
        if wrong := [*_not_cards(codes), *_missing(codes), *_unreadable(codes), *_doubled(codes)]:
            raise DeckRefused(f"deck {name!r} is refused: {'; '.join(wrong)}")
        return cls(name, {_CARD_BY_TEXT[text]: str(code) for text, code in codes.items()})

    def card(self, code: str) -> Card | None:
        """The card that has exactly this code, if any has."""
        return self._cards.get(code)

    def find(self, code: str) -> Found | None:
        """As `Codes` has it; of a deck alone there is no other to tell it from."""
        card = self.card(code)
        return Found(card) if card else None

    @cached_property
    def is_truncation_safe(self) -> bool:
        """As `Codes` has it."""
        return not contained_codes(self.codes.values())

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {code: card for card, code in self.codes.items()}


def load_deck(path: Path) -> Deck:
    """The deck in a file. Raises `DeckRefused` in one line, also for a file that cannot be read."""
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
    """Codes that are a piece of another one, each with that."""
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
    """Why no reader can deliver this code again and again; nothing where one can."""
    if len(code) > LONGEST_FRAME:
        return f"it is longer than {LONGEST_FRAME} characters"
    if not _READABLE.fullmatch(code):
        return "it must be printable ASCII characters, without space around them or an AIM identifier in front"
    return ""


def check_name(name: str) -> str:
    """Why a deck cannot be named so; nothing where it can. Two decks are told apart by their names: none is empty."""
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
    """The line a TOML error names, so that a card written twice is named and not only counted."""
    at = re.search(r"at line (\d+)", error)
    return f": {text.split(chr(10))[int(at[1]) - 1].strip()!r}" if at else ""


PLAIN_DECK = Deck.of("plain", {str(card): str(card) for card in DECK})
"""The code is the card as hand histories write it: `Qh`."""

STICKER_DECK = Deck.of("stickers", {str(card): str(card).upper() for card in DECK})
"""What `kiosk deck print` prints: capitals and digits only, so that a scanner that types needs no Shift: `QH`."""
