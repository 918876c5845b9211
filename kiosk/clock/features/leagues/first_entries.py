"""Finds each player's first entry in an event and its flights, and how far that entry advanced. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.tournament.field.entries import Entry, counted
from engine.tournament.state import Tournament

Began = Mapping[str, Mapping[int, int]]
"""For each tournament, the wall-clock time from which each of its entries could play."""
NO_TIMES: Began = {}


class PlayedEntry(NamedTuple):
    """An entry and the tournament that it is in."""

    at: Tournament
    entry: Entry


class _Key(NamedTuple):
    tournament: str
    entry: int


def first_entries(final: Tournament, flights: Sequence[Tournament], began: Began) -> dict[str, tuple[PlayedEntry, ...]]:
    """For each player, the first entry, and the entries in later stages that continued with its stack. An entry that
    was dropped for a larger stack went no further than its flight. Without times, the flights are taken in the order in
    which they were carried over.
    """
    stages = (*flights, final)
    by_key = {_Key(one.id, entry.number): PlayedEntry(one, entry) for one in stages for entry in counted(one.entries)}
    onward: dict[_Key, _Key] = {}
    for one in stages:
        sources = _sources(one, {stage.id: stage for stage in stages})
        for entry in counted(one.entries):
            if entry.carried and entry.player in sources:
                onward[sources[entry.player]] = _Key(one.id, entry.number)
    came = set(onward.values())
    order = {one.id: at for at, one in enumerate(stages)}

    def played_from(key: _Key) -> tuple[int, int, int]:
        return began.get(key.tournament, {}).get(key.entry, 0), order[key.tournament], key.entry

    first: dict[str, tuple[PlayedEntry, ...]] = {}
    for key in sorted((one for one in by_key if one not in came), key=played_from):
        first.setdefault(by_key[key].entry.player, tuple(by_key[each] for each in _way(key, onward)))
    return first


def _sources(stage: Tournament, by_id: Mapping[str, Tournament]) -> dict[str, _Key]:
    """For each player, the flight's entry whose stack is played at this stage: the largest one, or the first of several
    equal ones.
    """
    best: dict[str, tuple[int, _Key]] = {}
    for flight in (by_id[one.id] for one in stage.carried if one.id in by_id):
        for one in flight.flight.going_on if flight.flight else ():
            entry = flight.entries[one.entry]
            chips = one.chips if entry.bag is None else entry.bag
            if entry.player not in best or chips > best[entry.player][0]:
                best[entry.player] = chips, _Key(flight.id, entry.number)
    return {player: key for player, (_, key) in best.items()}


def _way(key: _Key | None, onward: Mapping[_Key, _Key]) -> Iterator[_Key]:
    while key is not None:
        yield key
        key = onward.get(key)
