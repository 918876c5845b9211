"""The parts that are only displayed: a field of the strip, and the prompt. They cannot be pressed."""

from abc import abstractmethod
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.model.values import CellView, PromptView
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, Canvas, TextStyle, split
from ui.dealer.widgets.painting.stamps import WidgetPicture
from ui.look import NAME_MM, SMALL_MM, WORD_MM

V = TypeVar("V")
BODY_MM = 6.6
DISC_MM = 3.4
"""How much space on each side of the prompt a neighboring seat's disc may take up."""
LOW_MM = 20.0
"""The height, in millimeters, below which a prompt leaves out lines without text and shares the height among the
others."""


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


class CellLabel(Label[CellView]):
    def words(self, value: CellView) -> str:
        return f"{value.text} {value.small}".strip()

    def draw(self, painter: QPainter, value: CellView) -> None:
        theme = self.canvas.theme
        paint = theme.violet if value.practice else theme.warn if value.trouble else theme.strip
        if value.trouble or value.practice:
            self.canvas.box(painter, self.area(), paint.fill)
        side = self.canvas.px(1.0)
        inner = self.area().adjusted(side, 0, -side, 0)
        upper, lower = split(inner, 0.58 if value.small else 1.0)
        high_mm = min(5.4 if value.name == "time" else WORD_MM, self.canvas.fitting_mm(upper))
        self.canvas.line(painter, upper, value.text, TextStyle(high_mm, paint.ink, LEFT, bold=True, whole=True))
        faint = paint.ink if value.trouble or value.practice else theme.faint
        if value.good:
            tick = QRectF(inner.x(), inner.y(), self.canvas.px(3.2), inner.height())
            self.canvas.tick(painter, tick, theme.win_edge)
            inner.setLeft(tick.right() + self.canvas.px(1.0))
        small_mm = min(SMALL_MM, self.canvas.fitting_mm(lower))
        self.canvas.line(painter, lower if value.text else inner, value.small, TextStyle(small_mm, faint))


class Prompt(Label[PromptView]):
    """The dealer's next step, or a refusal in alarm colors."""

    def words(self, value: PromptView) -> str:
        return " ".join(part for part in (value.head, value.body, value.foot) if part)

    def draw(self, painter: QPainter, value: PromptView) -> None:
        theme = self.canvas.theme
        beside = self.canvas.px(DISC_MM) if value.calls or value.refused else 0.0
        if beside:
            fill = theme.refused.fill if value.refused else theme.warn.fill
            self.canvas.box(painter, self.area().adjusted(beside, 0, -beside, 0), fill)
        side = self.canvas.px(1.6)
        inner = self.area().adjusted(side + beside, side / 2, -side - beside, -side / 2)
        color = theme.refused.ink if value.refused else theme.warn.ink if value.calls else theme.sheet.ink
        if value.refused:
            upper, lower = split(inner, 0.72)
            self.canvas.lines(painter, upper, value.body, TextStyle(WORD_MM, color, CENTER, bold=True))
            self.canvas.line(painter, lower, value.foot, TextStyle(SMALL_MM, color, CENTER))
            return
        less = color if value.calls else theme.faint
        rows = [
            (value.head, 0.28, NAME_MM + 0.5, False, less),
            (value.body, 0.42, BODY_MM, True, color),
            (value.foot, 0.3, NAME_MM + 0.3, False, less),
        ]
        if self.canvas.mm(inner.height()) < LOW_MM:  # side pots take up room, and the lines share the rest
            rows = [row for row in rows if row[0]]
        unit = inner.height() / sum(row[1] for row in rows) if rows else 0.0
        y = inner.y()
        for text, share, high_mm, bold, ink in rows:
            row = QRectF(inner.x(), y, inner.width(), unit * share)
            self.canvas.lines(painter, row, text, TextStyle(high_mm, ink, CENTER, bold))
            y = row.bottom()
