"""The texts of the page on which an amount is picked."""

import msgspec


class AmountWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    title: str
    title_one: str
    bet: str
    bet_least: str
    bet_all_in: str
    raise_to: str
    raise_least: str
    raise_all_in: str
    pick_bet: str
    pick_raise: str
    change: str
    changed: str
    pick_change: str
    too_little: str
    too_much: str
    not_in_chips: str
    least: str
    all_in: str
    clear: str
    sure: str
