"""Opens picture files, in bounded memory. Of a large JPEG, only every second, fourth or eighth pixel is decoded."""

import struct
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from engine.bad_input import BadInput
from hardware.camera.quiet import MOST_PIXELS, quiet_decoders
from hardware.pictures import Pixels
from hardware.reading.plain_file import check_plain

_JPEG_BEGINS, _JPEG_ENDS = b"\xff\xd8", b"\xff\xd9"
_SCALES = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_LIMIT = "CV_IO_MAX_IMAGE"
"""In the message of OpenCV's error for a picture that is larger than its limit."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers with the size of a JPEG."""
_BASELINE = (0xC0, 0xC1)


class NoPicture(BadInput):
    """The file is readable but not a picture, or it cannot be decoded in bounded memory."""


class OpenedPicture(NamedTuple):
    """A picture as BGR. The one in the file is `shrunk` times as wide and high."""

    pixels: Pixels
    shrunk: int = 1


def open_picture(file: str) -> OpenedPicture:
    """Open a picture. A JPEG whose end is missing is read as far as it goes. Raises `OSError` and `BadInput`."""
    check_plain(Path(file))
    data = np.fromfile(file, np.uint8)
    is_jpeg = data[:2].tobytes() == _JPEG_BEGINS
    if is_jpeg and _needs_whole(data.tobytes()):
        raise _too_large()
    opened = _decoded(data)
    if opened is None and is_jpeg:
        opened = _decoded(np.append(data, np.frombuffer(_JPEG_ENDS, np.uint8)))
    if opened is None:
        raise NoPicture("no-picture")
    return opened


def _decoded(data: Pixels) -> OpenedPicture | None:
    if not data.size:
        return None
    for shrunk, flag in _SCALES.items():
        try:
            with quiet_decoders():
                pixels = cv2.imdecode(data, flag)
        except cv2.error as error:
            if _LIMIT in str(error):
                continue
            return None
        return None if pixels is None else OpenedPicture(np.asarray(pixels, np.uint8), shrunk)
    raise _too_large()


def _too_large() -> NoPicture:
    return NoPicture("picture-too-large", most=MOST_PIXELS // 1_000_000)


def _needs_whole(jpeg: bytes) -> bool:
    """Whether this JPEG is large and not a baseline JPEG. For any other kind, libjpeg keeps the coefficients of the
    whole picture in memory, even to decode a small part of it."""
    at = 2
    while at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        marker, length = struct.unpack_from(">xBH", jpeg, at)
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", jpeg, at + 5)
            return marker not in _BASELINE and height * width > MOST_PIXELS
        at += 2 + length
    return False
