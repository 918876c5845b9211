"""Who went out in which order, and so who finished where. A place counts from the end: 1 is the winner."""

from collections.abc import Sequence

from engine.tournament.entries import Entries, counted
from engine.tournament.table_facts import Bust, Tables

Finishes = tuple[tuple[int, ...], ...]
"""The entries in the order they went out; those that tie, together."""


def places(entries: Entries, finishes: Finishes) -> dict[int, int]:
    """The place of each entry that is out; of those that tie, the best one that they share. Provisional while entries
    are still taken."""
    still = len(counted(entries))
    found: dict[int, int] = {}
    for group in finishes:
        still -= len(group)
        found |= dict.fromkeys(group, still + 1)
    return found


def waiting(entries: Entries, tables: Tables) -> list[tuple[tuple[int, Bust], ...]]:
    """The busts that have not been confirmed, each with its sitting, in the order they went out; those that tie,
    together.

    In one hand the smaller stack goes out first, and equal ones tie; at different tables the earlier hand goes out
    first. The standard has no clause for either; this is what rooms do.
    """
    busts = [(number, bust) for number, table in tables.items() for bust in table.busts if _is_in(entries, bust)]
    busts.sort(key=lambda one: (one[1].at_ms, one[0], one[1].hand, one[1].had))
    groups: list[list[tuple[int, Bust]]] = []
    for number, bust in busts:
        if groups and _tie(groups[-1][0], (number, bust)):
            groups[-1].append((number, bust))
        else:
            groups.append([(number, bust)])
    return [tuple(group) for group in groups]


def ordered(entries: Entries, finishes: Finishes, winner: int) -> Sequence[tuple[int, tuple[int, ...]]]:
    """Every place with the entries that share it, the winner first."""
    by_place: dict[int, list[int]] = {1: [winner]}
    for entry, place in places(entries, finishes).items():
        by_place.setdefault(place, []).append(entry)
    return [(place, tuple(by_place[place])) for place in sorted(by_place)]


def _is_in(entries: Entries, bust: Bust) -> bool:
    return bust.entry in entries and entries[bust.entry].is_in


def _tie(one: tuple[int, Bust], other: tuple[int, Bust]) -> bool:
    return (one[0], one[1].hand, one[1].had) == (other[0], other[1].hand, other[1].had)
