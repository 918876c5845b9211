"""Ends a table's program whose Qt thread hangs, for its service to start it again.

Not by systemd's watchdog: the service's process is cage, and nobody else of a login session may tell the service how it
does (systemd.exec(5), PAMName=). Python's own is a thread without Python: it ends even what holds the interpreter.
"""

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

HANGS_S = 60.0
"""The journal is safe at any moment; a slow disk is none the better for a program that begins again."""
BEAT_MS = 5000


@contextmanager
def watched(window: QObject, hangs_s: float = HANGS_S, every_ms: int = BEAT_MS) -> Iterator[None]:
    """Inside, no event loop of this thread may stand still for longer: the program ends, with what each thread was
    doing on standard error. It says where, and no values."""

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
