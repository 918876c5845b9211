"""A button drawn as a seat: its number, the player's name, and below it the chips or a note."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from ui.dealer.model.values import ButtonView
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, Canvas, TextStyle, split
from ui.look import CARD_WHITE, NAME_MM, SMALL_MM, STACK_MM, Paint

BADGE_WIDE, BADGE_HIGH = 6.4, 5.4
WIDE_MM = 26.0
"""From this width on, the name is beside the number."""
TICK_WIDE = 4.6
"""The room for the check mark of a chosen seat."""
DISC = 5.4
DISC_INK = "#000000"


def draw_seat(painter: QPainter, canvas: Canvas, tile: ButtonView, inner: QRectF, paint: Paint) -> None:
    """Draw the seat in the area within a button's edge."""
    badge = QRectF(inner.x(), inner.y(), canvas.px(BADGE_WIDE), canvas.px(BADGE_HIGH))
    is_full = tile.enabled and tile.emphasis != "quiet"
    draw_number(painter, canvas, tile.seat, badge, reversed_paint(paint) if is_full else paint)
    right = inner.right() - (canvas.px(TICK_WIDE) if tile.chosen else 0.0)
    if tile.disc:
        right -= canvas.px(DISC)
        _draw_disc(painter, canvas, tile.disc, QRectF(right, badge.y(), canvas.px(DISC), canvas.px(DISC)))
    name = QRectF(badge.right() + canvas.px(1.0), badge.y(), right - badge.right() - canvas.px(1.6), badge.height())
    top = badge.bottom() + canvas.px(0.4)
    if inner.width() < canvas.px(WIDE_MM):
        name = QRectF(inner.x(), top, inner.width(), canvas.px(5.0))
        top = name.bottom()
    canvas.line(painter, name, tile.text, TextStyle(NAME_MM, paint.ink, LEFT, bold=tile.enabled))
    below = QRectF(inner.x(), top, inner.width(), inner.bottom() - top)
    _draw_small(painter, canvas, tile.small, below, paint)


def draw_number(painter: QPainter, canvas: Canvas, seat: int, area: QRectF, paint: Paint) -> None:
    """The number of a seat on its badge."""
    canvas.box(painter, area, paint.fill, paint.ink, 0.2)
    canvas.line(painter, area, str(seat), TextStyle(NAME_MM, paint.ink, CENTER, bold=True))


def reversed_paint(paint: Paint) -> Paint:
    return Paint(paint.ink, paint.fill)


def _draw_small(painter: QPainter, canvas: Canvas, text: str, area: QRectF, paint: Paint) -> None:
    if "\n" in text:
        amount, note = text.split("\n")
        upper, lower = split(area, 0.5)
        row = QRectF(upper.x(), upper.y(), upper.width(), min(upper.height(), canvas.px(STACK_MM * 1.5)))
        canvas.line(painter, row, amount, TextStyle(STACK_MM, paint.ink, LEFT, bold=True, whole=True))
        lower.setTop(row.bottom())
        canvas.lines(painter, lower, note, TextStyle(NAME_MM, paint.ink, LEFT, bold=True))
    elif text.replace(",", "").replace(".", "").isdigit():
        high = min(area.height(), canvas.px(STACK_MM * 1.5))
        row = QRectF(area.x(), area.y(), area.width(), high)
        canvas.line(painter, row, text, TextStyle(STACK_MM, paint.ink, LEFT, bold=True, whole=True))
    elif area.height() > canvas.px(9.0):
        canvas.lines(painter, area, text, TextStyle(NAME_MM, paint.ink, CENTER))
    else:
        canvas.lines(painter, area, text, TextStyle(SMALL_MM, paint.ink, CENTER))


def _draw_disc(painter: QPainter, canvas: Canvas, text: str, area: QRectF) -> None:
    painter.setPen(canvas.color(DISC_INK))
    painter.setBrush(canvas.color(CARD_WHITE))
    painter.drawEllipse(area)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    canvas.line(painter, area, text, TextStyle(SMALL_MM, DISC_INK, CENTER, bold=True))
