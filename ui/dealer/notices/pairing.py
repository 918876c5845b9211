"""The page of a table without a clock: asks for the clock's address, and then shows the code to compare."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap, qRgb
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from ui.dealer.face import face
from ui.dealer.notices.page import NoticePage, rounded, touch_button
from ui.look import AMOUNT_MM, AWARD_MM, CAPITAL, LEAST_TARGET_MM, NAME_MM, STACK_MM, WORD_MM, Look
from ui.words import Words

KEYS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm.:")
"""The keys that an address needs, for dealers without a keyboard."""
BETWEEN_MM = 2
KEY_MM = 6.5
QR_MM = 34
"""The size of the QR code with its quiet zone: a phone can read it at arm's length."""
QUIET_MODULES = 4
LONGEST = 100


Modules = Sequence[Sequence[bool]]
"""The rows of a QR code, true where it is dark."""


def qr_pixmap(modules: Modules, side_px: int) -> QPixmap:
    """The QR code on white, at about this size; each module takes up the same whole number of pixels."""
    count = len(modules) + 2 * QUIET_MODULES
    image = QImage(count, count, QImage.Format.Format_RGB32)
    image.fill(qRgb(255, 255, 255))
    for y, row in enumerate(modules, QUIET_MODULES):
        for x, dark in enumerate(row, QUIET_MODULES):
            if dark:
                image.setPixel(x, y, qRgb(0, 0, 0))
    side = count * max(2, round(side_px / count))
    return QPixmap.fromImage(image.scaled(side, side))


