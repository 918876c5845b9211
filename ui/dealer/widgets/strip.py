"""The strip along the far edge: the table, the blinds, the level clock, and the state of the clock and the readers."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from ui.dealer.model.values import CellView
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, Canvas, TextStyle, split
from ui.look import AIR_MM, AMOUNT_MM, EDGE_MM, SMALL_MM, STACK_MM, WORD_MM

TICK_MM, BAR_MM = 3.2, 1.0
MOST_WIDE_MM = 46.0
"""The greatest width of a notice in the strip."""


class CellLabel(Label[CellView]):
    def words(self, value: CellView) -> str:
        return f"{value.text} {value.small}".strip()

    def draw(self, painter: QPainter, value: CellView) -> None:
        draw_cell(painter, self.canvas, value, self.area())


class StatusLabel(Label[tuple[CellView, ...]]):
    """The last fields of the strip, from the right: short ones with a check mark, and notices as wide as they need."""

    def words(self, value: tuple[CellView, ...]) -> str:
        return ", ".join(f"{cell.text} {cell.small}".strip() for cell in value if cell.text or cell.small)

    def draw(self, painter: QPainter, value: tuple[CellView, ...]) -> None:
        for cell, place in self._places(value):
            draw_cell(painter, self.canvas, cell, place)

    def place_of(self, name: str) -> QRect:
        """The place of one field; empty if it is not shown."""
        places = self._places(self.value or ())
        return next((place.toRect() for cell, place in places if cell.name == name), QRect())

    def _places(self, value: tuple[CellView, ...]) -> Iterator[tuple[CellView, QRectF]]:
        canvas, right = self.canvas, self.area().right()
        gap = canvas.px(AIR_MM * 2)
        shown = [cell for cell in value if cell.text or cell.small]
        fixed = {cell.name: self._wide(cell) for cell in shown if cell.good}
        notices = [cell for cell in shown if not cell.good]
        free = self.area().width() - sum(fixed.values()) - gap * (len(shown) - 1)
        wide = min(free / max(1, len(notices)), canvas.px(MOST_WIDE_MM))
        for cell in sorted(shown, key=lambda cell: cell.good, reverse=True):
            place = QRectF(right - fixed.get(cell.name, wide), 0, fixed.get(cell.name, wide), self.area().height())
            yield cell, place
            right = place.x() - gap

    def _wide(self, cell: CellView) -> float:
        return self.canvas.text_width(cell.small, SMALL_MM) + self.canvas.px(TICK_MM + 3 * AIR_MM)


def draw_cell(painter: QPainter, canvas: Canvas, value: CellView, area: QRectF) -> None:
    """One field: a large line above a small one, or a short text with a check mark. A notice has an edge, which is red
    if there is trouble."""
    theme = canvas.theme
    paint = theme.violet if value.practice else theme.strip
    faint = paint.ink if value.practice or value.trouble or value.note else theme.faint
    pad = canvas.px(AIR_MM)
    inner = area.adjusted(pad, 0, -pad, 0)
    if value.trouble or value.note or value.practice:
        edge = theme.stop.fill if value.trouble else theme.edge if value.note else ""
        canvas.box(painter, area, paint.fill, edge, EDGE_MM)
        inner.adjust(0, pad / 2, 0, -pad / 2)
    if value.good:
        tick = QRectF(inner.x(), inner.y(), canvas.px(TICK_MM), inner.height())
        canvas.tick(painter, tick, theme.win_edge)
        rest = inner.adjusted(tick.width() + pad, 0, 0, 0)
        canvas.line(painter, rest, value.small, TextStyle(SMALL_MM, faint, whole=True))
        return
    align = LEFT if value.name in ("table", "blinds") else CENTER
    upper, lower = split(inner, 0.56 if value.small else 0.8 if value.part >= 0 else 1.0)
    sizes = (AMOUNT_MM, STACK_MM, WORD_MM) if value.name == "time" else (WORD_MM,)
    high_mm = min(canvas.largest_mm(value.text, upper.width(), sizes), canvas.fitting_mm(upper))
    canvas.line(painter, upper, value.text, TextStyle(high_mm, paint.ink, align, bold=True, whole=True))
    if value.small:
        small_mm = min(SMALL_MM, canvas.fitting_mm(lower))
        canvas.line(painter, lower, value.small, TextStyle(small_mm, faint, align))
    elif value.part >= 0:
        _draw_part(painter, canvas, value.part, lower)


def _draw_part(painter: QPainter, canvas: Canvas, part: float, area: QRectF) -> None:
    """A bar for how much of the level is left."""
    wide, high = area.width() * 0.72, canvas.px(BAR_MM)
    whole = QRectF(area.center().x() - wide / 2, area.center().y() - high / 2, wide, high)
    painter.fillRect(whole, canvas.color(canvas.theme.off_edge))
    painter.fillRect(QRectF(whole.x(), whole.y(), wide * part, high), canvas.color(canvas.theme.strip.ink))
