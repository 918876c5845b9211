"""The decks that a table alternates between, and the deck that a code belongs to, regardless of which deck is in
play."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from hardware.reading.deck import CardMatch, Deck, DeckRefused, contained_codes


@dataclass(frozen=True)
class Rotation:
    """The decks of a table. `Rotation.of` ensures that no code belongs to two different cards."""

    decks: tuple[Deck, ...]

    @classmethod
    def of(cls, decks: Iterable[Deck]) -> Self:
        """Build the rotation. Raises `DeckRefused` if there is no deck, if two decks have the same name, or if a code
        belongs to different cards in two decks."""
        rotation = cls(tuple(decks))
        if not rotation.decks:
            raise DeckRefused("no-deck")
        if len({deck.name for deck in rotation.decks}) < len(rotation.decks):
            raise DeckRefused("decks-same-name", names=", ".join(deck.name for deck in rotation.decks))
        for deck in rotation.decks:
            for card, code in deck.codes.items():
                if (found := rotation.find(code)) and found.card != card:
                    one, other = str(card), str(found.card)
                    raise DeckRefused("decks-disagree", read=repr(code), card=one, deck=repr(deck.name), other=other)
        return rotation

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(deck.name for deck in self.decks)

    def find(self, code: str) -> CardMatch | None:
        """The card with this code, or None. The deck's name is empty for a code that several decks share."""
        return self._found.get(code)

    @cached_property
    def is_truncation_safe(self) -> bool:
        return not contained_codes(code for deck in self.decks for code in deck.codes.values())

    @property
    def shared_codes(self) -> int:
        """How many codes are in more than one deck and therefore do not identify the deck."""
        return sum(not found.deck for found in self._found.values()) if len(self.decks) > 1 else 0

    @cached_property
    def _found(self) -> dict[str, CardMatch]:
        found: dict[str, CardMatch] = {}
        for deck in self.decks:
            for card, code in deck.codes.items():
                shared = code in found or len(self.decks) == 1
                found[code] = CardMatch(found[code].card if code in found else card, "" if shared else deck.name)
        return found
