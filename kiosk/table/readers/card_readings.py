"""Decides what follows from a reading at the table: a card to play, a notice on the screen, or a code of a new deck.
Belongs to the table's thread. It plays nothing itself."""

from typing import TYPE_CHECKING, NamedTuple

from engine.actions import Action, SeeCard, TableAction
from engine.game.game import Game
from engine.refused import Refused
from hardware.reading.reading import ReaderMessage, Reading, UnknownCode
from kiosk.faults import Fault
from kiosk.storage.keeper import Decided
from kiosk.table.display import TableDisplay
from kiosk.table.place_names import MUCK
from kiosk.table.readers.card_judge import CardDecision, CardJudge, Verdict
from kiosk.table.readers.table_readers import TableReaders
from ui.dealer.model.cards import EnrollDo, OddCard
from ui.dealer.model.taps import Aim, Follows

if TYPE_CHECKING:
    from kiosk.table.decks.screen import TableDecks


class CardOrder(NamedTuple):
    """A card to play: the decision about it, and the page that follows it on the screen."""

    decided: CardDecision
    then: Follows

    @property
    def action(self) -> Action:
        return self.decided.action


class CardReadings:
    def __init__(self, readers: TableReaders, decks: "TableDecks | None", face: TableDisplay) -> None:
        """`decks` is None if nothing reads cards."""
        self._readers = readers
        self._decks = decks
        self._face = face
        self._judge = CardJudge(decks.first if decks else "")
        self.watched = False
        """Whether readings are only shown, not played."""

    @property
    def is_enrolling(self) -> bool:
        return self._decks is not None and self._decks.is_enrolling

    def receive(self, message: ReaderMessage, game: Game) -> CardOrder | None:
        """Process a reader's message. Returns the card to play; a notice is shown at once."""
        self._readers.receive(message)
        if not isinstance(message, Reading):
            self._show(self._of_code(message, game) if isinstance(message, UnknownCode) else None)
            return None
        if self._is_for_page(message, game):
            self._judge.pass_over(message)
            return None
        aim = self._face.aimed(message.card)
        return self._order(self._of_card(message, game, aim.action), aim)

    def waiting_for(self, action: Action) -> Reading | None:
        return self._judge.waited_for(action)

    def order_of(self, reading: Reading, game: Game) -> CardOrder | None:
        """The order for a card whose deck was put in play after the reading, if the card can be played now."""
        aim = self._face.aimed(reading.card)
        verdict = self._judge.judge(reading, game, aim.action)
        plays = isinstance(verdict, Decided) and isinstance(verdict.action, SeeCard)
        return self._order(verdict, aim) if plays else None

    def scanned_without_reader(self, game: Game) -> None:
        if game.table.mode == "readers":
            self._show(OddCard("unheld"))

    def enroll(self, do: EnrollDo, what: str) -> None:
        if self._decks:
            self._decks.order(do, what)

    def tick(self) -> None:
        if self._decks:
            self._decks.tick()

    def _is_for_page(self, reading: Reading, game: Game) -> bool:
        """Whether the open page has used the card itself, as the page for the button draw does."""
        plays = game.table.mode == "readers" and not self.watched and not self.is_enrolling
        return plays and not reading.again and reading.place != MUCK and self._face.take_card(reading.card)

    def _of_card(self, reading: Reading, game: Game, aimed: TableAction) -> Verdict:
        if self.watched:
            self._judge.pass_over(reading)
            return None
        # In the backup modes, a broken reader must not do any harm. During an enrollment, a reading can only be one
        # from just before it began.
        plays = game.table.mode == "readers" and not self.is_enrolling
        return self._judge.judge(reading, game, aimed) if plays else None

    def _of_code(self, unread: UnknownCode, game: Game) -> OddCard | None:
        if unread.hint == "learned":
            return self._learned(unread)
        if self.watched:
            return None  # the readers page shows it
        if self._decks and self._decks.is_enrolling:
            self._decks.scanned(unread)
            return None
        return self._judge.odd_code(unread, game.table) if game.table.mode == "readers" else None

    def _learned(self, unread: UnknownCode) -> OddCard | None:
        """Keep the layout of a scanner for the next start. Until then, the scanner knows it itself."""
        try:
            self._readers.keep_layout(unread.address, unread.code)
        except Fault as fault:
            self._face.refuse(fault.message, "")
            return None
        return None if self.watched else OddCard("learned")

    def _order(self, verdict: Verdict, aim: Aim) -> CardOrder | None:
        if isinstance(verdict, Decided):
            return CardOrder(verdict, aim.then if verdict.action is aim.action else ())
        self._show(verdict)
        return None

    def _show(self, notice: OddCard | Refused | None) -> None:
        match notice:
            case Refused():
                self._face.refuse(notice.message, notice.clause)
            case OddCard():
                self._face.show_odd(notice)
