"""The notice over a table whose disk is full or has failed, and in place of a table that cannot be opened. It says what
to do, and its button opens the table again from its disk."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer

from engine.table.state import is_playing
from kiosk.faults import DiskFailed, Fault, NoRoom
from kiosk.table.settings import TableSettings
from ui.dealer.model.surroundings import Disk
from ui.dealer.notices.disk import DiskNotice, UnopenedNotice
from ui.dealer.splash import SplashScreen
from ui.look import Look
from ui.words.languages import words_in

if TYPE_CHECKING:
    from kiosk.table.program.window import TableWindow

AGAIN_MS = 10_000
"""The wait after a failed attempt before the table is opened again, for example while another kiosk has its journal
open."""


class DiskGuard:
    """Shows the notice over a table that accepts no touches, or may not start another hand."""

    def __init__(self, window: "TableWindow", opening: SplashScreen, look: Look, leave: Callable[[], None]) -> None:
        """`leave` ends the program so that the table is opened again."""
        self._window = window
        self._opening = opening
        self._look = look
        self._leave = leave
        self.notice: DiskNotice | None = None
        self._shows: Disk | None = None
        window.display.watch(self._follow)
        window.screen.resized.connect(self._fit)
        self._follow()

    def take_away(self) -> None:
        if self.notice:
            self.notice.setParent(None)
            self.notice.deleteLater()
        self.notice = self._shows = None

    def _follow(self) -> None:
        disk = self._window.display.surroundings.disk
        is_over = disk is not None and (
            disk.why or (disk.state == "full" and not is_playing(self._window.host.game.table))
        )
        if disk is None or not is_over:
            self.take_away()
        elif disk != self._shows:
            self._show(disk)

    def _show(self, disk: Disk) -> None:
        self.take_away()
        look = self._window.screen.fitted(self._look)
        notice = DiskNotice(look, self._window.host.number, disk, self._window.display.words)
        notice.again.connect(self._try)
        notice.show_at_bottom(self._opening)
        self.notice, self._shows = notice, disk

    def _fit(self) -> None:
        """Show the notice again, because the screen has another size or scale."""
        if self._shows:
            self._show(self._shows)

    def _try(self) -> None:
        if self._window.host.has_room():
            self._leave()
        elif self.notice:
            self.notice.show_still_full()


def wait_for_touch(fault: Fault, settings: TableSettings, opening: SplashScreen, look: Look) -> bool:
    """Show why the table cannot be opened. Returns true if the button was touched, and false if the window was closed.
    Any fault other than a disk failure may resolve itself, so after a while the button counts as touched."""
    waiting, touched, words = QEventLoop(), [], words_in(settings.language)

    def touch() -> None:
        touched.append(True)
        waiting.quit()

    notice: DiskNotice | UnopenedNotice
    if isinstance(fault, DiskFailed):
        disk = Disk("full" if isinstance(fault, NoRoom) else "failed", fault.message)
        notice = DiskNotice(look, settings.table, disk, words, is_over_table=False)
    else:
        notice = UnopenedNotice(look, fault.message, words)
        QTimer.singleShot(AGAIN_MS, notice, touch)
    notice.again.connect(touch)
    opening.give_way(notice)
    waiting.exec()
    notice.setParent(None)
    notice.deleteLater()
    return bool(touched)
