"""Pictures of the dealer's screen in its main states: `python -m tests.screens.dealer FOLDER [NAME ...]`.

Names are those of the files or their beginnings (`dealer-raise`); `papers` stands for those in `docs/screens`.

Two screen sizes (10.1 inches 1280 x 800, 15.6 inches 1920 x 1080), both themes, painted off screen by the real widgets.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from tests.screens import chips, decks, people, practice, readers, rulings, spoken, start, table
from tests.screens.shots import SCREENS, State, shoot
from ui.look import PICTURE_COLORS, SUIT_COLORS, THEMES, Paint, Theme

PAPERS = (
    "dealer-raise-10in-dark", "dealer-side-pots-10in-dark", "dealer-card-pad-10in-dark",
    "dealer-practice-result-10in-dark", "dealer-german-raise-10in-dark", "dealer-ruling-10in-light",
    "dealer-camera-10in-dark",
)  # fmt: skip
"""The pictures in the docs; only these are in the repository (`docs/screens`)."""
COLORS = 64
STATES: dict[str, State] = {
    **table.STATES,
    **chips.STATES,
    **rulings.STATES,
    **practice.STATES,
    **decks.STATES,
    **people.STATES,
    **readers.STATES,
    **start.STATES,
    **spoken.STATES,
}


def wanted(names: list[str]) -> Iterator[tuple[str, State, str, str]]:
    """Every state whose name begins with one of `names`, in every size and theme; all states without names."""
    starts = tuple(name for name in names if name != "papers") + (PAPERS if "papers" in names else ())
    for state, size, theme in product(STATES, SCREENS, THEMES):
        name = f"dealer-{state}-{size}-{theme}"
        if not names or name.startswith(starts):
            yield name, STATES[state], size, theme


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


def main() -> int:
    """Write the pictures."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    for name, state, size, theme in wanted(sys.argv[2:]):
        picture = shoot(state, size, theme).grab().toImage()
        small(picture, THEMES[theme]).save(str(folder / f"{name}.png"), quality=0)
        print(name)
    app.quit()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main())
