"""A scanner that types at the table's real screen: its card is played, and no pad, field or button there takes its
keys."""

from itertools import count

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from engine.books.rulebook import load_book
from engine.cards import DECK, Card
from engine.events import Blinds
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from hardware.keys.layouts import LAYOUT_CODE
from hardware.reading.line_settings import SerialSettings
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.finger import Finger
from tests.kit.ticks import Ticks
from ui.dealer.model.cards import OddCard
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.splash import SplashScreen
from ui.look import DARK, Look
from ui.words.languages import words_in

ENDS = {"\r": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab}
CODES = {card: str(1_000 + number) for number, card in enumerate(DECK)}
"""The codes have only digits: each is a key of the amount pad, and Enter is its OK."""
QUEEN, FOUR, TWO = Card("Qh"), Card("4s"), Card("2d")
SCANNER_MS, PERSON_MS = 8, 140


class KeyboardTable:
    """A real table with its journal. Its only reader is a scanner that types at its screen, another reader, or none."""

    def __init__(self, folder, line, url):
        deck = folder / "numbers.toml"
        codes = "".join(f'{card} = "{code}"\n' for card, code in CODES.items())
        deck.write_text(f'name = "numbers"\n[codes]\n{codes}')
        readers = (ReaderSettings(url, "board", line),) if url else ()
        settings = TableSettings(7, str(folder / "table.journal"), deck=str(deck), readers=readers)
        # Touches are a second apart: none is a bounce.
        self.window = TableWindow(settings, Look(DARK, 5.9), count(step=1000).__next__)
        self.screen = self.window.screen
        for action in (
            OpenTable(7, "Club night", load_book("tda"), 3),
            *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 50_000) for seat in (1, 2, 3)),
            PlaceButton(1),
            SetLevel(Blinds(1, 100, 200, chip=1)),
            StartHand(),
        ):
            self.window.host.orders.ask(action)
        self.screen.resize(1280, 800)
        self.screen.show()
        self.window.start()
        self.finger = Finger(self.screen, Ticks())
        self.now_ms = 1_000
        self._is_open = True

    def close(self):
        if self._is_open:
            self._is_open = False
            self.window.stop()

    @property
    def _hand(self):
        hand = self.window.host.game.table.hand
        assert hand
        return hand

    @property
    def board(self):
        return self._hand.board

    @property
    def bets(self):
        return self._hand.bets

    @property
    def acts(self):
        """The length of the record, which grows with each action."""
        return self.window.host.game.mark

    @property
    def foreign(self):
        """The code that the screen reports as no card."""
        return self.odd.code if self.odd else ""

    @property
    def odd(self):
        """The screen's message about a card that changes nothing."""
        return self.screen.content.surroundings.odd

    def to_flop(self):
        self.finger.tap("seat-1", "seat-2", "check")

    def type(self, text, gap_ms):
        """Type into whatever has the focus, as the platform sends keys to the window, in the events' own time."""
        for char in text:
            key = ENDS.get(char) or Qt.Key(ord(char.upper()))
            for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
                event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, char)
                event.setTimestamp(self.now_ms)
                QApplication.sendEvent(self.screen.window().windowHandle(), event)
            self.now_ms += gap_ms

    def scan(self, card, prefix="", end="\r"):
        self.type(prefix + CODES[card] + end, SCANNER_MS)


@pytest.fixture
def sit(qtbot, tmp_path):
    tables = []

    def sit(line=None, url="keys:screen"):
        table = KeyboardTable(tmp_path, line or SerialSettings(layout=LAYOUT_CODE), url)
        tables.append(table)
        qtbot.waitExposed(table.screen)
        table.screen.activateWindow()
        table.screen.setFocus()
        qtbot.waitUntil(table.screen.hasFocus)
        qtbot.waitUntil(lambda: table.window.display.reads or url != "keys:screen")
        return table

    yield sit
    for table in tables:
        table.close()


@pytest.fixture
def table(sit):
    return sit()


def test_a_scan_is_played_on_the_board(table, qtbot):
    table.to_flop()

    table.scan(QUEEN)
    table.scan(FOUR)
    table.scan(TWO)

    qtbot.waitUntil(lambda: table.board == (QUEEN, FOUR, TWO))


def test_a_scan_is_read_in_the_programs_main_window(table, qtbot):
    """
    There the screen is inside the window that the program opened first. The filter once looked for the screen's own
    window, and there is none.
    """
    table.to_flop()
    opening = SplashScreen(Look(DARK, 5.9), 7, words_in("en"))
    opening.resize(1280, 800)
    opening.give_way(table.screen)
    opening.show()
    qtbot.waitExposed(opening)

    table.scan(QUEEN)
    table.scan(FOUR)
    table.scan(TWO)

    qtbot.waitUntil(lambda: table.board == (QUEEN, FOUR, TWO))
    table.screen.setParent(None)


