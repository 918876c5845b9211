"""Pictures of the ruling, misdeal and override pages: `python -m tests.screens.rulings FOLDER [NAME ...]`."""

import os
import sys
from itertools import product
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engine.actions import ApplyRuling
from engine.motion import Motion
from tests.screens.dealer import EIGHT, GLASSES, State, shoot
from tests.ui.felt import dealt, do, play
from ui.look import THEMES

RULING = ("more", "menu-ruling")
MISDEAL = ("more", "menu-misdeal")
STATES: dict[str, State] = {
    "ruling-empty": State(lambda: play(dealt(EIGHT), "r600 f c"), RULING),
    "ruling": State(lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-chip-5000")),
    "ruling-raise": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-chip-500", "ruling-chip-500", "ruling-chip-100", "ruling-said-raise"),
    ),
    "ruling-floor": State(lambda: play(dealt(EIGHT), "r800 r2000"), (*RULING, *("ruling-chip-500",) * 2)),
    "ruling-refused": State(lambda: play(dealt(EIGHT), "r600 f c f"), (*RULING, *("ruling-chip-5000",) * 2)),
    "ruling-early": State(
        lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-seat", "ruling-seat-1", "ruling-said-call")
    ),
    "ruling-held": State(lambda: play(do(dealt(EIGHT), ApplyRuling(Motion(6, "raise 800"))), "c f"), RULING),
    "ruling-amount": State(
        lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-amount", "ruling-key-1", "ruling-key-5")
    ),
    "ruling-motions": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-chip-500", "ruling-chip-100", "ruling-motion", "ruling-chip-1000", "ruling-said-raise"),
    ),
    "ruling-more": State(lambda: play(dealt(EIGHT), "r600 f c"), (*RULING, "ruling-more")),
    "ruling-shown": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-more", "ruling-shown", "ruling-rank-A", "ruling-suit-h", "ruling-rank-K", "ruling-suit-d",
         "ruling-saw-seat-3"),
    ),
    "ruling-add": State(
        lambda: play(dealt(EIGHT), "r600 f c"),
        (*RULING, "ruling-more", "ruling-add", "ruling-key-2", "ruling-key-00", "ruling-seat-4", "ruling-seat-6"),
    ),
    "misdeal": State(lambda: dealt(EIGHT), MISDEAL),
    "misdeal-board": State(lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k"), MISDEAL),
    "misdeal-declared": State(lambda: dealt(EIGHT), (*MISDEAL, "misdeal-first-card-exposed")),
    "misdeal-repair": State(
        lambda: dealt(EIGHT),
        (*MISDEAL, "misdeal-card-exposed", "misdeal-seat-5", "misdeal-card", "misdeal-rank-Q", "misdeal-suit-h"),
    ),
    "misdeal-seat": State(lambda: dealt(EIGHT), (*MISDEAL, "misdeal-card-exposed")),
    "misdeal-early": State(
        lambda: play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k"), (*MISDEAL, "misdeal-premature-turn")
    ),
    "misdeal-after": State(
        lambda: dealt(EIGHT), (*MISDEAL, "misdeal-card-exposed", "misdeal-seat-5", "misdeal-declare")
    ),
}  # fmt: skip


def main() -> int:
    """Write the pictures whose names begin as asked."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    for state, glass, theme in product(STATES, GLASSES, THEMES):
        name = f"dealer-{state}-{glass}-{theme}"
        if name.startswith(tuple(sys.argv[2:]) or "dealer"):
            shoot(STATES[state], glass, theme).grab().save(str(folder / f"{name}.png"))
    app.quit()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main())
