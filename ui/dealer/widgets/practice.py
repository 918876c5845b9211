"""The parts that appear only in practice mode: a violet frame, and coach marks that say what to look at."""

from functools import reduce

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.table import BOARD_PLACES
from ui.dealer.model.values import CoachView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import LEFT, Canvas, TextStyle
from ui.dealer.widgets.parts import TouchListener
from ui.look import AMOUNT_MM, NAME_MM, SMALL_MM

FRAME_MM = 1.0
KEY_MM, KEY_HIGH_MM = 24.0, 17.0
TALL = 0.6
"""The ratio of a coach mark's height to its width above which its key is below the text."""
PAD_MM = 2.0


class PracticeFrame(QWidget):
    """A frame around the whole screen. Everything inside it is touched and drawn as usual."""

    def __init__(self, canvas: Canvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.setObjectName("practice-frame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def fit(self, size: QRect) -> None:
        wide = round(self._canvas.px(FRAME_MM) / self._canvas.zoom)
        self.setGeometry(size)
        self.setMask(QRegion(size) - QRegion(size.adjusted(wide, wide, -wide, -wide)))

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._canvas.color(self._canvas.theme.violet.fill))
        painter.end()


class CoachMark(Label[CoachView]):
    """One coach mark, in the board's place: its number, its text, and the reason."""

    is_tall = False
    """Whether its key is below the text, on a portrait screen."""

    def words(self, value: CoachView) -> str:
        return f"{value.count} {value.text} {value.small}"

    def draw(self, painter: QPainter, value: CoachView) -> None:
        paint = self.canvas.theme.violet
        self.canvas.box(painter, self.area(), paint.fill)
        pad = self.canvas.px(PAD_MM)
        right, below = (pad, self.canvas.px(KEY_HIGH_MM)) if self.is_tall else (self.canvas.px(KEY_MM) + pad, 0.0)
        inner = self.area().adjusted(pad, pad, -right - pad, -below - pad)
        y = inner.y()
        for text, share, style in (
            (value.count, 0.16, TextStyle(SMALL_MM, paint.ink, LEFT, bold=True)),
            (value.text, 0.38, TextStyle(AMOUNT_MM, paint.ink, LEFT, bold=True)),
            (value.small, 0.46, TextStyle(NAME_MM, paint.ink, LEFT)),
        ):
            row = QRectF(inner.x(), y, inner.width(), inner.height() * share)
            self.canvas.lines(painter, row, text, style)
            y = row.bottom()


class PracticeParts:
    """The frame and the mark, as children of one screen."""

    def __init__(self, screen: QWidget, canvas: Canvas, listener: TouchListener) -> None:
        self._screen = screen
        self._canvas = canvas
        self._frame = PracticeFrame(canvas, screen)
        self._mark = CoachMark(canvas, "coach", screen)
        self._key = Button(canvas, "coach-ok", screen)
        self._key.pressed.connect(lambda: listener.press(self._key))
        self._key.clicked.connect(lambda: listener.release(self._key))
        self._key.missed.connect(lambda: listener.miss(self._key))
        self._mark.hide()
        self._key.hide()
        self._frame.show()

    def place(self) -> None:
        self._frame.fit(self._screen.rect())
        board = [self._screen.findChild(QWidget, f"board-{place}") for place in range(1, BOARD_PLACES + 1)]
        pots = self._screen.findChild(QWidget, "pots")
        if pots is None or None in board:
            return
        # It is as wide as the board, because bets lie on both sides of the board.
        mark = reduce(QRect.united, (place.geometry() for place in board if place))
        mark.setBottom(max(mark.bottom(), pots.geometry().bottom()))
        pad, wide, high = (round(self._canvas.px(mm)) for mm in (PAD_MM, KEY_MM, KEY_HIGH_MM))
        self._mark.is_tall = mark.height() > TALL * mark.width()
        self._mark.setGeometry(mark)
        if self._mark.is_tall:
            self._key.setGeometry(mark.x() + pad, mark.bottom() - pad - high, mark.width() - 2 * pad, high)
        else:
            self._key.setGeometry(mark.right() - pad - wide, mark.y() + pad, wide, mark.height() - 2 * pad)

    def show_mark(self, shown: CoachView | None) -> None:
        """Show the mark, or none. The frame stays above everything."""
        for part in (self._mark, self._key):
            part.setVisible(shown is not None)
        if shown:
            self._mark.show_value(shown)
            self._key.show_tile(shown.key)
            self._mark.raise_()
            self._key.raise_()
        self._frame.raise_()
