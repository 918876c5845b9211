"""A player changes to an open seat at the same table, with their chips. The floor signs."""

from functools import reduce
from typing import ClassVar

from engine.events import ChangeSeat
from engine.game.game import apply, step
from engine.message import message
from engine.refused import Refused
from engine.table import state as table_state
from engine.table.actions.hands import Overrule
from engine.table.actions.people import leavers
from engine.table.next_deal import next_deal, start_problem
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import PageContext, PlayerPage
from ui.dealer.pages.people.marks import arriving

REASON = "reason-seat-change"


class ChangeSeatPage(PlayerPage, frozen=True):
    """The player in `seat` changes to seat `to`, or to none yet if it is 0."""

    between_hands: ClassVar[bool] = True

    to: int = 0

    def show(self, context: PageContext) -> PageView:
        """Open seats that are booked for an arriving player, or are out of use, cannot be picked."""
        words, seat = context.words.people, context.table.seats[self.seat - 1]
        may = open_seats(context)
        to = self.to if self.to in may else 0
        said = words.change_said.format(name=seat.name, chips=context.words.amount(seat.chips), seat=to) if to else ""
        small = words.change_to.format(seat=to) if to else ""
        order = Overrule("", REASON, ChangeSeat(self.seat, to))
        sure = ButtonView("change-seat-ok", words.change_sure, Ask(order, needs="floor") if to else None, small, "go")
        following = next_hand(context, ChangeSeat(self.seat, to)) if to else ""
        lines = (LineView(said, "big"), LineView(following, "small")) if to else (LineView(words.change_pick),)
        grids = (
            pads.seats("change", context, lambda number: OpenPage(ChangeSeatPage(self.seat, number)), may, (to,)),
            GridView("change-sure", 1, (sure,), inside=True),
        )
        title = words.change_title.format(who=context.words.who(seat.seat, seat.name))
        return PageView("change-seat", title, lines, grids, full_width=True)

    def over(self, context: PageContext) -> bool:
        return context.table.playing


def change_seat_button(seat: int, context: PageContext) -> ButtonView:
    """The button that opens the page; during a hand, a touch on it says how the hand ends without a new one."""
    words, table = context.words.people, context.table
    if table.playing:
        small = context.words.menu.locked["between-hands"].small
        why = message("gray-fresh-hand") if table.is_untouched else message("gray-between-hands")
        return ButtonView("move-here", words.change_here, small=small, why=why)
    return ButtonView("move-here", words.change_here, OpenPage(ChangeSeatPage(seat)), words.change_small)


def open_seats(context: PageContext) -> tuple[int, ...]:
    surroundings = context.surroundings
    return tuple(
        seat.seat
        for seat in context.table.seats
        if not seat.player and seat.seat not in surroundings.booking.unused and not arriving(seat.seat, surroundings)
    )


def next_hand(context: PageContext, order: ChangeSeat) -> str:
    """The button and the big blind of the next hand after the change; empty if no hand can be dealt yet."""
    words = context.words
    try:
        table = reduce(apply, step(context.game, Overrule("floor", REASON, order)), context.game).table
    except Refused:
        return ""
    if start_problem(table):
        return ""
    deal = next_deal(reduce(table_state.apply, leavers(table), table))
    there = table.seats[deal.big - 1]
    big = words.who(deal.big, there.name if there else "")
    return words.people.change_next.format(button=deal.button, who=big)
