"""Why an entry moves to another table, as shown on the player's phone: the reason for the move and its clause."""

from typing import Literal

import msgspec

from engine.books.rulebook import cited
from engine.tournament.actions import EntryMoved, SeatsRedrawn, TableBroken
from engine.tournament.state import Event, Tournament

Why = Literal["due", "balance", "break", "redraw", "final", "floor"]
"""The reasons, in this order. `due`: the entry would have had the next big blind when a player had to be moved.
`balance`: a player had to be moved. `break`: the table is being broken. `redraw` and `final`: everyone drew a new seat,
at several tables or at the final table. `floor`: the director decided it."""


class MoveReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason for a move, and its clauses. If two tables had to be balanced, `players` is the number of players at
    the table that the entry is leaving, and `there` is the number at the other table. The clauses are the book's, or
    the standard's if the book is silent, and empty if there are none."""

    why: Why
    players: int = 0
    there: int = 0
    clause: str = ""


def why_moved(tournament: Tournament, number: int) -> MoveReason:
    for act in reversed(tournament.acts):
        for event in reversed(() if act.undone_by else act.events):
            if reason := _reason(tournament, event, number):
                return reason
    return MoveReason("floor")


def _reason(tournament: Tournament, event: Event, number: int) -> MoveReason | None:
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
