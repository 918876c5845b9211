"""The parts that are only displayed. They cannot be pressed. The prompt is one of them."""

from abc import abstractmethod
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.model.values import PromptView
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle, split
from ui.dealer.widgets.painting.stamps import WidgetPicture
from ui.look import AIR_MM, AMOUNT_MM, HAIR_MM, NAME_MM, SMALL_MM, WORD_MM

V = TypeVar("V")
LOW_MM = 20.0
"""The height, in millimeters, below which a prompt's head and body share a line."""
BESIDE_MM = 5.8
"""The height of the line with the next step, above anything that takes the prompt's place."""
BADGE_WIDE, BADGE_HIGH = 7.0, 6.0


class Label(QWidget, Generic[V]):
    """Draws one value, and repaints only when the value changes."""

    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self._kept = WidgetPicture()
        self.value: V | None = None
        self.setObjectName(name)

    def show_value(self, value: V) -> None:
        if value != self.value:
            self.value = value
            self.setAccessibleName(self.words(value))
            self._kept.forget()
            self.update()

    def area(self) -> QRectF:
        return QRectF(self.rect())

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        if value := self.value:
            self._kept.paint(self, self.canvas.zoom, lambda painter: self.draw(painter, value))

    def words(self, value: V) -> str:
        """The text for a screen reader; empty if another widget says it."""
        return ""

    @abstractmethod
    def draw(self, painter: QPainter, value: V) -> None:
        """Paint the value."""


class Prompt(Label[PromptView]):
    """The dealer's next step, or a refusal in alarm colors."""

    aside_px = 0.0
    below_px = 0.0
    """How far from each side and from the bottom a filled prompt stays, because buttons and bets may be there."""

    def words(self, value: PromptView) -> str:
        return " ".join(part for part in (value.beside, value.head, value.body, value.foot) if part)

    def draw(self, painter: QPainter, value: PromptView) -> None:
        theme, whole = self.canvas.theme, self.area()
        if value.beside:
            row = QRectF(whole.x(), whole.y(), whole.width(), self.canvas.px(BESIDE_MM))
            self.canvas.line(painter, row, value.beside, TextStyle(WORD_MM, theme.sheet.ink, CENTER, bold=True))
            whole = whole.adjusted(0, row.height(), 0, 0)
        if not value.calls and not value.refused:
            side = self.aside_px if value.beside else 0.0  # a sentence is wider than a step
            self._draw_step(painter, value, whole.adjusted(side, 0, -side, 0))
            return
        below = self.below_px if value.refused else 0.0  # otherwise, it is between hands, and there are no bets
        area = whole.adjusted(self.aside_px, 0, -self.aside_px, -below)
        paint = theme.refused if value.refused else theme.warn
        self.canvas.box(painter, area, paint.fill)
        pad = self.canvas.px(AIR_MM)
        inner = area.adjusted(pad, pad, -pad, -pad)
        if not value.refused:
            self._draw_rows(painter, value, inner, paint.ink, paint.ink)
            return
        upper, lower = split(inner, 0.72)
        self.canvas.lines(painter, upper, value.body, TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
        self.canvas.line(painter, lower, value.foot, TextStyle(SMALL_MM, paint.ink, CENTER))

    def _draw_step(self, painter: QPainter, value: PromptView, area: QRectF) -> None:
        theme = self.canvas.theme
        if self.canvas.mm(area.height()) >= LOW_MM:
            self._draw_rows(painter, value, area, theme.faint, theme.sheet.ink)
            return
        upper, lower = split(area, 0.58 if value.foot else 1.0)
        said = f"{value.head}: {value.body}" if value.head and value.body else value.head or value.body
        self.canvas.line(painter, upper, said, TextStyle(WORD_MM, theme.sheet.ink, CENTER, bold=True))
        self.canvas.line(painter, lower, value.foot, TextStyle(NAME_MM, theme.faint, CENTER))

    def _draw_rows(self, painter: QPainter, value: PromptView, area: QRectF, less: str, ink: str) -> None:
        head, rest = split(area, 0.28)
        body, foot = split(rest, 0.58 if value.foot else 1.0)
        if value.seat:
            self._draw_seat(painter, value, head, ink)
        else:
            self.canvas.lines(painter, head, value.head, TextStyle(WORD_MM, less, CENTER))
        self.canvas.lines(painter, body, value.body, TextStyle(AMOUNT_MM, ink, CENTER, bold=True))
        self.canvas.lines(painter, foot, value.foot, TextStyle(WORD_MM, less, CENTER))

    def _draw_seat(self, painter: QPainter, value: PromptView, row: QRectF, ink: str) -> None:
        """The seat to act, with its number in the color of its tile."""
        canvas, paint = self.canvas, self.canvas.theme.turn
        gap = canvas.px(AIR_MM) if value.name else 0.0
        size = min(canvas.px(BADGE_WIDE), row.width()), min(canvas.px(BADGE_HIGH), row.height())
        name_wide = min(canvas.text_width(value.name, WORD_MM), row.width() - size[0] - gap) if value.name else 0.0
        x = row.center().x() - (size[0] + gap + name_wide) / 2
        badge = QRectF(x, row.center().y() - size[1] / 2, *size)
        canvas.box(painter, badge, paint.fill, canvas.theme.turn_edge, HAIR_MM)
        canvas.line(painter, badge, str(value.seat), TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
        name = QRectF(badge.right() + gap, row.y(), name_wide + 2, row.height())
        canvas.line(painter, name, value.name, TextStyle(WORD_MM, ink))
