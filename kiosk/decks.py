"""The deck that a table's settings name."""

from pathlib import Path

from hardware.decks import PLAIN_DECK, Deck, DeckRefused, load_deck
from kiosk.faults import Fault
from kiosk.table_settings import TableSettings


def deck_of(settings: TableSettings) -> Deck:
    """The deck on the table: the plain one, or a deck file. Raises `Fault` for one that is not whole."""
    if settings.deck == "plain":
        return PLAIN_DECK
    try:
        return load_deck(Path(settings.deck))
    except DeckRefused as refused:
        raise Fault(str(refused), "mend the deck file, or enrol the deck anew") from refused
