"""An action out of turn while it waits for that seat's turn, and while it is binding. All functions are pure."""

from msgspec.structs import replace

from engine.game.held_motion import to_settle, waiting
from engine.rulings.motion import HeldMotion, Ruling
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, PromptView, SeatTileView, View
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.ruling.answer import act_words, orders_of
from ui.dealer.pages.ruling.held import held_title
from ui.dealer.pages.ruling.page import RulingPage

OWN = ("fold", "check")
"""The keys for the seat whose turn it is."""


def held_prompt(context: PageContext, plain: PromptView) -> PromptView:
    """The outcome of an action out of turn, shown in place of the `plain` prompt, with pending motions below it."""
    words = context.words.ruling
    for held, ruling in to_settle(context.game.table, context.game.undo_stack):
        body = act_words(context, ruling, held.motion.seat) if ruling.act else words.held_free
        return PromptView(held_title(context, held), body, context.words.cited(ruling.clause))
    for held in waiting(context.game.table, context.game.undo_stack):
        seat = held.motion.seat
        return replace(plain, foot=words.still.format(seat=seat, act=act_words(context, held.binds, seat)))
    return plain


def held_first(shown: View, context: PageContext) -> View:
    """The view while an action out of turn is binding: one key in the prompt's place carries it out. Every other key of
    that seat leads to the ruling, where the dealer can choose another one."""
    settled = to_settle(context.game.table, context.game.undo_stack)
    binding = next(((held, ruling) for held, ruling in settled if ruling.act), None)
    answer = _answer(context, *binding) if binding else None
    if binding is None or answer is None or shown.page or shown.question or shown.prompt.refused:
        return shown
    seat, ruled = binding[0].motion.seat, OpenPage(RulingPage())
    is_turn = context.table.legal.seat == seat
    buttons = tuple(
        replace(one, tap=ruled) if is_turn and one.tap and one.name in OWN else one for one in shown.buttons
    )
    seats = tuple(_ruled(one, ruled) if one.seat == seat else one for one in shown.seats)
    return replace(shown, buttons=buttons, seats=seats, answer=shown.answer or answer)


def _answer(context: PageContext, held: HeldMotion, ruling: Ruling) -> ButtonView | None:
    order = next(orders_of(ruling.actions), None)
    if order is None:
        return None
    act = act_words(context, ruling, held.motion.seat)
    small = f"{held_title(context, held)} \u00b7 {context.words.cited(ruling.clause)}"
    return ButtonView("answer-held", act, Ask(order), small, "warn")


def _ruled(seat: SeatTileView, ruled: OpenPage) -> SeatTileView:
    side = replace(seat.side, tap=ruled) if seat.side else None
    return replace(seat, tile=replace(seat.tile, tap=ruled), side=side)
