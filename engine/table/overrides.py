"""The floor's overrides at a table between hands, and the events that follow from each order. `engine.hand.overrides`
contains the overrides in a hand. An order never creates or loses a chip without a record of it."""

from engine.actions import Overrule
from engine.books.rulebook import RuleBook
from engine.events import (
    ButtonMoved,
    Event,
    LiftPenalty,
    MoveButton,
    Overruled,
    PenaltyLifted,
    SeatLeft,
    SetStacks,
    StacksSet,
)
from engine.hand.overrides import check_named
from engine.hand.smallest_chip import check_stacks
from engine.refused import Refused
from engine.table.seats import Seats, sitting

BETWEEN_HANDS = (SetStacks, MoveButton)
AT_TABLE = (*BETWEEN_HANDS, LiftPenalty)
"""The orders that do not concern the hand in play."""


def at_table(seats: Seats, hands: int, chip: int, action: Overrule, book: RuleBook) -> list[Event]:
    """The events that follow from a floor order at a table after this many hands. `chip` is the smallest chip at the
    table. Raises `Refused` if it is impossible."""
    check_named(action, book)
    match action.order:
        case SetStacks():
            events = _set_stacks(seats, hands, chip, action.order, book)
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
