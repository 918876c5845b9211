"""The header of a page: its title, and its lines of text, cards or pictures. All lines of a style have one letter
size."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.dealer.layout.page import line_high
from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.values import CardView, LineView, PageView
from ui.dealer.widgets.painting.canvas import LEFT, Canvas, TextStyle
from ui.dealer.widgets.painting.cards import draw_card
from ui.dealer.widgets.painting.chips import draw_disc, short
from ui.dealer.widgets.painting.header import draw_bars, draw_deck, draw_stars
from ui.look import AMOUNT_MM, AWARD_MM, NAME_MM, SMALL_MM, STACK_MM, WORD_MM

STYLES = {"huge": (AWARD_MM, True), "big": (AMOUNT_MM, True), "plain": (WORD_MM, False), "small": (SMALL_MM, False),
          "clause": (SMALL_MM, False), "trouble": (WORD_MM, True), "warn": (WORD_MM, True)}  # fmt: skip
"""The height of the capitals, and whether they are bold."""
LARGER = {SMALL_MM: NAME_MM, WORD_MM: STACK_MM}
"""The next larger letters, which are used on a page where all lines have room for them."""
BOXED = ("trouble", "warn")
BOX_PAD = 0.8
LARGE = 2.0
LEAST_REFUSAL = 0.65
"""The smallest size of a refusal, which must be easy to read."""
SIZES = (LARGE, *(size / 100 for size in range(100, 45, -5)))
"""The sizes of all lines, of which the largest one that has room is used: with larger letters, with those of their
style, or smaller than that by a factor."""
MOST_FREE = 1.6
"""The most free space between two lines, in millimeters."""


def draw_head(painter: QPainter, canvas: Canvas, view: PageView, head: QRectF) -> None:
    """Draw the title, or the reason for a refusal in its place, and the lines below it."""
    title = LineView(view.refused, "trouble") if view.refused else LineView(view.title)
    size = next((one for one in SIZES if _total(canvas, title, view.lines, head.width(), one) <= head.height()), 0.0)
    size = max(size or SIZES[-1], LEAST_REFUSAL if view.refused else 0.0)
    highs = [_title_high(canvas, title, head.width(), size), *_highs(canvas, view.lines, head.width(), size)]
    free = max(0.0, head.height() - sum(highs)) / len(highs)
    gap = min(free, canvas.px(MOST_FREE))
    y = head.y()
    for line, high in zip((title, *view.lines), highs, strict=True):
        row = QRectF(head.x(), y, head.width(), high)
        if line is title and not view.refused:
            canvas.lines(painter, row, line.text, _title_style(canvas, size))
        else:
            _draw_line(painter, canvas, line, row, size)
        y = row.bottom() + gap


def _title_style(canvas: Canvas, size: float) -> TextStyle:
    return TextStyle(STACK_MM * min(size, 1.0), canvas.theme.sheet.ink, LEFT, bold=True)


def _letters(line: LineView, size: float) -> tuple[float, bool]:
    """The height of a line's capitals at this size, and whether they are bold."""
    high_mm, bold = STYLES[line.style]
    return (LARGER.get(high_mm, high_mm) if size == LARGE else high_mm * size), bold


def _total(canvas: Canvas, title: LineView, lines: tuple[LineView, ...], wide: float, size: float) -> float:
    return _title_high(canvas, title, wide, size) + sum(_highs(canvas, lines, wide, size))


def _title_high(canvas: Canvas, title: LineView, wide: float, size: float) -> float:
    if title.style == "trouble":
        return _high(canvas, title, wide, size)
    style = _title_style(canvas, size)
    return canvas.text_high(title.text, wide, style.high_mm, style.bold) + 1


def _highs(canvas: Canvas, lines: tuple[LineView, ...], wide: float, size: float) -> list[float]:
    return [_high(canvas, line, wide, size) for line in lines]


def _high(canvas: Canvas, line: LineView, wide: float, size: float) -> float:
    """The height of a line at this size."""
    if line.cards or line.discs or line.bars or line.deck or line.stars >= 0:
        return canvas.px(line_high(line)) * min(size, 1.0)
    high_mm, bold = _letters(line, size)
    pad = 2 * canvas.px(BOX_PAD) if line.style in BOXED and line.text else 0.0
    return canvas.text_high(line.text, wide - 2 * pad, high_mm, bold) + pad + 1


def _draw_line(painter: QPainter, canvas: Canvas, line: LineView, row: QRectF, size: float) -> None:
    theme = canvas.theme
    high_mm, bold = _letters(line, size)
    color = theme.faint if line.style in ("small", "clause") else theme.sheet.ink
    if line.style in BOXED and line.text:
        paint = theme.refused if line.style == "trouble" else theme.warn
        edge = "" if line.style == "trouble" else theme.turn_edge
        canvas.box(painter, row, paint.fill, edge, 0.3)
        color, side = paint.ink, canvas.px(2 * BOX_PAD)
        row = row.adjusted(side, 0, -side, 0)
    row = row.adjusted(_draw_pictures(painter, canvas, line, row), 0, 0, 0)
    canvas.lines(painter, row, line.text, TextStyle(high_mm, color, LEFT, bold))


def _draw_pictures(painter: QPainter, canvas: Canvas, line: LineView, row: QRectF) -> float:
    """Cards and chips from the left; returns the width they take up."""
    gap = canvas.px(1.0)
    high = min(row.height() - gap, canvas.px(16.0))
    x = row.x()
    for card in line.cards:
        draw_card(painter, canvas, CardView(card), QRectF(x, row.y(), high * CARD_SHAPE, high))
        x += high * CARD_SHAPE + gap
    counts = [f"{disc.count} × {short(disc.chip)}" for disc in line.discs]
    needed = sum(high + canvas.text_width(count, WORD_MM, bold=True) + 2 * gap for count in counts)
    part = min(1.0, row.width() / needed) if needed else 1.0
    for disc, count in zip(line.discs, counts, strict=True):
        size = high * part
        draw_disc(painter, canvas, disc.chip, QRectF(x, row.y() + (high - size) / 2, size, size))
        x += size + gap * part
        wide = canvas.text_width(count, WORD_MM, bold=True) * part
        style = TextStyle(WORD_MM * part, canvas.theme.sheet.ink, LEFT, bold=True)
        canvas.line(painter, QRectF(x, row.y(), wide, high), count, style)
        x += wide + gap * part
    if line.stars >= 0:
        x += draw_stars(painter, canvas, line.stars, QRectF(x, row.y(), row.width(), row.height() * 0.8))
    if line.deck:
        draw_deck(painter, canvas, line.deck, row)
    if line.bars:
        draw_bars(painter, canvas, line.bars, row)
    return x - row.x() + (gap if x > row.x() else 0.0)
