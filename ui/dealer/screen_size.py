"""Prints the screen's size as JSON. It runs in a separate process, because Qt aborts a program that has no screen."""

import json
import sys

from PySide6.QtGui import QGuiApplication


def main() -> None:
    application = QGuiApplication(sys.argv[:1])
    screen = application.primaryScreen()
    size, physical = screen.size(), screen.physicalSize()
    print(json.dumps({"px": [size.width(), size.height()], "mm": [round(physical.width()), round(physical.height())]}))


if __name__ == "__main__":
    main()
