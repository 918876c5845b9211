"""The decks of one table and what its screen shows of them: which there are, and one that is being enrolled.

Loaded only where something reads cards.
"""

from collections.abc import Callable

from engine.message import Message
from hardware.reading.deck import Deck, DeckRefused
from hardware.reading.reading import NowMs, Unread
from kiosk.faults import Fault
from kiosk.table.decks.desk import EnrolDesk
from kiosk.table.decks.rotation import TableCodes, deck_of, left_out, own_folder
from kiosk.table.settings import TableSettings
from ui.dealer.model.cards import Decks, EnrolDo, Enrolling


class TableDecks:
    """Raises `Fault` for a deck of the settings that is not whole. `known` is given the decks' names as they change,
    `say` what went wrong; `now_ms` is the readers' time."""

    def __init__(
        self,
        settings: TableSettings,
        known: Callable[[tuple[str, ...]], None],
        say: Callable[[Message], None],
        now_ms: NowMs,
    ) -> None:
        self.codes = TableCodes(deck_of(settings))
        self.problems = left_out(settings)
        """Why a deck that was enrolled here is not in use."""
        self._known = known
        self._say = say
        self._desk = EnrolDesk(own_folder(settings), self.codes, now_ms)
        self.decks: Decks = self._desk.decks
        """Which there are: read from the disk as often as it changes by what is done here."""
        known(self.codes.rotation.names)

    @property
    def enrolling(self) -> Enrolling | None:
        """How far the deck is that is being enrolled; None while none is."""
        return self._desk.shown

    @property
    def is_enrolling(self) -> bool:
        """Whether what is read is a new deck's."""
        return self._desk.is_open

    def order(self, do: EnrolDo, what: str) -> None:
        """Enrolling is begun, left, or a card is put off or asked for again."""
        self._try(lambda: self._desk.order(do, what))

    def scanned(self, code: Unread) -> None:
        """A code was read while a deck is being enrolled."""
        self._try(lambda: self._desk.scanned(code))

    def tick(self) -> None:
        """A second has passed, and all that the readers said is heard: only now the last card stands."""
        if self._desk.is_due:
            self._try(self._finish)

    def _try(self, step: Callable[[], None]) -> None:
        """A disk that fails is said; the card is then asked for again."""
        try:
            step()
        except Fault as fault:
            self._say(fault.message)
        self.decks = self._desk.decks

    def _finish(self) -> None:
        if deck := self._desk.finished():
            self._add(deck)

    def _add(self, deck: Deck) -> None:
        try:
            added = self.codes.add(deck)
        except DeckRefused as refused:
            self._say(Fault("deck-left-out", error=refused.message).message)
            return
        if added:
            self._known(self.codes.rotation.names)
