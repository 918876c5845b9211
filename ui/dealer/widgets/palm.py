"""Palm rejection: a touch too wide for a finger presses nothing, and blocks all others until it is lifted. It filters
the window's events, because a widget with an `event` method in Python can crash Qt when its children are deleted."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QTouchEvent

FINGER_MM = 25.0
"""A thumb laid flat is about 20 mm wide, and the edge of a hand is much wider."""
TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)
LAST = (QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)


class PalmFilter(QObject):
    """An event filter for one window."""

    def __init__(self, px_per_mm: float, parent: QObject) -> None:
        super().__init__(parent)
        self._px_per_mm = px_per_mm
        self._is_down = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Consume a palm's touches; pass on all others, which Qt turns into mouse presses."""
        if event.type() not in TOUCHES or not isinstance(event, QTouchEvent):
            return False
        if event.type() == QEvent.Type.TouchBegin:
            sizes = [point.ellipseDiameters() for point in event.points()]
            self._is_down = is_palm([(size.width(), size.height()) for size in sizes], self._px_per_mm)
        palm = self._is_down
        if palm:
            event.accept()
        if event.type() in LAST:
            self._is_down = False
        return palm


def is_palm(touches_px: Sequence[tuple[float, float]], px_per_mm: float) -> bool:
    """Whether one of the touches is too wide for a finger; panels that do not measure width report 0."""
    return any(max(wide, high) > FINGER_MM * px_per_mm for wide, high in touches_px)
