"""A player moves to an open seat at this table or at another of the room's tables. Without a room to record the move,
the player leaves with the chips."""

from msgspec.structs import replace

from engine.actions import TableAction
from engine.public import PublicSeat
from engine.table.actions.people import LeaveSeat, PlanLeave
from engine.tournament.tables.room_info import FreeSeats
from ui.dealer.model.surroundings import Booking
from ui.dealer.model.taps import Ask, AskRoom, MoveRequest, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import PageContext, PlayerPage, answer_row
from ui.dealer.pages.people.change_seat import change_seat_button

MOST_TABLES = 8
"""The largest number of tables shown at a time."""


class MovePage(PlayerPage, frozen=True):
    """The player in `seat` goes to seat `to_seat` at table `to`; `first` is the index of the first table shown."""

    to: int = 0
    to_seat: int = 0
    first: int = 0

    def show(self, context: PageContext) -> PageView:
        booking = context.surroundings.booking
        if booking.is_asked and booking.tables is not None:
            return self._to_seats(context, booking.tables)
        return self._untold(context) if booking.is_asked else self._leaves(context)

    def _to_seats(self, context: PageContext, tables: tuple[FreeSeats, ...]) -> PageView:
        words, seat = context.words.people, context.table.seats[self.seat - 1]
        chosen = next((one for one in tables if one.table == self.to), None)
        to_seat = self.to_seat if chosen and self.to_seat in chosen.free else 0
        where = words.move_whither.format(table=self.to, seat=to_seat) if to_seat else ""
        said = words.move_said.format(name=seat.name, chips=context.words.amount(seat.chips), where=where)
        ask = AskRoom(MoveRequest(self.seat, self.to, to_seat)) if to_seat else None
        sure = ButtonView("move-ok", words.move_sure, ask, said if to_seat else "", "go")
        if to_seat:
            when = words.move_after if context.table.playing else words.move_at_once
            lines = [LineView(said, "big"), LineView(f"{when} · {words.move_back_help}", "small")]
        else:
            instruction = words.move_pick_seat if chosen else words.move_pick_table if tables else words.move_no_table
            lines = [LineView(instruction)]
        grids = (GridView("move-tables", 2, self._tables(context, tables), weight=1.2),
                 *((pads.seat_ring("move-seats", self._seats(context, chosen), elsewhere=True),) if chosen else ()),
                 GridView("move-sure", 1, (sure,), weight=2.0))  # fmt: skip
        return PageView("move", _title(context, seat), tuple(lines), grids, full_width=True)

    def _tables(self, context: PageContext, tables: tuple[FreeSeats, ...]) -> tuple[ButtonView, ...]:
        shown = tables[self.first : self.first + MOST_TABLES]
        here = change_seat_button(self.seat, context)
        buttons = here, *(self._table(context, place, one) for place, one in enumerate(shown))
        if len(tables) <= MOST_TABLES:
            return buttons
        following = self.first + MOST_TABLES if self.first + MOST_TABLES < len(tables) else 0
        more = ButtonView("move-more", context.words.people.move_more, OpenPage(replace(self, first=following)))
        return (*buttons, more)

    def _table(self, context: PageContext, place: int, one: FreeSeats) -> ButtonView:
        words = context.words
        text = words.people.table_named.format(table=one.table)
        tap = OpenPage(replace(self, to=one.table, to_seat=0)) if one.free else None
        free = words.counted(words.people.move_free, len(one.free)) if one.free else words.people.move_full
        return ButtonView(f"move-table-{place}", text, tap, free, chosen=one.table == self.to)

    def _seats(self, context: PageContext, chosen: FreeSeats) -> tuple[ButtonView, ...]:
        words = context.words.people
        buttons = []
        for seat in range(1, chosen.seats + 1):
            free = seat in chosen.free
            tap = OpenPage(replace(self, to_seat=seat)) if free else None
            small = words.seat_free if free else words.move_taken
            said = f"{context.words.seat.format(seat=seat)}, {small}"
            buttons.append(ButtonView(f"move-seat-{seat}", "", tap, small, chosen=free and seat == self.to_seat,
                                      seat=seat, said=said))  # fmt: skip
        return tuple(buttons)

    def _leaves(self, context: PageContext) -> PageView:
        """The page shown if the table is not in a room that records the move."""
        words, seat = context.words.people, context.table.seats[self.seat - 1]
        said = words.arrive_sure_small.format(name=seat.name, chips=context.words.amount(seat.chips))
        when = words.move_after if context.table.playing else words.move_at_once
        sure = ButtonView("move-ok", words.move_leaves, Ask(going(seat, 0, context)), said)
        why = words.move_away if context.surroundings.link else words.move_alone
        lines = (LineView(why, rows=2), LineView(said, "big"), LineView(when, "small"))
        grids = (answer_row("move-sure", change_seat_button(self.seat, context), sure),)
        return PageView("move", _title(context, seat), lines, grids, full_width=True)

    def _untold(self, context: PageContext) -> PageView:
        """The page shown if the clock records moves but does not report free seats."""
        seat = context.table.seats[self.seat - 1]
        lines = (LineView(context.words.people.move_by_director, rows=2),)
        grids = (answer_row("move-sure", change_seat_button(self.seat, context)),)
        return PageView("move", _title(context, seat), lines, grids, full_width=True)


def going(seat: PublicSeat, to: int, context: PageContext) -> TableAction:
    """The order for the player to leave. During a hand, the departure is only planned, and takes place before the next
    hand."""
    return PlanLeave(seat.seat, to) if context.table.playing else LeaveSeat(seat.seat, to)


def asked_for(player: str, booking: Booking) -> bool:
    """Whether the room has been asked to move a player, or to call one back, and has not answered yet."""
    return any(one.player == player for one in booking.asked)


def _title(context: PageContext, seat: PublicSeat) -> str:
    return context.words.people.move_title.format(who=context.words.who(seat.seat, seat.name))
