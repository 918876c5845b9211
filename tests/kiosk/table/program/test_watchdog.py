"""A table's program lives while its event loop runs, and ends when that hangs."""

import faulthandler
import subprocess
import sys

from PySide6.QtWidgets import QWidget

from kiosk.table.program.command import watched
from tests.kit.patience import PATIENCE_S

HANGS = """
from itertools import repeat
from PySide6.QtCore import QCoreApplication, QObject
from kiosk.table.program.command import watched

application = QCoreApplication([])
window = QObject()
with watched(window, hangs_s=0.1):
    all(repeat(True))
"""
"""A program that loops forever. No other Python thread runs in the meantime."""


def test_a_hanging_program_ends_and_says_where():
    done = subprocess.run(
        [sys.executable, "-c", HANGS], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )  # fmt: skip

    assert done.returncode == 1
    assert "Timeout (" in done.stderr
    assert 'File "<string>"' in done.stderr


def test_a_running_event_loop_renews_the_watchdog_until_the_window_is_closed(qtbot, monkeypatch):
    asked: list[object] = []
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda after_s, exit: asked.append((after_s, exit)))
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: asked.append("no more"))
    window = QWidget()
    qtbot.addWidget(window)

    with watched(window, hangs_s=7, every_ms=1):
        qtbot.waitUntil(lambda: len(asked) > 2)

    assert asked[:2] == [(7, True)] * 2
    assert asked[-1] == "no more"
