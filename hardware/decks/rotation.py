"""The decks that a table plays with by turns, and to which of them a code belongs. Knows not which is in play."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from hardware.reading.deck import Deck, DeckRefused, Found, contained_codes


@dataclass(frozen=True)
class Rotation:
    """The decks of a table. `Rotation.of` makes sure that a code never names two different cards."""

    decks: tuple[Deck, ...]

    @classmethod
    def of(cls, decks: Iterable[Deck]) -> Self:
        """Raises `DeckRefused` for no deck, two of one name, and a code that is another card in another deck."""
        rotation = cls(tuple(decks))
        if not rotation.decks:
            raise DeckRefused("a table needs a deck")
        if len({deck.name for deck in rotation.decks}) < len(rotation.decks):
            raise DeckRefused(f"two decks are named alike: {', '.join(deck.name for deck in rotation.decks)}")
        for deck in rotation.decks:
            for card, code in deck.codes.items():
                if (found := rotation.find(code)) and found.card != card:
                    raise DeckRefused(f"the code {code!r} is {card} in deck {deck.name!r} and {found.card} in another")
        return rotation

    @property
    def names(self) -> tuple[str, ...]:
        """The decks' names, in order."""
        return tuple(deck.name for deck in self.decks)

    def find(self, code: str) -> Found | None:
        """The card of a code. Decks whose codes are alike, such as printed on every card, cannot be told apart."""
        return self._found.get(code)

    @cached_property
    def is_truncation_safe(self) -> bool:
        """Whether no code is a piece of another: then a code that was cut is never taken for another card."""
        return not contained_codes(code for deck in self.decks for code in deck.codes.values())

    @property
    def shared_codes(self) -> int:
        """How many codes are in several decks: they do not tell of which deck a card is."""
        return sum(not found.deck for found in self._found.values()) if len(self.decks) > 1 else 0

    @cached_property
    def _found(self) -> dict[str, Found]:
        found: dict[str, Found] = {}
        for deck in self.decks:
            for card, code in deck.codes.items():
                shared = code in found or len(self.decks) == 1
                found[code] = Found(found[code].card if code in found else card, "" if shared else deck.name)
        return found
