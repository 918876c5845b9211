"""A table's cards: the cards dealt in each hand, the cards that were named, and what a screen may show of them."""

from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.actions import BOARD
from engine.cards import DECK, Card
from engine.hand.state import Hand, index_of
from engine.table.state import MOST_SEATS

ROOM, SPARE = "room", "spare"
"""The decks of every table. The second deck rests."""
BOARD_CARDS = 5
FLOP = 3
HOLE_CARDS = 2


class Dealt(NamedTuple):
    """A shuffled deck: the board and each seat's hole cards."""

    board: tuple[Card, ...]
    seats: tuple[tuple[Card, ...], ...]

    def at(self, where: int) -> tuple[Card, ...]:
        """The cards on the board or at a seat."""
        return self.seats[where - 1] if where != BOARD else self.board


class Cards:
    """One table's cards, in all hands of all sittings. A second kiosk gets the same cards, and so does a hand that is
    dealt again."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._named: dict[tuple[str, int], set[Card]] = {}
        self._dealt = lru_cache(4)(self._shuffled)

    def dealt(self, sitting: str, hand: int) -> Dealt:
        """The cards in this hand."""
        return self._dealt(sitting, hand)

    def name(self, sitting: str, hand: int, card: Card) -> None:
        """Record that a reader reported the whole code of a card, or that the dealer keyed it."""
        self._named.setdefault((sitting, hand), set()).add(card)

    def wrong(self, sitting: str, hand: Hand) -> str:
        """The reason why a screen's cards cannot be right. Empty if they can be."""
        number = hand.deal.hand
        named, dealt = self._named.get((sitting, number), set()), self.dealt(sitting, number)
        seen = [*hand.board, *chain.from_iterable(hand.tabled)]
        for card in seen:
            if card not in named:
                return f"has {card} in hand {number}, which no reader and nobody named"
            if seen.count(card) > 1:
                return f"has {card} twice in hand {number}"
        places = {BOARD: hand.board, **{seat: hand.tabled[index_of(hand, seat)] for seat in hand.deal.seats}}
        for where, cards in places.items():
            if not _is_dealt(cards, dealt.at(where), where):
                return f"has {' '.join(map(str, cards))} at {where} in hand {number}, and there lie {dealt.at(where)}"
        return ""

    def _shuffled(self, sitting: str, hand: int) -> Dealt:
        deck = Random(f"deck {self._seed} {sitting} {hand}").sample(DECK, len(DECK))
        holes = tuple(tuple(deck[at : at + HOLE_CARDS]) for at in range(BOARD_CARDS, BOARD_CARDS + 2 * MOST_SEATS, 2))
        return Dealt(tuple(deck[:BOARD_CARDS]), holes)


def _is_dealt(seen: tuple[Card, ...], lie: tuple[Card, ...], where: int) -> bool:
    """Whether the cards seen match those dealt there. The order within a flop or a hand does not matter."""
    first = FLOP if where == BOARD else HOLE_CARDS
    return set(seen[:first]) <= set(lie[:first]) and seen[first:] == lie[first : len(seen)]


@cache
def code_of(card: Card, deck: str) -> str:
    """The code of a card's tag. All codes have the same length."""
    return Random(f"tag {deck} {card}").randbytes(7).hex().upper()


def deck_file(folder: Path, deck: str) -> Path:
    """The path of a deck's file."""
    return folder / f"{deck}.toml"


def write_deck(folder: Path, deck: str) -> None:
    """Write a deck's file for all tables."""
    codes = "".join(f'{card} = "{code_of(card, deck)}"\n' for card in DECK)
    deck_file(folder, deck).write_text(f'name = "{deck}"\n\n[codes]\n{codes}')
