"""The sounds of touches."""

from typing import Protocol

from PySide6.QtWidgets import QApplication


class Tones(Protocol):
    """Distinct sounds for an accepted and a refused touch."""

    def accepted(self) -> None:
        """The touch did something."""

    def refused(self) -> None:
        """The touch did nothing, or the table refused it."""


class Beep:
    """The machine's own beep for a refused touch; an accepted one is silent."""

    def accepted(self) -> None:
        """Nothing: most touches are right, and the room is loud enough."""

    def refused(self) -> None:
        """One beep."""
        QApplication.beep()
