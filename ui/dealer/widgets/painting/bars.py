"""The result of practice as a picture, with stars and a bar for each hand."""

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from ui.dealer.model.practice import STARS
from ui.dealer.model.values import BarView
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle

MOST_WIDE_MM, GAP_MM = 12.0, 1.6
FIGURE_MM = 2.6
WRONG = "×"


def draw_stars(painter: QPainter, canvas: Canvas, full: int, area: QRectF) -> float:
    """Five stars from the left, `full` of them filled; returns the width they take up."""
    side, gap = area.height(), canvas.px(1.0)
    for place in range(STARS):
        star = _star(QPointF(area.x() + side / 2 + place * (side + gap), area.center().y() + side * 0.04), side / 2)
        painter.setPen(QPen(canvas.color(canvas.theme.sheet.ink), canvas.px(0.4)))
        painter.setBrush(canvas.color(canvas.theme.warn.fill) if place < full else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(star)
    return STARS * (side + gap) + 2 * gap


def _star(center: QPointF, radius: float) -> QPolygonF:
    corners = []
    for point in range(10):
        reach = radius if point % 2 == 0 else radius * 0.42
        angle = point * pi / 5 - pi / 2
        corners.append(center + QPointF(reach * cos(angle), reach * sin(angle)))
    return QPolygonF(corners)


def draw_bars(painter: QPainter, canvas: Canvas, bars: tuple[BarView, ...], area: QRectF) -> None:
    """The taps that were needed, with the extra taps and their number on top, or a cross if the hand went wrong."""
    gap = min(canvas.px(GAP_MM), area.width() / len(bars) / 4)
    wide = min(canvas.px(MOST_WIDE_MM), (area.width() + gap) / len(bars) - gap)
    figures = canvas.px(FIGURE_MM * 1.6)
    unit = (area.height() - figures) / max(1, *(bar.base + bar.more for bar in bars))
    theme = canvas.theme
    painter.setPen(Qt.PenStyle.NoPen)
    for place, bar in enumerate(bars):
        x, top = area.x() + place * (wide + gap), area.bottom() - unit * (bar.base + bar.more)
        painter.fillRect(QRectF(x, area.bottom() - unit * bar.base, wide, unit * bar.base), canvas.color(theme.go.fill))
        painter.fillRect(QRectF(x, top, wide, unit * bar.more), canvas.color(theme.warn.fill))
        said = f"{bar.base + bar.more if wide > figures else ''}{WRONG if bar.wrong else ''}"
        style = TextStyle(FIGURE_MM, theme.sheet.ink, CENTER, bold=bar.wrong, whole=True)
        canvas.line(painter, QRectF(x, top - figures, wide, figures), said, style)
