"""The dealer's screen as values: a public table and its surroundings in, every label and button out. No Qt."""

from msgspec.structs import replace

from ui.dealer.pages.page import Page, Sight
from ui.dealer.shown import LineView, PageView, View
from ui.dealer.view_actions import action_buttons
from ui.dealer.view_awards import sheet
from ui.dealer.view_pads import pad
from ui.dealer.view_strip import prompt, strip
from ui.dealer.view_table import board, pots, seats

__all__ = ["view"]


def view(sight: Sight, page: Page | None = None) -> View:
    """All that is to be drawn. Which actions are offered, and within which amounts, is the engine's word alone."""
    table, around, words = sight.table, sight.around, sight.words
    opened = page.show(sight) if page else None
    return View(
        mark=table.mark,
        strip=strip(table, around, words),
        seats=seats(table, words),
        board=board(table, words),
        pots=pots(table, words),
        prompt=prompt(table, around, words),
        buttons=action_buttons(table, around, opened.name if opened else "", words),
        sheet=sheet(table, around, words),
        pad=pad(table, around, words),
        page=_framed(opened, sight) if opened else None,
    )


def _framed(page: PageView, sight: Sight) -> PageView:
    """With its way out and, where the last thing asked was refused, why: a page may lie over the prompt."""
    said = sight.around.refusal
    why = (LineView(f"{said.why} {said.clause}".strip(), "trouble"),) if said else ()
    return replace(page, lines=(*page.lines, *why), close=sight.words.close)
