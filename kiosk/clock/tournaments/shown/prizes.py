"""A tournament's prizes as anyone may see them: on displays, on phones, and with the results."""

import msgspec

from engine.money import minor_digits
from engine.tournament.rules.prizes.prize_list import PrizeList, prize_list
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import shown


class AgreedShare(msgspec.Struct, frozen=True):
    """A player's share in a deal. `name` is empty if the room does not show who won what."""

    name: str
    amount: int


class PublicPrizes(msgspec.Struct, frozen=True):
    """The prizes by place, starting with the first, in the currency's minor unit. After a deal these are the agreed
    amounts, and the first prize includes what was left to play for. A flight pays no prizes of its own, because its
    pool goes to the final.
    """

    currency: str = ""
    minor_digits: int = 0
    pool: int = 0
    places: tuple[int, ...] = ()
    in_final: bool = False
    agreed: tuple[AgreedShare, ...] = ()
    """The shares of a deal, highest first, until the tournament is over."""
    for_winner: int = 0
    """The amount that a deal left to play for, until the tournament is over."""
    go_on: int = 0
    """How many players will be left when the flight is over, at the current number of entries. It is 0 if the flight
    ends after a level.
    """


def desk_prizes(desk: Desk) -> PrizeList:
    """The prizes at this moment."""
    return prize_list(desk.state, desk.context())


def public_prizes(desk: Desk, names: Shown, with_names: bool) -> PublicPrizes:
    """The public prizes. With `with_names`, they include who gets what in a deal."""
    context = desk.context()
    found, currency = prize_list(desk.state, context), context.terms.currency
    entries = desk.state.entries
    dealt = {share.entry for share in desk.state.deal.shares} if desk.state.deal and not desk.state.ended else set()
    return PublicPrizes(
        currency,
        minor_digits(currency),
        found.pool,
        found.amounts,
        found.in_final,
        tuple(
            AgreedShare(shown(entries[one.entry], names) if with_names else "", one.amount)
            for one in found.prizes
            if one.entry in dealt
        ),
        found.for_winner,
        found.go_on,
    )
