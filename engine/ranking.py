"""What five to seven cards are worth: which five play, as a number to compare and in words. Knows no seats or pots."""

from collections.abc import Sequence
from enum import IntEnum

import msgspec

from engine.cards import DECK, RANKS, SUITS, Card, card_name


class Category(IntEnum):
    """The ten kinds of ranking, weakest first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def words(self) -> str:
        """As printed on a rule card: `three of a kind`."""
        return self.name.lower().replace("_", " ")


class Ranking(msgspec.Struct, frozen=True):
    """The best five of somebody's cards. `five` is in the order a dealer says them; equal `strength` is a tie."""

    category: Category
    strength: int
    five: tuple[Card, ...]
    words: str


def strength(cards: Sequence[Card]) -> int:
    """A number for the best five of 5 to 7 cards: larger wins, equal ties. Raises `ValueError` for any other cards."""
    held = 0
    for card in cards:
        held |= _BIT[card._value_]  # hashing the member itself runs Python code and costs three times as much
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a ranking takes 5 to 7 cards, not {len(cards)}")
    if held.bit_count() != len(cards):
        raise ValueError(f"a card is there twice in {' '.join(map(str, cards))}")
    return _strength(held)


def category(strength: int) -> Category:
    """The kind of ranking a strength stands for."""
    return _CATEGORIES[strength >> _CATEGORY_SHIFT]


def best(cards: Sequence[Card]) -> Ranking:
    """The best five of 5 to 7 cards, with what to say. Raises `ValueError` as `strength` does.

    Where two cards would serve alike the one given later plays: after `hole + board`, the board's.
    """
    worth = strength(cards)
    kind = category(worth)
    five = _five(worth, kind, cards)
    return Ranking(kind, worth, five, _words(kind, five))


def plays_board(ranking: Ranking, board: Sequence[Card]) -> bool:
    """Whether the hole cards add nothing: five board cards alone rank the same."""
    return len(board) == 5 and strength(board) == ranking.strength


def why(winner: Ranking, loser: Ranking) -> str:
    """The reason in one phrase: `queen kicker plays`. Raises `ValueError` if the winner ranks lower."""
    if winner.strength < loser.strength:
        raise ValueError(f"{winner.words} does not beat {loser.words}")
    if winner.strength == loser.strength:
        return "same ranking"
    if winner.category != loser.category:
        return f"{winner.category.words} beats {loser.category.words}"
    pairs = zip(_PARTS[winner.category], winner.five, loser.five, strict=True)
    part, high, low = next((part, a, b) for part, a, b in pairs if a.rank != b.rank)
    if part == _KICKER:
        return f"{_one(high)} kicker plays"
    if part.endswith(" of a kind") or part.endswith("pair"):
        return f"{part}, {_many(high)} over {_many(low)}"
    return f"{part}, {_one(high)} high over {_one(low)} high"


# A strength is written in base sixteen: the category, then the five ranks (two is 0, ace is C) as a dealer says them.
_CATEGORIES = tuple(Category)
_CATEGORY_SHIFT = 20
# A set of cards is a number, bit 13 * suit + rank; `_SUIT` keeps the thirteen ranks of one suit.
_SUIT = (1 << len(RANKS)) - 1
_BIT = {str(card): 1 << len(RANKS) * SUITS.index(card.suit) + RANKS.index(card.rank) for card in DECK}
_FIVE_HIGH = RANKS.index("5")
_WHEEL = 0x3210C


def _strength(held: int) -> int:
    clubs, diamonds, hearts, spades = held & _SUIT, held >> 13 & _SUIT, held >> 26 & _SUIT, held >> 39
    for suit in (clubs, diamonds, hearts, spades):
        if suit.bit_count() >= 5:  # seven cards with a flush cannot hold four of a kind or a full house
            return _flush(suit)
    ranks = clubs | diamonds | hearts | spades
    black, red = clubs & spades, diamonds & hearts
    pairs = black | red | (clubs | spades) & (diamonds | hearts)
    if not pairs:
        return _straight(ranks, Category.STRAIGHT) or _packed(Category.HIGH_CARD, ranks, 5)
    if threes := black & (diamonds | hearts) | red & (clubs | spades):
        alike = _three_or_four(ranks, pairs, threes, black & red)
    else:
        alike = _one_or_two_pair(ranks, pairs)
    return max(alike, _straight(ranks, Category.STRAIGHT))


