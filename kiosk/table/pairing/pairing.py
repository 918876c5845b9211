"""Pairs a table with its room's clock by touch: shows the page, waits for approval, and saves the result."""

import threading
from contextlib import suppress

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from kiosk.faults import Fault
from kiosk.protocol.pairing import CodeAndCheck, approval_page
from kiosk.table.pairing.paired import PairedClock, is_unpaired, keep_paired
from kiosk.table.pairing.pairing_request import PairingRequest, ask_to_be_table
from kiosk.table.settings import TableSettings
from ui.dealer.notices.pairing import PairingPage
from ui.dealer.splash import SplashScreen
from ui.look import Look
from ui.words.languages import words_in

AGAIN_MS = 5000
"""The wait after a failure before the clock is asked again. The clock may have been started after its tables."""


class PairingReply(QObject):
    """Carries the clock's reply from a requesting thread to Qt's thread, with the number of the pairing attempt."""

    shown = Signal(int, object, str)
    came = Signal(int, object)


def paired_by_touch(settings: TableSettings, clock: str, opening: SplashScreen, look: Look) -> TableSettings | None:
    """The settings with which the table continues: with a token once the director has approved it, or unchanged for a
    standalone game. None if the window was closed. `clock` overrides the address in the settings."""
    if not clock and not is_unpaired(settings):
        return settings
    pairing = PairingByTouch(settings, opening, look)
    return pairing.run(clock or settings.clock)


class PairingByTouch:
    def __init__(self, settings: TableSettings, opening: SplashScreen, look: Look) -> None:
        self._settings = settings
        self._words = words_in(settings.language)
        self._opening = opening
        self._waiting = QEventLoop()
        self._done: TableSettings | None = None
        self._tries: list[threading.Event] = []
        """One event per attempt, which is set once nobody is waiting for the attempt any longer."""
        self._address = ""
        self._reply = PairingReply()
        self._reply.shown.connect(self._show)
        self._reply.came.connect(self._came)
        self.page = PairingPage(look, settings.table, self._words)
        self.page.chosen.connect(self._ask)
        self.page.changes_clock.connect(self._leave)
        self.page.alone.connect(self._play_alone)

    def run(self, address: str) -> TableSettings | None:
        self._opening.give_way(self.page)
        if address:
            self.page.choose(address)
        from kiosk.table.pairing.scanned_address import scanned_addresses  # noqa: PLC0415  a table that plays without a clock does not wait for it

        with scanned_addresses(self._settings.readers, self.page):
            self._waiting.exec()  # closing the window also ends it
        self._leave()
        self._reply.shown.disconnect()
        self._reply.came.disconnect()
        self.page.setParent(None)
        self.page.deleteLater()
        if self._done:
            self._opening.name(self._done.table)
        return self._done

    def _ask(self, address: str) -> None:
        self._leave()
        self._address, left = address, threading.Event()
        self._tries.append(left)
        asked = PairingRequest(address, self._settings.table, self._settings.language)
        threading.Thread(target=self._asking, args=(len(self._tries), asked, left), daemon=True).start()

    def _asking(self, nth: int, asked: PairingRequest, left: threading.Event) -> None:
        with suppress(RuntimeError):  # the program has ended in the meantime
            try:
                paired = ask_to_be_table(
                    asked, lambda shown, found: self._reply.shown.emit(nth, shown, found), left.is_set
                )
                self._reply.came.emit(nth, paired)
            except Fault as fault:
                self._reply.came.emit(nth, fault)

    def _leave(self) -> None:
        for left in self._tries:
            left.set()

    def _is_waited_for(self, nth: int) -> bool:
        return nth == len(self._tries) and not self._tries[-1].is_set()

    def _show(self, nth: int, shown: CodeAndCheck, found: str) -> None:
        if not self._is_waited_for(nth):
            return
        from kiosk.table.pairing.qr import qr_modules  # noqa: PLC0415  as above

        page = approval_page(found, shown.code)
        self.page.show_code(shown.code, shown.check, qr_modules(page) if page else ())

    def _came(self, nth: int, answer: PairedClock | Fault | None) -> None:
        if not self._is_waited_for(nth) or answer is None:
            return
        try:
            if isinstance(answer, Fault):
                raise answer
            self._done = keep_paired(self._settings, answer)
        except Fault as fault:
            is_over = fault.message.code == "pairing-turned-away"
            self.page.show_failed(str(self._words.fault(fault.message)), is_over)
            if is_over:
                return  # until someone asks again
            QTimer.singleShot(AGAIN_MS, self.page, lambda: self._ask_again(nth))
            return
        self._waiting.quit()

    def _ask_again(self, nth: int) -> None:
        if self._is_waited_for(nth):
            self._ask(self._address)

    def _play_alone(self) -> None:
        self._done = self._settings
        self._waiting.quit()
