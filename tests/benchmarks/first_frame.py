"""A program that says when a frame of its own is painted: an empty window, or a table's opening frame and its screen.

A line for each frame: its name, the CPU seconds since the program was started, its resident memory in KB.
"""

import re
import sys
from pathlib import Path
from time import process_time

from PySide6.QtWidgets import QApplication, QWidget


def empty() -> None:
    """The floor: a program that can do nothing."""
    application = QApplication(sys.argv[:1])
    window = QWidget()
    window.resize(1280, 800)
    window.show()
    application.processEvents()
    say("empty")


def dealer(settings_file: str) -> None:
    """`kiosk dealer --settings FILE`, up to where it waits for touches."""
    # Only the table's own program may load what it needs.
    from kiosk.dealer import open_glass, table_window  # noqa: PLC0415
    from kiosk.table_settings import read_table_settings  # noqa: PLC0415

    settings = read_table_settings(Path(settings_file))
    application = QApplication(sys.argv[:1])
    opening = open_glass(settings)
    say("opening")
    window = table_window(settings)
    window.start()
    opening.give_way(window.screen)
    application.processEvents()
    say("table")


def say(frame: str) -> None:
    memory = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text("ascii"))
    print(frame, process_time(), memory[1] if memory else 0, flush=True)


if __name__ == "__main__":
    dealer(sys.argv[1]) if sys.argv[1:] else empty()
