"""The places of a whole event: those of its final, then those of everyone who busted before it. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from engine.tournament.field.entries import counted
from engine.tournament.prizes.finishes import bounties, places
from engine.tournament.rules.prizes.prize_pool import paid_by
from engine.tournament.state import Tournament


class PointsFinish(msgspec.Struct, frozen=True):
    """An entry's place, and the points it won for the place and for bounties."""

    finish: int
    entry: int
    payout: int
    bounties: int


def finishes_of(event: Sequence[Tournament]) -> tuple[PointsFinish, ...]:
    """The finishes of all parts, the final last. Entries are numbered across the parts, and keep the number from their
    first. Those that bust in the same place in different flights share one place, below everyone who did better."""
    numbers, players = _numbers(event)
    *flights, final = event
    found, before = [], _heads_won(flights, numbers)
    for paid in final.ended.paid if final.ended else ():
        entry = players[final.entries[paid.entry].player] if flights else paid.entry
        found.append(PointsFinish(paid.finish, entry, paid.payout, paid.bounties + before[entry]))
    out: dict[int, list[int]] = {}
    for part, flight in enumerate(flights):
        for entry, place in places(flight.entries, flight.finishes).items():
            out.setdefault(place, []).append(numbers[part, entry])
    better = len(found)
    for place in sorted(out):
        found += [PointsFinish(better + 1, entry, 0, before[entry]) for entry in sorted(out[place])]
        better += len(out[place])
    return tuple(found)


def _heads_won(flights: Sequence[Tournament], numbers: Mapping[tuple[int, int], int]) -> Counter[int]:
    """The bounties that each entry in the event won in the flights."""
    won = Counter[int]()
    for part, flight in enumerate(flights):
        for entry, amount in bounties(flight.entries, flight.terms.prizes.bounty if flight.terms else 0).items():
            won[numbers[part, entry]] += amount
    return won


def paid_into(tournament: Tournament) -> int:
    """What the entries of a part paid into the pool. Carried-over entries paid in an earlier part."""
    terms = tournament.terms
    return sum(paid_by(entry, terms) for entry in counted(tournament.entries)) if terms else 0


def heads_of(tournament: Tournament) -> int:
    """The amount that the entries of a part paid for bounties."""
    bounty = tournament.terms.prizes.bounty if tournament.terms else 0
    return bounty * sum(not entry.carried for entry in counted(tournament.entries))


def carried_chips(tournament: Tournament) -> int:
    """The chips that were already counted in an earlier part."""
    carried = tournament.book is not None and tournament.book.final_stacks.value == "carried"
    return sum(entry.chips for entry in counted(tournament.entries) if entry.carried) if carried else 0


def _numbers(event: Sequence[Tournament]) -> tuple[dict[tuple[int, int], int], dict[str, int]]:
    """The event-wide number of each part's entry that was not carried over, and of each player."""
    numbers: dict[tuple[int, int], int] = {}
    players: dict[str, int] = {}
    before = 0
    for part, tournament in enumerate(event):
        for entry in tournament.entries.values():
            if not entry.carried:
                numbers[part, entry.number] = players[entry.player] = before + entry.number
        before += max(tournament.entries, default=0)
    return numbers, players
