"""Fetches a table from the clock by touch: shows its page, waits for the director's word, and puts the copy in the
journal's place."""

import threading
from contextlib import suppress

from PySide6.QtCore import QEventLoop, QObject, Signal

from kiosk.faults import Fault
from kiosk.protocol.messages import CopyHeld
from kiosk.table.link.copy import TableCopy, fetch_copy
from kiosk.table.restoring import new_check, put_in_place
from kiosk.table.settings import TableSettings
from ui.dealer.fetching import Fetching
from ui.dealer.splash import Opening
from ui.look import Look
from ui.words.languages import words_in


class CopyReply(QObject):
    """Carries what the clock says from the asking thread to Qt's."""

    held = Signal(int, int)
    came = Signal(object)


def fetch_by_touch(settings: TableSettings, opening: Opening, look: Look) -> bool:
    """Show the page until the copy is in place, or somebody leaves the table as it is; returns whether it is in
    place."""
    waiting, reply, check, words = QEventLoop(), CopyReply(), new_check(), words_in(settings.language)
    left = threading.Event()
    done: list[bool] = []

    def ask() -> None:
        threading.Thread(target=_ask, args=(settings, check, reply, left), daemon=True).start()

    def came(answer: TableCopy | Fault) -> None:
        try:
            if isinstance(answer, Fault):
                raise answer
            put_in_place(settings, answer)
        except Fault as fault:
            page.show_failed(str(words.fault(fault.message)))
            return
        done.append(True)
        waiting.quit()

    page = Fetching(look, settings.table, check, words)
    page.asked_again.connect(ask)
    page.left.connect(waiting.quit)
    opening.give_way(page)
    reply.held.connect(page.show_held)
    reply.came.connect(came)
    ask()
    waiting.exec()  # closing the window ends it, too
    left.set()
    reply.held.disconnect()
    reply.came.disconnect()
    page.setParent(None)
    page.deleteLater()
    return bool(done)


def _ask(settings: TableSettings, check: str, reply: CopyReply, left: threading.Event) -> None:
    def told(held: CopyHeld) -> None:
        reply.held.emit(held.records, held.lacking)

    with suppress(RuntimeError):  # the program has ended meanwhile
        try:
            reply.came.emit(fetch_copy(settings, check, told, left.is_set))
        except Fault as fault:
            reply.came.emit(fault)
