"""A camera's picture with outlines and boxes; touches are reported as fractions of the picture."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.outline import CORNERS, corner
from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.pictures import BoxView, OutlineView, PictureView
from ui.dealer.model.readers import Area, PictureTouch
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.look import LEAST_TARGET_MM, PICTURE_COLORS, SMALL_MM, WORD_MM

PictureListener = Callable[[PictureTouch], None]
BACKING, SURE, UNSURE, SEEN, HERE = (PICTURE_COLORS[name] for name in ("backing", "sure", "unsure", "seen", "here"))


class Picture(QWidget):
    """Draws its `PictureView`, and calls `on_touch` for each touch."""

    def __init__(self, canvas: Canvas, parent: QWidget, on_touch: PictureListener) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self._canvas = canvas
        self._on_touch = on_touch
        self._view: PictureView | None = None

    def show_picture(self, view: PictureView) -> None:
        if view != self._view:
            self._view = view
            self.setAccessibleName(view.said)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self._report("down", event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self._report("move", event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self._report("up", event)

    def _report(self, did: Literal["down", "move", "up"], event: QMouseEvent) -> None:
        at, wide, high = event.position(), max(1, self.width()), max(1, self.height())
        x, y = min(max(at.x() / wide, 0.0), 1.0), min(max(at.y() / high, 0.0), 1.0)
        self._on_touch(PictureTouch(did, x, y, self._reach()))

    def _reach(self) -> tuple[float, float]:
        half = self._canvas.px(LEAST_TARGET_MM / 2)
        return half / max(1, self.width()), half / max(1, self.height())

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        if self._view is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self._draw(painter, self._view)
        finally:  # a painter that is left open makes Qt crash
            painter.end()

    def _draw(self, painter: QPainter, view: PictureView) -> None:
        whole = QRectF(self.rect())
        painter.fillRect(whole, self._canvas.color(BACKING))
        if view.dots:
            image = QImage(view.dots, view.width, view.height, 3 * view.width, QImage.Format.Format_BGR888)
            painter.drawImage(whole, image)
        for outline in view.outlines:
            self._draw_outline(painter, outline)
        for box in view.boxes:
            self._draw_box(painter, box)
        if view.text:
            self._canvas.line(painter, whole, view.text, TextStyle(WORD_MM, SEEN, CENTER, bold=True))

    def _place(self, area: Area) -> QRectF:
        left, top, wide, high = area
        return QRectF(left * self.width(), top * self.height(), wide * self.width(), high * self.height())

    def _draw_outline(self, painter: QPainter, outline: OutlineView) -> None:
        place, color = self._place(outline.area), HERE if outline.handles else SEEN
        self._frame(painter, place, color, 0.9 if outline.handles else 0.5)
        if outline.cards:
            self._draw_guides(painter, place, outline.cards)
        self._label(painter, QPointF(place.center().x(), place.top()), outline.text, color)
        if outline.handles:
            for name in CORNERS:
                self._draw_handle(painter, outline, name)

    def _draw_handle(self, painter: QPainter, outline: OutlineView, name: str) -> None:
        """A handle as large as a target: the drawn area is the one that can be dragged."""
        reach = self._reach()
        x, y = corner(outline.area, name, reach)
        side = 2 * reach[0] * self.width()
        place = QRectF(x * self.width() - side / 2, y * self.height() - side / 2, side, side)
        held = outline.held == name
        painter.setOpacity(0.9 if held else 0.6)
        self._canvas.box(painter, place, HERE if held else BACKING)
        painter.setOpacity(1.0)
        edge = self._canvas.px(0.3)
        painter.setPen(QPen(self._canvas.color(HERE), 2 * edge))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(place.adjusted(edge, edge, -edge, -edge), self._canvas.px(1.6), self._canvas.px(1.6))
        middle, arm = place.center(), side * 0.24
        painter.setPen(QPen(self._canvas.color(BACKING if held else HERE), self._canvas.px(0.7)))
        painter.drawLine(QPointF(middle.x() - arm, middle.y()), QPointF(middle.x() + arm, middle.y()))
        painter.drawLine(QPointF(middle.x(), middle.y() - arm), QPointF(middle.x(), middle.y() + arm))

    def _draw_guides(self, painter: QPainter, place: QRectF, cards: int) -> None:
        """Slots for this many cards side by side."""
        wide = min(place.width() / (cards + 0.5), place.height() * 0.9 * CARD_SHAPE)
        high, step = wide / CARD_SHAPE, wide * 1.08
        left = place.center().x() - (step * (cards - 1) + wide) / 2
        pen = QPen(self._canvas.color(SEEN), self._canvas.px(0.35))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index in range(cards):
            card = QRectF(left + index * step, place.center().y() - high / 2, wide, high)
            painter.drawRoundedRect(card, self._canvas.px(1.0), self._canvas.px(1.0))

    def _draw_box(self, painter: QPainter, box: BoxView) -> None:
        place, color = self._place(box.area), SURE if box.sure else UNSURE
        self._frame(painter, place, color, 0.5)
        self._label(painter, QPointF(place.center().x(), place.top()), box.text, color)

    def _frame(self, painter: QPainter, place: QRectF, color: str, wide_mm: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line, extra in ((BACKING, 0.4), (color, 0.0)):
            painter.setPen(QPen(self._canvas.color(line), self._canvas.px(wide_mm + extra)))
            painter.drawRect(place)

    def _label(self, painter: QPainter, at: QPointF, text: str, color: str) -> None:
        """Draw a label on a dark background above the box, or just inside its top edge if there is no room above."""
        high = self._canvas.px(SMALL_MM * 1.7)
        wide = self._canvas.text_width(text, SMALL_MM, bold=True) + self._canvas.px(1.6)
        left = min(max(at.x() - wide / 2, 0.0), max(self.width() - wide, 0.0))
        place = QRectF(left, at.y() - high if at.y() >= high else at.y(), wide, high)
        painter.setOpacity(0.8)
        self._canvas.box(painter, place, BACKING)
        painter.setOpacity(1.0)
        self._canvas.line(painter, place, text, TextStyle(SMALL_MM, color, CENTER, bold=True))
