"""Printed codes in a picture: what each says, and where. Knows no card and keeps nothing between pictures.

Only the symbols that a room prints are looked for: all formats at once cost three times as much and can be misread.
Three looks are worth their time: at the picture; at a smaller one, in which scratches are lost; and at what was found
but could not be made out, enlarged.
"""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
import zxingcpp

Pixels = npt.NDArray[np.uint8]
_FORMATS = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)
_SMALLER = 0.75
_LARGER = (1.5, 2.0)
_MOST_AGAIN = 6
"""Symbols that are looked at once more in one picture: a board and a hand; a crowd of shadows costs no more time."""
_LEAST_CROP = 24
"""Pixels to each side of a symbol's middle."""


class DecodedCode(NamedTuple):
    """A code, its middle, and the length of its symbol's sides without the quiet zone, in pixels."""

    code: str
    x: float
    y: float
    side: float


def read_codes(pixels: Pixels, enlarge: float = 1.0) -> list[DecodedCode]:
    """Every code of a picture, grey or with blue first as OpenCV has it, each as often as it is there.

    Symbols whose modules are some two pixels wide are read twice as often from a picture that is first enlarged by 1.5;
    larger and worn ones less often, and it takes two and a half times as long.
    """
    # Of a sensor's colours green has the least noise; taking it is also the one step that starts no further threads.
    grey = np.asarray(cv2.extractChannel(pixels, 1) if pixels.ndim == 3 else pixels, np.uint8)
    whole = _scaled(grey, enlarge)
    spotted: list[DecodedCode] = []
    broken = _look(whole, enlarge, spotted)
    _look(_scaled(whole, _SMALLER), _SMALLER * enlarge, spotted)
    for each in broken[:_MOST_AGAIN]:
        _look_again(whole, each, enlarge, spotted)
    return spotted


def _look(grey: Pixels, scale: float, spotted: list[DecodedCode]) -> list[DecodedCode]:
    """Add what is read here and was not yet; the symbols that could not be made out, in this picture's own pixels."""
    broken: list[DecodedCode] = []
    for each in zxingcpp.read_barcodes(
        grey, formats=_FORMATS, try_downscale=False, try_invert=False, return_errors=True
    ):
        if each.valid and each.text:
            _add(spotted, _spotted(each, scale))
        else:
            broken.append(_spotted(each, 1.0))
    return broken


def _look_again(whole: Pixels, broken: DecodedCode, scale: float, spotted: list[DecodedCode]) -> None:
    reach = max(_LEAST_CROP, round(broken.side * 1.2))
    left, top = max(0, round(broken.x) - reach), max(0, round(broken.y) - reach)
    crop = whole[top : round(broken.y) + reach, left : round(broken.x) + reach]
    for larger in _LARGER:
        found: list[DecodedCode] = []
        _look(_scaled(crop, larger), larger * scale, found)
        for each in found:
            _add(spotted, each._replace(x=each.x + left / scale, y=each.y + top / scale))
        if found:
            return


def _add(spotted: list[DecodedCode], new: DecodedCode) -> None:
    """The same code where it was already read is the same symbol."""
    if not any(abs(new.x - each.x) + abs(new.y - each.y) < each.side for each in spotted if each.code == new.code):
        spotted.append(new)


def _scaled(grey: Pixels, by: float) -> Pixels:
    if by == 1.0:
        return grey
    way = cv2.INTER_LINEAR if by < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=by, fy=by, interpolation=way), np.uint8)


def _spotted(barcode: zxingcpp.Barcode, enlarged: float) -> DecodedCode:
    at = barcode.position
    corners = np.array([(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)], np.float64)
    corners /= enlarged
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    x, y = corners.mean(axis=0)
    return DecodedCode(barcode.text, float(x), float(y), float(sides.mean()))
