"""Take seats out of use, and pin entries to their seats."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.context import Context
from engine.tournament.field.entries import SeatAt
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.field.away_rules import seat_holder, sits_elsewhere
from engine.tournament.rules.field.entry_rules import entry_in
from engine.tournament.rules.seating.seat_rules import open_sitting
from engine.tournament.state import Event, StateChange, StatePart, Tournament

LEAST_SEATS = 2


class UseSeat(TournamentActionBase, frozen=True, tag="use-seat"):
    """Take an unassigned seat out of use, so that nobody is seated there, or put it back into use."""

    right = "floor"
    seat: SeatAt
    on: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [use_seat(tournament, self, context)]


class PinEntry(TournamentActionBase, frozen=True, tag="pin-entry"):
    """Pin an entry to its seat, so that balancing does not move it and a redraw leaves it there; or unpin it, so that
    it is moved like any other."""

    right = "floor"
    entry: int
    on: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [pin_entry(tournament, self, context)]


class SeatUseSet(Event, frozen=True, tag="seat-use-set"):
    """The seat is out of use, so that nobody is seated there, or it is `used` again."""

    seat: SeatAt
    used: bool

    def change(self, tournament: Tournament) -> StateChange:
        where, seat = tournament.sittings[self.seat.sitting], self.seat.seat
        unused = tuple(sorted({*where.unused, seat} - ({seat} if self.used else set())))
        # A player who left the seat does not go back while it is out of use.
        taken = frozenset({StatePart("seat", self.seat)})
        return StateChange(sittings={where.number: replace(where, unused=unused)}, uses=taken)


class EntryPinSet(Event, frozen=True, tag="entry-pin-set"):
    """The entry is pinned to the seat that it has. If it is None, the entry is no longer pinned."""

    entry: int
    seat: SeatAt | None

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange({self.entry: replace(tournament.entries[self.entry], pinned=self.seat)})


def pin_entry(tournament: Tournament, action: PinEntry, context: Context) -> EntryPinSet:
    """Pin an entry to its seat, or lift the pin. Raises `Refused` for an entry that does not have a seat or is sitting
    in a different one, at a table that is being broken, and if the pin is already set as requested."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    if not action.on:
        if not entry.is_pinned:
            raise Refused("entry-not-pinned", name=entry.name)
        return EntryPinSet(entry.number, None)
    table = open_sitting(tournament, entry.seat.sitting).table
    if entry.is_pinned:
        raise Refused("entry-pinned-already", name=entry.name, table=table, seat=entry.seat.seat)
    if there := sits_elsewhere(entry, context.tables):
        at = tournament.sittings[there.sitting].table
        raise Refused("pin-elsewhere", name=entry.name, table=at, seat=there.seat)
    return EntryPinSet(entry.number, entry.seat)


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
