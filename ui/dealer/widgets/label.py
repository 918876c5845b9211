"""The display-only parts: a field of the strip, the pots, the prompt. None can be pressed."""

from abc import abstractmethod
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.model.values import CellView, PotView, PromptView
from ui.dealer.widgets.canvas import CENTRE, LEFT, Canvas, TextStyle
from ui.look import AMOUNT_MM, NAME_MM, SMALL_MM, WORD_MM

V = TypeVar("V")


class Label(QWidget, Generic[V]):
    """Draws one value and repaints only when it changes."""

    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.value: V | None = None
        self.setObjectName(name)

    def show_value(self, value: V) -> None:
        """Take over the value."""
        if value != self.value:
            self.value = value
            self.setAccessibleName(self.words(value))
            self.update()

    def area(self) -> QRectF:
        """All of the label."""
        return QRectF(self.rect())

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        if self.value is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self.value)
        finally:  # a painter that is left open takes Qt down with it
            painter.end()

    @abstractmethod
    def words(self, value: V) -> str:
        """Its text for a screen reader."""

    @abstractmethod
    def draw(self, painter: QPainter, value: V) -> None:
        """Paint the value."""


class Cell(Label[CellView]):
    """A field of the strip."""

    def words(self, value: CellView) -> str:
        """Both lines."""
        return f"{value.text} {value.small}".strip()

    def draw(self, painter: QPainter, value: CellView) -> None:
        """A large text over a small one; trouble on amber."""
        theme = self.canvas.theme
        paint = theme.warn if value.trouble else theme.strip
        if value.trouble:
            self.canvas.box(painter, self.area(), paint.fill)
        side = self.canvas.px(1.0)
        inner = self.area().adjusted(side, 0, -side, 0)
        share = 0.58 if value.small else 1.0
        upper = QRectF(inner.x(), inner.y(), inner.width(), inner.height() * share)
        lower = QRectF(inner.x(), upper.bottom(), inner.width(), inner.height() - upper.height())
        self.canvas.line(
            painter, upper, value.text, TextStyle(self._high_mm(value), paint.ink, LEFT, bold=True, whole=True)
        )
        faint = paint.ink if value.trouble else theme.faint
        self.canvas.line(painter, lower if value.text else inner, value.small, TextStyle(SMALL_MM, faint))

    def _high_mm(self, value: CellView) -> float:
        return 5.4 if value.name == "time" else WORD_MM


class Pots(Label[tuple[PotView, ...]]):
    """All chips in the middle, and the pots they make."""

    def words(self, value: tuple[PotView, ...]) -> str:
        """Each pot with its amount."""
        return ", ".join(f"{pot.name} {pot.chips} {pot.who}".strip() for pot in value)

    def draw(self, painter: QPainter, value: tuple[PotView, ...]) -> None:
        """The total large in the middle, or every pot in a column of its own."""
        wide = self.area().width() / max(1, len(value))
        for index, pot in enumerate(value):
            area = QRectF(self.area().x() + index * wide, self.area().y(), wide, self.area().height())
            self._draw_pot(painter, pot, area, alone=len(value) == 1)

    def _draw_pot(self, painter: QPainter, pot: PotView, area: QRectF, alone: bool) -> None:
        colour = self.canvas.theme.sheet.ink
        if alone:
            said = f"{pot.name}  {pot.chips}    {pot.who}"
            higher = area.translated(0, -self.canvas.px(0.7))  # for the feet of letters and commas
            self.canvas.line(painter, higher, said, TextStyle(AMOUNT_MM, colour, CENTRE, bold=True, whole=True))
            return
        side = self.canvas.px(0.8)
        inner = area.adjusted(side, 0, -side, 0)
        upper = QRectF(inner.x(), inner.y(), inner.width(), inner.height() * 0.55)
        lower = QRectF(inner.x(), upper.bottom(), inner.width(), inner.height() - upper.height())
        high_mm = min(AMOUNT_MM - 1.0, self.canvas.mm(upper.height()) * 0.72)
        self.canvas.line(painter, upper, pot.chips, TextStyle(high_mm, colour, CENTRE, bold=True, whole=True))
        said = f"{pot.name}: {pot.who}" if pot.who else pot.name
        self.canvas.line(
            painter, lower, said, TextStyle(min(SMALL_MM + 0.3, self.canvas.mm(lower.height()) * 0.7), colour, CENTRE)
        )


class Prompt(Label[PromptView]):
    """What the dealer does next; a refusal in alarm colours."""

    def words(self, value: PromptView) -> str:
        """All of it."""
        return " ".join(part for part in (value.head, value.body, value.foot) if part)

    def draw(self, painter: QPainter, value: PromptView) -> None:
        """Up to three lines, the middle one large."""
        theme = self.canvas.theme
        if value.refused:
            self.canvas.box(painter, self.area(), theme.refused.fill)
        side = self.canvas.px(1.6)
        inner = self.area().adjusted(side, side / 2, -side, -side / 2)
        colour = theme.refused.ink if value.refused else theme.sheet.ink
        if value.refused:
            upper = QRectF(inner.x(), inner.y(), inner.width(), inner.height() * 0.72)
            self.canvas.lines(painter, upper, value.body, TextStyle(WORD_MM, colour, CENTRE, bold=True))
            lower = QRectF(inner.x(), upper.bottom(), inner.width(), inner.height() - upper.height())
            self.canvas.line(painter, lower, value.foot, TextStyle(SMALL_MM, colour, CENTRE))
            return
        rows = (
            (value.head, 0.28, NAME_MM + 0.3, False),
            (value.body, 0.4, AMOUNT_MM, True),
            (value.foot, 0.32, NAME_MM, False),
        )
        y = inner.y()
        for text, share, high_mm, bold in rows:
            row = QRectF(inner.x(), y, inner.width(), inner.height() * share)
            self.canvas.lines(painter, row, text, TextStyle(high_mm, colour, CENTRE, bold))
            y = row.bottom()
