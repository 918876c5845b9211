"""The exact winning chances of face-up hands: how many of the boards that are still possible each hand wins or ties.
Knows nothing about seats or chips; the caller says which hands play for a pot.

Boards are not dealt one by one. Most of them do not make a flush, and then only the ranks matter: 6,175 sets of ranks
instead of 1,712,304 boards before the flop. Boards that make a flush are counted by the suit and its ranks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, lcm

import msgspec

from engine.cards import DECK, RANKS, SUITS, Card
from engine.hand.ranking import flush_strength, unsuited_strength

BOARD = 5
MOST_HANDS = 10
PARTS = lcm(*range(1, MOST_HANDS + 1))
"""The number of parts in the pot of one run-out, chosen so that two to ten hands can share it in whole numbers."""


class Chance(msgspec.Struct, frozen=True, gc=False):
    """How many run-outs one hand wins outright, how many it ties, and its share of all pots, where each pot has `PARTS`
    parts."""

    wins: int = 0
    ties: int = 0
    parts: int = 0


class Chances(msgspec.Struct, frozen=True, gc=False):
    """Each hand's chances over `run_outs` run-outs. The `parts` of all hands add up to `PARTS * run_outs`."""

    run_outs: int
    hands: tuple[Chance, ...]


def winning_chances(hands: Sequence[Sequence[Card]], board: Sequence[Card], dead: Sequence[Card] = ()) -> Chances:
    """The chances of 2 to 10 two-card hands on a board of up to five, without the `dead` cards. Before the flop, this
    takes half a second, so a service runs it in a worker. Raises `ValueError` for other numbers of cards, or for
    duplicate cards."""
    seen = [*board, *dead, *[card for hand in hands for card in hand]]
    if not 2 <= len(hands) <= MOST_HANDS or any(len(hand) != 2 for hand in hands) or len(board) > BOARD:
        raise ValueError(f"chances are of 2 to {MOST_HANDS} hands of two cards on a board of up to {BOARD}")
    if len(set(seen)) != len(seen):
        raise ValueError(f"a card is there twice in {' '.join(map(str, seen))}")
    left = [card for card in DECK if card not in set(seen)]
    won = _won(hands, board, left)
    return Chances(sum(won.values()), tuple([_chance(won, index) for index in range(len(hands))]))


Winners = tuple[int, ...]
Best = tuple[int, Winners]


def _chance(won: Counter[Winners], index: int) -> Chance:
    wins = won[(index,)]
    shared = [(boards, PARTS // len(who)) for who, boards in won.items() if index in who and len(who) > 1]
    return Chance(wins, sum([boards for boards, _ in shared]), wins * PARTS + sum([n * part for n, part in shared]))


def _won(hands: Sequence[Sequence[Card]], board: Sequence[Card], left: Sequence[Card]) -> Counter[Winners]:
    come = BOARD - len(board)
    held = [[*hand, *board] for hand in hands]
    draws = list(_draws(_by_rank(left), come))
    by_rank = [{_key(ranks): _unsuited(cards, ranks) for ranks, _ in draws} for cards in held]
    boards = Counter({_key(ranks): count for ranks, count in draws})
    won: Counter[Winners] = Counter()
    for suit in SUITS:
        mine = [_suited(cards, suit) for cards in held]
        ranks_left = _suited(left, suit)
        for more in range(min(come, len(ranks_left)) + 1):
            flushes = [index for index, ranks in enumerate(mine) if len(ranks) + more >= 5]
            if not flushes:
                continue
            others = _draws(_by_rank([card for card in left if card.suit != suit]), come - more)
            rest = [(_key(ranks), count) for ranks, count in others]
            top = _best_of(by_rank, [index for index in range(len(hands)) if index not in flushes])
            for ranks in combinations(ranks_left, more):
                best, who = _best({index: flush_strength(_bits((*mine[index], *ranks))) for index in flushes})
                suited = _key(ranks)
                for other, count in rest:
                    key = suited + other
                    boards[key] -= count
                    beaten = top and top[key][0] > best
                    won[top[key][1] if beaten else who] += count
    for key, (_, who) in _best_of(by_rank, range(len(hands))).items():
        won[who] += boards[key]
    return +won


def _best_of(by_rank: Sequence[dict[int, int]], group: Sequence[int]) -> dict[int, Best]:
    """The best hands of a group in which nobody has a flush, for each set of ranks that can still be dealt."""
    if not group:
        return {}
    return {key: _best({index: by_rank[index][key] for index in group}) for key in by_rank[0]}


def _best(strengths: dict[int, int]) -> Best:
    best = max(strengths.values())
    return best, tuple([index for index, strength in strengths.items() if strength == best])


def _draws(left: Sequence[int], size: int, lowest: int = 0) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each set of ranks that can still be dealt, and the number of ways to deal it from `left` cards of each rank."""
    if not size:
        yield (), 1
        return
    for rank in range(lowest, len(RANKS)):
        for count in range(1, min(size, left[rank]) + 1):
            ways = comb(left[rank], count)
            for more, ways_more in _draws(left, size - count, rank + 1):
                yield (rank,) * count + more, ways * ways_more


def _key(ranks: Sequence[int]) -> int:
    """A set of ranks as a number that has three bits for the count of each rank. Keys of two sets can be added."""
    return sum([1 << 3 * rank for rank in ranks])


def _bits(ranks: Sequence[int]) -> int:
    return sum([1 << rank for rank in ranks])


def _rank(card: Card) -> int:
    return RANKS.index(card.rank)


def _by_rank(cards: Sequence[Card]) -> list[int]:
    counts = Counter(map(_rank, cards))
    return [counts[rank] for rank in range(len(RANKS))]


def _suited(cards: Sequence[Card], suit: str) -> list[int]:
    return [_rank(card) for card in cards if card.suit == suit]


def _unsuited(cards: Sequence[Card], more: Sequence[int]) -> int:
    ones = pairs = threes = fours = 0
    for rank in (*map(_rank, cards), *more):
        bit = 1 << rank
        fours |= threes & bit
        threes |= pairs & bit
        pairs |= ones & bit
        ones |= bit
    return unsuited_strength(ones, pairs, threes, fours)
