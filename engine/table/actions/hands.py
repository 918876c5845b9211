"""The next hand is dealt or reported, a ruling is applied, or the floor overrides the course of play."""

from functools import reduce

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.button import Positions
from engine.chips import after_correction
from engine.event import Consequence, DealEvent, Event, PlayOn, Touched
from engine.hand import rules as hand_rules
from engine.hand.events import Overruled
from engine.hand.overrides import check_named, in_hand
from engine.hand.rules import with_consequences
from engine.hand.smallest_chip import check_stacks
from engine.hand.state import HandStarted
from engine.refused import Refused
from engine.rulings.apply_ruling import applied
from engine.table import state as table_state
from engine.table.actions.people import SeatLeft, after_hand, change_seat, leavers
from engine.table.next_deal import absent, deal_problem, next_deal, start_problem, straddle_problem
from engine.table.seats import Seats, changed, last_count, misses, sitting
from engine.table.state import (
    Table,
    TableActionBase,
    TableEvent,
    book_of,
    hands_ended,
    is_playing,
    under_way,
    with_stacks,
)
from engine.terms import (
    REPORTED,
    Blinds,
    ChangeSeat,
    FloorOrder,
    LiftPenalty,
    Motion,
    MoveButton,
    ReportedPot,
    SetStacks,
)

BETWEEN_HANDS = (SetStacks, MoveButton, ChangeSeat)
AT_TABLE = (*BETWEEN_HANDS, LiftPenalty)
"""The orders that do not concern the hand in play."""


class StartHand(TableActionBase, frozen=True, tag="start-hand", omit_defaults=True):
    """Deal the next hand at the pending level. The button moves, and blinds and antes are posted. With a `straddle`,
    the player to the left of the big blind posts twice the big blind.

    `without` lists the arriving players for whom the dealer is not waiting. The table's program does not deal the hand
    while any other arriving player is still missing.
    """

    straddle: bool = False
    without: tuple[str, ...] = ()

    def decide(self, table: Table) -> list[Event]:
        if problem := start_problem(table):
            raise problem
        gone = leavers(table)
        table = reduce(table_state.apply, gone, table)
        if self.straddle and (problem := straddle_problem(table)):
            raise problem
        book, deal = book_of(table), next_deal(table, self.straddle)
        return gone + hand_rules.start(deal, book, absent(table.seats, deal.seats, deal.big))


class ReportHand(TableActionBase, frozen=True, tag="tell-hand"):
    """Report a hand that was played, with the winners, the amounts they won, and the players who busted. There are no
    pots if hands are only counted."""

    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()

    def decide(self, table: Table) -> list[Event]:
        if problem := deal_problem(table):
            raise problem
        gone = leavers(table)
        table = reduce(table_state.apply, gone, table)
        return gone + _reported(table, next_deal(table), self)


class HandReported(TableEvent, DealEvent, frozen=True, tag="hand-told"):
    """A hand was played and reported, and nothing more is known about its chips. The other fields are as in
    `HandStarted`. Players who are `out` lost their chips to the first winner."""

    hand: int
    button: int
    small: int
    big: int
    terms: Blinds
    seats: tuple[int, ...]
    pots: tuple[ReportedPot, ...] = ()
    out: tuple[int, ...] = ()

    def change(self, table: Table) -> Table:
        """Chips are not tracked, except that a busted player's last counted chips go to the first winner."""
        at = Positions(self.button, self.small, self.big)
        after = replace(under_way(table, self.hand, at), hand=None, uncounted=table.uncounted + 1)
        seats = after.seats
        for number in self.seats:
            seats = changed(seats, number, misses=max(0, misses(seats, number) - 1))
        gone = [after.seats[number - 1] for number in self.out]
        lost = sum(seat.chips for seat in gone if seat)
        for number in self.out:
            seats = changed(seats, number, chips=0)
        if lost:
            to = self.pots[0].seats[0]
            winner = seats[to - 1]
            seats = changed(seats, to, chips=lost + (winner.chips if winner else 0))
        return replace(after, seats=seats)


def _reported(table: Table, deal: HandStarted, action: ReportHand) -> list[Event]:
    if table.mode not in REPORTED:
        raise Refused("hands-are-played")
    if table.mode == "winners" and not action.pots:
        raise Refused("who-won-how-much")
    for pot in action.pots:
        _could_be(pot, deal, table.chip)
    held = sum(seat.chips for seat in table.seats if seat)
    if sum(pot.chips for pot in action.pots) > held:
        raise Refused("pots-above-table", chips=held)
    _could_be_out(action, deal)
    reported = HandReported(
        deal.hand, deal.button, deal.small, deal.big, deal.terms, tuple(sorted(deal.seats)), action.pots, action.out
    )
    return [reported, *(SeatLeft(number, sitting(table.seats, number).player, 0) for number in action.out)]


def _could_be(pot: ReportedPot, deal: HandStarted, unit: int) -> None:
    if not pot.seats or len(set(pot.seats)) != len(pot.seats):
        raise Refused("winner-twice")
    if stranger := next((seat for seat in pot.seats if seat not in deal.seats), 0):
        raise Refused("not-dealt-in", seat=stranger)
    if pot.chips <= 0 or pot.chips % max(1, unit):
        raise Refused("pot-below-chip", pot=pot.chips, chip=unit)


