"""The dealer's screen as values: a public table and its surroundings in, every label and button out. No Qt."""

from msgspec.structs import replace

from ui.dealer.model.values import LineView, PageView, PromptView, View
from ui.dealer.pages.misdeal.page import steps_prompt
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.ruling.held import held_prompt
from ui.dealer.view.actions import action_buttons, at_rest
from ui.dealer.view.awards import sheet
from ui.dealer.view.cards import answer_button
from ui.dealer.view.practice import next_button, told_prompt
from ui.dealer.view.question import question
from ui.dealer.view.seats import seats
from ui.dealer.view.strip import prompt, refusal, strip
from ui.dealer.view.table import board, playing_cards, pots

__all__ = ["view"]


def view(sight: Sight, page: Page | None = None) -> View:
    """All that is to be drawn. Which actions are offered, and within which amounts, is the engine's word alone."""
    table, around, words = sight.table, sight.around, sight.words
    opened = page.show(sight) if page else None
    five = playing_cards(table)
    buttons = action_buttons(table, around, opened.name if opened else "", words)
    return View(
        mark=table.mark,
        strip=strip(table, around, words),
        seats=seats(table, around, five, words),
        board=board(table, five, words, around.odd),
        pots=pots(table, words),
        prompt=_prompt(sight),
        buttons=at_rest(buttons) if opened else buttons,
        sheet=sheet(table, around, words),
        question=question(table, around, words),
        page=_framed(opened, sight) if opened else None,
        next=next_button(around.told, words),
        answer=None if opened else answer_button(table, around, words),
    )


def _prompt(sight: Sight) -> PromptView:
    """What the dealer does next, or in practice what happens; before it why the last thing asked was refused, the
    steps of a mishap, action out of turn."""
    plain = prompt(sight.table, sight.around, sight.words)
    if sight.around.told and not plain.refused:
        return told_prompt(sight.around.told, sight.table, sight.words)
    return plain if plain.refused else held_prompt(sight, steps_prompt(sight, plain))


def _framed(page: PageView, sight: Sight) -> PageView:
    """With its way out and, where the last thing asked was refused, why: a page may lie over the prompt."""
    said = refusal(sight.around, sight.words)
    why = (LineView(f"{said.body} {said.foot}".strip(), "trouble"),) if said else ()
    return replace(page, lines=(*page.lines, *why), close=sight.words.close)
