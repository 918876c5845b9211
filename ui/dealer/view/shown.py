"""Amounts as the dealer prefers to see them, in chips or in big blinds. Amounts that are keyed in or recorded are never
converted. All functions are pure."""

from engine.public import PublicTable
from ui.dealer.model.surroundings import Surroundings, in_blinds
from ui.dealer.model.taps import SwitchUnits
from ui.dealer.model.values import ButtonView
from ui.words import Words


def shown(chips: int, table: PublicTable, surroundings: Surroundings, words: Words) -> str:
    """An amount as shown: `7,500`, or `37.5 BB` if the dealer prefers that and the table has blinds."""
    if in_blinds(surroundings) and table.blinds:
        return words.big_blinds(chips, table.blinds.big)
    return words.amount(chips)


def pot_touch(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The pot, if it is visible: a touch on it switches between chips and big blinds."""
    if table.legal.push or not table.playing or table.question:
        return None
    amount = shown(table.pot, table, surroundings, words)
    return ButtonView("pot", words.pot, SwitchUnits(), said=f"{words.pot} {amount}, {unit(surroundings, words)}")


def unit(surroundings: Surroundings, words: Words) -> str:
    """The unit that a touch on the switch changes to."""
    return words.profile.chips_instead if in_blinds(surroundings) else words.profile.blinds_instead
