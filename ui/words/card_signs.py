"""Cards as they are printed: `10♥ J♦`. They are the same in every language."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # an opening frame shows text and must not wait for the engine
    from engine.cards import Card

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_row(cards: "Iterable[Card]") -> str:
    return " ".join(f"{card.rank.replace('T', '10')}{SUITS[card.suit]}" for card in cards)
