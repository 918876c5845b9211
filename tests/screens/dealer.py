"""The dealer's screen in its main states."""

from functools import cache

from engine.game.game import Game
from tests.screens import chips, decks, people, practice, readers, rulings, spoken, start, table
from tests.screens.shots import State

STATES: dict[str, State] = {
    **table.STATES,
    **chips.STATES,
    **rulings.STATES,
    **practice.STATES,
    **decks.STATES,
    **people.STATES,
    **readers.STATES,
    **start.STATES,
    **spoken.STATES,
}


@cache
def game_of(name: str) -> Game:
    """The game of a state, the same for every picture."""
    return STATES[name].game()


def kept(name: str) -> State:
    """A state whose game is played only once."""
    return STATES[name]._replace(game=lambda: game_of(name))
