"""Pictures of the dealer's screen in its main states: `python -m tests.screens.dealer FOLDER [NAME ...]`.

Names are as of the files, or how they begin (`dealer-raise`); `readme` stands for those that lie in `docs/screens`.

Both glasses (10.1 inches 1280 x 800, 15.6 inches 1920 x 1080), both themes, painted off screen by the real widgets.
"""

import os
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.screens import chips, practice, rulings, spoken, table
from tests.screens.shots import GLASSES, State, shoot
from ui.look import THEMES

README = (
    "dealer-raise-10in-dark", "dealer-amount-10in-light", "dealer-side-pots-10in-dark", "dealer-split-10in-light",
    "dealer-card-pad-10in-dark", "dealer-ten-seats-10in-light",
)  # fmt: skip
STATES: dict[str, State] = {**table.STATES, **chips.STATES, **rulings.STATES, **practice.STATES, **spoken.STATES}


def wanted(names: list[str]) -> Iterator[tuple[str, State, str, str]]:
    """Every state on every glass in every theme whose name begins with one of `names`; all where there is none."""
    starts = tuple(start for name in names for start in (README if name == "readme" else (name,))) or ("dealer",)
    for state, glass, theme in product(STATES, GLASSES, THEMES):
        name = f"dealer-{state}-{glass}-{theme}"
        if name.startswith(starts):
            yield name, STATES[state], glass, theme


def main() -> int:
    """Write the pictures."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    for name, state, glass, theme in wanted(sys.argv[2:]):
        picture = shoot(state, glass, theme).grab().toImage()
        # Sixteen bits a pixel look the same and keep the repository small.
        small = picture.convertToFormat(QImage.Format.Format_RGB16).convertToFormat(QImage.Format.Format_RGB888)
        small.save(str(folder / f"{name}.png"), quality=0)
        print(name)
    app.quit()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main())
