"""The decks of a table: those that its settings name, and those that were enrolled on its screen."""

from pathlib import Path

from hardware.decks.rotation import Rotation
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, Deck, DeckRefused, Found, contained_codes, load_deck
from kiosk.faults import Fault
from kiosk.table.settings import TableSettings

OWN = "decks"
"""The folder beside the journal that holds what was enrolled here."""


class TableCodes:
    """What the table's readers know: its decks, of which more may come while they read. While one of them is being
    enrolled no code is a card."""

    def __init__(self, rotation: Rotation) -> None:
        self.rotation = rotation
        self.enrols = False

    @property
    def is_truncation_safe(self) -> bool:
        """As `Codes` has it."""
        return self.rotation.is_truncation_safe

    def find(self, code: str) -> Found | None:
        """As `Codes` has it. Readers ask from threads of their own: one look at each of the two is enough."""
        return None if self.enrols else self.rotation.find(code)

    def add(self, deck: Deck) -> bool:
        """Know this deck too, from now on; False where only a start can tell the readers: one that goes by silence must
        not, once a code is a piece of another. Raises `DeckRefused`."""
        after = Rotation.of([*self.rotation.decks, deck])
        if self.is_truncation_safe and not after.is_truncation_safe:
            return False
        self.rotation = after
        return True


def deck_of(settings: TableSettings) -> Rotation:
    """The decks of the table. Raises `Fault` for one of the settings that is not whole, and for two that share a code;
    of those enrolled here, what does not fit is left out: see `left_out`."""
    return _joined(settings)[0]


def left_out(settings: TableSettings) -> tuple[str, ...]:
    """Why decks that were enrolled here are not in use, a line each."""
    return _joined(settings)[1]


def _joined(settings: TableSettings) -> tuple[Rotation, tuple[str, ...]]:
    try:
        rotation = Rotation.of([named_deck(name) for name in (settings.deck, *settings.other_decks)])
    except DeckRefused as refused:
        raise Fault(str(refused), "mend the deck file, or enrol the deck anew") from refused
    problems = []
    for path in sorted(own_folder(settings).glob("*.toml")):
        try:
            deck = load_deck(path)
            if deck.name not in rotation.names:  # else the settings name it by now
                rotation = Rotation.of([*rotation.decks, deck])
        except DeckRefused as refused:
            problems.append(str(refused))
    return rotation, tuple(problems)


def own_folder(settings: TableSettings) -> Path:
    """Where decks that are enrolled on the screen are kept."""
    return Path(settings.journal).with_name(OWN)


def named_deck(name: str) -> Deck:
    """A deck that ships, or that of a file. Raises `DeckRefused`."""
    return next((deck for deck in (PLAIN_DECK, STICKER_DECK) if deck.name == name), None) or load_deck(Path(name))


def warnings(deck: Deck) -> list[str]:
    """What is no fault of the deck, and may become one with some readers."""
    told = []
    if within := contained_codes(deck.codes.values()):
        short, long = within[0]
        told.append(f"the code {short!r} is a piece of {long!r}: only readers that send a line end can be used")
    if len({len(code) for code in deck.codes.values()}) > 1:
        told.append("the codes differ in length: one that a bad line has shortened could be another card's")
    if any(code != code.upper() or not code.isalnum() for code in deck.codes.values()):
        told.append("not only capitals and digits: a scanner that types may need the right keyboard layout")
    return told
