"""Keeps palms off the glass: a touch too wide for a finger presses nothing, nor does anything until it is gone.

It stands before the window, not in it: a widget whose `event` is Python's crashes Qt now and then as children go.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QTouchEvent

FINGER_MM = 25.0
"""The flat of a thumb is some 20 mm wide, the edge of a hand much more."""
TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)
LAST = (QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)


class PalmFilter(QObject):
    """A filter for the events of one window."""

    def __init__(self, px_per_mm: float, parent: QObject) -> None:
        super().__init__(parent)
        self._px_per_mm = px_per_mm
        self._lies = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take a palm's touches; leave all else, from which Qt makes the presses of a mouse."""
        if event.type() not in TOUCHES or not isinstance(event, QTouchEvent):
            return False
        if event.type() == QEvent.Type.TouchBegin:
            sizes = [point.ellipseDiameters() for point in event.points()]
            self._lies = is_palm([(size.width(), size.height()) for size in sizes], self._px_per_mm)
        palm = self._lies
        if palm:
            event.accept()
        if event.type() in LAST:
            self._lies = False
        return palm


def is_palm(touches_px: Sequence[tuple[float, float]], px_per_mm: float) -> bool:
    """Whether one of the touches is too wide for a finger; panels that measure none say 0."""
    return any(max(wide, high) > FINGER_MM * px_per_mm for wide, high in touches_px)
