"""Answers a test's questions about a table's program from inside it: where its buttons are, and what a dealer would
touch next."""

import json
import os
import socket
import sys
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from time import perf_counter, sleep
from typing import Any

DICE = Random(7)
STACK = 6_000
PLAYERS = ("Ada", "Björn", "Chloé", "Dmitri", "Esperanza", "Farouk")


def serve(place: str) -> None:
    """Answer one request after another, each a line of JSON."""
    while not _has_window():
        sleep(0.05)
    from PySide6.QtCore import QCoreApplication, QObject, Signal  # noqa: PLC0415  the program loads it first

    class Asker(QObject):
        asked = Signal(object, object)

        def answer(self, request: dict[str, Any], into: "SimpleQueue[Any]") -> None:
            try:
                into.put(_answer(**request))
            except Exception as error:
                into.put({"error": repr(error)})

    asker = Asker()
    application = QCoreApplication.instance()
    assert application
    asker.moveToThread(application.thread())
    asker.asked.connect(asker.answer)  # in the other thread, because the signal is emitted in this one
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{place}.new")
        os.replace(f"{place}.new", place)
        listening.listen()
        while True:
            line, _ = listening.accept()
            with line, line.makefile("rw") as file:
                for request in file:
                    answers: SimpleQueue[Any] = SimpleQueue()
                    asker.asked.emit(json.loads(request), answers)
                    file.write(json.dumps(answers.get()) + "\n")
                    file.flush()


def _has_window() -> bool:
    """Whether the table's program or its pairing page has been loaded. No other thread may load Qt before that."""
    loaded = ("kiosk.table.program.window", "TableWindow"), ("kiosk.table.pairing.pairing", "PairingByTouch")
    return any(hasattr(sys.modules.get(module), name) for module, name in loaded)


def _answer(ask: str, **more: Any) -> Any:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    window = next((one for one in QApplication.topLevelWidgets() if one.isVisible()), None)
    if window is None or ask == "window":
        return window and [window.width(), window.height()]
    if ask in NOTICES:
        return NOTICES[ask](window, **more)
    from ui.dealer.screen import Screen  # noqa: PLC0415

    screen = window.findChild(Screen)
    if screen is None or screen.drawn is None:
        return None
    return ANSWERS[ask](screen, screen._taps._port, **more)


def _notice(window: Any, text: str) -> Any:
    """The place of a button on a page before the table."""
    from PySide6.QtWidgets import QPushButton  # noqa: PLC0415

    found = next((one for one in window.findChildren(QPushButton) if one.text() == text), None)
    return found and _place(window, found, found.rect().center())


def _press_notice(window: Any, text: str) -> bool:
    """Press a button on a page that is shown before the table, if the page has it."""
    from PySide6.QtWidgets import QPushButton  # noqa: PLC0415

    buttons = (one for one in window.findChildren(QPushButton) if one.text() == text and one.isVisible())
    if button := next(buttons, None):
        button.click()
    return button is not None


def _notice_texts(window: Any) -> list[str]:
    """The lines of a page that is shown before the table."""
    from PySide6.QtWidgets import QLabel  # noqa: PLC0415

    return [one.text() for one in window.findChildren(QLabel) if one.isVisible()]


def _where(screen: Any, _: Any, name: str) -> Any:
    """The place of a button that can be touched now."""
    from ui.dealer.widgets.controls.touch import TouchTarget  # noqa: PLC0415

    target = screen.findChild(TouchTarget, name)
    if target is None or not target.isVisible() or not target.isEnabled():
        return None
    at = target.mapTo(screen, target.aim())
    return [at.x(), at.y()] if screen.childAt(at) is target else None


def _press(screen: Any, _: Any, name: str) -> bool:
    """Press a button as a kiosk's own screen does, if it is offered."""
    from kiosk.demo.robot import NotOnScreen, press  # noqa: PLC0415

    try:
        press(screen, name)
    except NotOnScreen:
        return False
    return True


def _frame(screen: Any, port: Any, name: str) -> float:
    """The milliseconds from a press of this button until the screen is painted; 0 if it is not offered."""
    began = perf_counter()
    if not _press(screen, port, name):
        return 0.0
    screen.repaint()
    return (perf_counter() - began) * 1000


