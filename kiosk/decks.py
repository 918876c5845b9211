"""The decks that a table's settings name."""

from pathlib import Path

from hardware.decks import PLAIN_DECK, STICKER_DECK, Deck, DeckRefused, load_deck
from hardware.rotation import Rotation
from kiosk.faults import Fault
from kiosk.table_settings import TableSettings


def deck_of(settings: TableSettings) -> Rotation:
    """The decks of the table. Raises `Fault` for one that is not whole, and for two that share a code."""
    try:
        return Rotation.of([named_deck(name) for name in (settings.deck, *settings.other_decks)])
    except DeckRefused as refused:
        raise Fault(str(refused), "mend the deck file, or enrol the deck anew") from refused


def named_deck(name: str) -> Deck:
    """A deck that ships, or that of a file. Raises `DeckRefused`."""
    return next((deck for deck in (PLAIN_DECK, STICKER_DECK) if deck.name == name), None) or load_deck(Path(name))
