"""Redraws: when the field is down to a set number of players, for the final table, and for the next round of a
shootout."""

from collections.abc import Iterable

from engine.tournament.context import Context
from engine.tournament.field.entries import SeatAt, counted, left
from engine.tournament.formats.redraws import final_table_size, redraw_due
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.seating.draw import rank
from engine.tournament.state import Tournament


def due(tournament: Tournament, context: Context, gone: int = 0) -> int:
    """The number of players at which a redraw is due now, or will be due once `gone` busts are confirmed; 0 if none is
    due."""
    tables, redraws = open_sittings(tournament), context.terms.redraws
    if context.terms.shoot_out or len(tables) < 2:
        return 0
    players = len(left(tournament.entries)) - gone
    size = final_table_size(redraws, max(one.seat_count for one in tables))
    entries = len(counted(tournament.entries))
    return size if players <= size else redraw_due(redraws, tournament.redraws, players, entries)


def forms_final(tournament: Tournament, context: Context) -> bool:
    """Whether the last table is formed by a draw. If it is, the second-to-last table is not broken."""
    return bool(context.terms.shoot_out or context.terms.redraws.final_table) and len(open_sittings(tournament)) == 2


def plays_for_itself(tournament: Tournament, context: Context) -> bool:
    """Whether each table has its own winners. If so, nobody changes tables, and tables do not wait for each other."""
    flight = context.terms.flight is not None and context.terms.flight.who == "top-stacks"
    return flight or (context.terms.shoot_out is not None and len(open_sittings(tournament)) > 1)


def drawn_button(seed: str, place: int, drawn: Iterable[SeatAt]) -> int:
    """The seat that draws the button, among the seats that are taken."""
    taken = [one.seat for one in drawn if one.sitting == place]
    return min(taken, key=lambda seat: rank(seed, f"button {place} {seat}"), default=0)
