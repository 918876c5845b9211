"""Taps the buttons that a dealer would tap, on the real screen. Uses Qt, and knows nothing about the rules."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine.actions import (
    Action,
    Bet,
    Call,
    Check,
    CloseRace,
    Fold,
    HandOver,
    Muck,
    OpenRace,
    Push,
    RaiseTo,
    StartHand,
    TakeSeat,
    Undo,
)
from engine.game.game import Game
from engine.hand.rules import legal
from engine.table.state import book_of
from ui.dealer.model.keypad import fewest_keys
from ui.dealer.widgets.controls.touch import TouchTarget


class NotOnScreen(Exception):
    """The button to be tapped is not on the screen: a bug in the demo or in the screen."""


CLOSE = "page-close"
PUSH_ALL = "push-all"
"""The button to use if there are several pots. HAND OVER pushes a single pot."""
PUSH_ONLY = ["more", "menu-push", "push-only"]
DEAL_WITHOUT = ["deal-without"]
TO_COLOR_UP = ["more", "menu-color-up"]
BUTTONS: dict[type[Action], list[str]] = {
    Fold: ["fold"],
    Check: ["check"],
    HandOver: ["hand-over"],
    StartHand: ["hand-over"],
    Undo: ["undo"],
    Push: PUSH_ONLY,
    OpenRace: [*TO_COLOR_UP, "race-start"],
    CloseRace: ["race-done"],
}


def touches(action: Action, facing: bool) -> list[str]:
    """The buttons for an action. If the player is `facing` a bet, the seat has a raise button. Raises `NotOnScreen`."""
    match action:
        case Call(seat=seat):
            return [f"seat-{seat}"]
        case Bet(seat=seat, to=to) | RaiseTo(seat=seat, to=to):
            return [f"raise-{seat}" if facing else f"seat-{seat}", *fewest_keys(to), "amount-ok"]
        case TakeSeat(seat=seat):
            return [f"seat-{seat}", "arrive-sent-0"]
        case Muck(seat=seat):
            return [f"muck-{seat}"]
        case HandOver(start=False):
            return PUSH_ONLY
    if type(action) not in BUTTONS:
        raise NotOnScreen(f"no button for {action}")
    return DEAL_WITHOUT if isinstance(action, StartHand) and action.without else BUTTONS[type(action)]


def taps_for(screen: QWidget, action: Action, game: Game) -> list[str]:
    """The buttons for an action on the screen as it is now. Raises `NotOnScreen` for an action without a button."""
    names = touches(action, is_facing(game))
    if isinstance(action, HandOver) and action.start and is_offered(screen, PUSH_ALL):
        names = [PUSH_ALL]
    if is_offered(screen, names[0]):
        return names
    way = TO_COLOR_UP if isinstance(action, CloseRace) else []
    # The clock or the last action may have opened a page.
    return [*([CLOSE] if is_offered(screen, CLOSE) else []), *way, *names]


def is_facing(game: Game) -> bool:
    """Whether the player to act has a bet to call."""
    hand = game.table.hand
    return hand is not None and legal(hand, book_of(game.table)).call > 0


def is_offered(screen: QWidget, name: str) -> bool:
    """Whether the button is on the screen and can be pressed now."""
    button = screen.findChild(QAbstractButton, name)
    return button is not None and button.isEnabled() and button.isVisibleTo(screen)


def press(screen: QWidget, name: str) -> None:
    """Press a button by name. Raises `NotOnScreen` if it cannot be pressed now."""
    button = screen.findChild(TouchTarget, name)
    if button is None or not is_offered(screen, name):
        raise NotOnScreen(f"the button {name!r} is not offered now")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.aim())
