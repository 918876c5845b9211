"""Recovers a table whose journal is incomplete: asks on the screen, and starts only once there is an answer."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Signal

from kiosk.faults import Unsound
from kiosk.protocol.link.addresses import table_url
from kiosk.storage.chain import START, mark_of
from kiosk.storage.journal_reader import real_path
from kiosk.storage.promised import Promises
from kiosk.storage.rescue import ChangedSince, Findings, restore, survey
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import witness_path
from kiosk.table.link.events import TableCredentials
from kiosk.table.settings import TableSettings
from ui.dealer.notices.recovery import Missing, RecoveryPage
from ui.dealer.splash import SplashScreen
from ui.look import Look
from ui.words.languages import words_in

T = TypeVar("T")
Answer = Literal["go on", "fetch", "leave"]


class ClockReply(QObject):
    """Carries the clock's reply from the requesting thread to Qt's thread."""

    held = Signal(object)


def open_or_recover(begin: Callable[[], T], settings: TableSettings, opening: SplashScreen, look: Look) -> T:
    """Return the result of `begin`, once the journal is complete or was restored from the recovery page. Raises
    `Unsound` if nothing can be restored or the dealer declines."""
    path = real_path(SittingFiles(Path(settings.journal)).path_now)
    while True:
        try:
            return begin()
        except Unsound:
            found = survey(path)
            if not found.promised and not settings.clock:
                raise
            match _answer(found, settings, path, opening, look) if found.promised else "fetch":
                case "leave":
                    raise
                case "fetch":
                    from kiosk.table.recovery.fetching import fetch_by_touch  # noqa: PLC0415  as below

                    if not fetch_by_touch(settings, opening, look) and not found.promised:
                        raise
                case "go on":
                    with suppress(ChangedSince):  # restored by another process in the meantime: survey again
                        restore(path, found)


def _answer(found: Findings, settings: TableSettings, path: Path, opening: SplashScreen, look: Look) -> Answer:
    missing = Missing(
        settings.table, found.in_file, len(found.records), found.promised, str(found.kept), bool(settings.clock)
    )
    answers: list[Answer] = []
    waiting = QEventLoop()

    def answer(given: Answer) -> None:
        answers.append(given)
        waiting.quit()

    def goes_on(yes: bool) -> None:
        answer("go on" if yes else "leave")

    page = RecoveryPage(look, missing, words_in(settings.language), goes_on, lambda: answer("fetch"))
    opening.give_way(page)
    reply = ClockReply()
    reply.held.connect(page.show_clock)
    if settings.clock:
        threading.Thread(target=_ask_clock, args=(found, settings, path, reply), daemon=True).start()
    waiting.exec()  # closing the window also ends it
    reply.held.disconnect()
    page.setParent(None)
    page.deleteLater()
    return answers[0] if answers else "leave"


def _ask_clock(found: Findings, settings: TableSettings, path: Path, reply: ClockReply) -> None:
    # Imported late: the WebSocket library takes half as long to load as Qt.
    from kiosk.table.recovery.clock_copy import answering_clock, held_by_clock  # noqa: PLC0415

    epoch, sitting = Promises.read(witness_path(path)).epoch, SittingFiles(Path(settings.journal)).now
    pinned = settings.clock_fingerprint
    url = table_url(answering_clock(settings))
    who = TableCredentials(url, settings.table, settings.token, epoch, sitting, fingerprint=pinned)
    end = mark_of(found.records[-1]) if found.records else START
    reply.held.emit(held_by_clock(who, end))
