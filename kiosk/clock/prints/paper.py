"""The papers that a club has: two sizes of sheet, and the roll of a receipt printer."""

from typing import NamedTuple

from kiosk.protocol.prints import PaperName


class Paper(NamedTuple):
    """Millimetres. A roll has no `height`: each page is as long as what is on it."""

    width: float
    height: float
    margin: float

    @property
    def is_roll(self) -> bool:
        """Whether it is cut where the print ends."""
        return not self.height

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin


PAPERS: dict[PaperName, Paper] = {
    "a4": Paper(210, 297, 10),
    "letter": Paper(215.9, 279.4, 10),
    # Receipt printers print 72 mm of a roll of 80.
    "roll": Paper(80, 0, 4),
}
