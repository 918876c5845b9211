"""The painted text: every text that the parts of a screen draw, before it is made to fit."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.widgets.painting.canvas import Canvas, TextStyle


@contextmanager
def painted() -> Iterator[set[str]]:
    """The texts painted within the block."""
    found: set[str] = set()
    line, lines = Canvas.line, Canvas.lines

    def draw_line(canvas: Canvas, painter: QPainter, area: QRectF, text: str, style: TextStyle) -> None:
        found.add(text)
        line(canvas, painter, area, text, style)

    def draw_lines(canvas: Canvas, painter: QPainter, area: QRectF, text: str, style: TextStyle) -> None:
        found.add(text)
        lines(canvas, painter, area, text, style)

    with patch.object(Canvas, "line", draw_line), patch.object(Canvas, "lines", draw_lines):
        yield found


def read_aloud(screen: QWidget) -> set[str]:
    """The text for a screen reader."""
    return {
        text for each in screen.findChildren(QWidget) for text in (each.accessibleName(), each.accessibleDescription())
    }
