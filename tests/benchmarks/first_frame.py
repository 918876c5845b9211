"""A program that prints when its own frame is painted: an empty window, or a table's opening frame and its screen.

One line for each frame: its name, the CPU seconds since the program was started, its resident memory in KB.
"""

import importlib
import re
import sys
from functools import partial
from pathlib import Path
from time import process_time


def empty() -> None:
    """The floor: a program that does nothing."""
    from PySide6.QtWidgets import QApplication, QWidget  # noqa: PLC0415  each program loads its own

    application = QApplication(sys.argv[:1])
    window = QWidget()
    window.resize(1280, 800)
    window.show()
    application.processEvents()
    say("empty")


def dealer(settings_file: str) -> None:
    """`kiosk dealer --settings FILE`, up to the point where it waits for touches."""
    program = importlib.import_module("kiosk.table.program.command")

    settings = program.read_table_settings(Path(settings_file))
    application = program.QApplication(sys.argv[:1])
    opening = program.open_window(settings)
    say("opening")
    window = program.table_window(settings)
    idle = importlib.import_module("kiosk.table.program.window")
    idle.AfterPainting(partial(say, "table"), window.screen)  # before the table's own work after the frame
    window.start()
    opening.give_way(window.screen)
    application.processEvents()


def say(frame: str) -> None:
    memory = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text("ascii"))
    print(frame, process_time(), memory[1] if memory else 0, flush=True)


if __name__ == "__main__":
    dealer(sys.argv[1]) if sys.argv[1:] else empty()
