"""Amounts that actions and events share."""

import msgspec


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
