"""A page before the table or in its place: lines of text above buttons that are large enough for a thumb."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ui.dealer.face import face
from ui.look import CAPITAL, GAP_MM, NAME_MM, Look, Paint

BUTTON_MM = 18
MARGIN_MM = 8


class NoticePage(QWidget):
    """A notice page. Its owner adds lines and buttons from top to bottom."""

    def __init__(self, look: Look, name: str) -> None:
        """`name` is the widget's name, which selects its colors."""
        super().__init__()
        self._look = look
        self._column = QVBoxLayout(self)
        margin = round(MARGIN_MM * look.px_per_mm)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(round(GAP_MM * look.px_per_mm))
        paint = look.theme.sheet
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(f"#{name} {{ background: {paint.fill}; }} QLabel {{ color: {paint.ink}; }}")

    def add_line(self, text: str, high_mm: float, bold: bool = False) -> QLabel:
        label = QLabel(text)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(face(round(high_mm / CAPITAL * self._look.px_per_mm), bold))
        self._column.addWidget(label)
        return label

    def add_space(self) -> None:
        self._column.addStretch(1)

    def add_button(self, text: str, paint: Paint, do: Callable[[], None]) -> QPushButton:
        button = touch_button(text, paint, self._look)
        button.clicked.connect(lambda _: do())
        self._column.addWidget(button)
        return button


def touch_button(text: str, paint: Paint, look: Look) -> QPushButton:
    button = QPushButton(text)
    button.setMinimumHeight(round(BUTTON_MM * look.px_per_mm))
    radius = round(1.5 * look.px_per_mm)
    button.setStyleSheet(
        f"background: {paint.fill}; color: {paint.ink}; border: 2px solid {look.theme.edge};border-radius: {radius}px;"
    )
    button.setFont(face(round(NAME_MM / CAPITAL * look.px_per_mm), bold=True))
    return button
