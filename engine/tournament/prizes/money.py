"""Amounts that actions and events share."""

import msgspec


class DealShare(msgspec.Struct, frozen=True, gc=False):
    """What an entry gets by a deal, in the currency's minor unit."""

    entry: int
    amount: int
