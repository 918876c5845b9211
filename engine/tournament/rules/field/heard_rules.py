"""A new player may be reassigned or go out only after the table that received the assignment has confirmed that they
are seated. A table that is cut off may seat them later with chips that it issues itself, and then they would have two
stacks."""

from engine.refused import Refused
from engine.tournament.field.entries import Entry, SeatAt
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables, has_sat


def check_heard(tournament: Tournament, entry: Entry, tables: Tables) -> None:
    """Raises `Refused` for a new player whose table has yet to confirm that the player is seated."""
    sitting = tournament.sittings[entry.seat.sitting] if entry.seat else None
    if sitting is None or sitting.typed:
        return
    facts = tables.get(sitting.number, TableFacts(sitting.number))
    # A table that has not recorded anything yet does not have a kiosk, or has one that has just been switched on.
    if facts.mark and entry.number not in facts.held and entry.number not in has_sat(tables):
        raise Refused("before-seated", name=entry.name, table=sitting.table)


def check_may_go(tournament: Tournament, entry: Entry, tables: Tables) -> None:
    """Like `check_heard`, but without a check for a player who cannot be seated at any table because their seat is
    taken or their table is broken."""
    if entry.seat and not tournament.sittings[entry.seat.sitting].breaking and _may_sit(entry.seat, tables):
        check_heard(tournament, entry, tables)


def _may_sit(seat: SeatAt, tables: Tables) -> bool:
    """Whether a seat is free according to its table's record."""
    facts = tables.get(seat.sitting, TableFacts(seat.sitting))
    sat = [*(held.seat for held in facts.held.values()), *(one.seat for one in facts.unbooked if one.chips)]
    return seat.seat not in sat
