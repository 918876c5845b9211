"""What a camera sees now: its picture, and the boxes around what is read there. For a screen; nothing acts on it."""

from typing import NamedTuple

from engine.cards import Card
from hardware.camera.obstruction import Pixels


class BoxedReading(NamedTuple):
    """Something read, sure or not: `box` is left, top, width and height, `height` that of a card's index or of a
    code, all in pixels. `card` is None where it is no card that would count. `is_code`: printed, not a plain face."""

    text: str
    card: Card | None
    box: tuple[float, float, float, float]
    height: float
    is_code: bool = False


class CameraFrame(NamedTuple):
    """One picture, blue first, never written to again, with what is read in it."""

    pixels: Pixels
    boxes: tuple[BoxedReading, ...]
    at_ms: int
