"""Shows the decks of a table on its screen, and the one being enrolled.

Loaded only at tables with readers.
"""

from collections.abc import Callable

from hardware.reading.deck import Deck, DeckRefused
from hardware.reading.reading import NowMs, Unread
from kiosk.faults import Fault
from kiosk.table.decks.desk import EnrolDesk
from kiosk.table.decks.rotation import TableCodes, deck_of, left_out, own_folder
from kiosk.table.face import Face
from kiosk.table.settings import TableSettings
from ui.dealer.model.cards import EnrolDo


class TableDecks:
    """Raises `Fault` for an invalid deck in the settings. `known` is called with the decks' names as they change;
    `now_ms` is the readers' clock."""

    def __init__(
        self, settings: TableSettings, face: Face, known: Callable[[tuple[str, ...]], None], now_ms: NowMs
    ) -> None:
        self.codes = TableCodes(deck_of(settings))
        self._face = face
        self._known = known
        self._problems = left_out(settings)
        self._desk = EnrolDesk(own_folder(settings), self.codes, now_ms)
        known(self.codes.rotation.names)

    @property
    def is_enrolling(self) -> bool:
        """Whether readings belong to a new deck."""
        return self._desk.is_open

    def show(self) -> None:
        """Show the decks, and why decks enrolled here are not in use."""
        self._face.show_decks(self._desk.decks)
        for problem in self._problems:
            self._face.refuse(f"{problem}: enrol that deck again", "")

    def order(self, do: EnrolDo, what: str) -> None:
        """Start or leave an enrolment, postpone a card or ask for it again."""
        self._try(lambda: self._desk.order(do, what))

    def scanned(self, code: Unread) -> None:
        """Handle a code read during an enrolment."""
        self._try(lambda: self._desk.scanned(code))

    def tick(self) -> None:
        """Called every second, after all reader messages: only then is the last card settled."""
        if self._desk.is_due:
            self._try(self._finish)

    def _try(self, step: Callable[[], None]) -> None:
        """Report a failing disk; the card is then asked for again."""
        try:
            step()
        except Fault as fault:
            self._face.refuse(f"{fault.what}: {fault.fix}", "")
        self._face.show_enrolment(self._desk.shown)
        self._face.show_decks(self._desk.decks)

    def _finish(self) -> None:
        if deck := self._desk.finished():
            self._add(deck)

    def _add(self, deck: Deck) -> None:
        try:
            added = self.codes.add(deck)
        except DeckRefused as refused:
            self._face.refuse(str(refused), "")
            return
        if added:
            self._known(self.codes.rotation.names)
