"""The window of a table's program. It first shows an opening frame with the table's number and the progress, and then
the table's screen.

Reading a long record takes seconds. This module loads only what the opening frame needs. It does not load the engine,
or Qt's ninety enumerations, which the first brush or pen would load. That is why it takes its colors from the window's
palette.
"""

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.face import face
from ui.look import AWARD_MM, CAPITAL, NAME_MM, Look
from ui.words import Words

FAINT = 0.7


class SplashScreen(QWidget):
    """The table's number above one line. Nothing can be touched."""

    painted = Signal()
    """Emitted once its frame is painted."""

    def __init__(self, look: Look, table: int, words: Words) -> None:
        super().__init__()
        self._look = look
        self._words = words
        self._says = words.opening
        self._screen: QWidget | None = None
        colors = self.palette()
        colors.setColor(QPalette.ColorRole.Window, QColor(look.theme.strip.fill))
        colors.setColor(QPalette.ColorRole.WindowText, QColor(look.theme.strip.ink))
        self.setPalette(colors)
        self.name(table)

    def name(self, table: int) -> None:
        """Show the table's number; 0 means that it does not have one yet."""
        self._title = self._words.table.format(table=table) if table else ""
        self.setWindowTitle(self._title)
        self.setAccessibleName(f"{self._title}: {self._says}" if table else self._says)

    def scale(self, px_per_mm: float) -> None:
        """Draw at this many pixels in a millimeter from now on."""
        self._look = replace(self._look, px_per_mm=px_per_mm)
        self.update()

    def give_way(self, screen: QWidget) -> None:
        """Show the table's screen in this window from now on."""
        self._screen = screen
        self.setAccessibleName("")
        screen.setParent(self)
        screen.setGeometry(self.rect())
        screen.show()
        screen.setFocus()

    # Qt's events

    def resizeEvent(self, _: QResizeEvent) -> None:  # noqa: N802
        if self._screen:
            self._screen.setGeometry(self.rect())

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        try:
            self._draw(painter)
        finally:  # a painter that is left open makes Qt crash
            painter.end()
        QTimer.singleShot(0, self, self.painted.emit)  # only then is it handed to the display

    def _draw(self, painter: QPainter) -> None:
        self._line(painter, self._title, AWARD_MM, 0.0)
        painter.setOpacity(FAINT)
        self._line(painter, self._says, NAME_MM, 3 * NAME_MM)

    def _line(self, painter: QPainter, text: str, high_mm: float, down_mm: float) -> None:
        """Draw a centered line of text `down_mm` below the middle."""
        font = face(round(high_mm * self._look.px_per_mm / CAPITAL))
        painter.setFont(font)
        left = (self.width() - QFontMetricsF(font).horizontalAdvance(text)) / 2
        painter.drawText(QPointF(left, self.height() / 2 + down_mm * self._look.px_per_mm), text)
