"""A player arrives, receives chips, leaves, is away or back, or has the clock called on them."""

from msgspec.structs import replace

from engine.books.rulebook import most_seats
from engine.button import Positions
from engine.chips import agreed
from engine.event import Consequence, Event
from engine.hand.betting import actor
from engine.hand.events import HandEnded, HandVoided
from engine.names import one_line
from engine.refused import Refused
from engine.table.seats import Seat, changed, sitting, with_seat
from engine.table.state import (
    PlayerEvent,
    RoomAction,
    RoomEvent,
    Table,
    TableActionBase,
    TableEvent,
    Timed,
    apply,
    book_of,
    hands_ended,
    is_playing,
    on_clock,
)


class TakeSeat(RoomAction, frozen=True, tag="take-seat", omit_defaults=True):
    """A player sits down with chips and is dealt in starting with the next hand.

    `came_from` is the table that the player moved from, or 0 for none. It is this same table only if all seats were
    `redrawn`, in which case the player was at this table before the redraw. `purchase` is the number of the purchase in
    the tournament if the player had busted and bought these chips, and 0 otherwise.
    """

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0
    redrawn: bool = False
    purchase: int = 0

    def decide(self, table: Table) -> list[Event]:
        _check_open(table, self.seat)
        if self.chips <= 0:
            raise Refused("sits-without-chips")
        if any(seat and seat.player == self.player for seat in table.seats):
            raise Refused("sits-already", name=self.name)
        if self.came_from < 0 or (self.came_from == table.number and not self.redrawn):
            raise Refused("comes-from-here")
        if self.purchase:
            _check_purchase(table, self.purchase, self.chips)
        name = one_line(self.name)
        return [SeatTaken(self.seat, self.player, name, self.chips, self.came_from, self.purchase)]


class TakeSeats(RoomAction, frozen=True, tag="take-seats"):
    """Several players sit down in one action. If one of them cannot sit down, nobody does."""

    players: tuple[TakeSeat, ...]

    def decide(self, table: Table) -> list[Event]:
        if not self.players:
            raise Refused("seats-nobody")
        events: list[Event] = []
        for one in self.players:
            try:
                sat = one.decide(table)
            except Refused as refused:
                raise Refused("nobody-sat", refused.clause, name=one.name, why=refused.message) from None
            for event in sat:
                table = apply(table, event)
            events += sat
        return events


class SeatTaken(RoomEvent, frozen=True, tag="seat-taken", omit_defaults=True):
    """A player sat down with chips, brought from table `came_from` if that is not 0. If `purchase` is not 0, the player
    had busted and bought these chips, and those chips are not handed out again."""

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0
    purchase: int = 0

    def change(self, table: Table) -> Table:
        seat = Seat(self.player, self.name, self.chips, last_count=agreed(hands_ended(table)))  # counted on arrival
        purchases = (*table.purchases, self.purchase) if self.purchase else table.purchases
        seats = with_seat(table.seats, self.seat, seat)
        first = table.first_stacks if self.came_from else (*table.first_stacks, self.chips)
        return replace(table, seats=seats, issued=table.issued + self.chips, purchases=purchases, first_stacks=first)


class BuyChips(RoomAction, frozen=True, tag="buy-chips"):
    """Between hands, a player receives chips that they bought. `purchase` is the number of the purchase in the
    tournament."""

    seat: int
    player: str
    chips: int
    purchase: int

    def decide(self, table: Table) -> list[Event]:
        """A hand that is dealt again is played with the chips that its players had the first time."""
        book_of(table)
        seat = sitting(table.seats, self.seat)
        if seat.player != self.player:
            raise Refused("another-sits-there", seat=self.seat, name=seat.name)
        _check_purchase(table, self.purchase, self.chips)
        return [ChipsBought(self.seat, self.player, self.chips, self.purchase)]


class ChipsBought(RoomEvent, frozen=True, tag="chips-bought"):
    """A player received chips that they bought. The chips of a `purchase` are never handed out twice."""

    seat: int
    player: str
    chips: int
    purchase: int

    def change(self, table: Table) -> Table:
        seat = table.seats[self.seat - 1] if 1 <= self.seat <= len(table.seats) else None
        seats = changed(table.seats, self.seat, chips=self.chips + (seat.chips if seat else 0))
        return replace(
            table, seats=seats, issued=table.issued + self.chips, purchases=(*table.purchases, self.purchase)
        )