def _three_or_four(ranks: int, pairs: int, threes: int, four: int) -> int:
    if four:
        return _packed(Category.FOUR_OF_A_KIND << 16 | _top(four) * 0x1111, ranks & ~four, 1)
    three = _top(threes)
    if others := pairs & ~(1 << three):
        return Category.FULL_HOUSE << _CATEGORY_SHIFT | three * 0x11100 | _top(others) * 0x11
    return _packed(Category.THREE_OF_A_KIND << 12 | three * 0x111, ranks & ~threes, 2)


def _one_or_two_pair(ranks: int, pairs: int) -> int:
    first = _top(pairs)
    ranks &= ~(1 << first)
    if not (others := pairs & ranks):
        return _packed(Category.ONE_PAIR << 8 | first * 0x11, ranks, 3)
    second = _top(others)
    return _packed(Category.TWO_PAIR << 16 | first * 0x1100 | second * 0x11, ranks & ~(1 << second), 1)


def _flush(suit: int) -> int:
    straight = _straight(suit, Category.STRAIGHT_FLUSH)
    if not straight:
        return _packed(Category.FLUSH, suit, 5)
    royal = straight >> 16 & 0xF == RANKS.index("A")
    return straight + (royal << _CATEGORY_SHIFT)


def _straight(ranks: int, kind: Category) -> int:
    aces_low_too = ranks << 1 | ranks >> 12
    runs = aces_low_too & aces_low_too >> 1 & aces_low_too >> 2 & aces_low_too >> 3 & aces_low_too >> 4
    if not runs:
        return 0
    high = _top(runs) + 3
    return kind << _CATEGORY_SHIFT | (_WHEEL if high == _FIVE_HIGH else high * 0x11111 - 0x01234)


def _top(ranks: int) -> int:
    return ranks.bit_length() - 1


def _packed(said: int, ranks: int, count: int) -> int:
    """What was said so far, followed by the highest `count` of the ranks."""
    for _ in range(count):
        high = ranks.bit_length() - 1  # `_top` written out: this loop is most of the cost
        said = said << 4 | high
        ranks ^= 1 << high
    return said


def _five(worth: int, kind: Category, cards: Sequence[Card]) -> tuple[Card, ...]:
    if kind in _SUITED:
        suits = [card.suit for card in cards]
        cards = [card for card in cards if suits.count(card.suit) >= 5]
    left: dict[str, list[Card]] = {}
    for card in cards:
        left.setdefault(card.rank, []).append(card)
    return tuple([left[RANKS[worth >> shift & 0xF]].pop() for shift in (16, 12, 8, 4, 0)])


_KICKER = "kicker"
_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)

# Which part of the ranking each of the five cards decides.
_PARTS: dict[Category, tuple[str, ...]] = {
    Category.HIGH_CARD: ("high card", *[_KICKER] * 4),
    Category.ONE_PAIR: (*["pair"] * 2, *[_KICKER] * 3),
    Category.TWO_PAIR: (*["top pair"] * 2, *["second pair"] * 2, _KICKER),
    Category.THREE_OF_A_KIND: (*["three of a kind"] * 3, *[_KICKER] * 2),
    Category.STRAIGHT: ("straight",) * 5,
    Category.FLUSH: ("flush", *[_KICKER] * 4),
    Category.FULL_HOUSE: (*["three of a kind"] * 3, *["pair"] * 2),
    Category.FOUR_OF_A_KIND: (*["four of a kind"] * 4, _KICKER),
    Category.STRAIGHT_FLUSH: ("straight flush",) * 5,
    Category.ROYAL_FLUSH: ("royal flush",) * 5,
}


def _words(kind: Category, five: tuple[Card, ...]) -> str:
    """Two rankings have the same words only when they tie."""
    parts = [kind.words, *_head(kind, five)]
    kickers = [_one(card) for part, card in zip(_PARTS[kind], five, strict=True) if part == _KICKER]
    if kickers:
        parts.append(f"{' '.join(kickers)} {'kicker' if len(kickers) == 1 else 'kickers'}")
    return ", ".join(parts)


def _head(kind: Category, five: tuple[Card, ...]) -> list[str]:
    match kind:
        case Category.ROYAL_FLUSH:
            return []
        case Category.FULL_HOUSE:
            return [f"{_many(five[0])} over {_many(five[3])}"]
        case Category.TWO_PAIR:
            return [f"{_many(five[0])} and {_many(five[2])}"]
        case Category.HIGH_CARD:
            return [_one(five[0])]
        case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
            return [f"{_one(five[0])} high"]
        case _:
            return [_many(five[0])]


_ONE = {card.rank: card_name(card).partition(" ")[0] for card in DECK}


def _one(card: Card) -> str:
    return _ONE[card.rank]


def _many(card: Card) -> str:
    return "sixes" if card.rank == "6" else f"{_one(card)}s"
