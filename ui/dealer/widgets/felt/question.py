"""The table's question, over the pots, with OK in front of the dealer. The seats' answers are on their tiles."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.rect import Rect
from ui.dealer.model.values import QuestionView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.look import AIR_MM, GAP_MM, STACK_MM

ASKED = 0.38
"""The question's share of the height."""


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
        side = self.canvas.px(AIR_MM)
        inner = self.area().adjusted(side, 0, -side, 0)
        self.canvas.lines(painter, inner, self.words(value), TextStyle(STACK_MM, paint.ink, CENTER, bold=True))


class QuestionBar:
    """The question and its OK button, as children of one widget."""

    def __init__(self, canvas: Canvas, parent: QWidget, connect: Callable[[Button], Button]) -> None:
        self._canvas = canvas
        self.asked = QuestionText(canvas, "question", parent)
        self.sure = connect(Button(canvas, "question-ok", parent))

    def place(self, area: Rect) -> None:
        """Place the question over the pots, and the button below it."""
        asked = replace(area, height=area.height * ASKED)
        low = asked.bottom + GAP_MM
        self.asked.setGeometry(self._canvas.rect(asked))
        self.sure.setGeometry(self._canvas.rect(replace(area, y=low, height=area.bottom - low)))

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
