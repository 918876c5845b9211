"""The texts of the page on which an amount is picked."""

import msgspec


class AmountWords(msgspec.Struct, frozen=True):
    """Its part of `Words`; what depends on the limit is by it: `all-in`, `pot`, `limit`."""

    title: dict[str, str]
    title_one: dict[str, str]
    bet: str
    bet_least: str
    bet_most: dict[str, str]
    raise_to: str
    raise_least: str
    raise_most: dict[str, str]
    pick_bet: str
    pick_raise: str
    change: str
    changed: str
    pick_change: str
    too_little: str
    too_much: dict[str, str]
    not_in_chips: str
    least: str
    most: dict[str, str]
    clear: str
    above_pot: str
    sure: str
