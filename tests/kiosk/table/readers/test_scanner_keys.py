"""Keys from a scanner reach no field and no button of the screen. All keys that a person types do."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from hardware.keys.burst import KeySettings
from kiosk.table.readers.scanner_keys import ScanFilter


class ScannerForm(QWidget):
    """A field and a button, as in the screen's forms."""

    def __init__(self):
        super().__init__()
        self.name, self.button, self.taps = QLineEdit(), QPushButton("CALL"), 0
        self.button.clicked.connect(self._tapped)
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(
            QVBoxLayout.SizeConstraint.SetNoConstraint
        )  # the offscreen platform warns about any other
        layout.addWidget(self.name)
        layout.addWidget(self.button)

    def _tapped(self):
        self.taps += 1


ENDS = {"\r": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab, " ": Qt.Key.Key_Space}


class ScannerTypist:
    """Types into whatever has the focus, one key every `gap_ms` milliseconds of the events' own time."""

    def __init__(self, form):
        self._window, self.now_ms = form.windowHandle(), 1_000

    def type(self, text, gap_ms):
        for event in self.keys(text, gap_ms):
            QApplication.sendEvent(self._window, event)

    def queue(self, text, gap_ms):
        """Type while the program is busy. The events wait until it handles them."""
        for event in self.keys(text, gap_ms):
            QApplication.postEvent(self._window, event)

    def keys(self, text, gap_ms):
        for char in text:
            key = ENDS.get(char) or Qt.Key(ord(char.upper()))
            for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
                event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, char)
                event.setTimestamp(self.now_ms)
                yield event
            self.now_ms += gap_ms

    def by_numbers(self, text, gap_ms, num_lock=True):
        """Type as a scanner that is set to no country's keyboard: Alt down, four digits of the number pad, Alt up."""
        pad = DIGITS if num_lock else MOVES
        for char in text:
            self.send(PRESS, Qt.Key.Key_Alt, ALT, gap_ms)
            for digit in f"{ord(char):04}":
                self.send(PRESS, pad[int(digit)], ALT | PAD, gap_ms)
                self.send(RELEASE, pad[int(digit)], ALT | PAD, 0)
            self.send(RELEASE, Qt.Key.Key_Alt, Qt.KeyboardModifier.NoModifier, gap_ms)

    def send(self, kind, key, modifiers, gap_ms, text=""):
        """One event of one key, `gap_ms` before the next."""
        event = QKeyEvent(kind, key, modifiers, text)
        event.setTimestamp(self.now_ms)
        QApplication.sendEvent(self._window, event)
        self.now_ms += gap_ms


PRESS, RELEASE = QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease
ALT, PAD = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.KeypadModifier
DIGITS = [Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10)]
MOVES = [
    getattr(Qt.Key, f"Key_{name}")
    for name in ("Insert", "End", "Down", "PageDown", "Left", "Clear", "Right", "Home", "Up", "PageUp")
]


@pytest.fixture
def form(qtbot):
    form = ScannerForm()
    qtbot.addWidget(form)
    form.show()
    qtbot.waitExposed(form)
    form.activateWindow()
    form.name.setFocus()
    qtbot.waitUntil(form.name.hasFocus)
    return form


@pytest.fixture
def codes():
    """The codes that were scanned."""
    return []


@pytest.fixture
def keys(qapp, codes):
    """The filter, installed."""
    keys = ScanFilter(codes.append, KeySettings())
    qapp.installEventFilter(keys)
    yield keys
    qapp.removeEventFilter(keys)


@pytest.fixture
def scanned(keys, codes):
    """The codes that were scanned while the filter is installed."""
    assert keys
    return codes


def test_a_scan_into_a_field_leaves_it_empty(form, scanned):
    ScannerTypist(form).type("QH\r", 8)

    assert scanned == ["QH"]
    assert form.name.text() == ""
    assert form.name.hasFocus()


@pytest.mark.parametrize("code", ["QH\r", "Q H\r", "    \r", "QH\t"])
def test_a_scan_presses_no_button(form, scanned, code):
    form.button.setFocus()

    ScannerTypist(form).type(code, 2)

    assert len(scanned) == 1
    assert form.taps == 0
    assert form.button.hasFocus()


def test_a_persons_typing_arrives_complete_and_in_order(form, scanned, qtbot):
    ScannerTypist(form).type("Alice 250", 150)

    qtbot.waitUntil(lambda: form.name.text() == "Alice 250")
    assert scanned == []


def test_a_person_can_press_a_button_by_keyboard(form, scanned, qtbot):
    form.button.setFocus()

    ScannerTypist(form).type(" ", 150)

    qtbot.waitUntil(lambda: form.taps == 1)
    assert scanned == []


def test_a_code_that_ends_only_with_silence_is_a_scan(form, scanned, qtbot):
    ScannerTypist(form).type("04A2B3C4", 5)

    qtbot.waitUntil(lambda: scanned == ["04A2B3C4"])
    assert form.name.text() == ""


def test_a_program_that_was_busy_in_the_middle_of_a_scan_still_reads_all_of_it(form, keys, scanned, qtbot):
    """
    The silence timer fires before the program has handled the keys that arrived in the meantime.
    """
    typist = ScannerTypist(form)
    typist.type("04A2", 5)
    typist.queue("B3C4", 5)
    keys._silence.timeout.emit()

    qtbot.waitUntil(lambda: scanned == ["04A2B3C4"])
    assert form.name.text() == ""


def test_a_scan_between_a_persons_keys_leaves_those_in_place(form, scanned, qtbot):
    typist = ScannerTypist(form)
    typist.type("Al", 150)
    typist.type("QH\r", 8)
    typist.now_ms += 200
    typist.type("ice", 150)

    qtbot.waitUntil(lambda: form.name.text() == "Alice")
    assert scanned == ["QH"]


