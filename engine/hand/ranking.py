"""The ranking of five to seven cards: the five that play, their strength as a number, and a description of the hand.
Knows nothing about seats or pots."""

from collections.abc import Sequence
from enum import IntEnum

import msgspec

from engine.cards import DECK, RANKS, SUITS, Card
from engine.message import Message, message


class Category(IntEnum):
    """The ten categories of poker hands, weakest first."""

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


class Ranking(msgspec.Struct, frozen=True, gc=False):
    """The best five cards, in the order in which a dealer reads them out. Hands of equal `strength` tie."""

    category: Category
    strength: int
    five: tuple[Card, ...]


def strength(cards: Sequence[Card]) -> int:
    """A number for the best five of 5 to 7 cards; the larger wins. Raises `ValueError` for any other cards."""
    held = 0
    for card in cards:
        held |= _BIT[card._value_]  # hashing the member itself runs Python code and takes three times as long
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a ranking takes 5 to 7 cards, not {len(cards)}")
    if held.bit_count() != len(cards):
        raise ValueError(f"a card is there twice in {' '.join(map(str, cards))}")
    return _strength(held)


def category(strength: int) -> Category:
    return _CATEGORIES[strength >> _CATEGORY_SHIFT]


def best(cards: Sequence[Card]) -> Ranking:
    """The best five of 5 to 7 cards. Raises `ValueError` as `strength` does. If either of two cards could play, the
    later one does; in `hole + board`, that is the one on the board."""
    worth = strength(cards)
    kind = category(worth)
    return Ranking(kind, worth, _five(worth, kind, cards))


def describe(ranking: Ranking, board: Sequence[Card] = ()) -> Message:
    """A ranking as a dealer reads it out. On any one board, only hands that tie have the same description. Three of a
    kind is called trips with two of the cards on the board, and a set with one."""
    first, *kickers = [ONE[card.rank] for card in ranking.five]
    many = [MANY[card.rank] for card in ranking.five]
    match ranking.category:
        case Category.HIGH_CARD:
            says = message("high-card", rank=first, kickers=_kickers(*kickers))
        case Category.ONE_PAIR:
            says = message("one-pair", rank=many[0], kickers=_kickers(*kickers[1:]))
        case Category.TWO_PAIR:
            says = message("two-pair", high=many[0], low=many[2], kicker=kickers[3])
        case Category.THREE_OF_A_KIND:
            says = _set_or_trips(ranking, board)
        case Category.STRAIGHT:
            says = message("straight", rank=first)
        case Category.FLUSH:
            says = message("flush", rank=first, kickers=tuple(kickers))
        case Category.FULL_HOUSE:
            says = message("full-house", three=many[0], pair=many[3])
        case Category.FOUR_OF_A_KIND:
            says = message("four-of-a-kind", rank=many[0], kicker=kickers[3])
        case Category.STRAIGHT_FLUSH:
            says = message("straight-flush", rank=first)
        case Category.ROYAL_FLUSH:
            says = message("royal-flush")
    return says


def _set_or_trips(ranking: Ranking, board: Sequence[Card]) -> Message:
    three, _, _, *kickers = ranking.five
    rank, said = MANY[three.rank], _kickers(*(ONE[card.rank] for card in kickers))
    match sum(card.rank == three.rank for card in board):
        case 1:
            return message("set", rank=rank, kickers=said)
        case 2:
            return message("trips", rank=rank, kickers=said)
        case _:
            return message("three-of-a-kind", rank=rank, kickers=said)


def _kickers(first: Message, second: Message, *more: Message) -> Message:
    match more:
        case (third, fourth):
            return message("kickers-four", first=first, second=second, third=third, fourth=fourth)
        case (third,):
            return message("kickers-three", first=first, second=second, third=third)
        case _:
            return message("kickers-two", first=first, second=second)


def why(winner: Ranking, loser: Ranking) -> Message:
    """Why a hand wins, such as "the queen kicker plays". Raises `ValueError` if the winner ranks lower."""
    if winner.strength < loser.strength:
        raise ValueError(f"{winner.category.name} {winner.strength:x} does not beat {loser.strength:x}")
    if winner.strength == loser.strength:
        return message("same-ranking")
    if winner.category != loser.category:
        return message("kind-beats", winner=KINDS[winner.category], loser=KINDS[loser.category])
    pairs = zip(_PARTS[winner.category], winner.five, loser.five, strict=True)
    part, one, other = next((part, a, b) for part, a, b in pairs if a.rank != b.rank)
    return _difference(part, one.rank, other.rank)


