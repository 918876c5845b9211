"""Some states in the other languages of the screen."""

from tests.screens import chips, practice, rulings, table
from tests.screens.shots import State

SPOKEN = ("raise", "side-pots", "final-table", "menu", "who-called", "repair", "amount", "ruling", "misdeal", "counts",
          "practice-remarks", "profile", "change", "big-blinds")  # fmt: skip
ALL = {**table.STATES, **chips.STATES, **rulings.STATES, **practice.STATES}
STATES: dict[str, State] = {
    **{f"german-{name}": ALL[name]._replace(language="de") for name in SPOKEN},
    **{f"spanish-{name}": ALL[name]._replace(language="es") for name in SPOKEN},
}
