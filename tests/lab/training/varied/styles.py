"""Styles of whole decks with varied suits, inks and paper, and now and then with the letters of foreign courts."""

from dataclasses import replace

from tests.lab.training.faces import Style, draw_style
from tests.lab.training.shapes import SUITS, Dice
from tests.lab.training.varied.inks import inks, paper
from tests.lab.training.varied.letters import foreign_letter
from tests.lab.training.varied.suits import suit

_PLAIN, _FOREIGN = 0.25, 0.15
"""How many decks keep the suits, inks and paper of a common deck, and how many have foreign letters."""


def varied_style(dice: Dice) -> Style:
    style = draw_style(dice)
    if dice.random() < _PLAIN:
        return style
    on = paper(dice)
    suits = style.suits if dice.random() < 0.3 else {kind: suit(kind, dice) for kind in SUITS}
    style = replace(style, suits=suits, inks=inks(dice, on), paper=on)
    return _with_foreign_letters(style, dice) if dice.random() < _FOREIGN else style


def _with_foreign_letters(style: Style, dice: Dice) -> Style:
    odd = frozenset(str(rank) for rank in dice.choice(list("JQKA"), int(dice.integers(1, 5)), replace=False))
    return replace(style, ranks=style.ranks | {rank: foreign_letter(dice) for rank in sorted(odd)}, foreign=odd)
