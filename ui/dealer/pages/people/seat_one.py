"""The position of seat 1: the dealer touches the seat at their left hand, and the screen rotates."""

from typing import ClassVar

from ui.dealer.model.taps import TurnTable
from ui.dealer.model.values import ButtonView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import LastingPage, PageContext


class SeatOnePage(LastingPage, frozen=True):
    """The ring of seats rotates with each touch."""

    needs: ClassVar[str] = "players"

    def show(self, context: PageContext) -> PageView:
        say, seats = context.words.seat_one, context.table.seats
        now = (context.surroundings.left_seat - 1) % len(seats) + 1  # the table may be smaller than when this was set
        buttons = (
            ButtonView(f"left-seat-{one.seat}", one.name, TurnTable(one.seat, SeatOnePage()), seat=one.seat,
                       chosen=one.seat == now, said=say.seat.format(seat=one.seat))
            for one in seats
        )  # fmt: skip
        grids = (pads.seat_ring("left-seat", tuple(buttons)),)
        return PageView("seat-one", say.title, (LineView(say.help),), grids, full_width=True)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.seats)
