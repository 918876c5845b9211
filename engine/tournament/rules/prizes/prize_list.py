"""A tournament's prizes: who is paid what. Every screen, page, printout and export calls only `prize_list`, so all of
them show the same prizes for flights, finals, deals and finished tournaments."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.money import Money
from engine.refused import Refused
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import counted
from engine.tournament.formats import players_at_end
from engine.tournament.order import Context
from engine.tournament.prizes.finishes import EntryWinnings, bounties, places
from engine.tournament.prizes.payouts import divide
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.prizes.prize_pool import carried_heads, field_size, places_paid, pool, unclaimed
from engine.tournament.state import Tournament


class Prize(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A payment for a place, or under a deal, in the currency's minor unit. `place` is 0 for a share in a deal whose
    player is still in, and `entry` is 0 while nobody has taken the place. If both are 0, the prize is the money that a
    deal left to play for."""

    amount: int
    place: int = 0
    entry: int = 0


class Winnings(NamedTuple):
    """The money that an entry is paid for its place or under a deal; 0 if it did not finish in the money."""

    place: int
    entry: int
    amount: int


class PrizeList(msgspec.Struct, frozen=True, gc=False):
    """All prizes, starting with first place. They add up to the `pool`. A flight does not have prizes, because its pool
    goes to the final.

    `shared` is the money for `unclaimed` places, which are those in the payout table that nobody can take. The places
    that can be taken share it in proportion to their parts of the pool.
    """

    pool: int
    prizes: tuple[Prize, ...] = ()
    in_final: bool = False
    deal: bool = False
    unclaimed: int = 0
    shared: int = 0
    go_on: int = 0
    """The number of players left when the flight is over, given the entries so far; 0 if there is no such number."""
    may_change: bool = False
    """Whether `go_on` may change because entries are still being taken."""

    @property
    def amounts(self) -> tuple[int, ...]:
        """The current amounts by place, starting with first place. After a deal, the highest share comes first and
        includes the money that is left to play for."""
        found: list[int] = []
        for one in self.prizes:
            if one.place or one.entry or not found:
                found.append(one.amount)
            else:  # after the shares
                found[0] += one.amount
        return tuple(found)

    @property
    def for_winner(self) -> int:
        """The money that a deal left to play for, until it is won."""
        return sum(one.amount for one in self.prizes if not one.place and not one.entry)

    @property
    def agreed(self) -> tuple[Prize, ...]:
        """The shares in a deal whose players are still in, highest first."""
        return tuple(one for one in self.prizes if one.entry and not one.place)

    @property
    def won(self) -> dict[int, int]:
        """The prizes that are certain, by entry: those for places that are final, and those under a deal."""
        return {one.entry: one.amount for one in self.prizes if one.entry}


def prize_list(tournament: Tournament, context: Context) -> PrizeList:
    """The current prizes. While entries are still being taken, none of the places is final."""
    terms = context.terms
    whole = pool(tournament, terms)
    if tournament.ended:
        paid = sorted(tournament.ended.paid, key=lambda one: (one.finish, one.entry))
        prizes = [Prize(one.payout, one.finish, one.entry) for one in paid]
        return PrizeList(whole, _paid(prizes), deal=tournament.deal is not None)
    if terms.flight:
        ends, entries = terms.flight, len(counted(tournament.entries))
        is_open = ends.why == "percent-left" and takes_entries(tournament, context)
        return PrizeList(whole, in_final=True, go_on=players_at_end(ends, entries), may_change=is_open)
    taken = _taken(tournament, terms)
    if tournament.deal:
        return PrizeList(whole, _by_deal(tournament, taken), deal=True)
    by_terms = places_paid(tournament, terms)
    best_taken = min((one.place for one in taken), default=len(by_terms) + 1)
    found = [Prize(amount, place) for place, amount in enumerate(by_terms[: best_taken - 1], 1)]
    provisional = takes_entries(tournament, context)
    found += [Prize(one.amount, one.place, 0 if provisional else one.entry) for one in taken]
    return PrizeList(whole, _paid(found), False, False, *unclaimed(tournament, terms))


def finishes(tournament: Tournament) -> dict[int, int]:
    """The place of each entry that is out or, once the tournament is over, of all entries."""
    if tournament.ended:
        return {one.entry: one.finish for one in tournament.ended.paid}
    return places(tournament.entries, tournament.finishes)


