"""The dealer's screen in its main states."""

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
