"""How quickly the dealer's screen answers: tap to painted frame, and first frame and memory beside an empty window."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any

from PySide6.QtWidgets import QApplication

from engine.actions import Action, OpenTable, PlaceButton, SeeCard, SetLevel, StartHand, TakeSeat
from engine.events import Blinds
from engine.public import public
from engine.rulebook import load_book
from kiosk.demo_finger import is_facing, press, touches
from kiosk.demo_players import next_move
from kiosk.table_settings import TableSettings
from kiosk.table_window import TableWindow
from ui.look import Look

TAPS = 2_000
STARTS = 7
SIZE = (1280, 800)
NAMES = ("Maximilian Oberhuber", "Ana", "Björn Gustafsson", "Chloé", "Dmitri Konstantinov", "Esperanza", "Farouk",
         "Grace Okonkwo-Williams", "Hiro", "Ingrid")  # fmt: skip


def measure() -> dict[str, Any]:
    """CPU milliseconds from finger to frame, and starts in processes of their own."""
    with TemporaryDirectory(prefix="kiosk-bench-") as folder:
        journal = Path(folder) / "table.journal"
        taps_ms = list(_taps(journal))
        starts = [(_start("empty", journal), _start("dealer", journal)) for _ in range(STARTS)]
    empty_s, ours_s = (median(pair[side][0] for pair in starts) for side in (0, 1))
    empty_mb, ours_mb = (median(pair[side][1] for pair in starts) for side in (0, 1))
    return {
        "taps": len(taps_ms),
        "tap_to_frame_ms": {"p50": round(median(taps_ms), 2), "p99": round(quantiles(taps_ms, n=100)[98], 2)},
        "first_frame_s": {"empty_window": round(empty_s, 3), "dealer": round(ours_s, 3)},
        "first_frame_ratio": round(median(ours[0] / empty[0] for empty, ours in starts), 2),
        "memory_mb": {"empty_window": round(empty_mb), "dealer": round(ours_mb)},
        "memory_ratio": round(median(ours[1] / empty[1] for empty, ours in starts), 2),
    }


def _taps(journal: Path) -> Iterator[float]:
    """Random hands of ten players on the real screen and a real journal; cards are not timed."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    window = TableWindow(TableSettings(1, str(journal)), Look(), count(step=1000).__next__)
    _seat_ten(window)
    window.screen.resize(*SIZE)
    window.screen.show()
    window.start()
    application.processEvents()
    dice = Random(1)
    for _ in range(TAPS):
        move = next_move(public(window.host.game), dice)
        if move is None:
            break
        if isinstance(move, SeeCard):
            window.host.ask(move)
            application.processEvents()
        else:
            yield from _tap(window, move)
    window.stop()


def _tap(window: TableWindow, move: Action) -> Iterator[float]:
    """Each touch of an action, from the finger's going down to the end of the painting.

    In CPU time of this thread: what else runs on the machine, and how fast its disk is, is not the screen's.
    """
    for name in touches(move, is_facing(window.host.game)):
        started = thread_time()
        press(window.screen, name)
        QApplication.processEvents()
        yield (thread_time() - started) * 1000


def _seat_ten(window: TableWindow) -> None:
    ask = window.host.ask
    ask(OpenTable(1, "Benchmark", load_book("tda"), len(NAMES)))
    for seat, name in enumerate(NAMES, 1):
        ask(TakeSeat(seat, name, name, 1_000_000))
    ask(PlaceButton(1))
    ask(SetLevel(Blinds(1, 100, 200, 200, "big-blind", 25)))
    ask(StartHand())


def _start(kind: str, journal: Path) -> tuple[float, float]:
    """Seconds from starting a program to its first painted frame, and its resident memory then, in MB."""
    started = perf_counter()
    command = [sys.executable, "-m", "tests.benchmarks.first_frame", kind, str(journal)]
    # An installed program has its bytecode; some environments forbid to keep it, and would measure the compiler.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as program:
        memory_kb = int(program.stdout.readline()) if program.stdout else 0
        elapsed = perf_counter() - started
    return elapsed, memory_kb / 1024
