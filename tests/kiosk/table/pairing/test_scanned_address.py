"""A table without a clock takes the address that its scanner reads off the QR code on the console.
Before, a scanner on a serial line was not read, and a typing scanner's text was added to what had been typed.
"""

import os
import pty
import threading
import tty

import httpx
import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from hardware.reading.line_settings import SerialSettings
from kiosk.table.pairing.paired import PairedClock, keep_paired
from kiosk.table.pairing.pairing import PairingByTouch
from kiosk.table.pairing.scanned_address import scanned_addresses
from kiosk.table.program.readdress import readdress_by_touch
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.clock import KEY, clock
from tests.kit.signing import Asker
from ui.dealer.notices.pairing import PairingPage
from ui.dealer.splash import SplashScreen
from ui.look import DARK, Look
from ui.words.languages import words_in

__all__ = ["clock"]

SCANNER_MS, PERSON_MS = 8, 140
ONE, OTHER, THIRD = "wss://192.168.1.10:8443", "ws://clock.local:8080", "wss://10.0.0.1:8443"


@pytest.fixture
def opening(qtbot):
    """The program's window."""
    opened = SplashScreen(Look(DARK, 5.9), 0, words_in("en"))
    qtbot.addWidget(opened)
    opened.resize(1280, 800)
    opened.show()
    qtbot.waitExposed(opened)
    return opened


@pytest.fixture
def asked():
    """The clocks that the page asks for."""
    return []


@pytest.fixture
def page(opening, asked):
    """The pairing page in the window."""
    shown = PairingPage(Look(DARK, 5.9), 0, words_in("en"))
    shown.chosen.connect(asked.append)
    opening.give_way(shown)
    shown.field.setFocus()
    return shown


class WindowTypist:
    """Types at the program's window, in the events' own time."""

    def __init__(self, opening):
        self._window = opening.windowHandle()
        self._now_ms = 1_000

    def type(self, text, gap_ms):
        for char in text:
            key = Qt.Key.Key_Return if char == "\r" else Qt.Key(ord(char.upper()))
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, char)
                event.setTimestamp(self._now_ms)
                QApplication.sendEvent(self._window, event)
            self._now_ms += gap_ms


@pytest.mark.parametrize("readers", [(), (ReaderSettings("keys:screen", "board", SerialSettings(prefix="%")),)])
def test_a_typed_scan_replaces_what_was_typed_and_needs_no_setting(page, asked, opening, qtbot, readers):
    prefix = "%" if readers else ""
    hand = WindowTypist(opening)
    with scanned_addresses(readers, page):
        hand.type("19", PERSON_MS)
        qtbot.waitUntil(lambda: page.field.text() == "19")
        hand.type(f"{prefix}{ONE}\r", SCANNER_MS)
        qtbot.waitUntil(lambda: asked == [ONE])
        page.show_code("ABCDEFGH", "482913")
        hand.type(f"{prefix}QH\r", SCANNER_MS)
        hand.type(f"{prefix}http://192.168.1.10:8080/player/\r", SCANNER_MS)
        hand.type(f"{prefix}{OTHER}\r", SCANNER_MS)
        qtbot.waitUntil(lambda: asked == [ONE, OTHER])
        page.show_failed("it is turned away", is_over=True)
        hand.type(f"{prefix}{THIRD}\r", SCANNER_MS)  # nothing has the focus
        qtbot.waitUntil(lambda: asked == [ONE, OTHER, THIRD])


def test_a_repeated_scan_keeps_a_waiting_code_and_after_a_rejection_asks_again(page, asked):
    page.scan(ONE)
    page.show_code("ABCDEFGH", "482913")
    page.scan(ONE)
    assert (asked, page.code.text()) == ([ONE], "ABCD EFGH")

    page.show_failed("it is turned away", is_over=True)
    page.scan(ONE)
    assert asked == [ONE, ONE]


def test_a_person_types_an_address_by_hand(page, asked, opening, qtbot):
    with scanned_addresses((), page):
        WindowTypist(opening).type("10.0.0.1\r", PERSON_MS)
        qtbot.waitUntil(lambda: asked == ["10.0.0.1"])


@pytest.fixture
def line():
    """A serial line: its far end, and the path at which the table opens it."""
    far, near = pty.openpty()
    tty.setraw(near)
    yield far, os.ttyname(near)
    for end in (far, near):
        os.close(end)


def test_a_table_with_a_scanner_on_a_serial_line_is_paired_with_a_scan(clock, opening, line, tmp_path):
    """
    The scanner reads the code that the clock draws. The director approves. Then the line is free for the table.
    """
    far, near = line
    address = httpx.get(f"{clock.site}/table-address").text
    port = address.rpartition(":")[2]
    readers = (ReaderSettings(near, "board"),)
    settings = TableSettings(5, str(tmp_path / "table.journal"), readers=readers)
    pairing, looks = PairingByTouch(settings, opening, Look(DARK, 5.9)), QTimer()
    approved: list[int] = []

    def look_at_page():
        if not pairing.page.code.text():
            os.write(far, f"ws://127.0.0.1:{port}\r".encode())  # as if its trigger were pulled again and again
        elif not approved:
            approved.append(
                Asker(clock, KEY).post("devices/tables/approve", shown=pairing.page.code.text()).status_code
            )

    looks.timeout.connect(look_at_page)
    looks.start(50)
    now = pairing.run("")
    looks.stop()

    assert now
    assert (approved, now.table, now.clock) == ([200], 5, clock.socket)
    assert [one.name for one in threading.enumerate() if one.name == "reader at board"] == []


def test_a_table_whose_clock_has_moved_takes_the_new_address_from_a_scan(opening, qtbot, tmp_path, monkeypatch):
    before = TableSettings(7, str(tmp_path / "table.journal"))
    settings = keep_paired(before, PairedClock(ONE, "ab" * 32, 7, "t0ken"))
    monkeypatch.setattr("kiosk.table.program.readdress.clock_found_at", lambda typed, *_: typed)
    QTimer.singleShot(0, lambda: WindowTypist(opening).type(f"{THIRD}\r", SCANNER_MS))

    now = readdress_by_touch(settings, opening, Look(DARK, 5.9))

    assert now.clock == THIRD
