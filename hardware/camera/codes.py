"""Decodes printed codes in a picture, with their positions. Knows nothing about cards and does not keep any state.

Only Data Matrix, the symbol that we print, is read. Reading all formats takes three times as long and can cause
misreads. Three passes are worth the time: the picture; a smaller copy, in which scratches vanish; and enlarged crops of
symbols that were located but not decoded.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import zxingcpp

from hardware.pictures import Pixels

_FORMATS = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)
_SMALLER = 0.75
_LARGER = (1.5, 2.0)
_MOST_AGAIN = 6
"""The maximum number of undecoded symbols to retry in one picture: as many as there are cards in a board and a hand.
This bounds the time spent on false hits."""
_LEAST_CROP = 24
"""The number of pixels from a symbol's center to each side."""


class DecodedCode(NamedTuple):
    """A code, its center, and the side of its symbol without the quiet zone, in pixels."""

    code: str
    x: float
    y: float
    side: float


def read_codes(pixels: Pixels, enlarge: float = 1.0) -> list[DecodedCode]:
    """All codes in a gray or BGR picture. A code that appears several times is returned each time. Enlarging the
    picture by a factor of 1.5 doubles the read rate of symbols whose modules are about two pixels wide. Larger and worn
    symbols are then read less often, and reading takes two and a half times as long."""
    # Green has the least sensor noise, and extracting it is the only conversion that does not start additional threads.
    gray = np.asarray(cv2.extractChannel(pixels, 1) if pixels.ndim == 3 else pixels, np.uint8)
    whole = _scaled(gray, enlarge)
    smaller = _second_look().submit(lambda: _look(_scaled(whole, _SMALLER), _SMALLER * enlarge))
    spotted, broken = _look(whole, enlarge)
    for each in smaller.result()[0]:
        _add(spotted, each)
    for each in broken[:_MOST_AGAIN]:
        _look_again(whole, each, enlarge, spotted)
    return spotted


@cache
def _second_look() -> ThreadPoolExecutor:
    """The thread for the smaller copy. zxing-cpp works without Python's lock, so both looks run at once."""
    return ThreadPoolExecutor(1, "smaller codes")


def _look(gray: Pixels, scale: float) -> tuple[list[DecodedCode], list[DecodedCode]]:
    """The decoded codes, and the symbols that were not decoded, positioned in pixels of this picture."""
    spotted: list[DecodedCode] = []
    broken: list[DecodedCode] = []
    for each in zxingcpp.read_barcodes(
        gray, formats=_FORMATS, try_downscale=False, try_invert=False, return_errors=True
    ):
        if each.valid and each.text:
            _add(spotted, _spotted(each, scale))
        else:
            broken.append(_spotted(each, 1.0))
    return spotted, broken


def _look_again(whole: Pixels, broken: DecodedCode, scale: float, spotted: list[DecodedCode]) -> None:
    reach = max(_LEAST_CROP, round(broken.side * 1.2))
    left, top = max(0, round(broken.x) - reach), max(0, round(broken.y) - reach)
    crop = whole[top : round(broken.y) + reach, left : round(broken.x) + reach]
    for larger in _LARGER:
        found, _ = _look(_scaled(crop, larger), larger * scale)
        for each in found:
            _add(spotted, each._replace(x=each.x + left / scale, y=each.y + top / scale))
        if found:
            return


def _add(spotted: list[DecodedCode], new: DecodedCode) -> None:
    if not any(abs(new.x - each.x) + abs(new.y - each.y) < each.side for each in spotted if each.code == new.code):
        spotted.append(new)


def _scaled(gray: Pixels, by: float) -> Pixels:
    if by == 1.0:
        return gray
    way = cv2.INTER_LINEAR if by < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(gray, None, fx=by, fy=by, interpolation=way), np.uint8)


def _spotted(barcode: zxingcpp.Barcode, enlarged: float) -> DecodedCode:
    at = barcode.position
    corners = np.array([(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)], np.float64)
    corners /= enlarged
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    x, y = corners.mean(axis=0)
    return DecodedCode(barcode.text, float(x), float(y), float(sides.mean()))
