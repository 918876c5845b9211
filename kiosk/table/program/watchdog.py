"""Ends a table's program if its Qt thread hangs, so that its service restarts it.

This is not systemd's watchdog: the service's process is cage, and no other process in a login session may report to the
service (systemd.exec(5), PAMName=). Python's own watchdog is a thread without Python code, so it ends even a program
whose interpreter lock is held.
"""

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

HANGS_S = 60.0
"""The journal is safe at any moment. Restarting the program does not help with a slow disk."""
BEAT_MS = 5000


@contextmanager
def watched(window: QObject, hangs_s: float = HANGS_S, every_ms: int = BEAT_MS) -> Iterator[None]:
    """Inside the context, no event loop of this thread may hang for longer than `hangs_s`. If one does, the program
    ends and prints each thread's stack on standard error: places in the code, but no values."""

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