def test_a_single_key_from_the_platform_is_held_and_then_passed_on(form, scanned, qtbot):
    QTest.keyClick(form.windowHandle(), Qt.Key.Key_X)

    qtbot.waitUntil(lambda: form.name.text().lower() == "x")
    assert scanned == []


def test_a_shortcut_counts_as_typed_by_a_person(form, scanned, qtbot):
    form.name.setText("Ana")
    QTest.keyClick(form.windowHandle(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)

    qtbot.waitUntil(lambda: form.name.selectedText() == "Ana")
    assert scanned == []


@pytest.mark.parametrize("num_lock", [True, False])
@pytest.mark.parametrize("gap_ms", [1, 4, 10])
def test_a_scan_typed_as_alt_codes_reaches_no_field(form, scanned, gap_ms, num_lock):
    ScannerTypist(form).by_numbers("QH\r", gap_ms, num_lock)

    assert scanned == ["QH"]
    assert form.name.text() == ""
    assert form.name.hasFocus()


def test_if_the_system_also_sends_the_characters_of_alt_codes_each_is_read_only_once(qapp, form, codes):
    filtering = ScanFilter(codes.append, KeySettings(), system="win32")
    qapp.installEventFilter(filtering)
    try:
        typist = ScannerTypist(form)
        for char in "QH\r":
            typist.by_numbers(char, 10)
            typist.send(PRESS, Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier, 0, char)
            typist.send(RELEASE, Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier, 0, char)
    finally:
        qapp.removeEventFilter(filtering)

    assert codes == ["QH"]
    assert form.name.text() == ""


def test_a_person_can_type_a_character_as_an_alt_code(form, scanned, qtbot):
    typist = ScannerTypist(form)
    typist.by_numbers("A", 120)
    typist.now_ms += 200
    typist.type("na", 150)

    qtbot.waitUntil(lambda: form.name.text() == "Ana")
    assert scanned == []


def test_a_character_whose_alt_key_is_released_late_still_arrives(form, keys, scanned, qtbot):
    typist = ScannerTypist(form)
    typist.send(PRESS, Qt.Key.Key_Alt, ALT, 100)
    for digit in (6, 5):
        typist.send(PRESS, DIGITS[digit], ALT | PAD, 100)
    qtbot.waitUntil(lambda: not keys._silence.isActive() and not keys._queued.isActive())

    typist.send(RELEASE, Qt.Key.Key_Alt, Qt.KeyboardModifier.NoModifier, 0)

    qtbot.waitUntil(lambda: form.name.text() == "A")
    assert scanned == []


def test_a_scan_with_an_invalid_alt_code_leaves_nothing_in_the_field(form, scanned):
    ScannerTypist(form).by_numbers("Q\xa3H\r", 4)

    assert scanned == ["Q\ufffdH"]
    assert form.name.text() == ""


def test_number_pad_digits_without_alt_are_digits(form, scanned, qtbot):
    typist = ScannerTypist(form)
    for digit in (2, 5, 0):
        typist.send(PRESS, DIGITS[digit], PAD, 150, str(digit))

    qtbot.waitUntil(lambda: form.name.text() == "250")
    assert scanned == []


class Commands(QWidget):
    """A page that takes keys as commands, as the dealer's screen does."""

    def __init__(self):
        super().__init__()
        self.taken = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def keyPressEvent(self, event):  # noqa: N802  Qt's name
        self.taken += event.text()


@pytest.fixture
def commands(qtbot):
    page = Commands()
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page)
    page.activateWindow()
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    return page


CTRL = Qt.KeyboardModifier.ControlModifier


def undo(typist, chord_ms):
    """Press Ctrl, press Z after `chord_ms`, and release both."""
    typist.send(PRESS, Qt.Key.Key_Control, CTRL, chord_ms)
    typist.send(PRESS, Qt.Key.Key_Z, CTRL, 0, "\x1a")
    typist.send(RELEASE, Qt.Key.Key_Z, CTRL, 0, "\x1a")
    typist.send(RELEASE, Qt.Key.Key_Control, Qt.KeyboardModifier.NoModifier, 3)


@pytest.mark.parametrize("code", ["f\r", "c\r", "k\t", "1\r", "fc", "fck", "rf\r"])
@pytest.mark.parametrize("gap_ms", [1, 3, 16])
def test_no_code_is_a_command_however_short(commands, scanned, qtbot, code, gap_ms):
    typist = ScannerTypist(commands)
    typist.type(code, gap_ms)
    typist.now_ms += 500
    typist.type("n", 100)
    qtbot.waitUntil(lambda: bool(commands.taken))

    assert commands.taken == ["n"]


@pytest.mark.parametrize("end", ["", "\r"])
def test_a_scanned_ctrl_z_undoes_nothing(commands, scanned, qtbot, end):
    typist = ScannerTypist(commands)
    undo(typist, 3)
    typist.type(end, 3)
    typist.now_ms += 500
    typist.type("n", 100)
    qtbot.waitUntil(lambda: bool(commands.taken))

    assert commands.taken == ["n"]


def test_a_persons_commands_arrive_one_by_one(commands, scanned, qtbot):
    typist = ScannerTypist(commands)
    typist.type("fk", 150)
    undo(typist, 60)
    typist.now_ms += 150
    typist.type("\r", 150)
    qtbot.waitUntil(lambda: len(commands.taken) >= 4)

    assert commands.taken == ["f", "k", "\x1a", "\r"]
    assert scanned == []
