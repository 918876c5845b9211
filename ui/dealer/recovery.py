"""The page before a table with an incomplete record: what is missing, where copies are, and what to do.

Shown in the opening frame's window, before there is a table; decides nothing itself.
"""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ui.dealer.face import face
from ui.look import CAPITAL, GAP_MM, NAME_MM, SMALL_MM, WORD_MM, Look, Paint
from ui.words import Words

SURE_MS = 800
BUTTON_MM = 18
MARGIN_MM = 8


class Missing(msgspec.Struct, frozen=True):
    """A gap in a table's record: `promised` entries were written, the file holds `in_file` of them, it and
    its second copy together `records`. `folder` holds the files as they were found."""

    table: int
    in_file: int
    records: int
    promised: int
    folder: str
    has_clock: bool = True

    @property
    def gone(self) -> int:
        """How many are in neither copy."""
        return self.promised - self.records


class Recovery(QWidget):
    """The page. `answer` is called with whether the table goes on, with all that was found; it never does by itself."""

    def __init__(self, look: Look, missing: Missing, words: Words, answer: Callable[[bool], None]) -> None:
        super().__init__()
        self._look = look
        self._missing = missing
        self._words = words
        self._answer = answer
        self._sure = False
        self._column = QVBoxLayout(self)
        margin = self._px(MARGIN_MM)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(self._px(GAP_MM))
        say = words.recovery
        promised, records = words.amount(missing.promised), words.amount(missing.records)
        self._line(say.title.format(table=missing.table), WORD_MM, bold=True)
        self._line(words.counted(say.missing, missing.promised - missing.in_file, promised=promised), NAME_MM)
        self._line(words.counted(say.in_neither, missing.gone) if missing.gone else say.in_copy, NAME_MM)
        self._clock = self._line(say.asking if missing.has_clock else say.no_clock, NAME_MM)
        self._column.addStretch(1)
        theme = look.theme
        if missing.gone:
            self.go = self._button(say.go_on.format(records=records), theme.stop, self._make_sure)
        else:
            self.go = self._button(say.bring_back.format(promised=promised), theme.go, lambda: answer(True))
        self.leave = self._button(say.leave, theme.quiet, lambda: answer(False))
        self._line(say.kept.format(folder=missing.folder), SMALL_MM)
        paint = theme.sheet
        self.setObjectName("recovery")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(f"#recovery {{ background: {paint.fill}; }} QLabel {{ color: {paint.ink}; }}")

    def show_clock(self, held: int | None) -> None:
        """How many entries the clock holds; None where it did not say."""
        say = self._words.recovery
        if held is None:
            self._clock.setText(say.clock_silent)
            return
        text = say.clock_more if held > self._missing.records else say.clock_holds
        self._clock.setText(self._words.counted(text, held))

    def _make_sure(self) -> None:
        """Entries are given up by two touches, never by one."""
        if self._sure:
            self._answer(True)
            return
        self._sure = True
        self.go.setEnabled(False)  # a finger that bounces is no second touch
        QTimer.singleShot(SURE_MS, self.go, lambda: self.go.setEnabled(True))
        self.go.setText(self._words.counted(self._words.recovery.sure, self._missing.gone))

    def _line(self, text: str, high_mm: float, bold: bool = False) -> QLabel:
        label = QLabel(text)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self._set_font(label, high_mm, bold)
        self._column.addWidget(label)
        return label

    def _button(self, text: str, paint: Paint, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setMinimumHeight(self._px(BUTTON_MM))
        radius = self._px(1.5)
        button.setStyleSheet(
            f"background: {paint.fill}; color: {paint.ink}; border: 2px solid {self._look.theme.edge};"
            f"border-radius: {radius}px;"
        )
        self._set_font(button, NAME_MM, bold=True)
        button.clicked.connect(lambda _: do())
        self._column.addWidget(button)
        return button

    def _set_font(self, widget: QWidget, high_mm: float, bold: bool) -> None:
        widget.setFont(face(self._px(high_mm / CAPITAL), bold))

    def _px(self, mm: float) -> int:
        return round(mm * self._look.px_per_mm)
