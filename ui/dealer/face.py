"""The bundled typeface: one file per weight, so that every machine shows the same letters."""

from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

from ui.look import FACES

FOLDER = Path(__file__).parents[1] / "fonts"
FILES = ("RobotoCondensed-Medium.ttf", "RobotoCondensed-Bold.ttf")


def face(size_px: int, bold: bool = False) -> QFont:
    """The typeface at a size given in pixels. Requires a Qt application."""
    _load()
    font = QFont()
    font.setFamilies(FACES)
    font.setPixelSize(size_px)
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    return font


@cache
def _load() -> None:
    """Load the typefaces once per program run. If a file cannot be read, the machine's own typefaces are used."""
    for name in FILES:
        QFontDatabase.addApplicationFont(str(FOLDER / name))
