"""How quickly the dealer's screen answers: CPU time from a finger's going down to the end of the painting."""

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any

from PySide6.QtWidgets import QApplication

from engine.actions import OpenTable, PlaceButton, SeeCard, SetLevel, StartHand, TakeSeat
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.public import public
from kiosk.demo.finger import is_facing, press, touches
from kiosk.demo.players import next_move
from kiosk.table.settings import TableSettings
from kiosk.table.window import TableWindow
from tests.kit.play import actions_of
from ui.look import Look

TABLE = 7
TAPS = 2_000
ROUNDS = 60
SIZE = (1280, 800)
NAMES = ("Maximilian Oberhuber", "Ana", "Björn Gustafsson", "Chloé", "Dmitri Konstantinov", "Esperanza", "Farouk",
         "Grace Okonkwo-Williams", "Hiro", "Ingrid")  # fmt: skip
LONG_NAMES = tuple(f"{name} von und zu Konstantinopolis" for name in NAMES)
STACKS = (1_500_000, 3_000_000, 4_500_000, 6_000_000, 7_500_000, 725_000, 800_000, 900_000, 1_300_000, 10_125_000)
FOUR_POTS = "r4500000 r6000000 c f f f f f c c 9h7s2cKd3h 1:9d9c 2:AhKc 3:7h7d 4:KsQs 5:JcTc"
"""Five all-in with four different stacks, all tabled: only the push is left."""
EARLY = Blinds(1, 100, 200, 200, "big-blind", 25)
LATE = Blinds(24, 50_000, 100_000, 100_000, "big-blind", 25_000)
WORST = ("hand", "lines-1", "page-close", "hand", "lines-earlier", "lines-later", "page-close", "undo", "redo")
"""Round and round: the list of the hand, the repair of a line, and the sheet with all four pots gone and back."""


def measure() -> dict[str, Any]:
    """Play, and the worst state there is: four pots of five players, ten long names."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    with TemporaryDirectory(prefix="kiosk-bench-") as folder:
        played = list(_played(Path(folder) / "table.journal"))
        worst = list(_worst(Path(folder) / "worst.journal"))
    del application
    return {
        "taps": len(played),
        "tap_to_frame_ms": _told(played),
        "worst_state_taps": len(worst),
        "worst_state_tap_to_frame_ms": _told(worst),
    }


def _told(taps_ms: list[float]) -> dict[str, float]:
    return {"p50": round(median(taps_ms), 2), "p99": round(quantiles(taps_ms, n=100)[98], 2)}


def _played(journal: Path) -> Iterator[float]:
    """Random hands of ten players on the real screen and a real journal; cards are not timed."""
    window = seated(journal, NAMES, (1_000_000,) * len(NAMES), EARLY)
    dice = Random(1)
    for _ in range(TAPS):
        move = next_move(public(window.host.game), dice)
        if move is None:
            break
        if isinstance(move, SeeCard):
            window.host.ask(move)
            QApplication.processEvents()
        else:
            for name in touches(move, is_facing(window.host.game)):
                yield _tap(window, name)
    window.stop()


def _worst(journal: Path) -> Iterator[float]:
    window = seated(journal, LONG_NAMES, STACKS, LATE)
    for word in FOUR_POTS.split():
        for action in actions_of(window.host.game, word):
            window.host.ask(action)
    QApplication.processEvents()
    for _ in range(ROUNDS):
        for name in WORST:
            yield _tap(window, name)
    window.stop()


def seated(journal: Path, names: tuple[str, ...], stacks: tuple[int, ...], level: Blinds) -> TableWindow:
    """A table on its screen, its first hand dealt."""
    # Touches are a second apart: none is a bounce.
    window = TableWindow(TableSettings(TABLE, str(journal)), Look(), count(step=1000).__next__)
    ask = window.host.ask
    ask(OpenTable(TABLE, "Benchmark", load_book("tda"), len(names)))
    for seat, (name, chips) in enumerate(zip(names, stacks, strict=True), 1):
        ask(TakeSeat(seat, f"p{seat}", name, chips))
    ask(PlaceButton(len(names)))
    ask(SetLevel(level))
    ask(StartHand())
    window.screen.resize(*SIZE)
    window.screen.show()
    window.start()
    QApplication.processEvents()
    return window


def _tap(window: TableWindow, name: str) -> float:
    """In CPU time of this thread: what else runs on the machine, and how fast its disk is, is not the screen's."""
    started = thread_time()
    press(window.screen, name)
    QApplication.processEvents()
    return (thread_time() - started) * 1000
