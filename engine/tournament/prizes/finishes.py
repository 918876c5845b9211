"""The order in which entries went out, their places, and what they win. The winner's place is 1."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from engine.tournament.field.entries import Entries, counted
from engine.tournament.tables.facts import Bust, Tables, handed_out, stacks_held

Finishes = tuple[tuple[int, ...], ...]
"""The entries in the order in which they went out, with ties together."""
Group = tuple[tuple[int, Bust], ...]
NO_BARRIER: Mapping[int, int] = {}


def places(entries: Entries, finishes: Finishes) -> dict[int, int]:
    """The place of each entry that is out; tied entries all get the best one. Provisional while entries are being
    taken."""
    still = len(counted(entries))
    found: dict[int, int] = {}
    for group in finishes:
        still -= len(group)
        found |= dict.fromkeys(group, still + 1)
    return found


def waiting(
    entries: Entries,
    tables: Tables,
    barrier: Mapping[int, int] = NO_BARRIER,
    past_barriers: Sequence[Mapping[int, int]] = (),
) -> list[Group]:
    """The busts that have not been confirmed, each with its sitting, in the order in which they happened, with ties
    together. An entry that has chips at a table, or has bought chips that have yet to be handed out, is not out,
    whatever was recorded earlier. For an entry that went out more than once, the last time counts.

    In one hand, the smaller stack goes out first, and equal stacks tie. At different tables, the entry whose hand was
    earlier goes out first. During hand for hand, in the hands that `barrier` gives for each sitting, the largest stacks
    at the tables tie with each other, then the next largest, and so on. The same is true in the hands that an earlier
    barrier gave, if their busts were taken back at a table and recorded again. The standard does not have clauses for
    these cases; this is what rooms do.
    """
    stacks, given = stacks_held(tables), handed_out(tables)
    last: dict[int, tuple[int, Bust]] = {}
    for number, table in tables.items():
        for bust in table.busts:
            if bust.entry not in last or last[bust.entry][1].at_ms <= bust.at_ms:
                last[bust.entry] = (number, bust)
    busts = [
        (number, bust)
        for number, bust in last.values()
        if (entry := entries.get(bust.entry)) and entry.is_in and not stacks.get(bust.entry)
        and all(one.number in given for one in entry.bought)
    ]  # fmt: skip
    together = [one for one in busts if barrier.get(one[0]) == one[1].hand]
    others = [one for one in busts if one not in together]
    dated: list[tuple[int, list[Group]]] = []
    for past in reversed(past_barriers):
        if tied := [one for one in others if past.get(one[0]) == one[1].hand]:
            others = [one for one in others if one not in tied]
            dated.append((min(bust.at_ms for _, bust in tied), _across_tables(tied)))
    dated += [(group[0][1].at_ms, [group]) for group in _in_order(others)]
    dated.sort(key=lambda one: one[0])
    return [*(group for _, groups in dated for group in groups), *_across_tables(together)]


def _in_order(busts: list[tuple[int, Bust]]) -> list[Group]:
    busts.sort(key=lambda one: (one[1].at_ms, one[0], one[1].hand, one[1].had))
    return [tuple(group) for _, group in groupby(busts, key=lambda one: (one[0], one[1].hand, one[1].had))]


def _across_tables(busts: list[tuple[int, Bust]]) -> list[Group]:
    """Ties across tables in one hand played hand for hand. Entries tie by their rank at their own table; last places
    come first."""
    by_rank: dict[int, list[tuple[int, Bust]]] = {}
    for sitting in sorted({number for number, _ in busts}):
        stacks = sorted({bust.had for number, bust in busts if number == sitting}, reverse=True)
        for number, bust in busts:
            if number == sitting:
                by_rank.setdefault(stacks.index(bust.had), []).append((number, bust))
    return [tuple(by_rank[rank]) for rank in sorted(by_rank, reverse=True)]


def bounties(entries: Entries, bounty: int, winner: int = 0) -> dict[int, int]:
    """The bounties that each entry has won by knocking others out, in the currency's minor unit. At the end, entries
    that are still in keep their own, and the `winner` gets those that nobody won. If several entries took a player's
    last chips, each gets a part, and the entry with the lowest number gets the remainder."""
    won: dict[int, int] = {}
    for entry in counted(entries):
        takers = sorted(entry.bust.by) if entry.bust else []
        if not takers and winner:
            takers = [winner if entry.bust else entry.number]
        for place, taker in enumerate(takers):
            won[taker] = won.get(taker, 0) + bounty // len(takers) + (place < bounty % len(takers))
    return {entry: amount for entry, amount in won.items() if amount}


class DealShare(msgspec.Struct, frozen=True, gc=False):
    """An entry's share of a deal, in the currency's minor unit."""

    entry: int
    amount: int


class PrizeDeal(msgspec.Struct, frozen=True, gc=False):
    """The amounts that the remaining players get no matter who wins, and the amount for the winner."""

    shares: tuple[DealShare, ...]
    for_winner: int


class EntryWinnings(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry's winnings, in the currency's minor unit, for its place or under a deal, and for `bounties`."""

    entry: int
    finish: int
    payout: int
    bounties: int = 0


class TournamentResult(msgspec.Struct, frozen=True, gc=False):
    """The entry that won, and what everyone was paid."""

    winner: int
    paid: tuple[EntryWinnings, ...]
