"""Filters a scanner's keys at the dealer's screen, so that they do not reach any field or button. Linux tables with an
input device grab the scanner itself (`keys:`). This filter is for all other tables, and for times when that device is
not grabbed.

Installed on the application, it sees each key before any window does. Keys from a scan are swallowed and posted as a
code. A person's keys are forwarded in order, at most `silence_ms` later. Keys that come as fast as a scanner's can
reach only a text field: they do not press a button or trigger a shortcut.
"""

import sys
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from hardware.keys.alt_codes import AltCodes, Composed
from hardware.keys.burst import KeySettings, Scan, ScanDetector, Typed

_MODIFIERS = frozenset(
    (
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
    )
)
_ENDS = {Qt.Key.Key_Return: "\r", Qt.Key.Key_Enter: "\r", Qt.Key.Key_Tab: "\t"}
_KEYS = {"\r": Qt.Key.Key_Return, "\n": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab}
"""The characters of Alt codes that a window needs as keys, each with its key."""
_PAD = {
    **{Qt.Key(Qt.Key.Key_0 + digit): str(digit) for digit in range(10)},
    Qt.Key.Key_Insert: "0",
    Qt.Key.Key_End: "1",
    Qt.Key.Key_Down: "2",
    Qt.Key.Key_PageDown: "3",
    Qt.Key.Key_Left: "4",
    Qt.Key.Key_Clear: "5",
    Qt.Key.Key_Right: "6",
    Qt.Key.Key_Home: "7",
    Qt.Key.Key_Up: "8",
    Qt.Key.Key_PageUp: "9",
}
"""The number pad's digits, with and without Num Lock."""
_NUMBERS = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.KeypadModifier
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


_CHORD_MS = 10
"""A person holds Shift or Ctrl for longer than this before pressing the key that it modifies."""


class _Held(NamedTuple):
    """A held key press, its window, and whether a modifier came before it at scanner speed."""

    window: QWindow
    press: QKeyEvent
    hurried: bool = False


class ScanFilter(QObject):
    """An event filter for the application; codes go to `post`. With a `screen`, it lives as long as the screen and
    ignores other windows. Windows composes Alt codes itself; on any other `system`, this filter does."""

    def __init__(
        self,
        post: Callable[[str], None],
        settings: KeySettings | None = None,
        screen: QWidget | None = None,
        system: str = sys.platform,
    ) -> None:
        super().__init__(screen)
        self._screen = screen
        self._post = post
        self._makes_characters = system != "win32"
        self._alt = AltCodes()
        self._coming: Composed | None = None
        self._modifier_ms = -_CHORD_MS
        settings = settings or KeySettings()
        self._scans: ScanDetector[_Held] = ScanDetector(settings)
        self._swallowed: set[int] = set()
        """Keys whose press was held back and that have not been released yet."""
        self._sending = False
        self._silence = QTimer(self, singleShot=True, interval=settings.silence_ms)
        self._queued = QTimer(self, singleShot=True, interval=0)
        """Runs after pending events: if this thread was blocked, the rest of a scan may be among them."""
        self._silence.timeout.connect(self._queued.start)
        self._queued.timeout.connect(self._is_silent)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if self._sending or not isinstance(event, QKeyEvent) or not isinstance(watched, QWindow):
            return False
        if self._screen and watched != self._screen.window().windowHandle():
            return False
        match event.type():
            case QEvent.Type.KeyPress:
                return self._pressed(watched, event)
            case QEvent.Type.KeyRelease:
                return self._released(watched, event)
        return False

    def _pressed(self, window: QWindow, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat():
            self._alt.hold(event.timestamp())
        if event.key() in _MODIFIERS:
            self._modifier_ms = event.timestamp()
            return False
        self._swallowed.add(event.key())
        self._listen()
        if self._alt.is_held and event.modifiers() & _NUMBERS == _NUMBERS and event.key() in _PAD:
            self._alt.digit(_PAD[Qt.Key(event.key())])
            return True
        text = self._text_of(event)
        came, self._coming = self._coming, None
        began_ms = came.began_ms if came and came.text == text else event.timestamp()
        hurried = event.timestamp() - self._modifier_ms < _CHORD_MS
        self._press(_Held(window, event.clone(), hurried), text, event.timestamp(), began_ms)
        return True

    def _text_of(self, event: QKeyEvent) -> str:
        """The key's character. For Ctrl with a letter, it is the control character, because scanners send control
        characters."""
        command = event.modifiers() & _COMMANDS
        if command:
            return event.text() if command == Qt.KeyboardModifier.ControlModifier else ""
        return _ENDS.get(Qt.Key(event.key()), event.text())

    def _listen(self) -> None:
        self._queued.stop()
        self._silence.start()

    def _press(self, held: _Held, text: str, at_ms: int, began_ms: int) -> None:
        self._tell(self._scans.press(held, text, at_ms, held.press.isAutoRepeat(), began_ms))

    def _alt_is_up(self, window: QWindow, at_ms: int) -> None:
        """Alt was released: a composed character counts as a key press."""
        made = self._coming = self._alt.release()
        if made is None or not self._makes_characters:
            return
        self._coming = None
        self._listen()
        press = QKeyEvent(QEvent.Type.KeyPress, _KEYS.get(made.text, 0), Qt.KeyboardModifier.NoModifier, made.text)
        self._press(_Held(window, press), made.text, at_ms, made.began_ms)

    def _released(self, window: QWindow, event: QKeyEvent) -> bool:
        """Swallow the release of every key that was held back, because forwarded presses get their own release."""
        if event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat():
            self._alt_is_up(window, event.timestamp())
        if event.key() not in self._swallowed:
            return False
        if not event.isAutoRepeat():
            self._swallowed.discard(event.key())
        return True

    def _is_silent(self) -> None:
        self._tell(self._scans.silence())

    def _tell(self, results: "list[Scan | Typed[_Held]]") -> None:
        for each in results:
            match each:
                case Scan():
                    self._post(each.code)
                case Typed():
                    for held in each.keys:
                        if _takes_text() or not (each.hurried or held.hurried):
                            self._send_on(held)

    def _send_on(self, held: _Held) -> None:
        press = held.press
        release = QKeyEvent(QEvent.Type.KeyRelease, press.key(), press.modifiers(), press.text(), press.isAutoRepeat())
        self._sending = True
        try:
            QCoreApplication.sendEvent(held.window, press)
            QCoreApplication.sendEvent(held.window, release)
        finally:
            self._sending = False


def _takes_text() -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and focused.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
