"""A player leaves the table, at once or after this hand."""

from msgspec.structs import replace

from engine.event import Consequence, Event
from engine.hand.events.ending import HandEnded, HandVoided
from engine.refused import Refused
from engine.table.action import RoomAction, TableActionBase
from engine.table.seats import changed, sitting, with_seat
from engine.table.state import Table, TableEvent, is_playing


class LeaveSeat(RoomAction, frozen=True, tag="leave-seat"):
    """Between hands, a player leaves the table with their chips. They go to table `to`, or to no table if it is 0."""

    seat: int
    to: int = 0

    def decide(self, table: Table) -> list[Event]:
        if is_playing(table):
            raise Refused("hand-in-play")
        seat = sitting(table.seats, self.seat)
        _check_leaves_for(table, self.to)
        return [SeatLeft(self.seat, seat.player, seat.chips, self.to)]


class SeatLeft(TableEvent, frozen=True, tag="seat-left"):
    """A player left with `chips`, for table `to` if that is not 0. A player who left without chips had busted."""

    seat: int
    player: str
    chips: int
    to: int = 0

    def change(self, table: Table) -> Table:
        return _without(table, self.seat, self.chips)


class PlanLeave(TableActionBase, frozen=True, tag="plan-leave"):
    """A player will leave after this hand, before the next one is dealt, or has decided to stay after all."""

    seat: int
    to: int = 0
    goes: bool = True

    def decide(self, table: Table) -> list[Event]:
        seat = sitting(table.seats, self.seat)
        _check_leaves_for(table, self.to)
        if self.goes and seat.leaves_for == self.to:
            raise Refused("leaves-already", name=seat.name)
        if not self.goes and seat.leaves_for is None:
            raise Refused("stays-already", name=seat.name)
        return [LeavePlanned(self.seat, self.to, self.goes)]


class LeavePlanned(TableEvent, frozen=True, tag="leave-planned"):
    """The player will leave before the next hand, for table `to` if that is not 0. If `goes` is false, the player stays
    after all."""

    seat: int
    to: int = 0
    goes: bool = True

    def change(self, table: Table) -> Table:
        return replace(table, seats=changed(table.seats, self.seat, leaves_for=self.to if self.goes else None))


class StackRemoved(TableEvent, Consequence, frozen=True, tag="stack-removed"):
    """A disqualified player's chips were taken out of play, and the seat is free."""

    seat: int
    player: str
    chips: int

    def change(self, table: Table) -> Table:
        return replace(_without(table, self.seat, self.chips), removed=table.removed + self.chips)


def leavers(table: Table) -> list[Event]:
    """The players who are leaving before the next hand. They do not leave until a deal that did not count has been
    dealt again."""
    if table.redeal:
        return []
    return [
        SeatLeft(number, seat.player, seat.chips, seat.leaves_for)
        for number, seat in enumerate(table.seats, 1)
        if seat and seat.leaves_for is not None
    ]


def after_hand(table: Table, last: Event) -> list[Event]:
    """The events after a hand: players without chips leave, and a disqualified player's chips are taken out of play."""
    gone: list[Event] = []
    if isinstance(last, HandEnded | HandVoided):
        for number, chips in zip(last.seats, last.stacks, strict=True):
            seat = sitting(table.seats, number)
            if seat.disqualified:
                gone.append(StackRemoved(number, seat.player, chips))
            elif chips == 0:
                gone.append(SeatLeft(number, seat.player, 0))
    return gone


def _without(table: Table, number: int, chips: int) -> Table:
    redeal = table.redeal
    if redeal and number in redeal.seats:
        redeal = replace(redeal, seats=tuple(seat for seat in redeal.seats if seat != number), exact=False)
    at = table.at
    if number in (at.small, at.big):
        at = replace(at, vacated=(*at.vacated, number))
    seats = with_seat(table.seats, number, None)
    return replace(table, seats=seats, issued=table.issued - chips, redeal=redeal, at=at)


def _check_leaves_for(table: Table, to: int) -> None:
    if to < 0 or to == table.number:
        raise Refused("leaves-for-here")
