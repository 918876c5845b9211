"""Keys that a scanner types at the dealer's screen, kept from every field and button there. Linux tables with a device
file read the scanner itself (`keys:`); this is for all others.

Installed on the application it sees each key before any window does. What belongs to a scan is swallowed and posted as
its code; what a person typed is sent on in its order, at most `silence_ms` later.
"""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QWindow

from hardware.usb_keys import KeyScans, KeySettings, Scan, Typed

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
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class _Held(NamedTuple):
    """A key press that waits, and for which window it was."""

    window: QWindow
    press: QKeyEvent


class ScanFilter(QObject):
    """An event filter for the application: `QApplication.installEventFilter`. Codes go to `post`."""

    def __init__(
        self, post: Callable[[str], None], settings: KeySettings | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._post = post
        settings = settings or KeySettings()
        self._scans: KeyScans[_Held] = KeyScans(settings)
        self._swallowed: set[int] = set()
        """Keys whose press was held back, and which are not up yet."""
        self._sending = False
        self._silence = QTimer(self, singleShot=True, interval=settings.silence_ms)
        self._queued = QTimer(self, singleShot=True, interval=0)
        """Behind the events that wait: where this thread was held up, the rest of a scan may be among them."""
        self._silence.timeout.connect(self._queued.start)
        self._queued.timeout.connect(self._is_silent)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Whether the event goes no further."""
        if self._sending or not isinstance(event, QKeyEvent) or not isinstance(watched, QWindow):
            return False
        match event.type():
            case QEvent.Type.KeyPress:
                return self._pressed(watched, event)
            case QEvent.Type.KeyRelease:
                return self._released(event)
        return False

    def _pressed(self, window: QWindow, event: QKeyEvent) -> bool:
        if event.key() in _MODIFIERS:
            return False
        text = "" if event.modifiers() & _COMMANDS else _ENDS.get(Qt.Key(event.key()), event.text())
        self._swallowed.add(event.key())
        self._queued.stop()
        self._silence.start()
        self._tell(self._scans.press(_Held(window, event.clone()), text, event.timestamp(), event.isAutoRepeat()))
        return True

    def _released(self, event: QKeyEvent) -> bool:
        """A key that was sent on has been let go there too; one that was swallowed was never pressed."""
        if event.key() not in self._swallowed:
            return False
        if not event.isAutoRepeat():
            self._swallowed.discard(event.key())
        return True

    def _is_silent(self) -> None:
        self._tell(self._scans.silence())

    def _tell(self, told: "list[Scan | Typed[_Held]]") -> None:
        for each in told:
            match each:
                case Scan():
                    self._post(each.code)
                case Typed():
                    for held in each.keys:
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
