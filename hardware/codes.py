"""Printed codes in a picture: what each says, and where. Knows no card and keeps nothing between pictures.

Only the symbols that a room prints are looked for: all formats at once cost three times as much and can be misread.
"""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
import zxingcpp

Pixels = npt.NDArray[np.uint8]
_FORMATS = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)


class Spotted(NamedTuple):
    """A code, its middle, and the length of its symbol's sides without the quiet zone, in pixels."""

    code: str
    x: float
    y: float
    side: float


def read_codes(pixels: Pixels, enlarge: float = 1.0) -> list[Spotted]:
    """Every code of a picture, grey or with blue first as OpenCV has it, each as often as it is there.

    Symbols whose modules are some two pixels wide are read twice as often from a picture that is first enlarged by 1.5;
    larger and worn ones less often, and it takes three times as long.
    """
    # Of a sensor's colours green has the least noise; taking it is also the one step that starts no further threads.
    grey = cv2.extractChannel(pixels, 1) if pixels.ndim == 3 else pixels
    if enlarge != 1.0:
        grey = np.asarray(cv2.resize(grey, None, fx=enlarge, fy=enlarge, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = zxingcpp.read_barcodes(grey, formats=_FORMATS, try_downscale=False, try_invert=False)
    return [_spotted(each, enlarge) for each in found if each.valid and each.text]


def _spotted(barcode: zxingcpp.Barcode, enlarged: float) -> Spotted:
    at = barcode.position
    corners = np.array([(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)], np.float64)
    corners /= enlarged
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    x, y = corners.mean(axis=0)
    return Spotted(barcode.text, float(x), float(y), float(sides.mean()))
