"""The seed of each draw: committed to beforehand, known to nobody until the draw, and unchanged if the draw is taken
back and repeated."""

from engine.refused import Refused
from engine.tournament.seating.draw import Draw, draws_committed, hash_of, seed_of
from engine.tournament.state import Tournament


def is_committed(tournament: Tournament) -> bool:
    """Whether the next draw's seed has been committed to."""
    return last_draw(tournament) < draws_committed(tournament.seeds)


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
