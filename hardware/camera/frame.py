"""A processed camera frame: the picture and boxes around the readings. For display only."""

from typing import NamedTuple

from engine.cards import Card
from hardware.pictures import Pixels


class BoxedReading(NamedTuple):
    """A reading, certain or not. `card` is None if it is too uncertain to count as a card. `box` is left, top, width
    and height in pixels; `height` is that of a card's index or, if `is_code`, of a printed code."""

    text: str
    card: Card | None
    box: tuple[float, float, float, float]
    height: float
    is_code: bool = False


class CameraFrame(NamedTuple):
    pixels: Pixels
    boxes: tuple[BoxedReading, ...]
    at_ms: int
