"""The new seats of all players whose table is closed or broken, large, for players who come back to look."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.dealer.model.values import NewSeatsView
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import LEFT, RIGHT, TextStyle
from ui.look import EDGE_MM, HAIR_MM, STACK_MM, WORD_MM

SIDE_MM = 2.0
LINE_SHARE = 0.62
"""The height of capitals, relative to a row, in a list that fills the sheet."""
PLACE_SHARE = 0.52
"""The share of the width that the table and the seat may take up."""


class NewSeatsSheet(Label[NewSeatsView]):
    def words(self, value: NewSeatsView) -> str:
        """The title, and each player with the new seat."""
        return f"{value.title}. {'. '.join(f'{name} {place}' for name, place in value.rows)}"

    def draw(self, painter: QPainter, value: NewSeatsView) -> None:
        theme = self.canvas.theme
        self.canvas.box(painter, self.area(), theme.sheet.fill, theme.edge, EDGE_MM)
        side = self.canvas.px(SIDE_MM)
        inner = self.area().adjusted(side, side / 2, -side, -side / 2)
        high = min(inner.height() / (len(value.rows) + 1), self.canvas.px(STACK_MM / LINE_SHARE))
        letter_mm = self.canvas.mm(high) * LINE_SHARE
        title = QRectF(inner.x(), inner.y(), inner.width(), high)
        style = TextStyle(min(letter_mm, WORD_MM), theme.faint, LEFT, bold=True)
        self.canvas.line(painter, title, value.title, style)
        widest = max(self.canvas.text_width(place, letter_mm, bold=True) for _, place in value.rows)
        wide = min(widest + 2, inner.width() * PLACE_SHARE)
        for index, (name, place) in enumerate(value.rows, 1):
            row = QRectF(inner.x(), inner.y() + index * high, inner.width(), high)
            rule = QRectF(row.x(), row.y(), row.width(), self.canvas.px(HAIR_MM))
            painter.fillRect(rule, self.canvas.color(theme.edge))
            there = QRectF(row.right() - wide, row.y(), wide, high)
            row.setRight(there.x() - side)
            self.canvas.line(painter, row, name, TextStyle(letter_mm, theme.sheet.ink, LEFT, bold=True))
            self.canvas.line(painter, there, place, TextStyle(letter_mm, theme.win_edge, RIGHT, bold=True))
