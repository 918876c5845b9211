"""Rectangles in millimeters, and the smallest supported screen. Independent of what is drawn in them."""

import msgspec

LEAST_WIDTH_MM, LEAST_HEIGHT_MM = 216.8, 135.4
"""The smallest screen on which every target has its full size: 10.1 inches at 1280 x 800."""
MOST_ZOOM = 2.0


class Rect(msgspec.Struct, frozen=True):
    """A rectangle, measured in millimeters from the top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


def is_upright(width: float, height: float) -> bool:
    return height > width


def fits(width: float, height: float) -> float:
    """How many times the smallest screen, in landscape or portrait orientation, fits into this one."""
    least = (LEAST_HEIGHT_MM, LEAST_WIDTH_MM) if is_upright(width, height) else (LEAST_WIDTH_MM, LEAST_HEIGHT_MM)
    return min(width / least[0], height / least[1])


def zoom(width_mm: float, height_mm: float) -> float:
    """The scale of text and tiles relative to the smallest screen."""
    return min(max(fits(width_mm, height_mm), 1.0), MOST_ZOOM)
