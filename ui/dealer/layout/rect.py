"""Rectangles in millimetres, and the smallest glass that everything is measured for. Knows not what lies there."""

from typing import NamedTuple

LEAST_WIDTH_MM, LEAST_HEIGHT_MM = 216.8, 135.4
"""The smallest glass on which every target has its size: 10.1 inches at 1280 x 800."""
MOST_ZOOM = 1.35


class Rect(NamedTuple):
    """A rectangle in millimetres from the top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


def zoom(width_mm: float, height_mm: float) -> float:
    """How much larger than on the smallest glass texts and tiles are drawn."""
    return min(max(min(width_mm / LEAST_WIDTH_MM, height_mm / LEAST_HEIGHT_MM), 1.0), MOST_ZOOM)
