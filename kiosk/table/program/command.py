"""`kiosk dealer`: the touch screen of one table, with its readers, its journal and its link to the clock. This module
holds what the opening frame needs. The table itself is loaded once that frame is on the screen."""

import argparse
import faulthandler
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from kiosk.table.program.loading import no_garbage, plain_qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton

    from engine.message import Message
    from kiosk.table.program.disk_notice import DiskGuard
    from kiosk.table.program.glass_line import GlassLine
    from kiosk.table.program.readdress import AddressButton
    from kiosk.table.program.update_offer import UpdateOffer
    from kiosk.table.program.window import TableWindow
    from ui.dealer.screen import Screen
    from ui.look import Paint
    from ui.words import Words

with no_garbage():
    from msgspec.structs import replace

    from kiosk.faults import DiskFailed, Fault, Unsound
    from kiosk.settings_file import add_settings, settings_of
    from kiosk.table.program.need_screen import need_screen
    from kiosk.table.settings import GLASS_LINE, TableSettings, read_table_settings
    from ui.look import GAP_MM, THEMES, Look
    from ui.words.languages import words_in

    with plain_qt():
        from PySide6.QtCore import QEventLoop, QObject, QTimer
        from PySide6.QtWidgets import QApplication

    from ui.dealer.splash import SplashScreen

OF_SERVICE = "INVOCATION_ID"
"""An environment variable that systemd sets for the services it starts (systemd.exec(5))."""
FAILED = 70
"""The exit code of a program that stopped because of its own bug, from sysexits(3)."""
FETCH = 71
"""The exit code that restarts the table to fetch its copy from the clock."""
KEEP = 74
"""The exit code that restarts the table to continue with its own record instead of the clock's."""
AGAIN = 72
"""The exit code that restarts the table from its disk."""
MOVED = 73
"""The exit code that restarts the table to ask for the clock's new address."""
FAILED_MS = 1500
WINDOW_PX = (1280, 800)
UNSEEN_MS = 500
"""The longest time that the table waits for its opening frame. A screen that is off never shows the frame."""
HANGS_S = 60.0
"""How long an event loop may hang before the program ends. The limit is high: the journal is always safe, and a restart
does not help with a slow disk."""
BEAT_MS = 5000


class FetchButton:
    """The buttons over a table that can only be viewed. One fetches the table from the clock; the other makes the
    table's own record the valid one."""

    def __init__(self, window: "TableWindow", opening: SplashScreen, look: Look, leave: Callable[[int], None]) -> None:
        self._window = window
        self._opening = opening
        self._look = look
        self._leave = leave
        self.button: QPushButton | None = None
        self.keep: QPushButton | None = None
        window.display.watch(self._follow)
        window.screen.resized.connect(self._fit)

    def take_away(self) -> None:
        for button in (self.button, self.keep):
            if button:
                button.setParent(None)
                button.deleteLater()
        self.button = self.keep = None

    def _follow(self) -> None:
        if not self._window.display.only_shows:
            self.take_away()
        elif self.button is None:
            say, theme = self._window.display.words.recovery, self._look.theme
            self.button = self._added(say.restore_here, theme.go, FETCH, 0)
            self.keep = self._added(say.keep_here, theme.quiet, KEEP, 1)

    def _fit(self) -> None:
        """Show the buttons again, because the screen has another size or scale."""
        if self.button:
            self.take_away()
            self._follow()

    def _added(self, text: str, paint: "Paint", code: int, below: int) -> "QPushButton":
        """Add a button, `below` rows below the middle of the screen. Touching it ends the program with this exit
        code."""
        from ui.dealer.notices.page import touch_button  # noqa: PLC0415  no other table needs it

        look = self._window.screen.fitted(self._look)
        button = touch_button(text, paint, look)
        button.clicked.connect(lambda _: self._leave(code))
        button.setParent(self._opening)
        wide, high = round(self._opening.width() * 0.6), button.minimumHeight()
        left, top = (self._opening.width() - wide) // 2, (self._opening.height() - high) // 2
        button.setGeometry(left, top + below * (high + round(GAP_MM * look.px_per_mm)), wide, high)
        button.show()
        button.raise_()
        return button


class Failing:
    """Handles an unexpected exception in code that Qt called, after which Qt would continue with a wrong screen. The
    screen reports the bug and the program ends, so that its service restarts it. The journal is intact."""

    def __init__(self, screen: "Screen", leave: Callable[[int], None], tell: Callable[..., object]) -> None:
        """`leave` ends the program with an exit code; `tell` logs what happened."""
        self._screen = screen
        self._leave = leave
        self._tell = tell
        self._fails = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._tell(kind, error, trace)
        if self._fails:  # the first one is already on the screen
            return
        self._fails = True
        self._screen.fail()
        QTimer.singleShot(FAILED_MS, lambda: self._leave(FAILED))


