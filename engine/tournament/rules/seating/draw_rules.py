"""Draws and redraws, and the seed of each draw, which is committed to beforehand and stays the same if the draw is
repeated."""

from collections.abc import Iterable

from engine.refused import Refused
from engine.tournament.field.entries import SeatAt, counted, left
from engine.tournament.formats import final_table_size, redraw_due
from engine.tournament.order import Context
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.seating.draw import Draw, hash_of, rank, seed_of
from engine.tournament.state import Tournament


def is_committed(tournament: Tournament) -> bool:
    """Whether the next draw's seed has been committed to."""
    return last_draw(tournament) < sum(chain.links for chain in tournament.seeds)


def last_draw(tournament: Tournament) -> int:
    """The number of the newest draw, even if it was taken back; 0 before the first draw."""
    return max(tournament.draws.values(), default=0)


def next_hash(tournament: Tournament) -> str:
    """The published hash of the next draw's seed; empty if no seed has been committed to."""
    return hash_of(tournament.seeds, last_draw(tournament) + 1)


def newest_seed(tournament: Tournament) -> str:
    """The seed of the newest draw; empty before the first draw."""
    return seed_of(tournament.seeds, last_draw(tournament))


def draw_of(tournament: Tournament, of: str) -> tuple[Draw, str]:
    """A draw with these inputs, together with its seed. Raises `Refused` if no seed has been committed to."""
    number = tournament.draws.get(of) or last_draw(tournament) + 1
    seed = seed_of(tournament.seeds, number)
    if not seed:
        raise Refused("draw-not-prepared")
    return Draw(number, of), seed


def due(tournament: Tournament, context: Context, gone: int = 0) -> int:
    """The number of players at which a redraw is due, now or once `gone` more busts are confirmed; 0 if none is due."""
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
