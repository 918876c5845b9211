"""The dealer's screen as values: a public table and its surroundings in, every label and button out. No Qt."""

from engine.public import PublicTable
from ui.dealer.around import Surroundings
from ui.dealer.shown import View
from ui.dealer.view_actions import action_buttons
from ui.dealer.view_awards import sheet
from ui.dealer.view_pads import pad
from ui.dealer.view_strip import prompt, strip
from ui.dealer.view_table import board, pots, seats
from ui.words import ENGLISH, Words

__all__ = ["view"]


def view(table: PublicTable, around: Surroundings, words: Words = ENGLISH) -> View:
    """All that is to be drawn. Which actions are offered, and within which amounts, is the engine's word alone."""
    return View(
        mark=table.mark,
        strip=strip(table, around, words),
        seats=seats(table, words),
        board=board(table, words),
        pots=pots(table, words),
        prompt=prompt(table, around, words),
        buttons=action_buttons(table, around, words),
        sheet=sheet(table, around, words),
        pad=pad(table, around, words),
    )
