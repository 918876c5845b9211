"""A whole deck in four rows of thirteen. It shows which cards are done, next, missing or postponed."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.cards import RANKS, Card
from ui.dealer.model.values import DeckView
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.dealer.widgets.painting.cards import draw_suit
from ui.look import CARD_WHITE, SMALL_MM, SUIT_COLORS

SUITS = "shdc"


def draw_deck(painter: QPainter, canvas: Canvas, deck: DeckView, area: QRectF) -> None:
    gap = canvas.px(0.9)
    wide = (area.width() - gap * (len(RANKS) - 1)) / len(RANKS)
    high = (area.height() - gap * len(SUITS)) / len(SUITS)
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            place = QRectF(area.x() + column * (wide + gap), area.y() + row * (high + gap), wide, high)
            _draw(painter, canvas, Card(rank + suit), deck, place)


def _draw(painter: QPainter, canvas: Canvas, card: Card, deck: DeckView, place: QRectF) -> None:
    """Done cards are white and the next is framed; a missing card is an empty place, dashed if it was postponed."""
    theme = canvas.theme
    done, asked = card in deck.done, card == deck.asked
    if done:
        canvas.box(painter, place, CARD_WHITE, theme.rail, 0.25)
    elif asked:
        canvas.box(painter, place, theme.warn.fill, theme.mark, 0.9)
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
    high_mm = min(SMALL_MM + 1.0, canvas.mm(place.height()) * 0.45)
    canvas.line(painter, text, said, TextStyle(high_mm, color, CENTER, bold=done or asked, whole=True))
    shape = QRectF(place.x() + place.width() * 0.54, place.center().y() - side / 2, side, side)
    draw_suit(painter, canvas, card.suit, shape, color)
