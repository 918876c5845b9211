"""The dealer's screen as values: a public table and its surroundings in, every label and button out. No Qt."""

from msgspec.structs import replace

from engine.events import ActionHeld
from ui.dealer.model.values import LineView, PageView, PromptView, View
from ui.dealer.pages.misdeal.page import steps_prompt
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.view.actions import action_buttons, at_rest
from ui.dealer.view.awards import sheet
from ui.dealer.view.cards import answer_button
from ui.dealer.view.practice import narration_prompt, next_button
from ui.dealer.view.question import question
from ui.dealer.view.seats import seats
from ui.dealer.view.strip import prompt, refusal, strip
from ui.dealer.view.table import board, playing_cards, pots

__all__ = ["view"]


def view(context: PageContext, page: Page | None = None) -> View:
    """All that is to be drawn. Which actions are offered, and within which amounts, is the engine's word alone."""
    table, surroundings, words = context.table, context.surroundings, context.words
    opened = page.show(context) if page else None
    five = playing_cards(table)
    buttons = action_buttons(table, surroundings, opened.name if opened else "", words)
    return View(
        mark=table.mark,
        strip=strip(table, surroundings, words),
        seats=seats(table, surroundings, five, words),
        board=board(table, five, words, surroundings.odd),
        pots=pots(table, words),
        prompt=_prompt(context),
        buttons=at_rest(buttons) if opened else buttons,
        sheet=sheet(table, surroundings, words),
        question=question(table, surroundings, words),
        page=_framed(opened, context) if opened else None,
        next=next_button(surroundings.narration, words),
        answer=None if opened else answer_button(table, surroundings, words),
    )


def _prompt(context: PageContext) -> PromptView:
    """What the dealer does next, or in practice what happens; before it why the last thing asked was refused, the
    steps of a mishap, action out of turn."""
    plain = prompt(context.table, context.surroundings, context.words)
    if context.surroundings.narration and not plain.refused:
        return narration_prompt(context.surroundings.narration, context.table, context.words)
    if plain.refused:
        return plain
    told = steps_prompt(context, plain)
    if not any(isinstance(step.event, ActionHeld) for step in context.game.undo_stack):
        return told
    from ui.dealer.pages.ruling.held import held_prompt  # noqa: PLC0415  the first frame does not wait for it

    return held_prompt(context, told)


def _framed(page: PageView, context: PageContext) -> PageView:
    """With its close button and any refusal of the last order: a page may cover the prompt."""
    said = refusal(context.surroundings, context.words)
    why = (LineView(f"{said.body} {said.foot}".strip(), "trouble"),) if said else ()
    return replace(page, lines=(*page.lines, *why), close=context.words.close)
