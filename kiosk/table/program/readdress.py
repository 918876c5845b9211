"""Changes the address of a paired table's clock by touch, for a new laptop or router. No PIN is needed, because the
clock, which checks PINs, cannot be found. Only a clock with the certificate authority that the table has pinned is
trusted."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QPushButton

from kiosk.faults import Fault
from kiosk.table.pairing.paired import keep_moved
from kiosk.table.pairing.pairing_request import clock_found_at
from kiosk.table.settings import TableSettings
from ui.dealer.face import face
from ui.dealer.notices.pairing import PairingPage
from ui.dealer.splash import SplashScreen
from ui.dealer.widgets.strip import StatusLabel
from ui.look import CAPITAL, Look
from ui.words.languages import words_in

if TYPE_CHECKING:
    from kiosk.table.program.window import TableWindow

NOT_FOUND = frozenset((
    "clock-not-there", "clock-silent", "clock-not-ours", "clock-speaks-no-tls", "clock-speaks-otherwise",
))  # fmt: skip
RADIUS_MM, TEXT_MM = 1.5, 2.6
UNFOUND_MS = 30_000
"""How long the clock has to be missing before the change is offered. A clock that is only restarting does not need a
new address."""


class AddressButton:
    """A button in the strip that replaces the link's field while the clock of a paired table cannot be found."""

    def __init__(
        self,
        window: "TableWindow",
        opening: SplashScreen,
        look: Look,
        leave: Callable[[], None],
        after_ms: int = UNFOUND_MS,
    ) -> None:
        """`leave` ends the program so that it asks for the address."""
        self._window = window
        self._opening = opening
        self._look = look
        self._leave = leave
        self.button: QPushButton | None = None
        self._timer = QTimer(window.screen, singleShot=True, interval=after_ms)
        self._timer.timeout.connect(self._show)
        self._second = QTimer(window.screen, interval=1000)
        self._second.timeout.connect(self._tell)
        window.display.watch(self._follow)
        self._follow()

    def take_away(self) -> None:
        self._timer.stop()
        self._second.stop()
        if self.button:
            self.button.setParent(None)
            self.button.deleteLater()
            self.button = None

    def _follow(self) -> None:
        link = self._window.display.surroundings.link
        is_found = link is None or link.connected or link.lost or link.refused or not link.trouble
        if is_found or (link and link.trouble and link.trouble.code not in NOT_FOUND):
            self.take_away()
        elif self.button is None and not self._timer.isActive():
            self._timer.start()

    def _show(self) -> None:
        theme, radius = self._look.theme, round(RADIUS_MM * self._look.px_per_mm)
        self.button = QPushButton(self._opening)
        self.button.setObjectName("new-address")
        self.button.setFont(face(round(TEXT_MM / CAPITAL * self._look.px_per_mm), bold=True))
        self.button.setStyleSheet(
            f"background: {theme.plain.fill}; color: {theme.plain.ink}; border: 2px solid {theme.warn.fill};"
            f"border-radius: {radius}px; padding: 0;"
        )
        self.button.clicked.connect(lambda _: self._leave())
        self._tell()
        self.button.show()
        self.button.raise_()
        self._second.start()

    def _tell(self) -> None:
        """Show how long the clock has been unreachable, on a button that covers the link's field in the strip and
        follows it when the screen changes."""
        screen = self._window.screen
        cell = screen.findChild(StatusLabel, "strip-status")
        if self.button is None or cell is None:
            return
        said = next((one.text for one in screen.drawn.strip if one.name == "link"), "") if screen.drawn else ""
        self.button.setText(f"{said}\n{self._window.display.words.pairing.new_address}")
        place = cell.place_of("link")
        self.button.setGeometry(place.translated(cell.mapTo(screen, QPoint(0, 0))))


class AddressReply(QObject):
    """Carries the result from a requesting thread to Qt's thread."""

    came = Signal(object)


def readdress_by_touch(settings: TableSettings, opening: SplashScreen, look: Look) -> TableSettings:
    """Show the page until the clock is found at another address, or someone leaves the address unchanged. Returns the
    settings with which the table continues."""
    waiting, reply, words = QEventLoop(), AddressReply(), words_in(settings.language)
    done: list[TableSettings] = []

    def ask(address: str) -> None:
        threading.Thread(target=_ask, args=(settings, address, reply), daemon=True).start()

    def came(answer: str | Fault) -> None:
        try:
            if isinstance(answer, Fault):
                raise answer
            done.append(keep_moved(settings, answer))
        except Fault as fault:
            page.show_failed(str(words.fault(fault.message)), is_over=True)
            return
        waiting.quit()

    page = PairingPage(look, settings.table, words, before=settings.clock)
    page.chosen.connect(ask)
    page.alone.connect(waiting.quit)
    reply.came.connect(came)
    opening.give_way(page)
    from kiosk.table.pairing.scanned_address import scanned_addresses  # noqa: PLC0415  few tables need it

    with scanned_addresses(settings.readers, page):
        waiting.exec()  # closing the window also ends it
    reply.came.disconnect()
    page.setParent(None)
    page.deleteLater()
    return done[0] if done else settings


def _ask(settings: TableSettings, address: str, reply: AddressReply) -> None:
    with suppress(RuntimeError):  # the program has ended in the meantime
        try:
            reply.came.emit(clock_found_at(address, settings.clock, settings.clock_fingerprint))
        except Fault as fault:
            reply.came.emit(fault)
