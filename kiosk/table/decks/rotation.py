"""A table's decks: those in its settings and those enrolled on its screen."""

from pathlib import Path

from engine.message import Message, message
from hardware.decks.rotation import Rotation
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, CardMatch, Deck, DeckRefused, contained_codes, load_deck
from kiosk.faults import Fault
from kiosk.table.settings import TableSettings

OWN = "decks"


class TableCodes:
    """The table's decks, for its readers. Decks may be added; during an enrollment, no code counts as a card."""

    def __init__(self, rotation: Rotation) -> None:
        self.rotation = rotation
        self.enrolls = False

    @property
    def is_truncation_safe(self) -> bool:
        return self.rotation.is_truncation_safe

    def find(self, code: str) -> CardMatch | None:
        """See `Codes`. Called from reader threads: reads each attribute only once."""
        return None if self.enrolls else self.rotation.find(code)

    def add(self, deck: Deck) -> bool:
        """Use this deck, too, from now on. Returns False if that needs a restart: once one code contains another,
        readers must stop using silence as a terminator. Raises `DeckRefused`."""
        after = Rotation.of([*self.rotation.decks, deck])
        if self.is_truncation_safe and not after.is_truncation_safe:
            return False
        self.rotation = after
        return True


def usable_decks(settings: TableSettings) -> tuple[Rotation, tuple[Fault, ...]]:
    """The table's decks, and the reasons why any decks enrolled at the table are not in use, such as a conflict with
    another deck. Raises `Fault` for an invalid deck in the settings, or for two that conflict."""
    try:
        rotation = Rotation.of([named_deck(name) for name in (settings.deck, *settings.other_decks)])
    except DeckRefused as refused:
        raise Fault("decks-unusable", error=refused.message) from refused
    problems = []
    for path in sorted(own_folder(settings).glob("*.toml")):
        try:
            deck = load_deck(path)
            if deck.name not in rotation.names:  # otherwise it is in the settings by now
                rotation = Rotation.of([*rotation.decks, deck])
        except DeckRefused as refused:
            problems.append(Fault("deck-left-out", error=refused.message))
    return rotation, tuple(problems)


def own_folder(settings: TableSettings) -> Path:
    return Path(settings.journal).with_name(OWN)


def named_deck(name: str) -> Deck:
    return next((deck for deck in (PLAIN_DECK, STICKER_DECK) if deck.name == name), None) or load_deck(Path(name))


def warnings(deck: Deck) -> list[Message]:
    warnings = []
    if within := contained_codes(deck.codes.values()):
        short, long = within[0]
        warnings.append(message("code-within-code", short=repr(short), long=repr(long)))
    if len({len(code) for code in deck.codes.values()}) > 1:
        warnings.append(message("codes-of-many-lengths"))
    if any(code != code.upper() or not code.isalnum() for code in deck.codes.values()):
        warnings.append(message("codes-need-keyboard"))
    return warnings
