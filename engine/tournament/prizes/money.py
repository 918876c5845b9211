"""Amounts that actions and events share."""

import msgspec


class DealShare(msgspec.Struct, frozen=True, gc=False):
    """An entry's share of a deal, in the currency's minor unit."""

    entry: int
    amount: int