def _could_be_out(action: ReportHand, deal: HandStarted) -> None:
    if not action.out:
        return
    if not action.pots:
        raise Refused("out-to-nobody")
    if len(set(action.out)) != len(action.out) or not set(action.out) <= set(deal.seats):
        raise Refused("out-twice")
    if again := next((seat for seat in action.out if seat in action.pots[0].seats), 0):
        raise Refused("winner-out", seat=again)


class ApplyRuling(TableActionBase, PlayOn, frozen=True, tag="apply-ruling"):
    """Rule on a player's words and chips by the book, and apply the ruling. `option` is the index, from 0, of the
    choice that the floor or the player made; -1 means the book's own ruling."""

    is_ruling = True

    motion: Motion
    option: int = -1

    def decide(self, table: Table) -> list[Event]:
        book = book_of(table)
        if table.hand is None:
            raise Refused("no-hand-in-play")
        events, several = applied(table.hand, self.motion, self.option, book)
        events += after_hand(table, events[-1])
        if not several:
            return events
        return [Touched("ruling", self.motion.seat, events=len(events)), *events]


class Overrule(TableActionBase, frozen=True, tag="overrule"):
    """The floor overrides the normal course of play. The fields give the floor person (`by`), the reason, and the
    order."""

    is_ruling = True

    by: str
    why: str
    order: FloorOrder

    def decide(self, table: Table) -> list[Event]:
        book, hand = book_of(table), table.hand
        if is_playing(table) and isinstance(self.order, BETWEEN_HANDS):
            raise Refused("hand-in-play")
        if hand is None or isinstance(self.order, AT_TABLE):
            return at_table(table, self)
        if hand.over:
            raise Refused("hand-over")
        events, _ = with_consequences(hand, in_hand(hand, self.by, self.why, self.order, book))
        return events + after_hand(table, events[-1])


class StacksSet(TableEvent, Consequence, frozen=True, tag="stacks-set"):
    """The stacks of `seats` changed from `before` to `stacks`. The table holds `difference` more chips than before."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]
    difference: int

    def change(self, table: Table) -> Table:
        after = with_stacks(table, self.seats, self.stacks, self.difference)
        seats = after.seats
        for number, before, chips in zip(self.seats, self.before, self.stacks, strict=True):
            explained = after_correction(last_count(seats, number), hands_ended(table), chips - before)
            seats = changed(seats, number, last_count=explained)
        return replace(after, seats=seats)


class ButtonMoved(TableEvent, Consequence, frozen=True, tag="button-moved"):
    """The next hand's button is at this seat instead of the seat to which it would have moved."""

    seat: int

    def change(self, table: Table) -> Table:
        redeal = replace(table.redeal, exact=False) if table.redeal else None
        nowhere = Positions()  # as before the first hand: the blinds are left of the button, and an orbit begins
        return replace(table, button=self.seat, at=nowhere, before=nowhere, first_button=0, redeal=redeal)


class PenaltyLifted(TableEvent, Consequence, frozen=True, tag="penalty-lifted"):
    seat: int

    def change(self, table: Table) -> Table:
        return replace(table, seats=changed(table.seats, self.seat, misses=0))


def at_table(table: Table, action: Overrule) -> list[Event]:
    """The events of an order that does not concern the hand in play. Raises `Refused`."""
    seats, hands, book = table.seats, table.hands, book_of(table)
    check_named(action.by, action.why, book)
    match action.order:
        case SetStacks():
            events = _set_stacks(seats, hands, table.chip, action.order, book)
        case MoveButton(seat):
            if not hands:
                raise Refused("no-button")
            if not 1 <= seat <= len(seats):
                raise Refused("no-such-seat", seat=seat)
            events = [ButtonMoved(seat)]
        case ChangeSeat(seat, to):
            events = [change_seat(table, seat, to)]
        case LiftPenalty(seat):
            if not sitting(seats, seat).misses:
                raise Refused("no-penalty", seat=seat)
            events = [PenaltyLifted(seat)]
        case _:
            raise Refused("no-hand-in-play")
    return [Overruled(action.by, action.why, action.order), *events]


def _set_stacks(seats: Seats, hands: int, chip: int, order: SetStacks, book: RuleBook) -> list[Event]:
    if not order.seats or len(order.seats) != len(order.stacks) or len(set(order.seats)) != len(order.seats):
        raise Refused("stacks-unclear", book.decisions.clause)
    if min(order.stacks) < 0:
        raise Refused("stack-below-zero")
    if not 0 <= order.hand <= hands:
        raise Refused("hand-not-played", hand=order.hand)
    before = tuple(sitting(seats, seat).chips for seat in order.seats)
    change = sum(order.stacks) - sum(before)
    if change != order.difference:
        raise Refused("stacks-do-not-add-up", change=change, said=order.difference)
    check_stacks(chip, before, order.stacks, book)
    gone = [seat for seat, chips in zip(order.seats, order.stacks, strict=True) if not chips]
    return [
        StacksSet(order.seats, before, order.stacks, order.difference),
        *(SeatLeft(seat, sitting(seats, seat).player, 0) for seat in gone),
    ]


Actions = StartHand | ReportHand | ApplyRuling | Overrule
Events = HandReported | StacksSet | ButtonMoved | PenaltyLifted
