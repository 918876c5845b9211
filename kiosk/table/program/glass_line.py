"""The line to the host of a table whose screen is shown by a browser: the size of its glass comes in, sounds go out."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.decoders import NOT_JSON
from kiosk.protocol.glass import TO_PROGRAM, GlassTone
from kiosk.protocol.link.wire import encode
from kiosk.table.settings import GLASS_LINE, GLASS_SCALE
from ui.dealer.model.profile import Sound

PART_BYTES = 32 * 1024
LONGEST_LINE = 64 * 1024


class GlassLine(QObject):
    """Follows the glass. Plays sounds there, as `Tones`."""

    scaled = Signal(float)
    """Emitted with the new number of pixels in a millimeter."""
    ended = Signal()
    """Emitted once the host has ended: nothing shows the screen any more."""

    def __init__(self, number: int, px_per_mm: float) -> None:
        """`number` is the number of the open socket."""
        super().__init__()
        self.px_per_mm = px_per_mm
        self._line = socket.socket(fileno=number)
        self._line.setblocking(False)
        self._waiting = bytearray()
        self._notifier = QSocketNotifier(number, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def play(self, sound: Sound) -> None:
        with suppress(OSError):  # a host that is gone or busy: a sound that comes late would only confuse
            self._line.send(encode(GlassTone(sound)).encode() + b"\n")

    def fill(self, window: QWidget) -> None:
        """Keep this window as large as the screen, which becomes as large as the glass."""

        def fit() -> None:
            window.setGeometry(screen.geometry())

        screen = QGuiApplication.primaryScreen()
        screen.geometryChanged.connect(fit)
        fit()

    def _read(self) -> None:
        try:
            part = self._line.recv(PART_BYTES)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        self._waiting += part
        if not part or len(self._waiting) > LONGEST_LINE:
            self._notifier.setEnabled(False)
            self.ended.emit()
            return
        *lines, rest = self._waiting.split(b"\n")
        self._waiting = bytearray(rest)
        if lines:
            self._scale(lines[-1])

    def _scale(self, line: bytearray) -> None:
        """Use the newest scale. Each one lays out the whole screen again, so a page that sends many must not keep the
        dealer waiting for all of them."""
        with suppress(*NOT_JSON):
            self.px_per_mm = TO_PROGRAM.decode(line).px_per_mm
            self.scaled.emit(self.px_per_mm)


def open_line(environment: Mapping[str, str] = os.environ) -> GlassLine | None:
    """The line to the host that started this program; None if there is none."""
    try:
        return GlassLine(int(environment[GLASS_LINE]), float(environment[GLASS_SCALE]))
    except (KeyError, ValueError, OSError):
        return None
