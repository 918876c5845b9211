"""A robot dealer. After each change at the table, it makes the next tap or scan. Knows nothing about the rules."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine import actions
from engine.cards import Card
from engine.game.game import Game
from engine.hand.rules import legal
from engine.table.actions.chips import CloseRace, OpenRace
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.state import book_of
from hardware.simulated import PtyScanner
from kiosk.table.program.window import TableWindow
from ui.dealer.model.keypad import fewest_keys
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.widgets.controls.touch import TouchTarget

NextMove = Callable[[Game, Surroundings], actions.Action | None]
RESCAN_MS = 500
"""The time after which the robot scans a card again if the scanned card has not arrived, as a dealer would."""
LOOK_AGAIN_MS = 2_500
"""The time without a change at the table after which a robot that pauses between taps looks again."""
CLOSE = "page-close"
PUSH_ALL = "push-all"
"""The button to use if there are several pots. HAND OVER pushes a single pot."""
PUSH_ONLY = ["more", "menu-push", "push-only"]
DEAL_WITHOUT = ["deal-without"]
TO_COLOR_UP = ["more", "menu-color-up"]
BUTTONS: dict[type[actions.Action], list[str]] = {
    actions.Fold: ["fold"],
    actions.Check: ["check"],
    actions.HandOver: ["hand-over"],
    StartHand: ["hand-over"],
    actions.Undo: ["undo"],
    actions.Push: PUSH_ONLY,
    OpenRace: [*TO_COLOR_UP, "race-start"],
    CloseRace: ["race-done"],
}


class RobotPace(NamedTuple):
    """The time between two actions of a robot, and between two taps of one action. Without `taps`, it only scans."""

    act_ms: int = 0
    tap_ms: int = 0
    taps: bool = True


class Robot(QObject):
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
        """The remaining touches of an action, made one at a time because the screen ignores the second of two quick
        touches."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._act)
        self._finger = QTimer(self)
        self._finger.setSingleShot(True)
        self._finger.timeout.connect(self._tap)
        window.display.watch(self._wake)

    def _wake(self) -> None:
        if not self._to_tap and not self._awaits_card():
            self._timer.start(self._pace_ms)

    def _act(self) -> None:
        game = self._window.host.game
        move = self._next_move(game, self._window.display.surroundings)
        self.rests = move is None
        if isinstance(move, actions.SeeCard):
            self._scan(game.mark, move.card)
            return
        self._scanned = None
        if move and self._taps:
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
        if self._scanned and self._awaits_card():
            card = self._scanned[1]
        if self._window.display.reads:
            self._scanned = (mark, card)
            self._scanner.scan(card)
        self._timer.start(RESCAN_MS)

    def _awaits_card(self) -> bool:
        """Whether the last scanned card is still on its way. In the meantime, the clock may change the table."""
        if self._scanned is None:
            return False
        mark, card = self._scanned
        steps = (step for step in self._window.host.game.undo_stack if step.mark >= mark)
        return not any(isinstance(step.action, actions.SeeCard) and step.action.card == card for step in steps)


class NotOnScreen(Exception):
    """The button to be tapped is not on the screen: a bug in the demo or in the screen."""


def touches(action: actions.Action, facing: bool) -> list[str]:
    """The buttons for an action. If the player is `facing` a bet, the seat has a raise button. Raises `NotOnScreen`."""
    match action:
        case actions.Call(seat=seat):
            return [f"seat-{seat}"]
        case actions.Bet(seat=seat, to=to) | actions.RaiseTo(seat=seat, to=to):
            return [f"raise-{seat}" if facing else f"seat-{seat}", *fewest_keys(to), "amount-ok"]
        case TakeSeat(seat=seat):
            return [f"seat-{seat}", "arrive-sent-0"]
        case actions.Muck(seat=seat):
            return [f"muck-{seat}"]
        case actions.HandOver(start=False):
            return PUSH_ONLY
    if type(action) not in BUTTONS:
        raise NotOnScreen(f"no button for {action}")
    return DEAL_WITHOUT if isinstance(action, StartHand) and action.without else BUTTONS[type(action)]


def taps_for(screen: QWidget, action: actions.Action, game: Game) -> list[str]:
    """The buttons for an action on the screen as it is now. Raises `NotOnScreen` for an action without a button."""
    names = touches(action, is_facing(game))
    if isinstance(action, actions.HandOver) and action.start and is_offered(screen, PUSH_ALL):
        names = [PUSH_ALL]
    if is_offered(screen, names[0]):
        return names
    way = TO_COLOR_UP if isinstance(action, CloseRace) else []
    # The clock or the last action may have opened a page.
    return [*([CLOSE] if is_offered(screen, CLOSE) else []), *way, *names]


def is_facing(game: Game) -> bool:
    hand = game.table.hand
    return hand is not None and legal(hand, book_of(game.table)).call > 0


def is_offered(screen: QWidget, name: str) -> bool:
    button = screen.findChild(QAbstractButton, name)
    return button is not None and button.isEnabled() and button.isVisibleTo(screen)


def press(screen: QWidget, name: str) -> None:
    """Press a button by name. Raises `NotOnScreen` if it cannot be pressed now."""
    button = screen.findChild(TouchTarget, name)
    if button is None or not is_offered(screen, name):
        raise NotOnScreen(f"the button {name!r} is not offered now")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.aim())
