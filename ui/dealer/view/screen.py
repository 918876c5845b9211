"""The dealer's screen as values: turns a public table and its surroundings into every label and button. Uses no Qt."""

from msgspec.structs import replace

from engine.events import ActionHeld
from engine.public import PublicTable
from ui.dealer.model.practice import Narration
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, PageView, PromptView, View
from ui.dealer.pages.misdeal import steps_key, steps_prompt
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.view.actions import action_buttons, at_rest, while_entering
from ui.dealer.view.cards import answer_button, board, explained
from ui.dealer.view.fixes import fixes, no_chips_move, notice_button
from ui.dealer.view.past import past_board, past_pots, past_seats
from ui.dealer.view.pots import playing_cards, pot_touch, pots, total
from ui.dealer.view.practice import coach, narration_prompt, next_button, practice_cells, tips_button
from ui.dealer.view.prompts import new_seats, step_line
from ui.dealer.view.seats import during_entry, seats
from ui.dealer.view.stage.awards import sheet, still_to_push
from ui.dealer.view.stage.out import out_view, wins_line
from ui.dealer.view.stage.question import answered, as_answered, by_answer, question
from ui.dealer.view.strip import prompt, refusal, sign_in, strip

__all__ = ["view"]

PUSHES = ("push-all", "push-pot", "hand-over")
ABOUT_PRACTICE = ("review", "result", "tips")
"""The pages shown while nothing happens at the table."""


def view(context: PageContext, page: Page | None = None) -> View:
    """Everything to draw. Only the engine decides which actions are offered, and which amounts are allowed."""
    if page is not None and page.replays:
        from ui.dealer.view.replay import replay_view  # noqa: PLC0415  the first frame does not wait for it

        return replay_view(page, context)
    table, surroundings, words = context.table, context.surroundings, context.words
    opened = replace(page.show(context), parent=page.parent) if page else None
    five = playing_cards(table, surroundings.pot)
    answer = answered(context)
    shown_table = as_answered(table, answer)
    buttons = action_buttons(shown_table, surroundings, opened.name if opened else "", words, fixes(context))
    buttons = tuple(by_answer(each, shown_table, surroundings) for each in buttons)
    buttons = tuple(_reopening(each, context) if each.name == "redo" else each for each in buttons)
    notice = notice_button(shown_table, surroundings, words)
    if notice and shown_table.legal.push:  # no further push until the previous chips are in place
        buttons = tuple(
            replace(each, tap=None, small=words.repair.moved_first) if each.name in PUSHES else each for each in buttons
        )
    shown_seats = seats(table, surroundings, five, words)
    shown_board = explained(board(table, five, words, surroundings.odd), context)
    if not table.playing:
        shown_seats, shown_board = past_seats(shown_seats), past_board(shown_board)
    plain = View(
        mark=table.mark,
        strip=strip(table, surroundings, words),
        seats=during_entry(shown_seats, opened) if opened else shown_seats,
        board=shown_board,
        pots=pots(shown_table, surroundings, words) or past_pots(table, words),
        pot=pot_touch(table, surroundings, words),
        aside=still_to_push(shown_table, surroundings, words) or total(shown_table, surroundings, words),
        prompt=_prompt(_unrefused(context) if shown_table.legal.push or table.question else context),
        buttons=_buttons_during(opened, buttons, context),
        sheet=None if notice else sheet(shown_table, surroundings, words),
        question=None if shown_table.legal.push else question(context),
        page=_framed(opened, context) if opened else None,
        next=_prompt_button(context),
        answer=notice or (None if opened else answer_button(table, surroundings, words)),
        out=None if surroundings.narration else out_view(context.game, table, surroundings, words),
        wins="" if surroundings.narration or opened or _has_begun(table) else wins_line(surroundings.wins, words),
    )
    if surroundings.narration:
        return _practiced(plain, surroundings.narration, context)
    if not (opened or plain.out or plain.prompt.refused or plain.answer or plain.question):
        plain = replace(plain, new_seats=new_seats(table, surroundings, words))
    if not _has_held(context):
        return _with_step(plain, context)
    from ui.dealer.view.held import held_first  # noqa: PLC0415  the first frame does not wait for it

    return _with_step(held_first(plain, context), context)


