"""A playing card and the four suits, drawn: shapes of our own, so that no machine lacks the glyph."""

from functools import cache
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from engine.cards import Card
from ui.dealer.model.values import CardView
from ui.dealer.widgets.canvas import Align, Canvas, TextStyle
from ui.look import CARD_WHITE, SUIT_COLOURS

DIMMED = 0.45
TWICE = "2×"
SIGN = 0.24
"""How much of the card's height that takes."""


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
    """In a square of side 100: curves are joined in steps of about one unit."""
    return {"s": _spade, "h": _heart, "d": _diamond, "c": _club}[suit]()


def draw_suit(painter: QPainter, canvas: Canvas, suit: str, area: QRectF, colour: str = "") -> None:
    """The suit's shape, as large as the area allows."""
    side = min(area.width(), area.height())
    painter.save()
    painter.translate(area.center().x() - side / 2, area.center().y() - side / 2)
    painter.scale(side / 100, side / 100)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(canvas.colour(colour or SUIT_COLOURS[suit]))
    painter.drawPath(_shape(suit))
    painter.restore()


def draw_card(painter: QPainter, canvas: Canvas, shown: CardView, area: QRectF) -> None:
    """A card face up: rank above, suit below. One that plays has a thick edge; one that does not is faint.

    A card is drawn once and then copied: a full table shows forty, and their round edges are half of its painting.
    """
    ratio = painter.device().devicePixelRatio()
    left, top = floor(area.x() * ratio) / ratio, floor(area.y() * ratio) / ratio
    place = QRectF(area.x() - left, area.y() - top, area.width(), area.height())
    sides = (place.x(), place.y(), place.width(), place.height(), ratio)
    made = (shown.card, shown.plays, shown.twice, *(round(side, 2) for side in sides))
    picture = canvas.kept_picture(made)
    if picture is None:
        picture = _picture(canvas, shown, place, ratio)
        canvas.keep_picture(made, picture)
    painter.setOpacity(DIMMED if shown.dimmed else 1.0)
    painter.drawPixmap(QPointF(left, top), picture)
    painter.setOpacity(1.0)


def _picture(canvas: Canvas, shown: CardView, place: QRectF, ratio: float) -> QPixmap:
    """The card by itself, at its place among the pixels."""
    picture = QPixmap(ceil(place.right() * ratio), ceil(place.bottom() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mark_mm = min(1.1, canvas.mm(place.width() * 0.09))
        edge, edge_mm = (canvas.theme.mark, mark_mm) if shown.plays else (canvas.theme.rail, 0.25)
        edge, edge_mm = (canvas.theme.refused.fill, mark_mm) if shown.twice else (edge, edge_mm)
        canvas.box(painter, place, CARD_WHITE, edge, edge_mm)
        face = QRectF(place)
        if shown.twice:
            face.setHeight(place.height() * (1.0 - SIGN))
            _draw_twice(painter, canvas, place.adjusted(0, face.height(), 0, 0))
        draw_face(painter, canvas, shown.card, face)
    finally:  # a painter that is left open takes Qt down with it
        painter.end()
    return picture


def _draw_twice(painter: QPainter, canvas: Canvas, foot: QRectF) -> None:
    """The same card is at another place too: shown by colour, a thick edge and a sign."""
    paint = canvas.theme.refused
    canvas.box(painter, foot, paint.fill)
    high_mm = canvas.mm(foot.height()) * 0.5
    canvas.line(painter, foot, TWICE, TextStyle(high_mm, paint.ink, Align.AlignCenter, bold=True, whole=True))


def draw_face(painter: QPainter, canvas: Canvas, card: Card, area: QRectF) -> None:
    """Rank and suit in the suit's colour."""
    upper = QRectF(area.x(), area.y() + area.height() * 0.05, area.width(), area.height() * 0.5)
    text = "10" if card.rank == "T" else card.rank
    high_mm = canvas.mm(area.height() * 0.36)
    canvas.line(painter, upper, text, TextStyle(high_mm, SUIT_COLOURS[card.suit], Align.AlignCenter, bold=True))
    side = area.height() * 0.34
    lower = QRectF(area.center().x() - side / 2, area.bottom() - side - area.height() * 0.09, side, side)
    draw_suit(painter, canvas, card.suit, lower)


def draw_slot(painter: QPainter, canvas: Canvas, area: QRectF, due: bool) -> None:
    """A place without a card; the one where the next card goes is marked."""
    colour, wide = (canvas.theme.mark, 0.9) if due else (canvas.theme.rail, 0.4)
    half = canvas.px(wide) / 2
    pen = QPen(canvas.colour(colour), canvas.px(wide))
    pen.setStyle(Qt.PenStyle.DashLine if due else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(half, half, -half, -half), canvas.px(1.6), canvas.px(1.6))
