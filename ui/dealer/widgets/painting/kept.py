"""The last picture of a widget. When widgets above or below it change, the picture is copied instead of being drawn
again."""

from collections.abc import Callable, Hashable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget


class WidgetPicture:
    def __init__(self) -> None:
        self._picture = QPixmap()
        self._made: Hashable = None

    def forget(self) -> None:
        """Note that the widget has changed, so that the next repaint draws it again."""
        self._made = None

    def paint(self, widget: QWidget, made: Hashable, draw: Callable[[QPainter], None]) -> None:
        """Paint the widget; `made` is what the picture depends on, besides the changes that call `forget`."""
        ratio = widget.devicePixelRatioF()
        made = (made, widget.width(), widget.height(), ratio)
        if made != self._made:
            self._draw(widget, ratio, draw)
            self._made = made
        painter = QPainter(widget)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _draw(self, widget: QWidget, ratio: float, draw: Callable[[QPainter], None]) -> None:
        size = widget.size() * ratio
        if self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(ratio)
        self._picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._picture)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw(painter)
        finally:  # a painter that is left open makes Qt crash
            painter.end()
