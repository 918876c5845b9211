"""A player sits down, or receives chips that they bought."""

from msgspec.structs import replace

from engine.books.rulebook import most_seats
from engine.event import Event
from engine.last_count import agreed
from engine.names import one_line
from engine.refused import Refused
from engine.table.action import RoomAction
from engine.table.seats import Seat, changed, sitting, with_seat
from engine.table.state import RoomEvent, Table, book_of, hands_ended, is_playing


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
        book = book_of(table)
        if not 1 <= self.seat <= len(table.seats):
            raise Refused("no-such-seat", seat=self.seat)
        if self.seat > (most := most_seats(book, len(table.seats))):
            raise Refused("seat-beyond-book", book.table_size.clause, seat=self.seat, most=most)
        if table.seats[self.seat - 1]:
            raise Refused("seat-taken", seat=self.seat)
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
        return replace(table, seats=seats, issued=table.issued + self.chips, purchases=purchases)


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


def _check_purchase(table: Table, purchase: int, chips: int) -> None:
    """Raises `Refused` if the purchased chips cannot be handed out now or were already handed out."""
    if is_playing(table) or table.redeal:
        raise Refused("hand-in-play")
    if table.race is not None:
        raise Refused("race-open")
    if purchase < 1 or purchase in table.purchases:
        raise Refused("purchase-handed-out", purchase=purchase)
    chip = max(1, table.chip)
    if chips <= 0 or chips % chip:
        raise Refused("purchase-unpayable", chips=chips, chip=chip)
