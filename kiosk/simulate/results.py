"""The places of a whole event: of its final, and after them of everybody who went out before. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from engine.tournament.field.entries import counted
from engine.tournament.prizes.bounties import bounties
from engine.tournament.prizes.finishes import places
from engine.tournament.rules.prize_pool import paid_by
from engine.tournament.state import Tournament


class PointsFinish(msgspec.Struct, frozen=True):
    """An entry's place, and what it won in points: for that, and for heads."""

    finish: int
    entry: int
    payout: int
    bounties: int


def finishes_of(event: Sequence[Tournament]) -> tuple[PointsFinish, ...]:
    """Of all parts in the order they were played, the final last. Entries are numbered on from part to part; who went
    on has the number of the first. Those who went out of flights at the same place share the place after all who were
    better."""
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
    """What each entry of the event won for heads in the flights."""
    won = Counter[int]()
    for part, flight in enumerate(flights):
        for entry, amount in bounties(flight.entries, flight.terms.money.bounty if flight.terms else 0).items():
            won[numbers[part, entry]] += amount
    return won


def paid_into(tournament: Tournament) -> int:
    """What the entries of a part paid into the pool of the event; who was carried over paid before."""
    terms = tournament.terms
    return sum(paid_by(entry, terms) for entry in counted(tournament.entries)) if terms else 0


def heads_of(tournament: Tournament) -> int:
    """What they paid for their heads."""
    bounty = tournament.terms.money.bounty if tournament.terms else 0
    return bounty * sum(not entry.carried for entry in counted(tournament.entries))


def carried_chips(tournament: Tournament) -> int:
    """Chips that were counted in the part before, too."""
    carried = tournament.book is not None and tournament.book.final_stacks.value == "carried"
    return sum(entry.chips for entry in counted(tournament.entries) if entry.carried) if carried else 0


def _numbers(event: Sequence[Tournament]) -> tuple[dict[tuple[int, int], int], dict[str, int]]:
    """The number in the whole event of each part's entry that is not carried over, and of each player."""
    numbers: dict[tuple[int, int], int] = {}
    players: dict[str, int] = {}
    before = 0
    for part, tournament in enumerate(event):
        for entry in tournament.entries.values():
            if not entry.carried:
                numbers[part, entry.number] = players[entry.player] = before + entry.number
        before += max(tournament.entries, default=0)
    return numbers, players
