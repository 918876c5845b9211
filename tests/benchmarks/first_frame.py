"""A program that paints its first frame and says its resident memory (KB): an empty window, or a table's screen."""

import re
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget


def main(kind: str, journal: str) -> None:
    application = QApplication(sys.argv[:1])
    window = QWidget() if kind == "empty" else _dealer(journal)
    window.resize(1280, 800)
    window.show()
    application.processEvents()
    memory = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text("ascii"))
    print(memory[1] if memory else 0, flush=True)


def _dealer(journal: str) -> QWidget:
    # Only the table's own program may load what it needs: the empty window is the floor.
    from kiosk.dealer import TableWindow  # noqa: PLC0415
    from kiosk.table_settings import TableSettings  # noqa: PLC0415
    from ui.look import Look  # noqa: PLC0415

    window = TableWindow(TableSettings(1, journal), Look())
    window.start()
    return window.screen


if __name__ == "__main__":
    main(*sys.argv[1:])