def add_arguments(parser: argparse.ArgumentParser, words: "Words") -> None:
    say = words.commands.help["dealer"]
    add_settings(parser, words, say["settings"], "table")
    parser.add_argument("--clock", default="", metavar="ADDRESS", help=say["clock"])
    parser.add_argument("--practice", action="store_true", help=say["practice"])
    parser.add_argument("--glass", action="store_true", help=say["glass"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the table until the window is closed or the program is asked to end."""
    try:
        path = settings_of(args, err, "table")
        settings = read_table_settings(path)
    except Fault as fault:
        if os.environ.get(OF_SERVICE):
            say_on_screen(fault, args.language or "en")
        raise
    if not settings.token:
        from kiosk.table.pairing.paired import table_settings  # noqa: PLC0415  a table with a token does not wait for it

        try:
            settings = table_settings(path, args.clock)
        except Fault as fault:
            # In full-screen mode, nobody would read why the program ends, so it asks to be paired again.
            if not settings.full_screen or fault.message.code != "paired-unreadable":
                raise
    settings = replace(settings, language=args.language or settings.language)
    need_screen()
    application = QApplication(sys.argv[:1])
    glass = glass_line()
    settings = settings_on(glass, settings)
    opening = open_window(settings, glass)

    with watched(opening):
        if not settings.token:
            from kiosk.table.pairing.pairing import paired_by_touch  # noqa: PLC0415  as above

            paired = paired_by_touch(settings, args.clock, opening, look_of(settings))
            if paired is None:
                return 0
            settings = paired
        with logged(settings):
            return keep_table(settings, application, opening, glass)


def say_on_screen(fault: Fault, language: str) -> None:
    """Show for a while why the program cannot start with its settings. If a service starts the program, nobody reads
    its output, and it is started again."""
    need_screen()
    _application = QApplication.instance() or QApplication(sys.argv[:1])
    settings = TableSettings(0, "table.journal", language=language, full_screen=True)
    from kiosk.table.program.disk_notice import wait_for_touch  # noqa: PLC0415  few starts need it

    opening = open_window(settings)
    wait_for_touch(fault, settings, opening, look_of(settings))
    opening.close()


def glass_line() -> "GlassLine | None":
    """The line to the host, if a browser shows this program's screen."""
    if GLASS_LINE not in os.environ:
        return None
    from kiosk.table.program.glass_line import open_line  # noqa: PLC0415  no other table needs it

    return open_line()


def settings_on(glass: "GlassLine | None", settings: TableSettings) -> TableSettings:
    """The settings for the glass that shows the screen: it fills the virtual screen, at the glass's own scale."""
    return replace(settings, full_screen=True, px_per_mm=glass.px_per_mm) if glass else settings


def keep_table(
    settings: TableSettings, application: QApplication, opening: SplashScreen, glass: "GlassLine | None" = None
) -> int:
    tell = written_down(sys.excepthook)
    if glass:
        glass.ended.connect(application.quit)
    while True:
        settings = settings_on(glass, settings)
        window = window_from_disk(settings, opening)
        if glass:
            glass.scaled.connect(window.screen.scale)
            window.screen.hear(glass)
        sys.excepthook = Failing(window.screen, application.exit, tell)
        for ending in (signal.SIGTERM, signal.SIGINT):
            # Uses a timer: Qt ignores a request to quit that comes before its loop runs.
            signal.signal(ending, lambda *_: QTimer.singleShot(0, application.quit))
        window.start()
        opening.give_way(window.screen)
        offer = FetchButton(window, opening, look_of(settings), application.exit)
        guard = guarded_disk(window, opening, settings, application.exit)
        address = address_button(window, opening, settings, application.exit)
        update = offered_update(window, opening, settings, application.exit)
        code = application.exec()
        offer.take_away()
        if address:
            address.take_away()
        guard.take_away()
        update.take_away()
        window.stop()
        if code == AGAIN:
            continue
        if code == MOVED:
            from kiosk.table.program.readdress import readdress_by_touch  # noqa: PLC0415  few tables need it

            settings = readdress_by_touch(settings, opening, look_of(settings))
            continue
        if code not in (FETCH, KEEP):
            return code
        from kiosk.table.recovery.fetching import fetch_by_touch, keep_by_touch  # noqa: PLC0415  no other table needs it

        by_touch = fetch_by_touch if code == FETCH else keep_by_touch
        by_touch(settings, opening, look_of(settings))


def open_window(settings: TableSettings, glass: "GlassLine | None" = None) -> SplashScreen:
    """The program's window, with its opening frame already on the screen."""
    opening = SplashScreen(look_of(settings), settings.table, words_in(settings.language))
    opening.resize(*WINDOW_PX)
    if glass:
        glass.fill(opening)
        glass.scaled.connect(opening.scale)
    waiting = QEventLoop()
    opening.painted.connect(waiting.quit)
    QTimer.singleShot(UNSEEN_MS, waiting.quit)
    # A virtual screen has no window manager, which would make the window as large as the screen.
    opening.showFullScreen() if settings.full_screen and not glass else opening.show()
    waiting.exec()
    QApplication.processEvents()  # flush what was painted to the screen
    return opening


def table_window(settings: TableSettings) -> "TableWindow":
    """The table, from its journal. Raises `Fault` if the journal cannot be used."""
    with no_garbage():
        # Imported late: engine, screen and journal take longer to load than Qt, and the opening frame does not wait for
        # them.
        from kiosk.table.program.window import TableWindow  # noqa: PLC0415

        return TableWindow(settings, look_of(settings), is_heard=GLASS_LINE not in os.environ)


def logged(settings: TableSettings) -> AbstractContextManager[None]:
    from kiosk.log import log_path, log_to  # noqa: PLC0415  the opening frame does not wait for it
    from kiosk.log_words import in_words  # noqa: PLC0415  as above

    return log_to(log_path(Path(settings.journal)), (settings.token,), in_words)


def written_down(tell: Callable[..., object]) -> Callable[..., object]:
    """Returns a function that reports an unexpected error with `tell` and also writes it to the log."""
    import logging  # noqa: PLC0415  as above

    def write(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        # Not a warning: `tell` has already printed it on standard error.
        logging.getLogger(__name__).info("stopped by an unexpected error", exc_info=(kind, error, trace))
        tell(kind, error, trace)

    return write


def guarded_disk(
    window: "TableWindow", opening: SplashScreen, settings: TableSettings, leave: Callable[[int], None]
) -> "DiskGuard":
    from kiosk.table.program.disk_notice import DiskGuard  # noqa: PLC0415  the opening frame does not wait for it

    return DiskGuard(window, opening, look_of(settings), lambda: leave(AGAIN))


def address_button(
    window: "TableWindow", opening: SplashScreen, settings: TableSettings, leave: Callable[[int], None]
) -> "AddressButton | None":
    """The button that asks for the clock's new address; None if the settings name the address."""
    from kiosk.table.pairing.paired import may_move  # noqa: PLC0415  the opening frame does not wait for it

    if not may_move(settings):
        return None
    from kiosk.table.program.readdress import AddressButton  # noqa: PLC0415  as above

    return AddressButton(window, opening, look_of(settings), lambda: leave(MOVED))


def offered_update(
    window: "TableWindow", opening: SplashScreen, settings: TableSettings, leave: Callable[[int], None]
) -> "UpdateOffer":
    from kiosk.table.program.update_offer import update_offer  # noqa: PLC0415  the opening frame does not wait for it

    return update_offer(window, opening, look_of(settings), lambda: leave(0))


def window_from_disk(settings: TableSettings, opening: SplashScreen) -> "TableWindow":
    """Like `sound_window`, but until the table can be opened, the screen shows the reason, because a full-screen table
    can show it nowhere else. Raises `Fault` if nobody is at the screen, or once the window is closed."""
    said: Message | None = None
    while True:
        try:
            return sound_window(settings, opening)
        except Fault as fault:
            if isinstance(fault, Unsound) or not (settings.full_screen or isinstance(fault, DiskFailed)):
                raise
            from kiosk.table.program.disk_notice import wait_for_touch  # noqa: PLC0415  only after a disk failure

            if fault.message != said:
                import logging  # noqa: PLC0415  the opening frame does not wait for it

                logging.getLogger(__name__).info("the table cannot be opened: %s", fault)
            said = fault.message
            if not wait_for_touch(fault, settings, opening, look_of(settings)):
                raise


def sound_window(settings: TableSettings, opening: SplashScreen) -> "TableWindow":
    """The table, from its journal. If records are missing from it, waits until someone has decided how to continue.
    Raises `Fault` in the same cases as `table_window`."""
    try:
        return table_window(settings)
    except Unsound:
        from kiosk.table.recovery.recovery_page import open_or_recover  # noqa: PLC0415  rarely needed

        return open_or_recover(lambda: table_window(settings), settings, opening, look_of(settings))


def look_of(settings: TableSettings) -> Look:
    """The theme from the settings, scaled for the actual screen. The settings can correct a panel that reports a wrong
    size."""
    dots_per_mm = QApplication.primaryScreen().physicalDotsPerInch() / 25.4
    return Look(THEMES[settings.theme], settings.px_per_mm or dots_per_mm)


@contextmanager
def watched(window: QObject, hangs_s: float = HANGS_S, every_ms: int = BEAT_MS) -> Iterator[None]:
    """Inside the context, no event loop of this thread may hang for longer than `hangs_s`. If one does, the program
    ends, so that its service restarts it, and prints each thread's stack to standard error: code locations, but no
    values.

    This is not systemd's watchdog: the service's process is cage, and no other process in a login session may report to
    the service (systemd.exec(5), PAMName=). Python's own watchdog is a thread without Python code, so it ends even a
    program whose interpreter lock is held.
    """

    def goes_on() -> None:
        faulthandler.dump_traceback_later(hangs_s, exit=True)

    beat = QTimer(window)
    beat.timeout.connect(goes_on)
    beat.start(every_ms)
    goes_on()
    try:
        yield
    finally:
        beat.stop()
        faulthandler.cancel_dump_traceback_later()
