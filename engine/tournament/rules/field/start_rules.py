"""Whether the start may still be moved."""

from engine.refused import Refused
from engine.tournament.state import Tournament


def check_movable(tournament: Tournament) -> None:
    """Raises `Refused` if the book forbids moving an event and an entry has already been made for this time. Until
    then, a mistake may be corrected (R1.5)."""
    is_announced = tournament.starts_ms is not None and bool(tournament.entries)
    if is_announced and tournament.book and tournament.book.rescheduling.value == "refused":
        raise Refused("not-rescheduled", tournament.book.rescheduling.clause)