def _with_step(shown: View, context: PageContext) -> View:
    """The view with the next step in one line, if a key takes the prompt's place."""
    if shown.answer is None:
        return shown
    beside = step_line(context.table, context.surroundings, context.words)
    return replace(shown, prompt=replace(shown.prompt, beside=beside))


def _reopening(redo: ButtonView, context: PageContext) -> ButtonView:
    """REDO opens the page that was closed with entries on it, unless a step at the table can be repeated."""
    if redo.tap or not context.closed:
        return redo
    return replace(redo, tap=OpenPage(context.closed), small=context.words.asking.reopen)


def _buttons_during(
    opened: PageView | None, buttons: tuple[ButtonView, ...], context: PageContext
) -> tuple[ButtonView, ...]:
    if opened is None or opened.keys:
        return buttons
    if opened.entry and opened.entry.holds:
        return while_entering(buttons, context.words, OpenPage(opened.parent))
    return at_rest(buttons, context.words, OpenPage(opened.parent), recorded=context.recorded)


def _practiced(shown: View, narration: Narration, context: PageContext) -> View:
    """The view in practice: the events at the table stay in sight, and a coach mark does not cover a question."""
    table, words = context.table, context.words
    opened = shown.page.name if shown.page else ""
    covered = opened not in ("", *ABOUT_PRACTICE) or bool(shown.question or shown.answer or shown.prompt.refused)
    buttons = tuple(tips_button(words) if each.name == "floor" else each for each in shown.buttons)
    return replace(
        shown,
        strip=practice_cells(shown.strip, narration, covered, table, words),
        buttons=buttons,
        coach=None if opened or shown.question or shown.sheet or shown.prompt.refused else coach(narration, words),
    )


def _prompt(context: PageContext) -> PromptView:
    """The dealer's next step or, in practice, the events at the table. Refusals, irregularities and actions out of turn
    come first."""
    plain = prompt(context.table, context.surroundings, context.words)
    if context.surroundings.narration and not plain.refused:
        return narration_prompt(context.surroundings.narration, context.table, context.words)
    if plain.refused:
        return plain
    if none := no_chips_move(context.surroundings, context.words):
        return replace(none, beside=step_line(context.table, context.surroundings, context.words))
    stepwise = steps_prompt(context, plain)
    if not _has_held(context):
        return stepwise
    from ui.dealer.view.held import held_prompt  # noqa: PLC0415  the first frame does not wait for it

    return held_prompt(context, stepwise)


def _prompt_button(context: PageContext) -> ButtonView | None:
    """The key beside the prompt: NEXT in practice, ALL STEPS of a procedure, or SIGN IN. A question takes up its
    place."""
    table, surroundings, words = context.table, context.surroundings, context.words
    if table.question:
        return None
    return next_button(surroundings.narration, words) or steps_key(context) or sign_in(table, surroundings, words)


def _has_begun(table: PublicTable) -> bool:
    """Whether the hand needs the board, because a player has acted or cards are due."""
    return table.playing and (not table.is_untouched or bool(table.legal.due))


def _has_held(context: PageContext) -> bool:
    """Whether there was an action out of turn in this hand."""
    return any(isinstance(step.event, ActionHeld) for step in context.game.undo_stack)


def _unrefused(context: PageContext) -> PageContext:
    """The context without a refusal, for a question or awards that cover the prompt and show the refusal themselves."""
    return replace(context, surroundings=replace(context.surroundings, refusal=None, odd=None))


def _framed(page: PageView, context: PageContext) -> PageView:
    """The page with its close button and any refusal of the last order, because a page may cover the prompt."""
    said = refusal(context.surroundings, context.words)
    why = f"{said.body} {said.foot}".strip() if said else ""
    grids = tuple(grid for grid in page.grids if not (page.entry and grid.ring))  # the seats of the table itself
    return replace(page, refused=why or page.refused, close=context.words.close, grids=grids)
