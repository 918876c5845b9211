"""Why an entry goes to another table, as its own phone says it: what the move was decided on, and by which clause."""

from typing import Literal

import msgspec

from engine.books.rulebook import cited
from engine.tournament.events import EntryMoved, SeatsRedrawn, TableBroken, TournamentEvent
from engine.tournament.state import Tournament

Why = Literal["due", "balance", "break", "redraw", "final", "floor"]
"""It would have had the next big blind where a player had to go; a player had to go; its table is broken; everybody
drew a new seat, at several tables or at the last one; the director said so."""


class MoveReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """`players` were at the table that it leaves and `there` at the other one, where they were to be made equal; the
    clauses are the book's, or the standard's where the book is silent; empty for none."""

    why: Why
    players: int = 0
    there: int = 0
    clause: str = ""


def why_moved(tournament: Tournament, number: int) -> MoveReason:
    """Of the newest move of an entry that stands."""
    for act in reversed(tournament.acts):
        for event in reversed(() if act.undone_by else act.events):
            if reason := _reason(tournament, event, number):
                return reason
    return MoveReason("floor")


def _reason(tournament: Tournament, event: TournamentEvent, number: int) -> MoveReason | None:
    """None where the event moved somebody else, or nobody."""
    book = tournament.book
    match event:
        case EntryMoved(entry=entry, balanced=balanced) if entry == number:
            if not balanced:
                return MoveReason("floor")
            clauses = cited(book, book.balancing, book.balance_move) if book else ("", "")
            return MoveReason("due" if balanced.due else "balance", balanced.players, balanced.there, _said(*clauses))
        case TableBroken(seats=seats) if any(one.entry == number for one in seats):
            return MoveReason("break", clause=_said(*cited(book, book.break_seats)) if book else "")
        case SeatsRedrawn(seats=seats, sittings=sittings) if any(one.entry == number for one in seats):
            return MoveReason("final" if len(sittings) == 1 else "redraw")
    return None


def _said(clause: str, standard: str) -> str:
    return "; ".join(filter(None, (clause, standard)))