class PairingPage(NoticePage):
    """The pairing page. At first, it asks for the clock's address."""

    chosen = Signal(str)
    """Emitted when the clock at this address is to be asked."""
    changes_clock = Signal()
    alone = Signal()
    """Emitted when the table is to be played without a clock."""

    def __init__(self, look: Look, table: int, words: Words, before: str = "") -> None:
        """`table` is the number that the table would have; 0 for any. `before` is the last address of a paired table's
        clock: the page then asks for the new one, and offers to leave it unchanged instead of playing `alone`."""
        super().__init__(look, "pairing")
        self._say, self._before = words.pairing, before
        self.title = self.add_title(self._asked)
        self.help = self.add_line(self._say.which_help, NAME_MM)
        self.field = self._add_field()
        self.keys = self._add_keys()
        self.asks = self._add_asks(words.table.format(table=table) if table else "")
        self.add_space()
        buttons = QHBoxLayout()
        theme = look.theme
        self.alone_button = touch_button(self._say.as_before if before else self._say.alone, theme.quiet, look)
        self.alone_button.clicked.connect(lambda _: self.alone.emit())
        self.go = touch_button(self._say.connect, theme.go, look)
        self.go.clicked.connect(lambda _: self.choose(self.field.text()))
        self.other = touch_button(self._say.new_address if before else self._say.other_clock, theme.quiet, look)
        self.other.clicked.connect(lambda _: self._choose_again())
        for button in (self.alone_button, self.other, self.go):
            buttons.addWidget(button, 1)
        self._column.addLayout(buttons)
        self.alone_button.setVisible(bool(table))
        self._can_be_alone = bool(table)
        self._show_field(True)

    @property
    def _asked(self) -> str:
        return self._say.where_now if self._before else self._say.which_clock

    def choose(self, address: str) -> None:
        if not address.strip():
            return
        self.field.setText(address.strip())
        self._show_field(False)
        self.title.setText(self._say.asking.format(clock=address.strip()))
        self._clear()
        self.chosen.emit(address.strip())

    def scan(self, address: str) -> None:
        """Handle an address that was scanned from the console as if it had been typed."""
        if address != self.field.text() or self.go.isVisibleTo(self):
            self.choose(address)

    def show_code(self, code: str, check: str, modules: Modules = ()) -> None:
        """Show both numbers to compare, and a QR code that leads a director's phone to the page that compares them."""
        half = len(code) // 2
        self.code.setText(f"{code[:half]} {code[half:]}")
        self.check.setText(self._say.number.format(check=f"{check[:3]} {check[3:]}"))
        self.code.show()
        self.check.show()
        self.title.setText(self._say.title)
        self.status.setText(f"{self._say.waits} {self._say.scans}" if modules else self._say.waits)
        if modules:
            self.qr.setPixmap(qr_pixmap(modules, round(QR_MM * self._look.px_per_mm)))
            self.qr.show()

    def show_failed(self, why: str, is_over: bool = False) -> None:
        """Show why pairing failed. The clock is asked again automatically; if pairing `is_over`, it is asked again only
        after a touch."""
        self._clear()
        if is_over:
            self.title.setText(self._say.not_connected)
            self.go.show()
            self.alone_button.setVisible(self._can_be_alone)
        self.status.setText(why)

    def _clear(self) -> None:
        for label in (self.code, self.check, self.status):
            label.setText("")
        for label in (self.code, self.check, self.qr):
            label.hide()  # an empty line still takes up its row

    def _choose_again(self) -> None:
        self.changes_clock.emit()
        self.title.setText(self._asked)
        self._show_field(True)

    def _show_field(self, yes: bool) -> None:
        for one in (self.help, self.field, self.keys, self.go):
            one.setVisible(yes)
        self.alone_button.setVisible(yes and self._can_be_alone)
        self.asks.setVisible(not yes)
        self.other.setVisible(not yes)
        if yes:
            self.field.setFocus()

    def _add_field(self) -> QLineEdit:
        field = QLineEdit()
        theme, per_mm = self._look.theme, self._look.px_per_mm
        field.setMaxLength(LONGEST)
        field.setAccessibleName(self._asked)
        field.setPlaceholderText(self._before or "192.168.1.10")
        field.setFont(face(round(STACK_MM / CAPITAL * per_mm), bold=True))
        field.setMinimumHeight(round(LEAST_TARGET_MM * per_mm * 0.75))
        field.setStyleSheet(f"{rounded(theme.seat, theme.mark, self._look)} padding: 0 {round(2 * per_mm)}px;")
        field.returnPressed.connect(lambda: self.choose(field.text()))
        self._column.addWidget(field)
        return field

    def _add_keys(self) -> QWidget:
        keys, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(round(BETWEEN_MM * self._look.px_per_mm))
        for row, signs in enumerate(KEYS):
            for column, sign in enumerate(signs):
                self._add_key(grid, sign, row, column)
        self._add_key(grid, "←", len(KEYS) - 1, len(KEYS[-1]))
        keys.setLayout(grid)
        self._column.addWidget(keys)
        return keys

    def _add_key(self, grid: QGridLayout, sign: str, row: int, column: int) -> None:
        key = touch_button(sign, self._look.theme.plain, self._look)
        key.setMinimumHeight(round(LEAST_TARGET_MM * self._look.px_per_mm))
        key.setFont(face(round(KEY_MM / CAPITAL * self._look.px_per_mm), bold=True))
        key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if sign == "←":
            key.setAccessibleName(self._say.erase)
            key.clicked.connect(lambda _: self.field.backspace())
        else:
            key.clicked.connect(lambda _: self.field.insert(sign))
        grid.addWidget(key, row, column)

    def _add_asks(self, table: str) -> QWidget:
        asks, across, column = QWidget(), QHBoxLayout(), QVBoxLayout()
        across.setContentsMargins(0, 0, 0, 0)
        across.addLayout(column, 1)
        outer, self._column = self._column, column
        self.table = self.add_line(table, WORD_MM)
        self.code = self.add_line("", AWARD_MM, bold=True)
        self.check = self.add_line("", AMOUNT_MM, bold=True)
        self.status = self.add_line("", WORD_MM)
        column.addStretch(1)
        self._column = outer
        self.qr = QLabel()
        self.qr.setAccessibleName(self._say.qr)
        self.qr.hide()
        across.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignTop)
        asks.setLayout(across)
        self._column.addWidget(asks, 1)
        return asks
