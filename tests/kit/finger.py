"""A dealer's finger: presses the place where a target is on the screen, by mouse or by touch, as slowly as a person."""

from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, KillHand, Muck, Push, RaiseTo, SeeCard, Undo
from engine.public import PublicTable
from engine.table.actions.hands import StartHand
from kiosk.demo.robot import touches
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget

SLOW_MS = 1_200


class FingerClock(Protocol):
    """A clock that the finger advances."""

    ms: int


class Finger:
    """Touches one screen. The test fails if a target is covered, hidden or not there."""

    def __init__(self, screen: Screen, ticks: FingerClock, by_touch: bool = False) -> None:
        self._screen = screen
        self._ticks = ticks
        self._device = QTest.createTouchDevice() if by_touch else None

    def target(self, name: str) -> TouchTarget:
        """The button of this name, which must be where a finger can reach it."""
        found = self._screen.findChild(TouchTarget, name)
        assert found is not None, f"there is no {name}"
        assert found.isVisible(), f"{name} is not on the screen"
        return found

    def can(self, name: str) -> bool:
        """Whether the button is on the screen and enabled."""
        found = self._screen.findChild(TouchTarget, name)
        return found is not None and found.isVisible() and found.isEnabled()

    def tap(self, *names: str) -> None:
        """Press and release each in turn."""
        for name in names:
            self._ticks.ms += SLOW_MS
            target = self.target(name)
            at = target.mapTo(self._screen, target.aim())
            assert self._screen.childAt(at) is target, f"{name} lies under {self._screen.childAt(at)}"
            self.press(at)

    def act(self, action: Action, table: PublicTable) -> None:
        """Tap everything that it takes to ask for an action, on a screen that shows this table."""
        match action:
            case Fold() | Check() | Call() | Bet() | RaiseTo() | Muck() | Push() | StartHand() | Undo():
                self._close_page()
                self.tap(*touches(action, table.legal.call > 0))
            case SeeCard(card, where):
                self._aim(table.legal.due[0] if where is None else where, table)
                self.tap(f"pad-rank-{card.rank}", f"pad-suit-{card.suit}")
            case KillHand(seat):
                self._close_page()
                self.tap("more", "menu-kill", f"kill-seat-{seat}", "kill-absent")
            case _:
                raise AssertionError(f"no finger asks for {action}")

    def _aim(self, where: int, table: PublicTable) -> None:
        """Open the card pad at a place; an open pad may cover the seats, so close it first."""
        self._close_page()
        if where == BOARD and self.can("out-ok"):
            self.tap("out-ok")  # the players who are out are shown on the board
        self.tap(f"board-{len(table.board) + 1}" if where == BOARD else f"seat-{where}")

    def _close_page(self) -> None:
        if self.can("page-close"):
            self.tap("page-close")

    def press(self, at: QPoint) -> None:
        """Press and release at this position of the screen, whatever is there."""
        if self._device is None:
            window = self._screen.windowHandle()
            QTest.mouseClick(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
            return
        QTest.touchEvent(self._screen, self._device).press(0, at, self._screen).commit()
        QTest.touchEvent(self._screen, self._device).release(0, at, self._screen).commit()
