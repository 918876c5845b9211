"""The marks on a seat: its player is moving, leaving, penalized, away, or on the way to the seat."""

from engine.public import PublicSeat
from engine.tournament.tables.room_info import Gone, IncomingPlayer
from ui.dealer.model.surroundings import Booking, Surroundings
from ui.words import Words


def expected(surroundings: Surroundings) -> tuple[IncomingPlayer, ...]:
    """The players on the way here, and those who sit down after this hand."""
    entering = [one for one in surroundings.due if one.what == "enters"]
    return (*surroundings.coming, *(IncomingPlayer(one.player, one.name, one.chips, 0, one.seat) for one in entering))


def arriving(seat: int, surroundings: Surroundings) -> IncomingPlayer | None:
    """The player on the way to this seat; None if nobody is."""
    return next((one for one in expected(surroundings) if one.seat == seat), None)


def brings(one: IncomingPlayer, words: Words) -> str:
    """The chips that a player brings, and where they come from."""
    said = words.people.arrive_from if one.came_from else words.people.arrive_chips
    return said.format(chips=words.amount(one.chips), table=one.came_from)


def gone_from(seat: int, surroundings: Surroundings) -> Gone | None:
    """The player who has left a seat with chips and is not seated anywhere yet; the last one if there are several."""
    return next((one for one in reversed(surroundings.booking.gone) if one.seat == seat), None)


def whereabouts(one: Gone, words: Words) -> str:
    return words.people.move_whither.format(table=one.to, seat=one.to_seat) if one.to else words.people.gone


def going_to(seat: PublicSeat, booking: Booking, words: Words) -> str:
    """The table and seat to which the room was asked to move a player; empty if it was not asked."""
    asked = next((one for one in booking.asked if one.player == seat.player and one.to), None)
    return words.people.move_whither.format(table=asked.to, seat=asked.to_seat) if asked else ""


def leaving(seat: PublicSeat, booking: Booking, words: Words) -> str:
    """The mark of a player who is to leave; empty for others."""
    goes = next((one for one in booking.moves if one.player == seat.player), None)
    if seat.leaves_for is not None and goes:
        return words.people.move_whither.format(table=goes.to, seat=goes.to_seat)
    if seat.leaves_for == 0 and booking.over == "breaking":
        return words.people.new_seat
    if seat.leaves_for:
        return words.people.moves.format(table=seat.leaves_for)
    if seat.leaves_for is not None:
        return words.people.leaves
    return words.people.asked if going_to(seat, booking, words) else ""


def marks(seat: PublicSeat, booking: Booking, words: Words) -> str:
    """The marks of a seat, with the longest-lasting first; empty if there are none."""
    if goes := leaving(seat, booking, words):
        return goes
    if seat.penalty_hands:
        return words.counted(words.people.misses, seat.penalty_hands)
    return words.people.away if seat.away else ""
