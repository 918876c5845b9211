"""Seat draws that anyone can check. Each draw has its own seed. The seed's hash is published before anyone enters, and
the seed itself is published with the draw.

The seeds are a hash chain: the hash of each seed is the seed of the previous draw. One commitment therefore binds all
of them, and nobody can predict the next seed from those already known. Everything is ranked by SHA-256 over the seed
and a name: `rank(seed, "entry 7")`.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heapreplace

import msgspec

from engine.cards import DECK, Card
from engine.refused import Refused
from engine.tournament.field.entries import Occupied, SeatAt, Sitting, crowds, free_seats


class Assigned(msgspec.Struct, frozen=True, gc=False):
    """An entry and the seat that it is given. `begun` is set if it has had chips at another table and brings them."""

    entry: int
    seat: SeatAt
    begun: bool = False


SHORTEST_SEED = 16
LINKS = 10_000
"""The number of draws that one commitment covers before another one is made."""


class SeedChain(msgspec.Struct, frozen=True, gc=False):
    """The seeds of this many draws, all derived from a secret `root`."""

    root: str
    links: int


Chains = tuple[SeedChain, ...]
"""The seed chains that have been committed to, one after the other. Draws are numbered from 1 across all chains."""


def commitment(seed: str) -> str:
    """The commitment published before the draw: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def seed_of(chains: Chains, number: int) -> str:
    """The seed of a draw; empty if no seed has been committed to."""
    return _link(chains, number, 0)


def hash_of(chains: Chains, number: int) -> str:
    """The hash that was published before a draw; empty if there is none."""
    return _link(chains, number, 1)


def _link(chains: Chains, number: int, hashed: int) -> str:
    for chain in chains:
        if 1 <= number <= chain.links:
            return _hashes(chain)[chain.links - number + hashed]
        number -= chain.links
    return ""


@lru_cache(maxsize=16)
def _hashes(chain: SeedChain) -> tuple[str, ...]:
    """The root, its hash, the hash of that, and so on to the commitment."""
    found = [chain.root]
    for _ in range(chain.links):
        found.append(commitment(found[-1]))
    return tuple(found)


def rank(seed: str, name: str) -> str:
    """The rank of an item in the draw. Sorting by rank gives the order drawn."""
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def draw_seats(seed: str, entries: Iterable[int], sittings: Sequence[Sitting], occupied: Occupied) -> dict[int, SeatAt]:
    """A seat for each entry, so that the tables fill evenly. Raises `Refused` if there are too few free seats."""
    free = {
        sitting.number: sorted(free_seats(sitting, occupied), key=lambda at: rank(seed, f"seat {at.sitting} {at.seat}"))
        for sitting in sittings
    }
    drawn = sorted(entries, key=lambda entry: rank(seed, f"entry {entry}"))
    missing = len(drawn) - sum(map(len, free.values()))
    if missing > 0:
        raise Refused("too-few-seats", count=missing)
    return dict(zip(drawn, evenly(sittings, occupied, free), strict=False))


def evenly(sittings: Sequence[Sitting], occupied: Occupied, free: Mapping[int, list[SeatAt]]) -> list[SeatAt]:
    """The free seats in the order in which they are filled: each is at a table that has the fewest players at that
    point."""
    taken = crowds(occupied)
    heads = [(taken[sitting.number], index, sitting.number) for index, sitting in enumerate(sittings)]
    heapify(heads)
    order: list[SeatAt] = []
    while heads:
        players, index, number = heads[0]
        if not free[number]:
            heappop(heads)
            continue
        order.append(free[number].pop(0))
        heapreplace(heads, (players + 1, index, number))
    return order


class Draw(msgspec.Struct, frozen=True, gc=False):
    """A draw, with its inputs and the `number` that determines its seed. A repeated draw with the same inputs has the
    same number."""

    number: int
    of: str


def seat_pile(sittings: Sequence[Sitting], occupied: Occupied, players: int) -> dict[Card, SeatAt]:
    """A card for each of the seats that this many players fill. Tables fill evenly, each one from its lowest seat up.
    Raises `Refused` if there are too few seats, or more players than cards."""
    if players > len(DECK):
        raise Refused("deck-too-small", cards=len(DECK), players=players)
    free = {one.number: free_seats(one, occupied) for one in sittings}
    seats = evenly(sittings, occupied, free)[:players]
    if len(seats) < players:
        raise Refused("too-few-seats", count=players - len(seats))
    return dict(zip(DECK, sorted(seats), strict=False))


def check_drawn(cards: Sequence[Card], players: int, pile: Collection[Card]) -> None:
    """Check that each player drew one card from the pile. Raises `Refused` if not."""
    if len(cards) != players:
        raise Refused("draw-one-card-each", players=players, cards=len(cards))
    for card in cards:
        if cards.count(card) > 1:
            raise Refused("card-drawn-twice", card=card)
        if card not in pile:
            raise Refused("card-not-in-draw", card=card)


def by_cards(pile: Mapping[Card, SeatAt], entries: Sequence[int], cards: Sequence[Card]) -> dict[int, SeatAt]:
    """The seat of each entry, according to the card that it drew. Raises `Refused`."""
    check_drawn(cards, len(entries), pile)
    return {entry: pile[card] for entry, card in zip(entries, cards, strict=True)}
