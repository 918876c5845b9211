"""The texts of the page on which an amount is picked."""

import msgspec


class AmountWords(msgspec.Struct, frozen=True):
    """English."""

    title: str = "{who}: min {least}, all-in {most}"
    title_one: str = "{who}: all-in {most} only"
    bet: str = "bet {chips}"
    bet_least: str = "bet {chips}, min"
    bet_all_in: str = "bet {chips}, ALL-IN"
    raise_to: str = "raise to {chips}"
    raise_least: str = "raise to {chips}, min"
    raise_all_in: str = "raise to {chips}, ALL-IN"
    pick_bet: str = "Bet: how much?"
    pick_raise: str = "Raise to how much?"
    change: str = "{who}: how much was it?"
    changed: str = "it was {chips}"
    pick_change: str = "tap or key the right amount"
    too_little: str = "the minimum is {least}"
    too_much: str = "all-in is {most}"
    not_in_chips: str = "the smallest chip is {chip}"
    least: str = "MIN"
    all_in: str = "ALL-IN"
    clear: str = "CLEAR"
    sure: str = "CONFIRM"
