"""The floor's overrides. `engine.hand.overrides` contains those in a hand. An order never creates or loses a chip
without a record of it."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.button import Positions
from engine.event import Consequence, Event
from engine.hand.events.floor import Overruled
from engine.hand.overrides import check_named, in_hand
from engine.hand.rules import with_consequences
from engine.hand.smallest_chip import check_stacks
from engine.last_count import after_correction
from engine.refused import Refused
from engine.table.action import TableActionBase
from engine.table.actions.people.leaving import SeatLeft, after_hand
from engine.table.seats import Seats, changed, last_count, sitting
from engine.table.state import Table, TableEvent, book_of, hands_ended, is_playing, with_stacks
from engine.terms import FloorOrder, LiftPenalty, MoveButton, SetStacks

BETWEEN_HANDS = (SetStacks, MoveButton)
AT_TABLE = (*BETWEEN_HANDS, LiftPenalty)
"""The orders that do not concern the hand in play."""


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
    """The seat's penalty is lifted, so it does not miss any more hands."""

    seat: int

    def change(self, table: Table) -> Table:
        return replace(table, seats=changed(table.seats, self.seat, misses=0))


def at_table(table: Table, action: Overrule) -> list[Event]:
    """The events that follow from a floor order that does not concern the hand in play. Raises `Refused` if it is
    impossible."""
    seats, hands, book = table.seats, table.hands, book_of(table)
    check_named(action.by, action.why, book)
    match action.order:
        case SetStacks():
            events = _set_stacks(seats, hands, table.chip, action.order, book)
        case MoveButton():
            events = _move_button(seats, hands, action.order)
        case LiftPenalty():
            events = _lift_penalty(seats, action.order)
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


def _move_button(seats: Seats, hands: int, order: MoveButton) -> list[Event]:
    if not hands:
        raise Refused("no-button")
    if not 1 <= order.seat <= len(seats):
        raise Refused("no-such-seat", seat=order.seat)
    return [ButtonMoved(order.seat)]


def _lift_penalty(seats: Seats, order: LiftPenalty) -> list[Event]:
    if not sitting(seats, order.seat).misses:
        raise Refused("no-penalty", seat=order.seat)
    return [PenaltyLifted(order.seat)]
