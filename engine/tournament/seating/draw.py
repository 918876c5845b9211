"""The draw for seats, which anybody can check: a seed whose hash is published before the list is closed, and which is
itself published after the draw.

Everything is ranked by SHA-256 over the seed and a name: `rank(seed, "entry 7")`.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heapreplace

from engine.refused import Refused
from engine.tournament.field.entries import Occupied, SeatAt, Sitting, crowds, free_seats

SHORTEST_SEED = 16


def commitment(seed: str) -> str:
    """What is published before the draw: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def rank(seed: str, name: str) -> str:
    """Where something stands in the draw; sorts in the order drawn."""
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def draw_seats(seed: str, entries: Iterable[int], sittings: Sequence[Sitting], occupied: Occupied) -> dict[int, SeatAt]:
    """A seat for each entry, the tables filled evenly. Raises `Refused` if there are too few free seats."""
    free = {sitting.number: _shuffled(seed, free_seats(sitting, occupied)) for sitting in sittings}
    drawn = sorted(entries, key=lambda entry: rank(seed, f"entry {entry}"))
    missing = len(drawn) - sum(map(len, free.values()))
    if missing > 0:
        raise Refused("too-few-seats", missing=missing)
    return dict(zip(drawn, _evenly(sittings, occupied, free), strict=False))


def _evenly(sittings: Sequence[Sitting], occupied: Occupied, free: Mapping[int, list[SeatAt]]) -> list[SeatAt]:
    """The free seats in the order they are filled: the next is always at a table with the fewest players."""
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


def _shuffled(seed: str, seats: Iterable[SeatAt]) -> list[SeatAt]:
    return sorted(seats, key=lambda seat: rank(seed, f"seat {seat.sitting} {seat.seat}"))
