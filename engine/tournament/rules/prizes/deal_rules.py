"""Deals: the remaining players divide the prizes that are left, by chips, by a model, or as they like."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from engine.money import Money
from engine.refused import Refused
from engine.tournament.field.entries import counted, left
from engine.tournament.order import Context
from engine.tournament.prizes.finishes import DealShare
from engine.tournament.prizes.icm import chip_chop, even, icm, rounded
from engine.tournament.rules.barrier import unconfirmed
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.prizes.prize_pool import places_paid
from engine.tournament.rules.seating.draw_rules import plays_for_itself
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import has_sat, stacks_held

DealBy = Literal["icm", "chips", "even"]
WAYS: Mapping[DealBy, Callable[[Sequence[int], Sequence[int]], tuple[int, ...]]] = {
    "icm": icm,
    "chips": chip_chop,
    "even": even,
}
MOST_IN_DEAL = 20


class DealOffer(msgspec.Struct, frozen=True, gc=False):
    """The result of one way to divide the money: each player's share, and the `prizes` of the remaining places, which
    are divided. The part `for_winner` is still to be played for. Each share is a multiple of `round_to` to the extent
    that the sum allows."""

    by: DealBy
    prizes: tuple[int, ...]
    shares: tuple[DealShare, ...]
    for_winner: int = 0
    round_to: int = 1


def offer(tournament: Tournament, context: Context, by: DealBy, for_winner: int = 0, round_to: int = 1) -> DealOffer:
    """Raises `Refused` while entries are being taken, a player is in transit or uncounted, or a bust is unconfirmed,
    and if there are more than twenty players. It is also raised if more is kept back for the winner than the difference
    between the highest and lowest prizes, and if `round_to` is less than one or more than an even share."""
    prizes = prizes_left(tournament, context)
    stacks = _stacks(tournament, context)
    if not 0 <= for_winner <= prizes[0] - prizes[-1]:
        raise Refused("too-much-for-winner", most=Money(prizes[0] - prizes[-1], context.terms.currency))
    divided = sorted((prizes[0] - for_winner, *prizes[1:]), reverse=True)
    most = max(1, sum(divided) // len(divided))
    if not 1 <= round_to <= most:
        raise Refused("deal-rounding", most=Money(most, context.terms.currency))
    shares = rounded(WAYS[by](list(stacks.values()), divided), sum(divided), round_to, list(stacks.values()))
    each = tuple(DealShare(entry, amount) for entry, amount in zip(stacks, shares, strict=True))
    return DealOffer(by, tuple(prizes), each, for_winner, round_to)


def prizes_left(tournament: Tournament, context: Context) -> list[int]:
    """The prizes for the places still to be decided. Raises `Refused` while entries are being taken or a bust is
    unconfirmed, and if there are no prizes. It is also raised in a flight, and in a shootout round at several tables,
    where players tie."""
    if context.terms.flight:
        raise Refused("not-in-flight")
    began = tournament.redraws[-1].players if tournament.redraws else len(counted(tournament.entries))
    if plays_for_itself(tournament, context) and len(left(tournament.entries)) < began:
        raise Refused("deal-in-round")
    count = len(left(tournament.entries))
    if takes_entries(tournament, context):
        raise Refused("entries-still-open", levels=context.terms.late_levels)
    if out := unconfirmed(tournament, context.tables):
        raise Refused("deal-after-bust", name=tournament.entries[out[0][0][1].entry].name)
    if not 2 <= count <= MOST_IN_DEAL:
        raise Refused("deal-players", most=MOST_IN_DEAL, players=count)
    prizes = [*places_paid(tournament, context.terms), *[0] * count][:count]
    if not sum(prizes):
        raise Refused("nothing-to-divide")
    return prizes


def _stacks(tournament: Tournament, context: Context) -> dict[int, int]:
    held, sat = stacks_held(context.tables), has_sat(context.tables)
    for entry in left(tournament.entries):
        if entry.number not in held:
            raise Refused("entry-on-the-way" if entry.number in sat else "entry-not-counted", name=entry.name)
    return {entry.number: held[entry.number] for entry in left(tournament.entries)}
