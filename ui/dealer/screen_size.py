"""Says how large the screen is, as JSON, from a process of its own: Qt aborts a program whose screen is not there."""

import json
import sys

from PySide6.QtGui import QGuiApplication


def main() -> None:
    """Print the width and height of the first screen in pixels and in millimetres, as it states them."""
    application = QGuiApplication(sys.argv[:1])
    screen = application.primaryScreen()
    size, physical = screen.size(), screen.physicalSize()
    print(json.dumps({"px": [size.width(), size.height()], "mm": [round(physical.width()), round(physical.height())]}))


if __name__ == "__main__":
    main()
