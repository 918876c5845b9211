"""The prizes of a tournament as anybody is shown them: on displays, on phones, and with the results."""

import msgspec

from engine.money import minor_digits
from engine.tournament.rules.prize_list import PrizeList, prize_list
from kiosk.clock.desk.desk import Desk
from kiosk.clock.desk.shown_names import shown
from kiosk.clock.settings import Shown


class AgreedShare(msgspec.Struct, frozen=True):
    """What a player gets by a deal; `name` is empty where the room does not say who won what."""

    name: str
    amount: int


class PublicPrizes(msgspec.Struct, frozen=True):
    """What the places get, from the first, in the currency's minor unit; after a deal what was agreed, with what it
    left to play for in the first. A flight pays no place: its pool goes to the final."""

    currency: str = ""
    minor_digits: int = 0
    pool: int = 0
    places: tuple[int, ...] = ()
    in_final: bool = False
    agreed: tuple[AgreedShare, ...] = ()
    """The shares of a deal, the highest first, until the tournament is over."""
    for_winner: int = 0
    """What a deal left to play for, until the tournament is over."""
    go_on: int = 0
    """How many are left when the flight is over, as entries stand; 0 where it ends after a level."""


def desk_prizes(desk: Desk) -> PrizeList:
    """As things stand now; none of an event of before sittings."""
    context = desk.context()
    return prize_list(desk.state, context) if context else PrizeList(0)


def public_prizes(desk: Desk, names: Shown, with_names: bool) -> PublicPrizes:
    """`with_names`: who gets what by a deal, too."""
    context = desk.context()
    if context is None:
        return PublicPrizes()
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