def _check_open(table: Table, seat: int) -> None:
    """Raises `Refused` unless the rule book has the seat and it is open."""
    book = book_of(table)
    if not 1 <= seat <= len(table.seats):
        raise Refused("no-such-seat", seat=seat)
    if seat > (most := most_seats(book, len(table.seats))):
        raise Refused("seat-beyond-book", book.table_size.clause, seat=seat, most=most)
    if table.seats[seat - 1]:
        raise Refused("seat-taken", seat=seat)


def _check_purchase(table: Table, purchase: int, chips: int) -> None:
    if is_playing(table) or table.redeal:
        raise Refused("hand-in-play")
    if purchase < 1 or purchase in table.purchases:
        raise Refused("purchase-handed-out", purchase=purchase)
    chip = max(1, table.chip)
    if chips <= 0 or chips % chip:
        raise Refused("purchase-unpayable", chips=chips, chip=chip)


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


class SeatChanged(PlayerEvent, Consequence, frozen=True, tag="seat-changed"):
    """A player moved with all their chips from `seat` to the open seat `to` at the same table."""

    to: int

    def change(self, table: Table) -> Table:
        there = sitting(table.seats, self.seat)
        seats = with_seat(with_seat(table.seats, self.seat, None), self.to, there)
        return replace(table, seats=seats, at=_with_vacated(table, self.seat))


def change_seat(table: Table, seat: int, to: int) -> SeatChanged:
    """The move to an open seat at the same table. Raises `Refused`. A hand that is dealt again is dealt to the seats
    that it was dealt to the first time."""
    there = sitting(table.seats, seat)
    if table.redeal:
        raise Refused("hand-in-play")
    _check_open(table, to)
    return SeatChanged(seat, there.player, to)


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
    """The player will leave before the next hand, for table `to` unless it is 0. If `goes` is false, the player stays
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
    """The players who leave before the next hand. Nobody leaves while a deal that did not count has yet to be dealt
    again."""
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
    seats = with_seat(table.seats, number, None)
    at = _with_vacated(table, number)
    return replace(table, seats=seats, issued=table.issued - chips, redeal=redeal, at=at)


def _with_vacated(table: Table, number: int) -> Positions:
    """The positions, with a note that the seat's player is gone if they posted a blind in the last hand."""
    at = table.at
    return replace(at, vacated=(*at.vacated, number)) if number in (at.small, at.big) else at


def _check_leaves_for(table: Table, to: int) -> None:
    if to < 0 or to == table.number:
        raise Refused("leaves-for-here")


class MarkAway(TableActionBase, frozen=True, tag="mark-away"):
    """A player is marked as away from the table, starting with the next hand, or as back."""

    seat: int
    away: bool = True

    def decide(self, table: Table) -> list[Event]:
        if sitting(table.seats, self.seat).away == self.away:
            raise Refused("away-already" if self.away else "at-table-already", seat=self.seat)
        return [AwayMarked(self.seat, self.away)]


class AwayMarked(TableEvent, frozen=True, tag="away-marked"):
    """The player is away, or back. An absent player is dealt in and posts; then the hand is killed."""

    seat: int
    away: bool

    def change(self, table: Table) -> Table:
        return replace(table, seats=changed(table.seats, self.seat, away=self.away))


class CallClock(TableActionBase, frozen=True, tag="call-clock"):
    """The clock is called on the player whose turn it is, who now has limited time to act. If `on` is false, the call
    is withdrawn."""

    seat: int
    on: bool = True

    def decide(self, table: Table) -> list[Event]:
        clause = book_of(table).player_clock.clause
        hand = table.hand
        if hand is None or not is_playing(table):
            raise Refused("no-hand-in-play", clause)
        turn = actor(hand)
        if turn < 0:
            raise Refused("betting-closed", clause)
        seat = hand.deal.seats[turn]
        if seat != self.seat:
            raise Refused("not-their-turn", clause, seat=self.seat, turn=seat)
        if self.on == bool(on_clock(hand, table.timed)):
            raise Refused("clock-called-already" if self.on else "clock-not-called", clause, seat=seat)
        return [ClockCalled(seat, self.on)]


class ClockCalled(TableEvent, frozen=True, tag="clock-called"):
    """The clock was called on the player whose turn it is (TDA 2024 rule 29), or the call was withdrawn."""

    seat: int
    on: bool = True

    def change(self, table: Table) -> Table:
        hand = table.hand
        timed = Timed(self.seat, hand.deal.hand, hand.acts) if self.on and hand is not None else None
        return replace(table, timed=timed)


Actions = TakeSeat | TakeSeats | BuyChips | LeaveSeat | PlanLeave | MarkAway | CallClock
Events = SeatTaken | ChipsBought | SeatLeft | SeatChanged | LeavePlanned | StackRemoved | AwayMarked | ClockCalled