def winnings(tournament: Tournament, terms: EventTerms, order: Sequence[int] = ()) -> list[Winnings]:
    """The prizes, by place, of everyone who is out and of those in `order`, who are still in and are listed winner
    first."""
    by_place = [*places_paid(tournament, terms), *[0] * field_size(tournament)]
    deal = {share.entry: share.amount for share in tournament.deal.shares} if tournament.deal else {}
    for_winner = tournament.deal.for_winner if tournament.deal else 0
    found = []
    for place, group in [*((place, (entry,)) for place, entry in enumerate(order, 1)), *_out(tournament)]:
        for entry, amount in zip(sorted(group), divide(by_place, place, len(group)), strict=True):
            found.append(Winnings(place, entry, deal.get(entry, amount) + (for_winner if place == 1 else 0)))
    return found


def prize_of(tournament: Tournament, context: Context, place: int, entries: Sequence[int]) -> Money | None:
    """The total prize of entries that go out now and share a place. None if that is nothing, or is not certain:
    because entries are still being taken, or because others may still tie for the place."""
    terms = context.terms
    if terms.flight or terms.shoot_out or takes_entries(tournament, context):
        return None
    by_place = [*places_paid(tournament, terms), *[0] * field_size(tournament)]
    deal = {share.entry: share.amount for share in tournament.deal.shares} if tournament.deal else {}
    shares = zip(sorted(entries), divide(by_place, place, len(entries)), strict=True)
    paid = sum(deal.get(entry, amount) for entry, amount in shares)
    return Money(paid, terms.currency) if paid else None


def _taken(tournament: Tournament, terms: EventTerms) -> list[Winnings]:
    """The winnings of the entries whose places are final. In a multi-round shootout, entries that go out in the current
    round are not included, because others may still tie with them."""
    rounds = terms.shoot_out
    first = tournament.redraws[-1].first if tournament.redraws else 1
    joined = rounds is not None and rounds.places == "by-round" and not tournament.deal
    found = winnings(tournament, terms)
    busts = {one.entry: tournament.entries[one.entry].bust for one in found}
    return [one for one in found if not (joined and (bust := busts[one.entry]) and bust.sitting >= first)]


def _by_deal(tournament: Tournament, taken: Sequence[Winnings]) -> tuple[Prize, ...]:
    assert tournament.deal
    place = {one.entry: one.place for one in taken}
    shares = sorted(tournament.deal.shares, key=lambda one: (-one.amount, one.entry))
    dealt = {one.entry for one in shares}
    found = [Prize(one.amount, place.get(one.entry, 0), one.entry) for one in shares]
    found.append(Prize(tournament.deal.for_winner))
    found += [Prize(one.amount, one.place, one.entry) for one in taken if one.entry not in dealt]
    return _paid(found)


def _paid(prizes: Sequence[Prize]) -> tuple[Prize, ...]:
    return tuple(one for one in prizes if one.amount)


def _out(tournament: Tournament) -> list[tuple[int, tuple[int, ...]]]:
    """Every place taken by an eliminated entry, with all the entries that share it."""
    by_place: dict[int, list[int]] = {}
    for entry, place in places(tournament.entries, tournament.finishes).items():
        by_place.setdefault(place, []).append(entry)
    return [(place, tuple(by_place[place])) for place in sorted(by_place)]


def takers(tournament: Tournament, entry: int, by: Sequence[int]) -> tuple[int, ...]:
    """The entries that took an entry's last chips, without duplicates, in order. Raises `Refused` if one of them is not
    in the field or is the entry itself."""
    for one in by:
        taker = tournament.entries.get(one)
        if taker is None or not taker.counts:
            raise Refused("no-such-entry", entry=one)
        if one == entry:
            raise Refused("knocked-out-by-itself", name=taker.name)
    return tuple(sorted(set(by)))


def payouts(tournament: Tournament, terms: EventTerms, order: Sequence[int]) -> list[EntryWinnings]:
    """The prize and the bounties for each place, in order of place. `order` lists the remaining entries, winner
    first."""
    heads = Counter(bounties(tournament.entries, terms.prizes.bounty, order[0]))
    heads[order[0]] += carried_heads(tournament)
    return [
        EntryWinnings(one.entry, one.place, one.amount, heads[one.entry]) for one in winnings(tournament, terms, order)
    ]
