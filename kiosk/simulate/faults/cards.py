"""The cards of a table: which are dealt in each hand, which were named, and what may be seen of them."""

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
"""The decks that all tables have; the second one rests."""
BOARD_CARDS = 5
FLOP = 3
HOLE_CARDS = 2


class Dealt(NamedTuple):
    """A deck as it was shuffled: the board, and what each seat holds."""

    board: tuple[Card, ...]
    seats: tuple[tuple[Card, ...], ...]

    def at(self, where: int) -> tuple[Card, ...]:
        """On the board, or at a seat."""
        return self.seats[where - 1] if where != BOARD else self.board


class Cards:
    """Those of one table, in all hands of all sittings: the same on a second kiosk, or after a hand is dealt again."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._named: dict[tuple[str, int], set[Card]] = {}
        self._dealt = lru_cache(4)(self._shuffled)

    def dealt(self, sitting: str, hand: int) -> Dealt:
        """In this hand."""
        return self._dealt(sitting, hand)

    def name(self, sitting: str, hand: int, card: Card) -> None:
        """A reader has said it whole, or somebody has keyed it."""
        self._named.setdefault((sitting, hand), set()).add(card)

    def wrong(self, sitting: str, hand: Hand) -> str:
        """What cannot be of the cards that a screen shows; empty where all is well."""
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
    """Whether these may be seen of what lies there: of a flop and of a hand in any order."""
    first = FLOP if where == BOARD else HOLE_CARDS
    return set(seen[:first]) <= set(lie[:first]) and seen[first:] == lie[first : len(seen)]


@cache
def code_of(card: Card, deck: str) -> str:
    """The number of its tag, as long as those of all others."""
    return Random(f"tag {deck} {card}").randbytes(7).hex().upper()


def deck_file(folder: Path, deck: str) -> Path:
    """Where it is."""
    return folder / f"{deck}.toml"


def write_deck(folder: Path, deck: str) -> None:
    """A deck's file, for all tables."""
    codes = "".join(f'{card} = "{code_of(card, deck)}"\n' for card in DECK)
    deck_file(folder, deck).write_text(f'name = "{deck}"\n\n[codes]\n{codes}')
