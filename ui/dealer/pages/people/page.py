"""All seats at the table, where the dealer seats, moves, marks or penalizes a player."""

from engine.public import PublicSeat
from ui.dealer.model.taps import OpenPage, Tap
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.marks import arriving, gone_from, marks, whereabouts
from ui.dealer.pages.people.seat import SeatPage


class PeoplePage(LastingPage, frozen=True):
    def show(self, context: PageContext) -> PageView:
        words = context.words.people
        buttons = tuple(_seat(context, seat) for seat in context.table.seats)
        return PageView("people", words.people_title, (LineView(words.people_note, "small"),),
                        (GridView("people-seats", 5, buttons),), full_width=True)  # fmt: skip


def seat_tap(table_seat: PublicSeat) -> Tap:
    return OpenPage(SeatPage(table_seat.seat) if table_seat.player else ArrivePage(table_seat.seat))


def _seat(context: PageContext, seat: PublicSeat) -> ButtonView:
    words = context.words.people
    text = context.words.who(seat.seat, seat.name)
    one = arriving(seat.seat, context.surroundings)
    left = gone_from(seat.seat, context.surroundings)
    free = words.arrives.format(name=one.name) if one else words.seat_free
    if left and not one:
        text, free = context.words.who(seat.seat, left.name), whereabouts(left, context.words)
    emphasis: Emphasis = "plain" if seat.player else "quiet"
    if not seat.player and seat.seat in context.surroundings.booking.unused:
        return ButtonView(f"people-seat-{seat.seat}", text, None, context.words.out_of_use, "quiet")
    marked = marks(seat, context.surroundings.booking, context.words)
    small = marked or (context.words.amount(seat.chips) if seat.player else free)
    return ButtonView(f"people-seat-{seat.seat}", text, seat_tap(seat), small, emphasis)
