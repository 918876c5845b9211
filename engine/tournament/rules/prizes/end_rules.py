"""Determines which players took an entry's last chips, and what everyone is paid."""

from collections import Counter
from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.event_terms import EventTerms
from engine.tournament.prizes.bounties import bounties
from engine.tournament.prizes.money import EntryWinnings
from engine.tournament.rules.prizes.prize_list import winnings
from engine.tournament.rules.prizes.prize_pool import carried_heads
from engine.tournament.state import Tournament


def takers(tournament: Tournament, entry: int, by: Sequence[int]) -> tuple[int, ...]:
    """The entries that took an entry's last chips, each once, in order. Raises `Refused` for an entry outside the
    field, and for the entry itself."""
    for one in by:
        taker = tournament.entries.get(one)
        if taker is None or not taker.counts:
            raise Refused("no-such-entry", entry=one)
        if one == entry:
            raise Refused("knocked-out-by-itself", name=taker.name)
    return tuple(sorted(set(by)))


def payouts(tournament: Tournament, terms: EventTerms, order: Sequence[int]) -> list[EntryWinnings]:
    """The prize for each place, by place, with bounties. `order` lists the remaining entries, winner first."""
    heads = Counter(bounties(tournament.entries, terms.prizes.bounty, order[0]))
    heads[order[0]] += carried_heads(tournament)
    return [
        EntryWinnings(one.entry, one.place, one.amount, heads[one.entry]) for one in winnings(tournament, terms, order)
    ]
