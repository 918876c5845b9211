"""What a touch sounds like."""

from typing import Protocol

from PySide6.QtWidgets import QApplication


class Tones(Protocol):
    """An accepted and a refused touch, told apart without looking."""

    def accepted(self) -> None:
        """The touch did something."""

    def refused(self) -> None:
        """The touch did nothing, or the table said no."""


class Beep:
    """The machine's own beep for a refused touch; an accepted one is seen, not heard."""

    def accepted(self) -> None:
        """Nothing: most touches are right, and the room is loud enough."""

    def refused(self) -> None:
        """One beep."""
        QApplication.beep()
