"""`kiosk dealer`: the touch screen of one table, with its readers, its journal and its link to the clock.

Here is what the opening frame needs; the table itself is loaded once that is on the screen.
"""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from kiosk.table.loading import no_garbage, plain_qt

with no_garbage():
    from msgspec.structs import replace

    from kiosk.faults import DiskFailed, Fault, Unsound
    from kiosk.table.need_screen import need_screen
    from kiosk.table.settings import TableSettings, read_table_settings
    from ui.look import GAP_MM, THEMES, Look
    from ui.words.languages import words_in

    with plain_qt():
        from PySide6.QtCore import QEventLoop, QTimer
        from PySide6.QtWidgets import QApplication

    from ui.dealer.splash import Opening

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton

    from engine.message import Message
    from kiosk.table.disk_notice import DiskGuard
    from kiosk.table.readdress import AddressButton
    from kiosk.table.window import TableWindow
    from ui.dealer.screen import Screen
    from ui.look import Paint
    from ui.words import Words

OF_SERVICE = "INVOCATION_ID"
"""Is set for what systemd starts (systemd.exec(5))."""
FAILED = 70
"""The exit code of a program that stopped over its own mistake, as sysexits(3) has it."""
FETCH = 71
"""The code by which the table ends to be fetched from the clock."""
KEEP = 74
"""The code by which the table ends to go on with its own record, in place of the clock's."""
AGAIN = 72
"""The code by which the table ends to be opened anew from its disk."""
MOVED = 73
"""The code by which the table ends to be told where its clock is now."""
FAILED_MS = 1500
"""So long can be read why."""
WINDOW_PX = (1280, 800)
"""Where it does not fill the screen."""
UNSEEN_MS = 500
"""So long the table waits for its opening frame at most: a screen that is off shows none."""


class FetchButton:
    """The buttons over a table that only shows: it is fetched from the clock, or its own record is to count."""

    def __init__(self, window: "TableWindow", opening: Opening, look: Look, leave: Callable[[int], None]) -> None:
        self._window = window
        self._opening = opening
        self._look = look
        self._leave = leave
        self.button: QPushButton | None = None
        self.keep: QPushButton | None = None
        window.watch(self._follow)

    def take_away(self) -> None:
        """It is offered no more."""
        for button in (self.button, self.keep):
            if button:
                button.setParent(None)
                button.deleteLater()
        self.button = self.keep = None

    def _follow(self) -> None:
        if not self._window.only_shows:
            self.take_away()
        elif self.button is None:
            say, theme = self._window.words.recovery, self._look.theme
            self.button = self._added(say.restore_here, theme.go, FETCH, 0)
            self.keep = self._added(say.keep_here, theme.quiet, KEEP, 1)

    def _added(self, text: str, paint: "Paint", code: int, below: int) -> "QPushButton":
        """One more, so many `below` the middle; its touch leaves by this code."""
        from ui.dealer.notice import touch_button  # noqa: PLC0415  no other table needs it

        button = touch_button(text, paint, self._look)
        button.clicked.connect(lambda _: self._leave(code))
        button.setParent(self._opening)
        wide, high = round(self._opening.width() * 0.6), button.minimumHeight()
        left, top = (self._opening.width() - wide) // 2, (self._opening.height() - high) // 2
        button.setGeometry(left, top + below * (high + round(GAP_MM * self._look.px_per_mm)), wide, high)
        button.show()
        button.raise_()
        return button


