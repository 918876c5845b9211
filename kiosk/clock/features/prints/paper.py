"""The kinds of paper that a club has: two sheet sizes, and the roll of a receipt printer."""

from typing import NamedTuple

from kiosk.protocol.tournaments import PaperName


class Paper(NamedTuple):
    """A paper size in millimeters. A roll has no `height`, because each page is as long as its content."""

    width: float
    height: float
    margin: float

    @property
    def is_roll(self) -> bool:
        """Whether the paper is cut at the end of a printout."""
        return not self.height

    @property
    def inner(self) -> float:
        """The width between the margins, in millimeters."""
        return self.width - 2 * self.margin


PAPERS: dict[PaperName, Paper] = {
    "a4": Paper(210, 297, 10),
    "letter": Paper(215.9, 279.4, 10),
    # Receipt printers print on 72 mm of an 80 mm roll.
    "roll": Paper(80, 0, 4),
}
