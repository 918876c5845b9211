"""A robot dealer. After each change at the table, it makes the next tap or scan. Knows nothing about the rules."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer

from engine.actions import Action, SeeCard
from engine.cards import Card
from engine.game.game import Game
from hardware.simulated import PtyScanner
from kiosk.demo.finger import NotOnScreen, press, taps_for
from kiosk.table.program.window import TableWindow
from ui.dealer.model.surroundings import Surroundings

NextMove = Callable[[Game, Surroundings], Action | None]
RESCAN_MS = 500
"""If a scanned card has not arrived after this time, the robot scans it again, as a dealer would."""
LOOK_AGAIN_MS = 2_500
"""If the table has not changed for this long, a robot that pauses between taps looks again."""


class RobotPace(NamedTuple):
    """The time between two actions of a robot, and between two taps of one action. Without `taps`, it only scans."""

    act_ms: int = 0
    tap_ms: int = 0
    taps: bool = True


class Robot(QObject):
    """Plays one table through its screen and reader."""

    def __init__(
        self,
        window: TableWindow,
        scanner: PtyScanner,
        next_move: NextMove,
        pace: RobotPace = RobotPace(),  # noqa: B008
    ) -> None:
        super().__init__(window.screen)
        self.rests = False
        """Whether there was nothing to do the last time the robot looked."""
        self._window = window
        self._scanner = scanner
        self._next_move = next_move
        self._pace_ms, self._tap_ms, self._taps = pace
        self._scanned: tuple[int, Card] | None = None
        self._to_tap: list[str] = []
        """An action's remaining touches, made one by one: the screen ignores the second of two quick ones."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._act)
        self._finger = QTimer(self)
        self._finger.setSingleShot(True)
        self._finger.timeout.connect(self._tap)
        window.display.watch(self._wake)

    def _wake(self) -> None:
        if self._to_tap:
            return
        if self._scanned is None or self._scanned[0] != self._window.host.game.mark:
            self._timer.start(self._pace_ms)

    def _act(self) -> None:
        game = self._window.host.game
        move = self._next_move(game, self._window.display.surroundings)
        self.rests = move is None
        if isinstance(move, SeeCard):
            self._scan(game.mark, move.card)
        elif move and self._taps:
            self._to_tap = taps_for(self._window.screen, move, game)
            self._tap()
        elif self._tap_ms:
            self._timer.start(LOOK_AGAIN_MS)

    def _tap(self) -> None:
        """Make the next touch, and schedule the one after it for when the screen is ready."""
        name, *self._to_tap = self._to_tap
        try:
            press(self._window.screen, name)
        except NotOnScreen:
            if not self._tap_ms:
                raise
            self._to_tap = []  # a person, or the clock, was faster
        if self._to_tap and self._tap_ms:
            self._finger.start(self._tap_ms)
        elif self._to_tap:
            self._tap()
        elif self._tap_ms and not self._timer.isActive():
            self._timer.start(LOOK_AGAIN_MS)  # if the action was not accepted

    def _scan(self, mark: int, card: Card) -> None:
        """Scan a card. If the last one did not arrive, scan that one again."""
        if self._scanned and self._scanned[0] == mark:
            card = self._scanned[1]
        if self._window.display.reads:
            self._scanned = (mark, card)
            self._scanner.scan(card)
        self._timer.start(RESCAN_MS)
