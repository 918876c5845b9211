"""A table three or more players short of the fullest waits until more players have come (TDA 2024 rule 11-D), unless
the director waives it."""

from engine.tournament.field.entries import crowds
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Tournament

SHORT = 3


def short_tables(tournament: Tournament) -> dict[int, int]:
    """The open sittings that are three or more players short of the fullest, and by how many."""
    players = crowds(tournament.occupied)
    sittings = [one.number for one in open_sittings(tournament)]
    most = max((players[number] for number in sittings), default=0)
    return {number: most - players[number] for number in sittings if most - players[number] >= SHORT}


def to_play_on(tournament: Tournament) -> list[int]:
    """The open sittings that are waiting although they are no longer short."""
    if not tournament.halted:
        return []
    short = short_tables(tournament)
    still = (one.number for one in open_sittings(tournament) if one.number in tournament.halted)
    return [number for number in still if number not in short]
