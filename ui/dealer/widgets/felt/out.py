"""The players who busted, with FIX and OK, and the winner if there was no showdown, on the empty board."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.rect import Rect
from ui.dealer.model.values import OutView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, Canvas, TextStyle
from ui.look import NAME_MM, SMALL_MM, STACK_MM, THICK_MM, WORD_MM

TEXT_PLACES = 3
ROOMY_ROWS = 3


class OutText(Label[OutView]):
    """A line for each player, with the larger stack first, or the seats and places of many; below, the order's reason,
    or that the places are still open."""

    def words(self, value: OutView) -> str:
        return " ".join(part for part in (value.text, value.stacks, value.bounties, value.note) if part)

    def draw(self, painter: QPainter, value: OutView) -> None:
        canvas, theme = self.canvas, self.canvas.theme
        canvas.box(painter, self.area(), theme.sheet.fill, theme.stop.fill, THICK_MM)
        side = canvas.px(1.2)
        inner = self.area().adjusted(side, side / 2, -side, -side / 2)
        small = [text for text in (value.stacks, value.bounties, value.note) if text]
        first, *others = value.many or [f"{one.who}  {one.place}".strip() for one in value.seats]
        rows = [f"{value.head}  {first}", *others, *small]
        step, size = inner.height() / len(rows), WORD_MM if len(rows) < ROOMY_ROWS else NAME_MM
        for index, text in enumerate(rows):
            line = inner.adjusted(0, step * index, 0, step * (index + 1) - inner.height())
            is_small = index > len(others)
            style = TextStyle(SMALL_MM if is_small else size, theme.sheet.ink, LEFT, bold=not is_small)
            canvas.line(painter, line, text, style)


class WinsText(Label[str]):
    """Shown for two seconds; touches pass through it."""

    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(canvas, name, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def words(self, value: str) -> str:
        """The text unchanged."""
        return value

    def draw(self, painter: QPainter, value: str) -> None:
        if value:
            paint = self.canvas.theme.sheet  # unlike a key
            self.canvas.box(painter, self.area(), paint.fill)
            self.canvas.line(painter, self.area(), value, TextStyle(STACK_MM, paint.ink, CENTER, bold=True))


def over(board: Sequence[Rect]) -> Rect:
    return Rect(board[0].x, board[0].y, board[-1].right - board[0].x, board[0].height)


class OutBar:
    """The line and its two keys, as children of one widget."""

    def __init__(self, canvas: Canvas, parent: QWidget, connect: Callable[[Button], Button]) -> None:
        self._canvas = canvas
        self.text = OutText(canvas, "out", parent)
        self.text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
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
        self.text.setGeometry(self._canvas.rect(over(board[:TEXT_PLACES])))
        for button, rect in zip((self.fix, self.ok), board[TEXT_PLACES:], strict=True):
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
