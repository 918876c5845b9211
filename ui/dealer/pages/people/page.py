"""All seats of the table, to seat, move, mark or penalise somebody. Pure."""

from engine.public import PublicSeat
from ui.dealer.model.taps import (
    Tap,
    Turn,
)
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.seat import SeatPage
from ui.words import Words


class PeoplePage(Page, frozen=True):
    """Nothing is picked on it."""

    def show(self, sight: Sight) -> PageView:
        """Every seat, with what is marked there."""
        words = sight.words.people
        buttons = tuple(_seat(sight, seat) for seat in sight.table.seats)
        return PageView("people", words.people_title, (LineView(words.people_note, "small"),),
                        (GridView("people-seats", 5, buttons),), wide=True)  # fmt: skip

    def stays(self, before: Sight, after: Sight) -> bool:
        """The seats are shown as they are."""
        return True


def seat_tap(table_seat: PublicSeat) -> Tap:
    """What a tap on a seat means where people are meant, not chips."""
    return Turn(SeatPage(table_seat.seat) if table_seat.player else ArrivePage(table_seat.seat))


def _seat(sight: Sight, seat: PublicSeat) -> ButtonView:
    words = sight.words.people
    text = sight.words.who(seat.seat, seat.name)
    emphasis: Emphasis = "plain" if seat.player else "quiet"
    return ButtonView(f"people-seat-{seat.seat}", text, seat_tap(seat), marks(seat, sight.words) or
                      (sight.words.amount(seat.chips) if seat.player else words.seat_free), emphasis)  # fmt: skip


def marks(seat: PublicSeat, words: Words) -> str:
    """What is marked at a seat, the most lasting first; empty where nothing is."""
    if seat.leaves_for is not None:
        return words.people.moves.format(table=seat.leaves_for) if seat.leaves_for else words.people.leaves
    if seat.penalty_hands:
        return words.counted(words.people.misses, seat.penalty_hands)
    return words.people.away if seat.away else ""
