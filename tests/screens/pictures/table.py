"""The dealer's screen in its states, and its parts: painted off screen by the real widgets."""

import gc
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from tests.screens.dealer import STATES
from tests.screens.parts import PartsPage
from tests.screens.shots import shoot, throw_away
from ui.look import PICTURE_COLORS, SUIT_COLORS, THEMES, Paint, Theme

COLORS = 64


def make(folder: Path, names: Collection[str]) -> Iterator[str]:
    """Write these pictures. Each screen is deleted before the next one."""
    app = QApplication.instance() or QApplication([])
    for name in names:
        kind, *state, theme = name.removesuffix(".png").split("-")
        picture = PartsPage(THEMES[theme]).picture() if kind == "parts" else _screen(state, theme)
        assert small(picture, THEMES[theme]).save(str(folder / name), quality=0), name
        yield name
    del app


def _screen(state: list[str], theme: str) -> QImage:
    *words, size = state
    screen = shoot(STATES["-".join(words)], size, theme)
    try:
        return screen.grab().toImage()
    finally:
        throw_away(screen)
        del screen
        gc.collect()  # a screen and its engine refer to each other, and hold what they have painted


def small(picture: QImage, theme: Theme) -> QImage:
    """The same picture with a reduced palette, which looks the same and keeps the repository small."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    often = Counter(memoryview(plain.constBits()).cast("I")).most_common(COLORS)
    marks = (*SUIT_COLORS.values(), *PICTURE_COLORS.values(), *_colors(theme))
    named = [QColor(color).rgb() for color in marks]
    table = list(dict.fromkeys([*named, *(color for color, _ in often)]))[:256]
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.AvoidDither)


def _colors(theme: Theme) -> Iterator[str]:
    for name in theme.__struct_fields__:
        color = getattr(theme, name)
        if isinstance(color, Paint):
            yield from (color.fill, color.ink)
        elif color.startswith("#"):
            yield color
