"""Everything about one player except play: away, back, moving, leaving or penalized."""

from engine.events import LiftPenalty
from engine.public import PublicSeat
from engine.table.actions.hands import Overrule
from engine.table.actions.people import MarkAway, PlanLeave
from ui.dealer.model.taps import Ask, AskRoom, OpenPage, RebuyRequest, ReturnRequest
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import PageContext, PlayerPage, answer_row
from ui.dealer.pages.people.marks import going_to
from ui.dealer.pages.people.move import MovePage, asked_for, going
from ui.dealer.pages.people.penalty import PenaltyPage, penalty_notes

COLUMNS = 3


class SeatPage(PlayerPage, frozen=True):
    def show(self, context: PageContext) -> PageView:
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
        grid = GridView("seat-actions", COLUMNS, buttons)
        return PageView("seat", title, _notes(context, seat), (grid,), full_width=True)

    def _away(self, context: PageContext, seat: PublicSeat) -> ButtonView:
        words, ask = context.words.people, Ask(MarkAway(self.seat, not seat.away))
        if seat.away:
            return ButtonView("seat-away", words.is_back, ask, words.is_back_small, "go")
        return ButtonView("seat-away", words.is_away, ask, words.is_away_small)

    def _going(self, context: PageContext, seat: PublicSeat) -> ButtonView:
        """The button that cancels a requested or recorded move. If the room recorded it, the room calls the player
        back."""
        words, booking = context.words.people, context.surroundings.booking
        if asked_for(seat.player, booking) or (seat.leaves_for and booking.is_asked):
            return ButtonView(
                "seat-move", words.bring_back, AskRoom(ReturnRequest(seat.player)), words.stay_small, "go"
            )
        if seat.leaves_for is None:
            return ButtonView("seat-move", words.move, OpenPage(MovePage(self.seat)), words.move_small)
        return ButtonView("seat-move", words.stay, Ask(PlanLeave(self.seat, goes=False)), words.stay_small, "go")

    def _rebuy(self, context: PageContext) -> tuple[ButtonView, ...]:
        """The rebuy button, if there is a room that can record the rebuy."""
        words = context.words.people
        asked = context.surroundings.booking.is_asked
        return (
            (ButtonView("seat-rebuy", words.rebuy, AskRoom(RebuyRequest(self.seat)), words.rebuy_small),)
            if asked
            else ()
        )

    def _lift(self, context: PageContext, seat: PublicSeat) -> ButtonView:
        words = context.words.people
        lift = Ask(Overrule("", "reason-penalty-ended", LiftPenalty(self.seat)), needs="floor")
        return ButtonView("seat-lift", words.lift, lift if seat.penalty_hands else None, words.lift_small)


class LeavePage(PlayerPage, frozen=True):
    """The player in `seat` leaves the event. The page asks for confirmation."""

    def show(self, context: PageContext) -> PageView:
        """The floor signs for chips that leave play."""
        words, seat = context.words.people, context.table.seats[self.seat - 1]
        who, chips = context.words.who(seat.seat, seat.name), context.words.amount(seat.chips)
        small = words.move_after if context.table.playing else words.move_now.format(chips=chips)
        sure = ButtonView("leave-ok", words.leave, Ask(going(seat, 0, context), needs="floor"), small, "stop")
        lines = (LineView(words.leave_help.format(chips=chips)),)
        grids = (answer_row("leave-sure", sure),)
        return PageView("leave", words.leave_title.format(who=who), lines, grids, full_width=True)


def _notes(context: PageContext, seat: PublicSeat) -> tuple[LineView, ...]:
    words, booking = context.words.people, context.surroundings.booking
    notes = []
    if whither := going_to(seat, booking, context.words):
        notes.append(LineView(words.seat_asked.format(where=whither), "plain"))
    if why := dict(booking.refused).get(seat.player):
        notes.append(LineView(words.seat_refused.format(why=why), "trouble"))
    if seat.leaves_for is not None:
        said = words.seat_moves.format(table=seat.leaves_for) if seat.leaves_for else words.seat_leaves
        notes.append(LineView(said, "plain"))
    notes += penalty_notes(context, seat)
    if seat.away:
        notes.append(LineView(words.seat_away, "plain"))
    return tuple(notes)
