"""What can be done about one player besides playing: away, back, moved, gone, penalised. Pure."""

from msgspec.structs import replace

from engine.actions import LeaveSeat, MarkAway, Overrule, PlanLeave, TableAction
from engine.events import LiftPenalty
from engine.public import PublicSeat
from ui.dealer.model.taps import Ask, AskRoom, OpenPage, Rebuy, Tap
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.arrive import table_keys
from ui.dealer.pages.people.penalty import PenaltyPage


class SeatPage(Page, frozen=True):
    """The player in `seat`."""

    seat: int

    def show(self, context: PageContext) -> PageView:
        """One touch for what needs no more than that."""
        seat = context.table.seats[self.seat - 1]
        words = context.words.people
        title = words.seat_title.format(
            who=context.words.who(seat.seat, seat.name), chips=context.words.amount(seat.chips)
        )
        buttons = (
            self._away(context, seat),
            self._going(context, seat),
            *self._rebuy(context),
            ButtonView("seat-leave", words.leave, OpenPage(LeavePage(self.seat)), words.leave_small, "stop"),
            self._lift(context, seat),
            ButtonView("seat-penalty", words.penalty, OpenPage(PenaltyPage(self.seat)), words.penalty_small),
        )
        grid = GridView("seat-actions", len(buttons), buttons)
        return PageView("seat", title, _notes(context, seat), (grid,), full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """As long as the same player sits there."""
        return same_player(self.seat, before, after)

    def _away(self, context: PageContext, seat: PublicSeat) -> ButtonView:
        words, ask = context.words.people, Ask(MarkAway(self.seat, not seat.away))
        if seat.away:
            return ButtonView("seat-away", words.is_back, ask, words.is_back_small, "go")
        return ButtonView("seat-away", words.is_away, ask, words.is_away_small)

    def _going(self, context: PageContext, seat: PublicSeat) -> ButtonView:
        words = context.words.people
        if seat.leaves_for is None:
            return ButtonView("seat-move", words.move, OpenPage(MovePage(self.seat)), words.move_small)
        return ButtonView("seat-move", words.stay, Ask(PlanLeave(self.seat, goes=False)), words.stay_small, "go")

    def _rebuy(self, context: PageContext) -> tuple[ButtonView, ...]:
        """Where there is a room to ask."""
        words = context.words.people
        asked = context.surroundings.booking.is_asked
        return (ButtonView("seat-rebuy", words.rebuy, AskRoom(Rebuy(self.seat)), words.rebuy_small),) if asked else ()

    def _lift(self, context: PageContext, seat: PublicSeat) -> ButtonView:
        words = context.words.people
        lift = Ask(Overrule("", words.lifted, LiftPenalty(self.seat)), needs="floor")
        return ButtonView("seat-lift", words.lift, lift if seat.penalty_hands else None, words.lift_small)


class MovePage(Page, frozen=True):
    """The player in `seat` moves to the table whose number is keyed."""

    seat: int
    typed: str = ""

    def show(self, context: PageContext) -> PageView:
        """At once between hands; during a hand, after it, as the button shows."""
        words, seat = context.words.people, context.table.seats[self.seat - 1]
        to = int(self.typed or 0)
        tap = Ask(going(seat, to, context)) if to and to != context.table.table else None
        small = (
            words.move_after if context.table.playing else words.move_now.format(chips=context.words.amount(seat.chips))
        )
        sure = ButtonView("move-ok", words.move_sure, tap, small, "go")
        shown = (LineView(words.table_named.format(table=to), "big"),) if to else ()
        who = context.words.who(seat.seat, seat.name)
        return PageView("move", words.move_title.format(who=who), shown,
                        table_keys("move", self.typed, self._with, sure))  # fmt: skip

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """As long as the same player sits there; that a hand has begun or ended only changes when they go."""
        return same_player(self.seat, before, after)

    def _with(self, typed: str) -> Tap:
        return OpenPage(replace(self, typed=typed))


class LeavePage(Page, frozen=True):
    """The player in `seat` leaves the event; whether it is meant."""

    seat: int

    def show(self, context: PageContext) -> PageView:
        """The floor signs for chips that leave play."""
        words, seat = context.words.people, context.table.seats[self.seat - 1]
        who, chips = context.words.who(seat.seat, seat.name), context.words.amount(seat.chips)
        small = words.move_after if context.table.playing else words.move_now.format(chips=chips)
        sure = ButtonView("leave-ok", words.leave, Ask(going(seat, 0, context), needs="floor"), small, "stop")
        return PageView("leave", words.leave_title.format(who=who), (LineView(words.leave_help.format(chips=chips)),),
                        (GridView("leave-sure", 1, (sure,), weight=2.4),))  # fmt: skip

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """As long as the same player sits there."""
        return same_player(self.seat, before, after)


def going(seat: PublicSeat, to: int, context: PageContext) -> TableAction:
    """A player leaves only between hands: during one it is planned, and done before the next."""
    return PlanLeave(seat.seat, to) if context.table.playing else LeaveSeat(seat.seat, to)


def same_player(seat: int, before: PageContext, after: PageContext) -> bool:
    """Whether who sat in a seat still does."""
    there = [context.table.seats[seat - 1].player for context in (before, after) if seat <= len(context.table.seats)]
    return len(there) == 2 and there[0] == there[1] != ""


def _notes(context: PageContext, seat: PublicSeat) -> tuple[LineView, ...]:
    words = context.words.people
    notes = []
    if seat.leaves_for is not None:
        said = words.seat_moves.format(table=seat.leaves_for) if seat.leaves_for else words.seat_leaves
        notes.append(LineView(said, "plain"))
    if seat.penalty_hands:
        notes.append(LineView(context.words.counted(words.seat_misses, seat.penalty_hands), "plain"))
    if seat.away:
        notes.append(LineView(words.seat_away, "plain"))
    return tuple(notes)
