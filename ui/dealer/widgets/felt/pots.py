"""The pots below the board: one large amount, or rows with a dot for every seat that can win the pot."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from ui.dealer.layout.table import POT_HIGH
from ui.dealer.model.values import PotView
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, LEAST_NARROW, LEFT, RIGHT, TextStyle, split
from ui.look import AIR_MM, AMOUNT_MM, HAIR_MM, NAME_MM, SMALL_MM

ROW_HIGH, ROWS_APART = 9.4, 0.8
DIGITS = 0.705
"""The height of the digits in a row of pots, as a fraction of the row's box."""
NARROW_MM = 90.0
"""The width below which there is only one column of pots."""
DOT_MM = 4.2
NAME_WIDE, MOST_NAME_WIDE = 10.8, 14.0


def pots_high(pots: tuple[PotView, ...], wide_mm: float) -> float:
    """The height that the pots take up, in millimeters on the smallest screen."""
    if len(pots) < 2:
        return POT_HIGH
    return -(-len(pots) // _columns(wide_mm)) * ROW_HIGH


def _columns(wide_mm: float) -> int:
    return 1 if wide_mm < NARROW_MM else 2


class Pots(Label[tuple[PotView, ...]]):
    def words(self, value: tuple[PotView, ...]) -> str:
        return ", ".join(f"{pot.name} {pot.chips} {pot.who}".strip() for pot in value)

    def draw(self, painter: QPainter, value: tuple[PotView, ...]) -> None:
        """Draws a single pot in the middle, or several from the main pot down, and then in a second column."""
        if not value:
            return
        if len(value) == 1:
            self._draw_one(painter, value[0])
            return
        columns = _columns(self.canvas.mm(self.area().width()))
        rows = -(-len(value) // columns)
        air = self.canvas.px(1.6)
        wide = (self.area().width() - (columns - 1) * air) / columns
        high = self.area().height() / rows
        for index, pot in enumerate(value):
            x = self.area().x() + index // rows * (wide + air)
            y = self.area().y() + index % rows * high
            self._draw_row(painter, pot, QRectF(x, y, wide, high - self.canvas.px(ROWS_APART)))

    def _draw_one(self, painter: QPainter, pot: PotView) -> None:
        theme, area = self.canvas.theme, self.area().translated(0, -self.canvas.px(0.5))
        if not pot.chips:
            self.canvas.line(painter, area, pot.name, TextStyle(NAME_MM, theme.faint, CENTER))
            return
        gap = self.canvas.px(2.0)
        wides = [
            self.canvas.text_width(pot.name, NAME_MM, bold=True),
            self.canvas.text_width(pot.chips, AMOUNT_MM, bold=True),
            self.canvas.text_width(pot.who, SMALL_MM),
        ]
        share = min(1.0, (area.width() - 2 * gap) / sum(wides))
        wides = [wide * share for wide in wides]
        right = area.right() - sum(wides) - 2 * gap
        x = min(right, max(area.x(), area.center().x() - wides[1] / 2 - gap - wides[0]))
        styles = (
            TextStyle(NAME_MM, theme.faint, RIGHT, bold=True),
            TextStyle(AMOUNT_MM, theme.sheet.ink, CENTER, bold=True, whole=True),
            TextStyle(SMALL_MM, theme.faint, LEFT),
        )
        for text, wide, style in zip((pot.name, pot.chips, pot.who), wides, styles, strict=True):
            self.canvas.line(painter, QRectF(x, area.y(), wide + 2, area.height()), text, style)
            x += wide + gap

    def _draw_row(self, painter: QPainter, pot: PotView, row: QRectF) -> None:
        theme = self.canvas.theme
        self.canvas.box(painter, row, theme.sheet.fill, theme.edge, HAIR_MM)
        inner = row.adjusted(self.canvas.px(AIR_MM), 0, -self.canvas.px(AIR_MM), 0)
        wide = self.canvas.text_width(pot.name, SMALL_MM, bold=True) * LEAST_NARROW
        wide = max(self.canvas.px(NAME_WIDE), min(wide, self.canvas.px(MOST_NAME_WIDE)))
        name = QRectF(inner.x(), inner.y(), wide, inner.height())
        self.canvas.line(painter, name, pot.name, TextStyle(SMALL_MM, theme.faint, LEFT, bold=True))
        seats = pot.seats
        dots_wide = min(len(seats) * self.canvas.px(DOT_MM), inner.width() * 0.38)
        chips = QRectF(name.right(), inner.y(), inner.right() - dots_wide - name.right() - self.canvas.px(1.0), 0)
        chips.setHeight(inner.height())
        high_mm = min(AMOUNT_MM, self.canvas.mm(row.height()) * DIGITS)
        self.canvas.line(painter, chips, pot.chips, TextStyle(high_mm, theme.sheet.ink, RIGHT, True, True))
        step = dots_wide / max(1, len(seats))
        side = min(step * 0.9, self.canvas.px(DOT_MM) * 0.9)
        for index, (seat, is_in) in enumerate(seats):
            x = inner.right() - dots_wide + index * step + (step - side) / 2
            dot = QRectF(x, inner.center().y() - side / 2, side, side)
            painter.setPen(Qt.PenStyle.NoPen)
            if not is_in:
                small = side * 0.34
                painter.setBrush(self.canvas.color(theme.faint))
                painter.drawEllipse(dot.adjusted(small, small, -small, -small))
                continue
            painter.setBrush(self.canvas.color(theme.sheet.ink))
            painter.drawEllipse(dot)
            style = TextStyle(self.canvas.mm(side) * 0.55, theme.sheet.fill, CENTER, bold=True)
            self.canvas.line(painter, dot, str(seat), style)


class Aside(Label[PotView | None]):
    """The text beside the board: the total of several pots, or what is still to be pushed."""

    def words(self, value: PotView | None) -> str:
        return f"{value.name} {value.chips}" if value else ""

    def draw(self, painter: QPainter, value: PotView | None) -> None:
        if value is None:
            return
        upper, lower = split(self.area(), 0.3)
        theme = self.canvas.theme
        self.canvas.line(painter, upper, value.name, TextStyle(SMALL_MM, theme.faint, CENTER, bold=True))
        self.canvas.line(painter, lower, value.chips, TextStyle(AMOUNT_MM, theme.sheet.ink, CENTER, True, True))
