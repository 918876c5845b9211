"""The decks of one table and what its screen shows of them: which there are, and one that is being enrolled.

Loaded only where something reads cards.
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
    """Raises `Fault` for a deck of the settings that is not whole. `known` hears the decks' names as they change;
    `now_ms` is the readers' time."""

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
        """Whether what is read is a new deck's."""
        return self._desk.is_open

    def show(self) -> None:
        """Which decks there are, and why one that was enrolled here is not among them."""
        self._face.show_decks(self._desk.decks)
        for problem in self._problems:
            self._face.refuse(f"{problem}: enrol that deck anew", "")

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
