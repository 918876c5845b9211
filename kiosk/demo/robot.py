"""A robot dealer: after each change of the table it taps or scans what comes next. Knows no rules."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from engine.actions import Action, SeeCard
from engine.cards import Card
from engine.game.game import Game
from hardware.simulated import PtyScanner
from kiosk.demo.finger import tap
from kiosk.table.window import TableWindow
from ui.dealer.model.surroundings import Surroundings

NextMove = Callable[[Game, Surroundings], Action | None]
RESCAN_MS = 500
"""How long a scanned card may take to arrive before it is scanned again, as a dealer would."""


class Robot(QObject):
    """Plays one table through its screen and reader, an action every `pace_ms`. With `taps` false it only scans."""

    def __init__(
        self, window: TableWindow, scanner: PtyScanner, next_move: NextMove, pace_ms: int = 0, taps: bool = True
    ) -> None:
        super().__init__(window.screen)
        self.rests = False
        """Whether there was nothing to do at the last poll."""
        self._window = window
        self._scanner = scanner
        self._next_move = next_move
        self._pace_ms = pace_ms
        self._taps = taps
        self._scanned: tuple[int, Card] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._act)
        window.watch(self._wake)

    def _wake(self) -> None:
        if self._scanned is None or self._scanned[0] != self._window.host.game.mark:
            self._timer.start(self._pace_ms)

    def _act(self) -> None:
        game = self._window.host.game
        move = self._next_move(game, self._window.surroundings)
        self.rests = move is None
        if isinstance(move, SeeCard):
            self._scan(game.mark, move.card)
        elif move and self._taps:
            tap(self._window.screen, move, game)

    def _scan(self, mark: int, card: Card) -> None:
        """Scan a card; the same one again if it did not arrive."""
        if self._scanned and self._scanned[0] == mark:
            card = self._scanned[1]
        if self._window.reads:
            self._scanned = (mark, card)
            self._scanner.scan(card)
        self._timer.start(RESCAN_MS)
