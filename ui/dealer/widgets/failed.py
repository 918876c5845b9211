"""Covers the whole screen when the program has failed and is restarting. It consumes every touch, so that none reaches
anything else."""

from PySide6.QtGui import QMouseEvent, QPainter

from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, TextStyle
from ui.look import KEYED_MM


class Failed(Label[str]):
    """One sentence in alarm colors."""

    def words(self, value: str) -> str:
        """The sentence about the failure."""
        return value

    def draw(self, painter: QPainter, value: str) -> None:
        """Draws the sentence large enough to be read across the table."""
        paint = self.canvas.theme.refused
        painter.fillRect(self.rect(), self.canvas.color(paint.fill))
        side = self.canvas.px(10.0)
        self.canvas.lines(painter, self.area().adjusted(side, side, -side, -side), value,
                       TextStyle(KEYED_MM, paint.ink, CENTER, bold=True))  # fmt: skip

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Absorbs all touches, so that nothing below can be touched."""
        event.accept()
