"""What can be printed of a tournament, and on what: names that are on the wire."""

from typing import Literal

PrintKind = Literal["seat-cards", "moves", "payouts", "results", "entries", "rules"]
PaperName = Literal["a4", "letter", "roll"]
"""`roll` is 80 mm wide, as receipt printers have it."""
