"""Draws an entry in large digits with a line below them, or as large cards, and repeats the board small."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.cards import Card
from ui.dealer.layout.table import BOARD_PLACES, CARD_SHAPE
from ui.dealer.model.values import CardView, InputView
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.dealer.widgets.painting.cards import draw_card
from ui.look import AWARD_MM, NAME_MM

SMALL_HIGH = 4.8
"""The height of the line below the digits."""
COMMAS = 0.8
"""How far the room for the commas reaches into the line below the digits, above its letters."""
MOST_CARD_HIGH = 32.0
BETWEEN = 1.2


def draw_entry(painter: QPainter, canvas: Canvas, entry: InputView, area: QRectF) -> None:
    if entry.cards:
        draw_cards(painter, canvas, entry.cards, area)
        return
    theme = canvas.theme
    small = QRectF(area.x(), area.bottom() - canvas.px(SMALL_HIGH), area.width(), canvas.px(SMALL_HIGH))
    below = 0.0 if entry.is_wrong else canvas.px(COMMAS)
    digits = QRectF(area.x(), area.y(), area.width(), small.y() - area.y() + below)
    ink = theme.faint
    if entry.is_wrong:
        canvas.box(painter, small, theme.refused.fill)
        ink = theme.refused.ink
    canvas.line(painter, digits, entry.text, TextStyle(AWARD_MM, theme.sheet.ink, CENTER, bold=True, whole=True))
    canvas.line(painter, small, entry.small, TextStyle(NAME_MM, ink, CENTER, bold=True))


def draw_cards(painter: QPainter, canvas: Canvas, cards: tuple[Card, ...], area: QRectF) -> None:
    """Cards side by side, as large as there is room for, or in rows if that makes them larger."""
    gap = canvas.px(BETWEEN)

    def wide_in(rows: int) -> float:
        across = -(-len(cards) // rows)
        high = min((area.height() - (rows - 1) * gap) / rows, canvas.px(MOST_CARD_HIGH))
        return min((area.width() - (across - 1) * gap) / across, high * CARD_SHAPE)

    rows = max(range(1, len(cards) + 1), key=wide_in)
    across, wide = -(-len(cards) // rows), wide_in(rows)
    for index, card in enumerate(cards):
        place = QRectF(
            area.x() + index % across * (wide + gap),
            area.y() + index // across * (wide / CARD_SHAPE + gap),
            wide,
            wide / CARD_SHAPE,
        )
        draw_card(painter, canvas, CardView(card), place)


def draw_board(painter: QPainter, canvas: Canvas, board: tuple[Card, ...], head: QRectF) -> QRectF:
    """The board at the right end of a header; returns the rest, which is as wide for every board."""
    if not board:
        return head
    high = min(head.height(), canvas.px(15.0))
    gap = canvas.px(BETWEEN / 2)
    wide = min(high * CARD_SHAPE, head.width() * 0.11)
    left = head.right() - BOARD_PLACES * (wide + gap)
    for index, card in enumerate(board):
        x = left + index * (wide + gap) + gap
        draw_card(painter, canvas, CardView(card), QRectF(x, head.y(), wide, wide / CARD_SHAPE))
    return head.adjusted(0, 0, left - head.right(), 0)
