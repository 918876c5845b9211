"""Requests that start with a touch and need the director's approval, and their page. Either the clock's copy of the
table replaces the journal, or the table's own record counts instead of the clock's copy."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Signal

from kiosk.faults import Fault
from kiosk.storage.rescue import open_after
from kiosk.table.recovery.clock_copy import Left, ShowHeld, fetch_copy, keep_history, new_check, put_in_place
from kiosk.table.settings import TableSettings
from ui.dealer.notices.fetching import FetchPage, FetchQuestion, to_fetch, to_keep
from ui.dealer.splash import SplashScreen
from ui.look import Look
from ui.words.languages import words_in

T = TypeVar("T")


class FetchRequest(NamedTuple, Generic[T]):
    """A request: its text, the function that asks the clock on a separate thread, and the function that handles the
    answer."""

    asked: FetchQuestion
    ask: Callable[[TableSettings, str, ShowHeld, Left], T]
    do: Callable[[T], object]


class ClocksAnswer(QObject):
    """Carries the clock's answer from the requesting thread to Qt's thread."""

    held = Signal(int, int)
    came = Signal(object)


def fetch_by_touch(settings: TableSettings, opening: SplashScreen, look: Look) -> bool:
    """Show the page until the copy is in place or someone cancels. Returns whether it is in place."""
    asked = to_fetch(words_in(settings.language))
    return _by_touch(
        settings, opening, look, FetchRequest(asked, fetch_copy, lambda copy: put_in_place(settings, copy))
    )


def keep_by_touch(settings: TableSettings, opening: SplashScreen, look: Look) -> bool:
    """Show the page until this table's own record is accepted as the valid one, or someone cancels. Returns whether it
    was accepted."""
    asked = to_keep(words_in(settings.language))
    return _by_touch(settings, opening, look, FetchRequest(asked, keep_history, lambda kept: open_after(*kept)))


def _by_touch(settings: TableSettings, opening: SplashScreen, look: Look, request: FetchRequest[T]) -> bool:
    waiting, reply, check, words = QEventLoop(), ClocksAnswer(), new_check(), words_in(settings.language)
    left = threading.Event()
    done: list[bool] = []

    def ask() -> None:
        threading.Thread(target=_ask, args=(settings, check, reply, left, request), daemon=True).start()

    def came(answer: T | Fault) -> None:
        try:
            if isinstance(answer, Fault):
                raise answer
            request.do(answer)
        except Fault as fault:
            page.show_failed(str(words.fault(fault.message)))
            return
        done.append(True)
        waiting.quit()

    page = FetchPage(look, settings.table, check, words, request.asked)
    page.asked_again.connect(ask)
    page.left.connect(waiting.quit)
    opening.give_way(page)
    reply.held.connect(page.show_held)
    reply.came.connect(came)
    ask()
    waiting.exec()  # closing the window also ends it
    left.set()
    reply.held.disconnect()
    reply.came.disconnect()
    page.setParent(None)
    page.deleteLater()
    return bool(done)


def _ask(
    settings: TableSettings, check: str, reply: ClocksAnswer, left: threading.Event, request: FetchRequest[T]
) -> None:
    with suppress(RuntimeError):  # the program has ended in the meantime
        try:
            reply.came.emit(
                request.ask(settings, check, lambda held: reply.held.emit(held.records, held.lacking), left.is_set)
            )
        except Fault as fault:
            reply.came.emit(fault)