def _names(screen: Any, _: Any) -> list[str]:
    from ui.dealer.widgets.controls.touch import TouchTarget  # noqa: PLC0415

    return sorted(one.objectName() for one in screen.findChildren(TouchTarget) if one.isVisible())


def _scale(screen: Any, _: Any) -> float:
    return float(screen._scene.canvas.look.px_per_mm)


def _place(parent: Any, widget: Any, at: Any) -> list[int]:
    point = widget.mapTo(parent, at)
    return [point.x(), point.y()]


def _seat(_: Any, port: Any) -> bool:
    from engine.books.rulebook import load_book  # noqa: PLC0415
    from engine.events import Blinds  # noqa: PLC0415
    from engine.table.actions.people import TakeSeat  # noqa: PLC0415
    from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel  # noqa: PLC0415

    ask = port.host.orders.ask
    ask(OpenTable(port.host.number, "Home game", load_book("tda"), 9))
    for seat, name in enumerate(PLAYERS, 1):
        ask(TakeSeat(seat, f"p{seat}", name, STACK * (1 + seat % 3)))
    ask(PlaceButton(1))
    ask(SetLevel(Blinds(1, 50, 100, 100, ante_form="big-blind", chip=25)))
    return True


def _arrive(screen: Any, port: Any) -> bool:
    """Seat all players whom the clock sends here, and place the button. Whether the first hand can be dealt."""
    from engine.public import public  # noqa: PLC0415
    from engine.table.actions.people import TakeSeat  # noqa: PLC0415
    from engine.table.actions.setup import PlaceButton  # noqa: PLC0415
    from kiosk.demo.players import next_of_all  # noqa: PLC0415

    host = port.host
    while isinstance(move := next_of_all(host.game, screen.content.surroundings, DICE), TakeSeat):
        host.orders.ask(move)
    if any(host.game.table.seats) and not host.game.table.button:
        host.orders.ask(PlaceButton(1))
    return bool(public(host.game).can_start)


def _state(_: Any, port: Any) -> dict[str, Any]:
    """The length of the record, the hands that are over, and all chips at the table."""
    from engine.table.state import chips_at, is_playing  # noqa: PLC0415

    table = port.host.game.table
    playing = is_playing(table)
    chips = sum(chips_at(table, seat) for seat in range(1, len(table.seats) + 1)) + (table.hand.pot if playing else 0)
    return {"mark": port.host.game.mark, "over": table.hands - playing, "playing": playing, "chips": chips}


def _next(screen: Any, port: Any, folds: bool) -> list[str]:
    """The names of the buttons for what a dealer would record next; each is touched in turn. If all players fold, a
    hand is short."""
    from engine.actions import BOARD, Fold, SeeCard  # noqa: PLC0415
    from engine.public import public  # noqa: PLC0415
    from kiosk.demo.players import next_move  # noqa: PLC0415
    from kiosk.demo.robot import is_offered, taps_for  # noqa: PLC0415

    game = port.host.game
    table = public(game)
    can_fold = folds and table.playing and table.legal.seat and not table.legal.push and not table.legal.due
    move = Fold(table.legal.seat) if can_fold else next_move(table, DICE)
    if move is None:
        return []
    if not isinstance(move, SeeCard):
        return taps_for(screen, move, game)
    where = table.legal.due[0]
    place = f"board-{len(table.board) + 1}" if where == BOARD else f"seat-{where}"
    card = [f"pad-rank-{move.card.rank}", f"pad-suit-{move.card.suit}"]
    return card if is_offered(screen, card[0]) else [place, *card]


NOTICES: dict[str, Callable[..., Any]] = {
    "notice": _notice, "press-notice": _press_notice, "notice-texts": _notice_texts
}  # fmt: skip
ANSWERS: dict[str, Callable[..., Any]] = {
    "where": _where, "press": _press, "frame": _frame, "names": _names, "scale": _scale, "seat": _seat,
    "arrive": _arrive, "state": _state, "next": _next,
}  # fmt: skip
