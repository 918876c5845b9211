"""The kiosks of the evening, in their own process that can be killed: real screens, readers, journals and links.

    python -m tests.room.evening_process FOLDER CLOCK TABLE...

Players play at random. A dealer's touches and cards go through screen and reader. Ends with standard input.
"""

import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.demo.players import next_of_all
from kiosk.demo.robot import Robot
from kiosk.table.program.command import look_of
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.clock import token

LOOK_MS = 100
"""While no hand is played, a message from the clock is noticed within this time."""


def main() -> int:
    folder, clock, *tables = sys.argv[1:]
    application = QApplication(sys.argv[:1])
    ending = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    ending.activated.connect(application.quit)
    windows = []
    for table in map(int, tables):
        reader = ReaderSettings(f"{folder}/reader-{table}", line=SerialSettings(repeat_ms=0, idle_ms=0))
        settings = TableSettings(table, f"{folder}/table-{table}.journal", clock, token(table), readers=(reader,))
        scanner, dice = PtyScanner(Path(reader.url)), Random(table)
        window = TableWindow(settings, look_of(settings), count(step=1000).__next__)
        window.screen.resize(1280, 800)
        window.screen.show()
        Robot(window, scanner, partial(next_of_all, dice=dice))
        window.start()
        windows.append((window, scanner))
    looking = QTimer()
    for window, _ in windows:
        looking.timeout.connect(window.display.notify_watchers)
    looking.start(LOOK_MS)
    code = application.exec()
    for window, scanner in windows:
        window.stop()
        scanner.unplug()
    return code


if __name__ == "__main__":
    sys.exit(main())
