"""Detects indices, the rank above the suit in a card's corner, as peaks of a heat map at a few scales. No card outline
is needed, so cards may touch, overlap or be fanned, and white cards may lie on a white surface."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, log2

import cv2
import numpy as np

from hardware.pictures import Floats, Pixels
from hardware.recognition.weights import Net, prepared

STEP = 16  # the input sides are multiples of this
CELL = 4  # the number of input pixels for each cell of the map
TYPICAL = 24.0  # the height that the net encodes as 0, in input pixels
MIN_HEIGHT = 10.0  # in input pixels; smaller indices are unreadable and mostly noise


@dataclass(frozen=True, slots=True)
class IndexCandidate:
    """A possible index: its center in pixels, the unit vector that points up, its height in pixels, and its heat (0 to
    1)."""

    x: float
    y: float
    up_x: float
    up_y: float
    height: float
    heat: float


def sizes_for(width: int, height: int, patient: bool) -> tuple[int, ...]:
    """The scales, as lengths of the longer side, largest first. One scale is for usual indices, and a smaller one is
    for cards that fill the picture. If `patient`, there is a third one for small indices in a large picture."""
    longer = max(width, height)
    usual = min(longer, 960) if not patient else 960
    return (min(1920, longer), usual, 384) if patient and longer > 1280 else (usual, 384)


def smaller_sizes(width: int, height: int) -> tuple[int, ...]:
    """Scales for a second pass. At the usual scales, tall and bold indices are missed or their height is
    overestimated."""
    return _no_larger((640, 448, 320), width, height)


def quick_sizes(width: int, height: int) -> tuple[int, ...]:
    """Scales at half the usual cost, for thirty frames a second. They work best if a card is 180 pixels wide in a
    picture 1280 pixels wide. More of the indices below 26 pixels are missed."""
    return _no_larger((640, 320), width, height)


def _no_larger(sizes: tuple[int, ...], width: int, height: int) -> tuple[int, ...]:
    longer = max(width, height)
    return tuple(size for size in sizes if size <= longer) or (longer,)


def find_spots(picture: Pixels, net: Net, sizes: Sequence[int], least_heat: float) -> list[IndexCandidate]:
    """The spots, hottest first, with each index only once. `sizes` must be in descending order, because each scale is
    made from the one before it, which is faster than starting from the full picture."""
    spots: list[IndexCandidate] = []
    seen = picture
    for size in sizes:
        seen = sized(seen, size)
        across, down = picture.shape[1] / seen.shape[1], picture.shape[0] / seen.shape[0]
        spots += peaks(net.run(prepared([seen]))[0][0], across, down, least_heat)
    return hottest_first(spots)


def sized(picture: Pixels, size: int) -> Pixels:
    """The picture scaled so that its longer side is about `size` pixels. Both sides are multiples of `STEP`."""
    height, width = picture.shape[:2]
    scale = size / max(height, width)
    onto = (max(STEP, round(width * scale / STEP) * STEP), max(STEP, round(height * scale / STEP) * STEP))
    for _ in range(int(-log2(scale))):  # averaging for any other scale takes ten times as long
        width, height = width // 2, height // 2
        half = cv2.resize(picture[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
        picture = np.asarray(half, np.uint8)
    return np.asarray(cv2.resize(picture, onto, interpolation=cv2.INTER_LINEAR), np.uint8)


def peaks(found: Floats, across: float, down: float, least_heat: float) -> list[IndexCandidate]:
    """Local maxima of the heat map, as spots in the picture, which is `across` and `down` times larger than the map."""
    heat = found[0]
    least = log(least_heat / (1 - least_heat))
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat > least))
    spots = []
    cells = zip(rows.tolist(), columns.tolist(), found[:, rows, columns].T.tolist(), strict=True)
    for row, column, (logit, right, below, log_height, off_x, off_y) in cells:
        up_x, up_y = right * across, below * down
        length = hypot(up_x, up_y)
        if length < 0.3:  # without a clear direction there is nothing to read
            continue
        x, y = (column + off_x + 0.5) * CELL - 0.5, (row + off_y + 0.5) * CELL - 0.5
        seen_height = TYPICAL * exp(min(max(log_height, -1.5), 2.5))
        if seen_height < MIN_HEIGHT:
            continue
        height = seen_height * (across + down) / 2
        heat = 1 / (1 + exp(-logit))
        middle = (x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5
        spots.append(IndexCandidate(*middle, up_x / length, up_y / length, height, heat))
    return spots


def hottest_first(spots: Sequence[IndexCandidate]) -> list[IndexCandidate]:
    """The spots in order, without those that overlap a hotter one with the same direction."""
    kept: list[IndexCandidate] = []
    for spot in sorted(spots, key=lambda spot: -spot.heat):
        if not any(_same(spot, other) for other in kept):
            kept.append(spot)
    return kept


def _same(one: IndexCandidate, other: IndexCandidate) -> bool:
    return overlap(one, other) and one.up_x * other.up_x + one.up_y * other.up_y > 0.5


def overlap(one: IndexCandidate, other: IndexCandidate) -> bool:
    """Whether two spots are too close to each other to be two indices, whatever their directions."""
    near = max(one.height, other.height) * 0.4
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < near**2
