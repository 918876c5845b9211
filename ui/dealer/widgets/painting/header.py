"""The pictures in a page's header: stars and bars for the result of practice, and a deck that is being enrolled."""

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from engine.cards import RANKS, Card
from ui.dealer.model.practice import STARS
from ui.dealer.model.values import BarView, DeckView
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.dealer.widgets.painting.cards import draw_suit
from ui.look import CARD_WHITE, HAIR_MM, SMALL_MM, SUIT_COLORS, THICK_MM, WORD_MM

MOST_WIDE_MM, GAP_MM = 12.0, 1.6
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
    """One bar for each hand: the taps that were needed, with the extra taps above them. The total is on top, with a
    cross if the hand went wrong."""
    gap = min(canvas.px(GAP_MM), area.width() / len(bars) / 4)
    wide = min(canvas.px(MOST_WIDE_MM), (area.width() + gap) / len(bars) - gap)
    figures = canvas.px(SMALL_MM * 1.6)
    unit = (area.height() - figures) / max(1, *(bar.base + bar.more for bar in bars))
    theme = canvas.theme
    painter.setPen(Qt.PenStyle.NoPen)
    for place, bar in enumerate(bars):
        x, top = area.x() + place * (wide + gap), area.bottom() - unit * (bar.base + bar.more)
        painter.fillRect(QRectF(x, area.bottom() - unit * bar.base, wide, unit * bar.base), canvas.color(theme.go.fill))
        painter.fillRect(QRectF(x, top, wide, unit * bar.more), canvas.color(theme.warn.fill))
        said = f"{bar.base + bar.more if wide > figures else ''}{WRONG if bar.wrong else ''}"
        style = TextStyle(SMALL_MM, theme.sheet.ink, CENTER, bold=bar.wrong, whole=True)
        canvas.line(painter, QRectF(x, top - figures, wide, figures), said, style)


SUITS = "shdc"


def draw_deck(painter: QPainter, canvas: Canvas, deck: DeckView, area: QRectF) -> None:
    gap = canvas.px(0.9)
    wide = (area.width() - gap * (len(RANKS) - 1)) / len(RANKS)
    high = (area.height() - gap * len(SUITS)) / len(SUITS)
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            place = QRectF(area.x() + column * (wide + gap), area.y() + row * (high + gap), wide, high)
            _draw_place(painter, canvas, Card(rank + suit), deck, place)


def _draw_place(painter: QPainter, canvas: Canvas, card: Card, deck: DeckView, place: QRectF) -> None:
    """Draw a card's place: white if the card is done, framed if it is next, and otherwise empty, dashed if it was
    postponed."""
    theme = canvas.theme
    done, asked = card in deck.done, card == deck.asked
    if done:
        canvas.box(painter, place, CARD_WHITE, theme.rail, HAIR_MM)
    elif asked:
        canvas.box(painter, place, theme.warn.fill, theme.mark, THICK_MM)
    else:
        half = canvas.px(0.3) / 2
        pen = QPen(canvas.color(theme.faint), canvas.px(0.3))
        pen.setStyle(Qt.PenStyle.DashLine if card in deck.later else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(place.adjusted(half, half, -half, -half), canvas.px(1.2), canvas.px(1.2))
    color = SUIT_COLORS[card.suit] if done else theme.warn.ink if asked else theme.faint
    side = min(place.height() * 0.52, place.width() * 0.36)
    text = QRectF(place.x(), place.y(), place.width() * 0.56, place.height())
    said = "10" if card.rank == "T" else card.rank
    high_mm = min(WORD_MM, canvas.mm(place.height()) * 0.45)
    canvas.line(painter, text, said, TextStyle(high_mm, color, CENTER, bold=done or asked, whole=True))
    shape = QRectF(place.x() + place.width() * 0.54, place.center().y() - side / 2, side, side)
    draw_suit(painter, canvas, card.suit, shape, color)
