"""A page before the table or in its place: lines of text above buttons that are large enough for a thumb."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ui.dealer.face import face
from ui.look import CAPITAL, GAP_MM, NAME_MM, STACK_MM, Look, Paint

BUTTON_MM = 18
MARGIN_MM = 4
RADIUS_MM = 1.6
EDGE_PX = 1


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

    def show_at_bottom(self, window: QWidget) -> None:
        """Cover the bottom of this window, as far up as the text needs."""
        self.setParent(window)
        wide, bottom = window.width(), window.height()
        high = min(bottom, self._column.totalHeightForWidth(wide))
        self.setGeometry(0, bottom - high, wide, high)
        self.show()
        self.raise_()

    def add_title(self, text: str) -> QLabel:
        return self.add_line(text, STACK_MM, bold=True)

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
    theme = look.theme
    edge = paint.fill if paint in (theme.go, theme.act, theme.stop) else theme.edge
    button.setStyleSheet(rounded(paint, edge, look))
    button.setFont(face(round(NAME_MM / CAPITAL * look.px_per_mm), bold=True))
    return button


def rounded(paint: Paint, edge: str, look: Look) -> str:
    """The style of a surface with the table's rounded corners and an edge of this color."""
    radius = round(RADIUS_MM * look.px_per_mm)
    return f"background: {paint.fill}; color: {paint.ink}; border: {EDGE_PX}px solid {edge}; border-radius: {radius}px;"