KINDS = {
    Category.HIGH_CARD: message("kind-high-card"), Category.ONE_PAIR: message("kind-one-pair"),
    Category.TWO_PAIR: message("kind-two-pair"), Category.THREE_OF_A_KIND: message("kind-three-of-a-kind"),
    Category.STRAIGHT: message("kind-straight"), Category.FLUSH: message("kind-flush"),
    Category.FULL_HOUSE: message("kind-full-house"), Category.FOUR_OF_A_KIND: message("kind-four-of-a-kind"),
    Category.STRAIGHT_FLUSH: message("kind-straight-flush"), Category.ROYAL_FLUSH: message("kind-royal-flush"),
}  # fmt: skip
ONE = {
    "A": message("ace"), "K": message("king"), "Q": message("queen"), "J": message("jack"), "T": message("ten"),
    "9": message("nine"), "8": message("eight"), "7": message("seven"), "6": message("six"), "5": message("five"),
    "4": message("four"), "3": message("three"), "2": message("two"),
}  # fmt: skip
MANY = {
    "A": message("aces"), "K": message("kings"), "Q": message("queens"), "J": message("jacks"), "T": message("tens"),
    "9": message("nines"), "8": message("eights"), "7": message("sevens"), "6": message("sixes"),
    "5": message("fives"), "4": message("fours"), "3": message("threes"), "2": message("twos"),
}  # fmt: skip


# A strength is a number in base sixteen. Its digits are the category and then the five ranks (a two is 0, an ace is C)
# in the order in which they are read out.
_CATEGORIES = tuple(Category)
_CATEGORY_SHIFT = 20
# A set of cards is a number in which each card has bit 13 * suit + rank. `_SUIT` masks the thirteen ranks of one suit.
_SUIT = (1 << len(RANKS)) - 1
_BIT = {str(card): 1 << len(RANKS) * SUITS.index(card.suit) + RANKS.index(card.rank) for card in DECK}
_FIVE_HIGH = RANKS.index("5")
_WHEEL = 0x3210C


def _strength(held: int) -> int:
    clubs, diamonds, hearts, spades = held & _SUIT, held >> 13 & _SUIT, held >> 26 & _SUIT, held >> 39
    for suit in (clubs, diamonds, hearts, spades):
        if suit.bit_count() >= 5:  # seven cards with a flush cannot hold four of a kind or a full house
            return flush_strength(suit)
    ranks = clubs | diamonds | hearts | spades
    black, red = clubs & spades, diamonds & hearts
    pairs = black | red | (clubs | spades) & (diamonds | hearts)
    return unsuited_strength(ranks, pairs, black & (diamonds | hearts) | red & (clubs | spades), black & red)


def unsuited_strength(ranks: int, pairs: int, threes: int, four: int) -> int:
    """The strength of 5 to 7 cards without a flush, given the ranks (bit 0 is the two) that occur once, twice and so
    on."""
    if not pairs:
        return _straight(ranks, Category.STRAIGHT) or _packed(Category.HIGH_CARD, ranks, 5)
    alike = _three_or_four(ranks, pairs, threes, four) if threes else _one_or_two_pair(ranks, pairs)
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


def flush_strength(suit: int) -> int:
    """The strength of five or more ranks (bit 0 is the two) of one suit."""
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


def _packed(strength: int, ranks: int, count: int) -> int:
    """The strength so far, followed by the highest `count` of the ranks."""
    for _ in range(count):
        high = ranks.bit_length() - 1  # `_top` is inlined because this loop takes most of the time
        strength = strength << 4 | high
        ranks ^= 1 << high
    return strength


def _five(worth: int, kind: Category, cards: Sequence[Card]) -> tuple[Card, ...]:
    if kind in _SUITED:
        suits = [card.suit for card in cards]
        cards = [card for card in cards if suits.count(card.suit) >= 5]
    left: dict[str, list[Card]] = {}
    for card in cards:
        left.setdefault(card.rank, []).append(card)
    return tuple([left[RANKS[worth >> shift & 0xF]].pop() for shift in (16, 12, 8, 4, 0)])


_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


# The role of each of the five cards when it is the first card that differs.
_PARTS: dict[Category, tuple[str, ...]] = {
    Category.HIGH_CARD: ("card", *["kicker"] * 4),
    Category.ONE_PAIR: (*["pair"] * 2, *["kicker"] * 3),
    Category.TWO_PAIR: (*["top-pair"] * 2, *["second-pair"] * 2, "kicker"),
    Category.THREE_OF_A_KIND: (*["three"] * 3, *["kicker"] * 2),
    Category.STRAIGHT: ("card",) * 5,
    Category.FLUSH: ("card", *["kicker"] * 4),
    Category.FULL_HOUSE: (*["three"] * 3, *["pair"] * 2),
    Category.FOUR_OF_A_KIND: (*["four"] * 4, "kicker"),
    Category.STRAIGHT_FLUSH: ("card",) * 5,
}


def _difference(part: str, high: str, low: str) -> Message:
    """The words for the first card that differs, by its role and the two ranks."""
    return {
        "kicker": message("kicker-plays", rank=ONE[high]),
        "card": message("higher-card", high=ONE[high], low=ONE[low]),
        "pair": message("higher-pair", high=MANY[high], low=MANY[low]),
        "top-pair": message("higher-top-pair", high=MANY[high], low=MANY[low]),
        "second-pair": message("higher-second-pair", high=MANY[high], low=MANY[low]),
        "three": message("higher-three", high=MANY[high], low=MANY[low]),
        "four": message("higher-four", high=MANY[high], low=MANY[low]),
    }[part]
