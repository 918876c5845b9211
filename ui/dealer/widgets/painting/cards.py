"""Draws a playing card and the four suits. The suits are drawn as paths, so they do not depend on the machine's
fonts."""

from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF, QTransform

from engine.cards import Card
from ui.dealer.model.values import CardView
from ui.dealer.widgets.painting.canvas import Align, Canvas, TextStyle
from ui.look import CARD_WHITE, DIM_COLORS, DIM_FACE, SUIT_COLORS

TWICE = "2×"
SIGN = 0.24
"""The height of the `2×` sign as a fraction of the card's height."""


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(50.0, 97.0))
    path.cubicTo(18.0, 72.0, 0.0, 52.0, 0.0, 30.0)
    path.cubicTo(0.0, 0.0, 40.0, -5.0, 50.0, 24.0)
    path.cubicTo(60.0, -5.0, 100.0, 0.0, 100.0, 30.0)
    path.cubicTo(100.0, 52.0, 82.0, 72.0, 50.0, 97.0)
    return path


def _stem() -> QPainterPath:
    path = QPainterPath(QPointF(50.0, 50.0))
    path.cubicTo(50.0, 80.0, 42.0, 93.0, 30.0, 100.0)
    path.lineTo(70.0, 100.0)
    path.cubicTo(58.0, 93.0, 50.0, 80.0, 50.0, 50.0)
    return path


def _spade() -> QPainterPath:
    upside_down = QTransform().translate(0.0, 84.0).scale(1.0, -0.86)
    return upside_down.map(_heart()).united(_stem())


def _club() -> QPainterPath:
    path = QPainterPath()
    for x, y in ((50.0, 24.0), (24.0, 58.0), (76.0, 58.0)):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x, y), 24.0, 24.0)
        path = path.united(leaf)
    return path.united(_stem())


def _diamond() -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(50.0, 0.0), QPointF(90.0, 50.0), QPointF(50.0, 100.0), QPointF(10.0, 50.0)]))
    path.closeSubpath()
    return path


@cache
def _shape(suit: str) -> QPainterPath:
    """A suit's shape in a square of 100 by 100 units. Joining its parts breaks the curves into steps of about one
    unit."""
    return {"s": _spade, "h": _heart, "d": _diamond, "c": _club}[suit]()


def draw_suit(painter: QPainter, canvas: Canvas, suit: str, area: QRectF, color: str = "") -> None:
    """The suit's shape, as large as the area allows."""
    side = min(area.width(), area.height())
    painter.save()
    painter.translate(area.center().x() - side / 2, area.center().y() - side / 2)
    painter.scale(side / 100, side / 100)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(canvas.color(color or SUIT_COLORS[suit]))
    painter.drawPath(_shape(suit))
    painter.restore()


def draw_card(painter: QPainter, canvas: Canvas, shown: CardView, area: QRectF) -> None:
    """A face-up card, with its rank above its suit. A card that plays has a thick edge; one that does not is faint."""
    canvas.stamps.draw(painter, area, shown, _draw_card, canvas, shown)


def _draw_card(painter: QPainter, place: QRectF, canvas: Canvas, shown: CardView) -> None:
    mark_mm = min(1.1, canvas.mm(place.width() * 0.09))
    edge, edge_mm = (canvas.theme.win_edge, mark_mm) if shown.plays else ("#000000", 0.2)
    edge, edge_mm = (canvas.theme.refused.fill, mark_mm) if shown.twice else (edge, edge_mm)
    canvas.box(painter, place, DIM_FACE if shown.dimmed else CARD_WHITE, edge, edge_mm)
    face = QRectF(place)
    if shown.twice:
        face.setHeight(place.height() * (1.0 - SIGN))
        _draw_twice(painter, canvas, place.adjusted(0, face.height(), 0, 0))
    draw_face(painter, canvas, shown.card, face, DIM_COLORS if shown.dimmed else SUIT_COLORS)


def _draw_twice(painter: QPainter, canvas: Canvas, foot: QRectF) -> None:
    """Draws the `2×` sign at the foot of a card that was also found elsewhere."""
    paint = canvas.theme.refused
    canvas.box(painter, foot, paint.fill)
    high_mm = canvas.mm(foot.height()) * 0.58
    canvas.line(painter, foot, TWICE, TextStyle(high_mm, paint.ink, Align.AlignCenter, bold=True, whole=True))


def draw_face(
    painter: QPainter, canvas: Canvas, card: Card, area: QRectF, colors: Mapping[str, str] = SUIT_COLORS
) -> None:
    upper = QRectF(area.x(), area.y() + area.height() * 0.05, area.width(), area.height() * 0.5)
    text = "10" if card.rank == "T" else card.rank
    high_mm = canvas.mm(area.height() * 0.36)
    canvas.line(painter, upper, text, TextStyle(high_mm, colors[card.suit], Align.AlignCenter, bold=True))
    side = area.height() * 0.34
    lower = QRectF(area.center().x() - side / 2, area.bottom() - side - area.height() * 0.09, side, side)
    draw_suit(painter, canvas, card.suit, lower, colors[card.suit])


def draw_slot(painter: QPainter, canvas: Canvas, area: QRectF, due: bool) -> None:
    """An empty card position. The position of the next card is highlighted."""
    color, wide = (canvas.theme.mark, 0.9) if due else (canvas.theme.slot, 0.4)
    half = canvas.px(wide) / 2
    pen = QPen(canvas.color(color), canvas.px(wide))
    pen.setStyle(Qt.PenStyle.DashLine if due else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(half, half, -half, -half), canvas.px(1.6), canvas.px(1.6))
