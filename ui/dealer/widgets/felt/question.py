"""The table's question, over the pots, with OK in front of the dealer. The seats' answers are on their tiles."""

from collections.abc import Callable

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.rect import Rect
from ui.dealer.model.values import QuestionView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.look import WORD_MM


class QuestionText(Label[QuestionView]):
    """The question itself, on amber."""

    def words(self, value: QuestionView) -> str:
        """The question and how to answer it, or the reason why that is not possible."""
        if value.note:
            return f"{value.note.body} {value.note.foot}".strip()
        return f"{value.text} {value.help}"

    def draw(self, painter: QPainter, value: QuestionView) -> None:
        is_refused = value.note is not None and value.note.refused
        paint = self.canvas.theme.refused if is_refused else self.canvas.theme.warn
        self.canvas.box(painter, self.area(), paint.fill)
        side = self.canvas.px(1.5)
        inner = self.area().adjusted(side, 0, -side, 0)
        self.canvas.lines(painter, inner, self.words(value), TextStyle(WORD_MM + 0.6, paint.ink, CENTER, bold=True))


class QuestionBar:
    """The question and its OK button, as children of one widget."""

    def __init__(self, canvas: Canvas, parent: QWidget, connect: Callable[[Button], Button]) -> None:
        self._canvas = canvas
        self.asked = QuestionText(canvas, "question", parent)
        self.sure = connect(Button(canvas, "question-ok", parent))

    def place(self, pots: Rect, prompt: Rect) -> None:
        """Place the question over the pots, and the button in the place of the prompt."""
        self.asked.setGeometry(self._canvas.rect(pots))
        self.sure.setGeometry(self._canvas.rect(prompt))

    def show_question(self, shown: QuestionView) -> None:
        self.asked.show_value(shown)
        self.sure.show_tile(shown.sure)
        for part in (self.asked, self.sure):
            if not part.isVisible():
                part.show()
                part.raise_()

    def hide(self) -> None:
        self.asked.hide()
        self.sure.hide()
