"""All seats at the table, where the dealer seats, moves, marks or penalizes a player."""

from engine.public import PublicSeat
from ui.dealer.model.taps import OpenPage, Tap
from ui.dealer.model.values import ButtonView, Emphasis, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import LastingPage, PageContext
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.marks import arriving, gone_from, marks, whereabouts
from ui.dealer.pages.people.seat import SeatPage


class PeoplePage(LastingPage, frozen=True):
    def show(self, context: PageContext) -> PageView:
        words = context.words.people
        buttons = tuple(_seat(context, seat) for seat in context.table.seats)
        return PageView("people", words.people_title, (LineView(words.people_note, "small"),),
                        (pads.seat_ring("people-seats", buttons),), full_width=True)  # fmt: skip


def seat_tap(table_seat: PublicSeat) -> Tap:
    return OpenPage(SeatPage(table_seat.seat) if table_seat.player else ArrivePage(table_seat.seat))


def _seat(context: PageContext, seat: PublicSeat) -> ButtonView:
    """A seat with its player, or with the player who is on the way to it or has just left it."""
    words, booking = context.words, context.surroundings.booking
    name, small = _taken(context, seat) if seat.player else _open(context, seat)
    unused = not seat.player and seat.seat in booking.unused
    emphasis: Emphasis = "plain" if seat.player else "quiet"
    tap = None if unused else seat_tap(seat)
    said = f"{words.who(seat.seat, name)}, {small}"
    return ButtonView(f"people-seat-{seat.seat}", name, tap, small, emphasis, seat=seat.seat, said=said)


def _taken(context: PageContext, seat: PublicSeat) -> tuple[str, str]:
    return seat.name, marks(seat, context.surroundings.booking, context.words) or context.words.amount(seat.chips)


def _open(context: PageContext, seat: PublicSeat) -> tuple[str, str]:
    words = context.words
    if seat.seat in context.surroundings.booking.unused:
        return "", words.out_of_use
    if one := arriving(seat.seat, context.surroundings):
        return "", words.people.arrives.format(name=one.name)
    if left := gone_from(seat.seat, context.surroundings):
        return left.name, whereabouts(left, words)
    return "", words.people.seat_free
