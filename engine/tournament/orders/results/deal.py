"""Deals between the remaining players."""

from collections.abc import Sequence

from engine.money import Money
from engine.refused import Refused
from engine.tournament.changes import everybody
from engine.tournament.context import Context
from engine.tournament.field.entries import left
from engine.tournament.order import TournamentActionBase
from engine.tournament.prizes.money import DealShare, PrizeDeal
from engine.tournament.rules.prizes.deal_rules import prizes_left
from engine.tournament.state import Event, StateChange, Tournament


class MakeDeal(TournamentActionBase, frozen=True, tag="make-deal"):
    """The remaining players divide the prizes still to be won. `for_winner` is the money left to play for."""

    right = "run"
    shares: tuple[DealShare, ...]
    for_winner: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [make_deal(tournament, self, context)]


class DealMade(PrizeDeal, Event, frozen=True, tag="deal-made"):
    """The remaining players get these amounts no matter who wins. The winner also gets `for_winner`."""

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"deal": self}, uses=everybody(tournament))


def make_deal(tournament: Tournament, action: MakeDeal, context: Context) -> DealMade:
    """Make the deal that the players agreed on. Raises `Refused` if a deal has already been made, or if this one leaves
    out a player or does not add up."""
    if tournament.deal:
        raise Refused("deal-made")
    prizes = prizes_left(tournament, context)
    if sorted(share.entry for share in action.shares) != sorted(entry.number for entry in left(tournament.entries)):
        raise Refused("deal-leaves-out")
    if any(share.amount < 0 for share in action.shares) or action.for_winner < 0:
        raise Refused("deal-below-nothing")
    divided = sum(share.amount for share in action.shares) + action.for_winner
    if divided != sum(prizes):
        currency = context.terms.currency
        raise Refused("deal-differs", divided=Money(divided, currency), prizes=Money(sum(prizes), currency))
    return DealMade(action.shares, action.for_winner)
