"""The act at the root of a chain of undos and redos."""

from engine.tournament.state import Act, Tournament


def origin(tournament: Tournament, act: Act) -> tuple[Act, bool]:
    """The act at the root of a chain of undos and redos, and whether this act undoes it."""
    undoes = False
    while act.undoes:
        act, undoes = tournament.acts[act.undoes - 1], not undoes
    return act, undoes
