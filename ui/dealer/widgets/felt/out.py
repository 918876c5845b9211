"""The players who busted, with FIX and OK, and the winner if there was no showdown, on the empty board."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import GAP
from ui.dealer.model.values import OutView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, Canvas, TextStyle
from ui.look import NAME_MM, SMALL_MM, STACK_MM, THICK_MM, WORD_MM

PAD = 1.8
"""The distance of the lines and the keys from the edge of the panel, in millimeters."""
LINES_SHARE, OK_SHARE = 0.5, 0.58
"""The share of the width that the lines have beside the keys, and the green key's share of the keys' width."""
KEY_SHARE = 0.9
"""The height of keys below the lines, relative to a card of the board."""
ROOMY_ROWS = 3
SIZES = tuple(size / 100 for size in range(100, 55, -5))
"""The sizes of all rows, of which the largest one that has room is used."""


class OutText(Label[OutView]):
    """A line for each player, with the larger stack first, or the seats and places of many; below, the order's reason,
    or that the places are still open. The panel has room for the keys beside or below the lines."""

    _lines = QRectF()

    def place(self, panel: QRect, lines: QRect) -> None:
        self.setGeometry(panel)
        self._lines = QRectF(lines.translated(-panel.topLeft()))

    def words(self, value: OutView) -> str:
        return " ".join(part for part in (value.text, value.stacks, value.bounties, value.note) if part)

    def draw(self, painter: QPainter, value: OutView) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        canvas.box(painter, self.area(), theme.sheet.fill, theme.stop.fill, THICK_MM)
        inner = self._lines
        small = [text for text in (value.stacks, value.bounties, value.note) if text]
        first, *others = value.many or [f"{one.who}  {one.place}".strip() for one in value.seats]
        large_mm = WORD_MM if 1 + len(others) + len(small) < ROOMY_ROWS else NAME_MM
        rows = [(text, large_mm, True) for text in (f"{value.head}  {first}", *others)]
        rows += [(text, SMALL_MM, False) for text in small]

        def highs(size: float) -> list[float]:
            return [canvas.text_high(text, inner.width(), high_mm * size, bold) for text, high_mm, bold in rows]

        size = next((one for one in SIZES if sum(highs(one)) <= inner.height()), SIZES[-1])
        high = highs(size)
        gap, y = max(0.0, inner.height() - sum(high)) / (len(rows) + 1), inner.y()
        for (text, high_mm, bold), row in zip(rows, high, strict=True):
            y += gap
            line = QRectF(inner.x(), y, inner.width(), row + 1)
            canvas.lines(painter, line, text, TextStyle(high_mm * size, theme.sheet.ink, LEFT, bold))
            y += row


class WinsText(Label[str]):
    """Shown for two seconds."""

    def words(self, value: str) -> str:
        """The text unchanged."""
        return value

    def draw(self, painter: QPainter, value: str) -> None:
        if value:
            paint = self.canvas.theme.sheet  # unlike a key
            self.canvas.box(painter, self.area(), paint.fill)
            self.canvas.lines(painter, self.area(), value, TextStyle(STACK_MM, paint.ink, CENTER, bold=True))


def covering(board: Sequence[Rect]) -> Rect:
    """The whole board. A tall screen has the last two cards in a second row."""
    right = max(place.right for place in board)
    return Rect(board[0].x, board[0].y, right - board[0].x, board[-1].bottom - board[0].y)


def out_places(board: Sequence[Rect]) -> tuple[Rect, Rect, Rect]:
    """The places of the lines, of FIX and of the green key, within a panel that covers the board. The keys are beside
    the lines, or below them if the board has two rows."""
    panel = covering(board)
    inner = Rect(panel.x + PAD, panel.y + PAD, panel.width - 2 * PAD, panel.height - 2 * PAD)
    if board[-1].y == board[0].y:
        lines = replace(inner, width=(inner.width - GAP) * LINES_SHARE)
        keys = replace(inner, x=lines.right + GAP, width=inner.right - lines.right - GAP)
    else:
        lines = replace(inner, height=inner.height - board[0].height)
        keys = replace(inner, y=inner.bottom - KEY_SHARE * board[0].height, height=KEY_SHARE * board[0].height)
    ok = (keys.width - GAP) * OK_SHARE
    return lines, replace(keys, width=keys.width - GAP - ok), replace(keys, x=keys.right - ok, width=ok)


class OutBar:
    """The line and its two keys, as children of one widget."""

    def __init__(self, canvas: Canvas, parent: QWidget, connect: Callable[[Button], Button]) -> None:
        self._canvas = canvas
        self.text = OutText(canvas, "out", parent)
        self.fix = connect(Button(canvas, "out-fix", parent))
        self.ok = connect(Button(canvas, "out-ok", parent))
        self.pill = connect(Button(canvas, "out-pill", parent))
        self.hide()

    @property
    def parts(self) -> tuple[QWidget, ...]:
        return self.text, self.fix, self.ok, self.pill

    def place(self, board: Sequence[Rect], beside: Rect) -> None:
        """Lay out the parts over the board's card positions, with the pill `beside` the board."""
        self.pill.setGeometry(self._canvas.rect(beside))
        lines, *keys = out_places(board)
        self.text.place(self._canvas.rect(covering(board)), self._canvas.rect(lines))
        for button, rect in zip((self.fix, self.ok), keys, strict=True):
            button.setGeometry(self._canvas.rect(rect))

    def show_out(self, shown: OutView) -> None:
        self.text.show_value(shown)
        for button, tile in ((self.fix, shown.fix), (self.ok, shown.ok), (self.pill, shown.pill)):
            button.show_tile(tile)
        for part in self.parts:
            if (part is self.pill) != shown.is_pill:
                part.hide()
            elif part.isHidden():
                part.show()
                part.raise_()

    def hide(self) -> None:
        for part in self.parts:
            part.hide()
