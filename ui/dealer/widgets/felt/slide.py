"""Chips that slide from the pot to its winner, as decoration: the record and the picture are final before anything
moves."""

from PySide6.QtCore import QEasingCurve, QPointF, QRect, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.widgets.painting.canvas import LEFT, Canvas, TextStyle
from ui.dealer.widgets.painting.chips import PILE_SHAPE, draw_pile
from ui.look import STACK_MM

SLIDE_MS = 300
SLOW_FRAME_MS = 50
"""A machine that takes this long to paint a frame does not show the motion."""
PILE_MM, WIDE_MM = 7.0, 34.0


class SlidingChips(QWidget):
    """One pile on its way to a seat, with its amount. It never receives touches, and hides itself at the end."""

    def __init__(self, canvas: Canvas, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setObjectName("slide")
        self._canvas = canvas
        self._chips = 0
        self._text = ""
        self._moved_ms = 0
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(SLIDE_MS)
        curve = QEasingCurve(QEasingCurve.Type.BezierSpline)
        curve.addCubicBezierSegment(QPointF(0.2, 0.8), QPointF(0.2, 1.0), QPointF(1.0, 1.0))
        self._motion.setEasingCurve(curve)
        self._motion.valueChanged.connect(self._move_to)
        self._motion.finished.connect(self.hide)
        self.hide()

    def go(self, pot: QRect, seat: QRect, chips: int, text: str) -> None:
        """Start the slide from the middle of the pot to the middle of the area in front of a seat."""
        self._chips, self._text = chips, text
        size = QRect(0, 0, round(self._canvas.px(WIDE_MM)), round(self._canvas.px(PILE_MM)))
        self.resize(size.size())
        ends = [QPointF(place.center() - size.center()) for place in (pot, seat)]
        self._motion.setStartValue(ends[0])
        self._motion.setEndValue(ends[1])
        self._moved_ms = 0
        self.move(ends[0].toPoint())
        self.raise_()
        self.show()
        self._motion.start()

    def skip(self) -> None:
        """Stop the motion, because a touch or a card has arrived."""
        if not self.isHidden():
            self._motion.stop()
            self.hide()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pile = QRectF(0, 0, self.height() * PILE_SHAPE, self.height())
        draw_pile(painter, self._canvas, self._chips, pile)
        rest = QRectF(pile.right() + 4, 0, self.width() - pile.right() - 4, self.height())
        ink = self._canvas.theme.win_edge
        self._canvas.line(painter, rest, self._text, TextStyle(STACK_MM, ink, LEFT, bold=True, whole=True))
        painter.end()

    def _move_to(self, at: QPointF) -> None:
        now_ms = self._motion.currentTime()
        if self._moved_ms and now_ms - self._moved_ms > SLOW_FRAME_MS:
            self.skip()
            return
        self._moved_ms = now_ms
        self.move(at.toPoint())
