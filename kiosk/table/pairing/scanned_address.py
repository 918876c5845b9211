"""Reads a clock's address from the QR code on the console, with the scanner of a table that has no clock yet."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QObject, Signal

from hardware.keys.device import SCREEN
from hardware.keys.screen import ScreenKeys
from hardware.readers import kind_of, open_reader
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import ReaderMessage, UnknownCode
from kiosk.table.readers.scanner_keys import ScanFilter
from kiosk.table.settings import ReaderSettings
from kiosk.times import monotonic_ms
from ui.dealer.notices.pairing import PairingPage

_ADDRESS = re.compile(r"wss?://\S+")
"""An address as the console shows it. The code on a card, or on a bottle, is not an address."""


class _Scans(QObject):
    """Carries readings from the readers' threads to Qt's."""

    address = Signal(str)

    def receive(self, message: ReaderMessage) -> None:
        if isinstance(message, UnknownCode) and _ADDRESS.fullmatch(message.code):
            self.address.emit(message.code)


@contextmanager
def scanned_addresses(readers: tuple[ReaderSettings, ...], page: PairingPage) -> Iterator[None]:
    """While the context lasts, the page receives what the table's `readers` read, and what any scanner types."""
    scans, application = _Scans(), QCoreApplication.instance()
    assert application
    scans.address.connect(page.scan)
    scanners = [reader for reader in readers if kind_of(reader.url).is_scanner]
    if not any(kind_of(reader.url).at_screen for reader in scanners):
        scanners.append(ReaderSettings(SCREEN))
    opened = [open_reader(reader, PLAIN_DECK, scans.receive, monotonic_ms) for reader in scanners]
    filters = [ScanFilter(keys.scanned, keys.keys, page) for keys in opened if isinstance(keys, ScreenKeys)]
    for typed in filters:
        application.installEventFilter(typed)
    for reader in opened:
        reader.start()
    try:
        yield
    finally:
        for typed in filters:
            application.removeEventFilter(typed)
        for reader in opened:
            reader.stop()
