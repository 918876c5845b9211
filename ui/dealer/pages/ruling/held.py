"""Action out of turn whose time has come: what has become of it, in the prompt and on a page. Pure."""

from msgspec.structs import replace

from engine.game.held_motion import to_settle, waiting
from engine.rulings.motion import HeldMotion, Ruling
from ui.dealer.model.taps import Ask, Turn
from ui.dealer.model.values import ButtonView, LineView, PageView, PromptView
from ui.dealer.pages.page import Sight
from ui.dealer.pages.ruling.answer import act_words, lines, orders_of, row


def held_view(sight: Sight, held: HeldMotion, ruling: Ruling, another: Turn) -> PageView:
    """What binds now, with the one order that does it; or that the player is free again."""
    words = sight.words.ruling
    seat = held.motion.seat
    order = next(orders_of(ruling.actions), None)
    act = act_words(sight, ruling, seat)
    apply = (
        ButtonView("ruling-apply", words.apply, Ask(order), act, "go")
        if order
        else ButtonView("ruling-apply", words.nothing_to_do, Turn(), emphasis="quiet")
    )
    return PageView(
        name="ruling-held",
        title=_title(sight, held),
        lines=(LineView(words.held_binds if ruling.act else words.held_free, "plain"), *lines(sight, seat, ruling)),
        grids=(row("ruling-orders", (ButtonView("ruling-another", words.another, another), apply)),),
        wide=True,
    )


def held_prompt(sight: Sight, plain: PromptView) -> PromptView:
    """What has become of action out of turn, in place of the `plain` prompt; what still waits, under it."""
    words = sight.words.ruling
    for held, ruling in to_settle(sight.game):
        body = act_words(sight, ruling, held.motion.seat) if ruling.act else words.held_free
        return PromptView(_title(sight, held), body, ruling.clause)
    for held in waiting(sight.game):
        seat = held.motion.seat
        return replace(plain, foot=words.still.format(seat=seat, act=act_words(sight, held.binds, seat)))
    return plain


def _title(sight: Sight, held: HeldMotion) -> str:
    seat = held.motion.seat
    return sight.words.ruling.held_title.format(who=sight.words.who(seat, sight.table.seats[seat - 1].name))
