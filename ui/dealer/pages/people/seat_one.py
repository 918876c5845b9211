"""The position of seat 1: the dealer touches the seat at their left hand, and the screen rotates."""

from typing import ClassVar

from ui.dealer.model.taps import TurnTable
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext


class SeatOnePage(LastingPage, frozen=True):
    """Each touch takes effect immediately on the seats visible behind the page."""

    needs: ClassVar[str] = "players"

    def show(self, context: PageContext) -> PageView:
        say, seats = context.words.seat_one, context.table.seats
        now = (context.surroundings.left_seat - 1) % len(seats) + 1  # the table may be smaller than when this was set
        buttons = (
            ButtonView(f"left-seat-{one.seat}", str(one.seat), TurnTable(one.seat, SeatOnePage()), one.name,
                       "go" if one.seat == now else "plain", said=say.seat.format(seat=one.seat))
            for one in seats
        )  # fmt: skip
        return PageView("seat-one", say.title, (LineView(say.help),), (GridView("left-seat", 5, tuple(buttons)),))

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return bool(context.table.seats)