@pytest.mark.parametrize("gap_ms", [31, 43, 55])
def test_a_scan_of_a_slow_scanner_is_played_and_reaches_no_pad(table, qtbot, gap_ms):
    table.to_flop()
    for card in (QUEEN, FOUR, TWO):
        table.type(CODES[card] + "\r", gap_ms)
    qtbot.waitUntil(lambda: table.board == (QUEEN, FOUR, TWO))

    bets = table.bets
    table.type("4006381333931\r", gap_ms)

    qtbot.waitUntil(lambda: table.foreign == "4006381333931")
    assert table.bets == bets


def test_a_scan_leaves_the_open_amount_pad_unchanged(table, qtbot):
    """
    It scans twice, once a foreign code. The keyed amount stays, and Enter confirms nothing.
    """
    table.finger.tap("raise-1", "key-4", "key-00")
    bets = table.bets

    table.scan(QUEEN)
    table.type("4006381333931\r", SCANNER_MS)

    qtbot.waitUntil(lambda: table.foreign == "4006381333931")
    assert table.screen.content.page == AmountPage(1, "400")
    assert table.bets == bets


def test_the_same_text_typed_by_a_person_reaches_the_pad(table, qtbot):
    table.finger.tap("raise-1")

    table.type(CODES[QUEEN] + "\r", PERSON_MS)
    qtbot.waitUntil(lambda: int(CODES[QUEEN]) in table.bets)
    assert table.board == ()


def test_a_scan_with_the_card_pad_open_is_the_card_and_presses_none_of_its_keys(table, qtbot):
    table.to_flop()
    if not isinstance(table.screen.content.page, CardPage):
        table.finger.tap("board-1")

    table.scan(QUEEN)

    qtbot.waitUntil(lambda: table.board == (QUEEN,))


def test_a_focused_field_stays_empty_during_a_scan_and_takes_what_a_person_types(table, qtbot):
    table.to_flop()
    field = QLineEdit(table.screen)
    field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)

    table.scan(QUEEN)
    qtbot.waitUntil(lambda: table.board == (QUEEN,))
    assert field.text() == ""

    table.now_ms += 500
    table.type(CODES[FOUR], PERSON_MS)
    qtbot.waitUntil(lambda: field.text() == CODES[FOUR])
    assert table.board == (QUEEN,)


def test_the_letters_of_a_scan_are_no_commands_but_those_of_a_person_are(table, qtbot):
    """
    C calls for the player whose turn it is. K is a check.
    """
    acts = table.acts

    table.type("KC\r", SCANNER_MS)
    qtbot.waitUntil(lambda: table.foreign == "KC")
    assert table.acts == acts

    table.now_ms += 500
    table.type("c", PERSON_MS)
    qtbot.waitUntil(lambda: table.acts > acts)


@pytest.mark.parametrize("url", ["", "keys:/dev/input/by-id/usb-Scanner-event-kbd"])
@pytest.mark.parametrize("code", ["KH", "04F2A3C1", "N7C", "1007"])
def test_a_scanner_without_a_reader_in_the_settings_plays_nothing_and_is_reported(sit, qtbot, url, code):
    """
    F folds, K checks, N ends the hand, digits are an amount, and Enter is its OK.
    """
    table = sit(url=url)
    table.finger.tap("raise-1")
    acts, bets = table.acts, table.bets

    table.type(code + "\r", SCANNER_MS)

    qtbot.waitUntil(lambda: table.odd == OddCard("unheld"))
    assert (table.acts, table.bets, table.screen.content.page) == (acts, bets, AmountPage(1))


def test_a_person_at_a_table_without_readers_plays_with_the_keyboard(sit, qtbot):
    table = sit(url="")
    acts = table.acts

    table.type("f", PERSON_MS)

    qtbot.waitUntil(lambda: table.acts > acts)
    assert table.odd is None


def test_several_scanners_are_distinguished_by_their_prefixes(sit, qtbot):
    pattern = "(?P<pos>[BM])(?P<code>[0-9]+)"
    table = sit(SerialSettings(prefix="PC", pattern=pattern, places={"B": "board", "M": "muck"}))
    table.to_flop()

    table.scan(QUEEN, "PCM")
    table.scan(QUEEN, "PCB")
    table.scan(FOUR, "PCB")

    qtbot.waitUntil(lambda: table.board == (FOUR,))


def test_a_scan_that_ends_only_with_silence_is_played(table, qtbot):
    table.to_flop()

    table.scan(QUEEN, end="")

    qtbot.waitUntil(lambda: table.board == (QUEEN,))


def typed_elsewhere(qtbot):
    """The text that another window receives at once for a key."""
    other = QLineEdit()
    qtbot.addWidget(other)
    other.show()
    qtbot.waitExposed(other)
    QApplication.sendEvent(
        other.windowHandle(), QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_4, Qt.KeyboardModifier.NoModifier, "4")
    )
    return other.text()


def test_a_closed_table_no_longer_listens_to_keys(sit, qtbot):
    sit().close()

    assert typed_elsewhere(qtbot) == "4"


def test_another_windows_keys_are_left_alone(table, qtbot):
    assert typed_elsewhere(qtbot) == "4"
