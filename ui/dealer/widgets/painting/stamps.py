"""Pictures that are drawn once and then copied, because drawing a box takes seven times as long."""

from collections.abc import Callable, Hashable
from math import ceil, floor
from typing import Concatenate, ParamSpec

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

P = ParamSpec("P")
MOST_PIXELS = 1_500_000
"""The most pixels kept: six megabytes, plus six for the pictures drawn earlier. The fullest table shows forty cards."""


class Stamps:
    """The pictures, by their inputs and places. Pictures that have not been painted for a long time are dropped."""

    def __init__(self) -> None:
        self._new: dict[Hashable, tuple[QPixmap, QPointF]] = {}
        self._old: dict[Hashable, tuple[QPixmap, QPointF]] = {}
        self._pixels = 0

    @property
    def pixels(self) -> int:
        """How many pixels are kept."""
        stamps = (*self._new.values(), *self._old.values())
        return sum(picture.width() * picture.height() for picture, _ in stamps)

    def clear(self) -> None:
        """Drop all pictures, because the screen has a different size."""
        self._new, self._old, self._pixels = {}, {}, 0

    def draw(
        self, painter: QPainter, area: QRectF, made: Hashable,
        draw: Callable[Concatenate[QPainter, QRectF, P], None], *args: P.args, **kwargs: P.kwargs,
    ) -> None:  # fmt: skip
        """Paint what `draw` draws within `area`; `made` is everything else that the picture depends on."""
        ratio = painter.device().devicePixelRatio()
        key = (made, area.x(), area.y(), area.width(), area.height(), ratio)
        stamp = self._new.get(key)
        if stamp is None:
            stamp = self._old.pop(key, None)
            if stamp is None:
                picture, place, corner = _empty(area, ratio)
                drawn = QPainter(picture)
                try:
                    drawn.setRenderHint(QPainter.RenderHint.Antialiasing)
                    draw(drawn, place, *args, **kwargs)
                finally:  # a painter that is left open makes Qt crash
                    drawn.end()
                stamp = (picture, corner)
            self._keep(key, stamp)
        painter.drawPixmap(stamp[1], stamp[0])

    def _keep(self, key: Hashable, stamp: tuple[QPixmap, QPointF]) -> None:
        pixels = stamp[0].width() * stamp[0].height()
        if self._pixels + pixels > MOST_PIXELS:
            self._new, self._old, self._pixels = {}, self._new, 0
        self._new[key] = stamp
        self._pixels += pixels


def _empty(area: QRectF, ratio: float) -> tuple[QPixmap, QRectF, QPointF]:
    """An empty picture for an area, the area's position in it, and the position of the picture's corner, on a whole
    pixel."""
    corner = QPointF(floor(area.x() * ratio) / ratio, floor(area.y() * ratio) / ratio)
    place = area.translated(-corner)
    picture = QPixmap(max(1, ceil(place.right() * ratio)), max(1, ceil(place.bottom() * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture, place, corner


class WidgetPicture:
    def __init__(self) -> None:
        self._picture = QPixmap()
        self._made: Hashable = None

    def forget(self) -> None:
        """Note that the widget has changed, so that the next repaint draws it again."""
        self._made = None

    def paint(self, widget: QWidget, made: Hashable, draw: Callable[[QPainter], None]) -> None:
        """Paint the widget; `made` is what the picture depends on, apart from changes reported through `forget`."""
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
