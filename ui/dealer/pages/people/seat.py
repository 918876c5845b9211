"""What can be done about one player besides playing: away, back, moved, gone, penalised. Pure."""

from msgspec.structs import replace

from engine.actions import LeaveSeat, MarkAway, Overrule, PlanLeave, TableAction
from engine.events import LiftPenalty
from engine.public import PublicSeat
from ui.dealer.model.taps import Ask, Tap, Turn
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.people.arrive import table_keys
from ui.dealer.pages.people.penalty import PenaltyPage


class SeatPage(Page, frozen=True):
    """The player in `seat`."""

    seat: int

    def show(self, sight: Sight) -> PageView:
        """One touch for what needs no more than that."""
        seat = sight.table.seats[self.seat - 1]
        words = sight.words.people
        title = words.seat_title.format(who=sight.words.who(seat.seat, seat.name), chips=sight.words.amount(seat.chips))
        buttons = (
            self._away(sight, seat),
            self._going(sight, seat),
            ButtonView("seat-leave", words.leave, Turn(LeavePage(self.seat)), words.leave_small, "stop"),
            self._lift(sight, seat),
            ButtonView("seat-penalty", words.penalty, Turn(PenaltyPage(self.seat)), words.penalty_small),
        )
        return PageView("seat", title, _notes(sight, seat), (GridView("seat-actions", 5, buttons),), wide=True)

    def stays(self, before: Sight, after: Sight) -> bool:
        """As long as the same player sits there."""
        return same_player(self.seat, before, after)

    def _away(self, sight: Sight, seat: PublicSeat) -> ButtonView:
        words, ask = sight.words.people, Ask(MarkAway(self.seat, not seat.away))
        if seat.away:
            return ButtonView("seat-away", words.is_back, ask, words.is_back_small, "go")
        return ButtonView("seat-away", words.is_away, ask, words.is_away_small)

    def _going(self, sight: Sight, seat: PublicSeat) -> ButtonView:
        words = sight.words.people
        if seat.leaves_for is None:
            return ButtonView("seat-move", words.move, Turn(MovePage(self.seat)), words.move_small)
        return ButtonView("seat-move", words.stay, Ask(PlanLeave(self.seat, goes=False)), words.stay_small, "go")

    def _lift(self, sight: Sight, seat: PublicSeat) -> ButtonView:
        words = sight.words.people
        lift = Ask(Overrule("", words.lifted, LiftPenalty(self.seat)), needs="floor")
        return ButtonView("seat-lift", words.lift, lift if seat.penalty_hands else None, words.lift_small)


class MovePage(Page, frozen=True):
    """The player in `seat` moves to the table whose number is keyed."""

    seat: int
    typed: str = ""

    def show(self, sight: Sight) -> PageView:
        """At once between hands; with the hand that is played, after it, and the button says so."""
        words, seat = sight.words.people, sight.table.seats[self.seat - 1]
        to = int(self.typed or 0)
        tap = Ask(going(seat, to, sight)) if to and to != sight.table.table else None
        small = words.move_after if sight.table.playing else words.move_now.format(chips=sight.words.amount(seat.chips))
        sure = ButtonView("move-ok", words.move_sure, tap, small, "go")
        shown = (LineView(words.table_named.format(table=to), "big"),) if to else ()
        who = sight.words.who(seat.seat, seat.name)
        return PageView("move", words.move_title.format(who=who), shown,
                        table_keys("move", self.typed, self._with, sure))  # fmt: skip

    def stays(self, before: Sight, after: Sight) -> bool:
        """As long as the same player sits there; that a hand has begun or ended only changes when they go."""
        return same_player(self.seat, before, after)

    def _with(self, typed: str) -> Tap:
        return Turn(replace(self, typed=typed))


class LeavePage(Page, frozen=True):
    """The player in `seat` leaves the event; whether it is meant."""

    seat: int

    def show(self, sight: Sight) -> PageView:
        """The floor signs for chips that leave play."""
        words, seat = sight.words.people, sight.table.seats[self.seat - 1]
        who, chips = sight.words.who(seat.seat, seat.name), sight.words.amount(seat.chips)
        small = words.move_after if sight.table.playing else words.move_now.format(chips=chips)
        sure = ButtonView("leave-ok", words.leave, Ask(going(seat, 0, sight), needs="floor"), small, "stop")
        return PageView("leave", words.leave_title.format(who=who), (LineView(words.leave_help.format(chips=chips)),),
                        (GridView("leave-sure", 1, (sure,), weight=2.4),))  # fmt: skip

    def stays(self, before: Sight, after: Sight) -> bool:
        """As long as the same player sits there."""
        return same_player(self.seat, before, after)


def going(seat: PublicSeat, to: int, sight: Sight) -> TableAction:
    """Out of a hand that is played nobody goes: then it is planned, and done before the next."""
    return PlanLeave(seat.seat, to) if sight.table.playing else LeaveSeat(seat.seat, to)


def same_player(seat: int, before: Sight, after: Sight) -> bool:
    """Whether who sat in a seat still does."""
    there = [sight.table.seats[seat - 1].player for sight in (before, after) if seat <= len(sight.table.seats)]
    return len(there) == 2 and there[0] == there[1] != ""


def _notes(sight: Sight, seat: PublicSeat) -> tuple[LineView, ...]:
    words = sight.words.people
    notes = []
    if seat.leaves_for is not None:
        said = words.seat_moves.format(table=seat.leaves_for) if seat.leaves_for else words.seat_leaves
        notes.append(LineView(said, "plain"))
    if seat.penalty_hands:
        notes.append(LineView(sight.words.counted(words.seat_misses, seat.penalty_hands), "plain"))
    if seat.away:
        notes.append(LineView(words.seat_away, "plain"))
    return tuple(notes)