class Failing:
    """What becomes of an exception that nobody expected, in Python that Qt has called: Qt would go on, with a screen
    that is no longer true. It says so, and the program ends for its service to start it again; the journal is whole."""

    def __init__(self, screen: "Screen", leave: Callable[[int], None], tell: Callable[..., object]) -> None:
        """`leave` ends the program with an exit code; `tell` writes down what happened."""
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
    """`--settings` is the table's file; practice needs none."""
    say = words.commands.help["dealer"]
    parser.add_argument("--settings", type=Path, help=say["settings"])
    parser.add_argument("--clock", default="", metavar="ADDRESS", help=say["clock"])
    parser.add_argument("--practice", action="store_true", help=say["practice"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Keep the table until the window is closed or the program is asked to end."""
    if args.settings is None:
        raise Fault("no-settings-named")
    try:
        settings = read_table_settings(args.settings)
    except Fault as fault:
        if os.environ.get(OF_SERVICE):
            say_on_screen(fault, args.language or "en")
        raise
    if not settings.token:
        from kiosk.table.paired import table_settings  # noqa: PLC0415  a table with a token does not wait for it

        try:
            settings = table_settings(args.settings, args.clock)
        except Fault as fault:
            # On a screen of its own nobody would read why it ends: it asks to be paired again.
            if not settings.full_screen or fault.message.code != "paired-unreadable":
                raise
    settings = replace(settings, language=args.language or settings.language)
    need_screen()
    application = QApplication(sys.argv[:1])
    opening = open_window(settings)
    from kiosk.table.watchdog import watched  # noqa: PLC0415  the opening frame does not wait for it

    with watched(opening):
        if not settings.token:
            from kiosk.table.pairing import paired_by_touch  # noqa: PLC0415  as above

            paired = paired_by_touch(settings, args.clock, opening, look_of(settings))
            if paired is None:
                return 0
            settings = paired
        with logged(settings):
            return keep_table(args, settings, application, opening)


def say_on_screen(fault: Fault, language: str) -> None:
    """Why there are no settings to start with, for a while: where a service starts the program nobody reads its line,
    and it is started again."""
    need_screen()
    _application = QApplication.instance() or QApplication(sys.argv[:1])
    settings = TableSettings(0, "table.journal", language=language, full_screen=True)
    from kiosk.table.disk_notice import wait_for_touch  # noqa: PLC0415  few starts need it

    opening = open_window(settings)
    wait_for_touch(fault, settings, opening, look_of(settings))
    opening.close()


def keep_table(args: argparse.Namespace, settings: TableSettings, application: QApplication, opening: Opening) -> int:
    """The table, in the opening frame's window, until that is closed."""
    tell = written_down(sys.excepthook)
    while True:
        window = window_from_disk(settings, opening)
        sys.excepthook = Failing(window.screen, application.exit, tell)
        for ending in (signal.SIGTERM, signal.SIGINT):
            # By a timer: Qt forgets a wish to quit that comes before its loop runs.
            signal.signal(ending, lambda *_: QTimer.singleShot(0, application.quit))
        window.start()
        opening.give_way(window.screen)
        offer = FetchButton(window, opening, look_of(settings), application.exit)
        guard = guarded_disk(window, opening, settings, application.exit)
        address = address_button(window, opening, settings, application.exit)
        code = application.exec()
        offer.take_away()
        if address:
            address.take_away()
        guard.take_away()
        window.stop()
        if code == AGAIN:
            continue
        if code == MOVED:
            from kiosk.table.readdress import readdress_by_touch  # noqa: PLC0415  few tables need it

            settings = readdress_by_touch(settings, opening, look_of(settings))
            continue
        if code not in (FETCH, KEEP):
            return code
        from kiosk.table.fetching import fetch_by_touch, keep_by_touch  # noqa: PLC0415  no other table needs it

        by_touch = fetch_by_touch if code == FETCH else keep_by_touch
        by_touch(settings, opening, look_of(settings))


def open_window(settings: TableSettings) -> Opening:
    """The program's window, with its opening frame already on the screen."""
    opening = Opening(look_of(settings), settings.table, words_in(settings.language))
    opening.resize(*WINDOW_PX)
    waiting = QEventLoop()
    opening.painted.connect(waiting.quit)
    QTimer.singleShot(UNSEEN_MS, waiting.quit)
    opening.showFullScreen() if settings.full_screen else opening.show()
    waiting.exec()
    QApplication.processEvents()  # what was painted leaves for the screen
    return opening


def table_window(settings: TableSettings) -> "TableWindow":
    """The table, from its journal. Raises `Fault` where that cannot be used."""
    with no_garbage():
        # Only here: engine, screen and journal take longer to load than Qt; the opening frame does not wait for them.
        from kiosk.table.window import TableWindow  # noqa: PLC0415

        return TableWindow(settings, look_of(settings), is_heard=True)


def logged(settings: TableSettings) -> AbstractContextManager[None]:
    """The table's log, beside its journal."""
    from kiosk.log import log_path, log_to  # noqa: PLC0415  the opening frame does not wait for it
    from kiosk.log_words import in_words  # noqa: PLC0415  as above

    return log_to(log_path(Path(settings.journal)), (settings.token,), in_words)


def written_down(tell: Callable[..., object]) -> Callable[..., object]:
    """An unexpected error, in the log too; `tell` is what says it otherwise."""
    import logging  # noqa: PLC0415  as above

    def write(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        # Not a warning: on standard error it is told already.
        logging.getLogger(__name__).info("stopped by an unexpected error", exc_info=(kind, error, trace))
        tell(kind, error, trace)

    return write


def say_in_log(fault: Fault) -> None:
    """Why the table cannot be opened."""
    import logging  # noqa: PLC0415  the opening frame does not wait for it

    logging.getLogger(__name__).info("the table cannot be opened: %s", fault)


def guarded_disk(
    window: "TableWindow", opening: Opening, settings: TableSettings, leave: Callable[[int], None]
) -> "DiskGuard":
    """What says over the table that its disk is full or has failed."""
    from kiosk.table.disk_notice import DiskGuard  # noqa: PLC0415  the opening frame does not wait for it

    return DiskGuard(window, opening, look_of(settings), lambda: leave(AGAIN))


def address_button(
    window: "TableWindow", opening: Opening, settings: TableSettings, leave: Callable[[int], None]
) -> "AddressButton | None":
    """What offers to say where the clock is now; None where the settings say it."""
    from kiosk.table.paired import may_move  # noqa: PLC0415  the opening frame does not wait for it

    if not may_move(settings):
        return None
    from kiosk.table.readdress import AddressButton  # noqa: PLC0415  as above

    return AddressButton(window, opening, look_of(settings), lambda: leave(MOVED))


def window_from_disk(settings: TableSettings, opening: Opening) -> "TableWindow":
    """The table as `sound_window` has it; where that cannot be, the screen says why until it can: a table that fills
    the screen has no other place to say it. Raises `Fault` as `sound_window` does where nobody would wait, and where
    the window is closed."""
    said: Message | None = None
    while True:
        try:
            return sound_window(settings, opening)
        except Fault as fault:
            if isinstance(fault, Unsound) or not (settings.full_screen or isinstance(fault, DiskFailed)):
                raise
            from kiosk.table.disk_notice import wait_for_touch  # noqa: PLC0415  no sound disk needs it

            if fault.message != said:
                say_in_log(fault)
            said = fault.message
            if not wait_for_touch(fault, settings, opening, look_of(settings)):
                raise


def sound_window(settings: TableSettings, opening: Opening) -> "TableWindow":
    """The table, from its journal; where that is not all that was promised, once somebody has said what becomes of it.

    Raises `Fault` as `table_window` does.
    """
    try:
        return table_window(settings)
    except Unsound:
        from kiosk.table.recovery import open_or_recover  # noqa: PLC0415  no sound table needs it

        return open_or_recover(lambda: table_window(settings), settings, opening, look_of(settings))


def look_of(settings: TableSettings) -> Look:
    """The theme asked for, on the screen there is; panels that misstate their size are corrected in the settings."""
    dots_per_mm = QApplication.primaryScreen().physicalDotsPerInch() / 25.4
    return Look(THEMES[settings.theme], settings.px_per_mm or dots_per_mm)
