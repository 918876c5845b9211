"""The page for an action out of turn when that seat's turn comes: how it is settled."""

from engine.rulings.motion import HeldMotion, Ruling
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, LineView, PageView
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
    return PageView("ruling-held", held_title(context, held), says, grids, full_width=True)


def held_title(context: PageContext, held: HeldMotion) -> str:
    seat = held.motion.seat
    return context.words.ruling.held_title.format(who=context.who(seat))
