"""Seats that are out of use, for example because the chair is broken or the board cannot be seen from them. Entries are
never drawn, moved or entered there."""

from engine.refused import Refused
from engine.tournament.actions import UseSeat
from engine.tournament.context import Context
from engine.tournament.events import SeatUseSet
from engine.tournament.field.entries import SeatAt
from engine.tournament.rules.away_rules import seat_holder
from engine.tournament.rules.seat_rules import open_sitting
from engine.tournament.state import Tournament

LEAST_SEATS = 2


def use_seat(tournament: Tournament, action: UseSeat, context: Context) -> SeatUseSet:
    """Take a seat out of use, or put it back into use. Raises `Refused` for a seat that is assigned or taken, one that
    is already in the requested state, and the last two seats at a table."""
    seat = action.seat
    sitting = open_sitting(tournament, seat.sitting)
    if not 1 <= seat.seat <= sitting.seat_count:
        raise Refused("no-such-seat", seat=seat.seat)
    if action.on != (seat.seat in sitting.unused):
        raise Refused("seat-in-use" if action.on else "seat-out-of-use", seat=seat.seat, table=sitting.table)
    if action.on:
        return SeatUseSet(seat, used=True)
    if name := seat_holder(tournament, seat, context.tables) or _assigned(tournament, seat):
        raise Refused("seat-held", seat=seat.seat, table=sitting.table, name=name)
    if sitting.room <= LEAST_SEATS:
        raise Refused("seats-needed", table=sitting.table, least=LEAST_SEATS)
    return SeatUseSet(seat, used=False)


def _assigned(tournament: Tournament, seat: SeatAt) -> str:
    number = tournament.occupied.get(seat)
    return tournament.entries[number].name if number else ""
