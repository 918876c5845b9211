"""Winners without a showdown, shown for a while; chips to move and eliminations, shown until the dealer confirms
them."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.game.game import Game
from ui.dealer.content import ScreenContent
from ui.dealer.model.surroundings import FoldedOut, Notice
from ui.dealer.model.values import SheetView
from ui.dealer.pages.moved import corrected, together
from ui.dealer.view.stage.awards import award_line
from ui.dealer.view.stage.out import WINS_MS, folded_out, unexpired


class Announcements(QObject):
    """Changes the surroundings in `content`. `now_ms` is any clock that never goes backward."""

    expired = Signal()
    """Emitted when an announcement may have expired, so that the screen must be redrawn."""
    owed_changed = Signal(object, int)
    """Emitted with the record's mark and the chips to move after corrections, or none once the dealer has moved
    them."""
    out_confirmed = Signal(int)
    """Emitted with the mark of the elimination that the dealer has confirmed, before it disappears from the screen."""

    def __init__(self, content: ScreenContent, now_ms: Callable[[], int], parent: QObject) -> None:
        super().__init__(parent)
        self._content = content
        self._now_ms = now_ms
        self._wins_timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._wins_timer.timeout.connect(self._pass_wins)

    def game_changed(self, game: Game) -> None:
        """Announce what is new in this game. Call this before the content shows the game."""
        self._note_won(game)
        self._note_corrected(game)

    def pushed(self, sheet: SheetView) -> None:
        """Show the pots that were pushed in one touch until the dealer confirms them."""
        pots = tuple(award_line(award) for award in sheet.awards[sheet.at :])
        notice = self._content.surroundings.notice
        self._content.change(notice=Notice(notice.owed if notice else (), pots))

    def confirmed(self) -> None:
        self.owed_changed.emit((), self._content.game.mark)

    def _note_won(self, game: Game) -> None:
        content = self._content
        won, before = folded_out(game), content.surroundings.wins
        if won and content.table is not None and won.mark >= content.game.mark:
            wins: FoldedOut | None = replace(won, until_ms=self._now_ms() + WINS_MS)
            self._wins_timer.start(WINS_MS)
        else:
            wins = before if before and unexpired(before, game, self._now_ms()) else None
        content.change(wins=wins)

    def _note_corrected(self, game: Game) -> None:
        """Show the chips to move after corrections until the dealer confirms the move, unless the corrections cancel
        each other out."""
        content = self._content
        owed = corrected(content.game, game) if content.table is not None else None
        if owed is not None:
            notice = content.surroundings.notice or Notice()
            owed = together(notice.owed, owed)
            content.change(notice=Notice(owed, notice.pots))
            self.owed_changed.emit(owed, game.mark)

    def _pass_wins(self) -> None:
        """Stop showing the win once its time has passed; the screen's clock may be slower than the timer."""
        self._note_won(self._content.game)
        if wins := self._content.surroundings.wins:
            self._wins_timer.start(max(1, wins.until_ms - self._now_ms()))
        self.expired.emit()
