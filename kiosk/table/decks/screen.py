"""One table's decks as its screen shows them: those in use, and the one that is being enrolled.

Loaded only if something reads cards.
"""

from collections.abc import Callable

from engine.message import Message
from hardware.reading.deck import Deck, DeckRefused
from hardware.reading.reading import NowMs, UnknownCode
from kiosk.faults import Fault
from kiosk.table.decks.enroller import DeckEnroller
from kiosk.table.decks.rotation import TableCodes, deck_of, left_out, own_folder
from kiosk.table.settings import TableSettings
from ui.dealer.model.cards import Decks, EnrollDo, Enrolling


class TableDecks:
    """The decks of one table. Raises `Fault` for an incomplete deck in the settings. `say` is called with what went
    wrong; `now_ms` is the readers' time."""

    def __init__(self, settings: TableSettings, say: Callable[[Message], None], now_ms: NowMs) -> None:
        self.codes = TableCodes(deck_of(settings))
        self.problems = left_out(settings)
        """Why a deck that was enrolled here is not in use."""
        self._say = say
        self._enroller = DeckEnroller(own_folder(settings), self.codes, now_ms)
        self.decks: Decks = self._enroller.decks
        """The decks of this table. They are read from the disk each time an action here changes them."""

    @property
    def first(self) -> str:
        """The name of the deck that is played first."""
        return self.codes.rotation.names[0]

    @property
    def enrolling(self) -> Enrolling | None:
        """The progress of the enrollment; None while no deck is being enrolled."""
        return self._enroller.shown

    @property
    def is_enrolling(self) -> bool:
        """Whether readings belong to a new deck."""
        return self._enroller.is_open

    def order(self, do: EnrollDo, what: str) -> None:
        """Start or leave an enrollment, postpone a card, or ask for a card again."""
        self._try(lambda: self._enroller.order(do, what))

    def scanned(self, code: UnknownCode) -> None:
        """A code was read while a deck is being enrolled."""
        self._try(lambda: self._enroller.scanned(code))

    def tick(self) -> None:
        """Called when a second has passed and all messages from the readers have been processed. Only then is the last
        card final."""
        if self._enroller.is_due:
            self._try(self._finish)

    def _try(self, step: Callable[[], None]) -> None:
        """Report a failing disk; the card is then asked for again."""
        try:
            step()
        except Fault as fault:
            self._say(fault.message)
        self.decks = self._enroller.decks

    def _finish(self) -> None:
        if deck := self._enroller.finished():
            self._add(deck)

    def _add(self, deck: Deck) -> None:
        try:
            self.codes.add(deck)
        except DeckRefused as refused:
            self._say(Fault("deck-left-out", error=refused.message).message)
