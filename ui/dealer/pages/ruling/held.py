"""An action out of turn when that seat's turn comes: how it is settled, in the prompt and on a page."""

from msgspec.structs import replace

from engine.game.held_motion import to_settle, waiting
from engine.rulings.motion import HeldMotion, Ruling
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView, PromptView
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.answer import act_words, lines, orders_of, row


def held_view(context: PageContext, held: HeldMotion, ruling: Ruling, another: OpenPage) -> PageView:
    """The binding action and the order that carries it out, or a message that the player is free to choose again."""
    words = context.words.ruling
    seat = held.motion.seat
    order = next(orders_of(ruling.actions), None)
    act = act_words(context, ruling, seat)
    apply = (
        ButtonView("ruling-apply", words.apply, Ask(order), act, "go")
        if order
        else ButtonView("ruling-apply", words.nothing_to_do, OpenPage(), emphasis="quiet")
    )
    says = (LineView(words.held_binds if ruling.act else words.held_free), *lines(context, seat, ruling))
    grids = (row("ruling-orders", (ButtonView("ruling-another", words.another, another), apply)),)
    return PageView("ruling-held", _title(context, held), says, grids, full_width=True)


def held_prompt(context: PageContext, plain: PromptView) -> PromptView:
    """The outcome of an action out of turn, shown in place of the `plain` prompt, with pending motions below it."""
    words = context.words.ruling
    for held, ruling in to_settle(context.game):
        body = act_words(context, ruling, held.motion.seat) if ruling.act else words.held_free
        return PromptView(_title(context, held), body, context.words.cited(ruling.clause))
    for held in waiting(context.game):
        seat = held.motion.seat
        return replace(plain, foot=words.still.format(seat=seat, act=act_words(context, held.binds, seat)))
    return plain


def _title(context: PageContext, held: HeldMotion) -> str:
    seat = held.motion.seat
    return context.words.ruling.held_title.format(who=context.who(seat))
