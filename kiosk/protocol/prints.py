"""The documents that can be printed for a tournament, and the paper sizes. These names are part of the protocol."""

from typing import Literal

PrintKind = Literal["seat-cards", "moves", "payouts", "results", "entries", "rules"]
PaperName = Literal["a4", "letter", "roll"]
"""`roll` is 80 mm wide, the size of receipt printers."""
