"""A camera's settings. Does not load OpenCV."""

import math
import os
import stat
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

from hardware.bad_input import bad_input

SCHEME = "camera:"
_SECOND_QT = ("opencv-python", "opencv-contrib-python")

_Side = Annotated[int, msgspec.Meta(ge=1)]
Area = tuple[float, float, float, float]


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The camera's format, what to read, the size of printed codes, and the places in its picture."""

    width: _Side = 1280
    """The width of the picture, in pixels."""
    height: _Side = 720
    """The height of the picture, in pixels."""
    rate: Annotated[int, msgspec.Meta(ge=1)] = 30
    """Pictures per second."""
    reads: Literal["", "faces", "codes", "both"] = ""
    """The marks to read. Empty means codes, and also faces if a deck in use is a plain one. A code is exact and
    identifies its deck. A face does neither, and takes ten times as long."""
    code_mm: float = 12.0
    """The size of a sticker with its quiet zone, in millimeters."""
    enlarge: float = 1.0
    """How much to enlarge the picture before reading codes, up to 4. Use 1.5 if stickers are small for the
    camera."""
    places: dict[str, Area] = {}
    """Areas of the picture by place: left, top, width and height, from 0 to 1. A card outside all areas is at the
    reader's own place. If that place has an area, or is not fixed, the card is ignored."""
    learned: str = ""
    """The file of a learned deck (`kiosk deck learn`). Then only its faces are read."""

    def __post_init__(self) -> None:
        for name, (left, top, width, height) in self.places.items():
            # Tests what must be true, because every comparison with NaN is false.
            if not (left >= 0 and top >= 0 and width > 0 and height > 0 and left + width <= 1 and top + height <= 1):
                raise bad_input("outside-picture", place=name)
        if not 0 < self.code_mm < math.inf or not 1 <= self.enlarge <= 4:
            raise bad_input("camera-sizes")


def is_device(source: str) -> bool:
    """Whether an address without its scheme belongs to a camera of this machine, and not to a video file or a stream.

    Such an address is a number, a character device, or a name below /dev where nothing is plugged in yet.
    """
    if source.isdecimal():
        return True
    try:
        return stat.S_ISCHR(os.stat(source).st_mode)
    except (OSError, ValueError):
        return source.startswith("/dev/")


def check_camera(url: str) -> None:
    """Raise `BadInput` for an invalid address, or if another OpenCV package is installed."""
    source = url.removeprefix(SCHEME)
    if not source:
        raise bad_input("camera-without-address")
    try:
        _ = urlsplit(source).port  # raises `ValueError` if it is not a number or too large
    except ValueError as error:
        raise bad_input("no-camera-address", url=url) from error
    # Imported only here, so that a table without a camera does not wait for it: it loads the modules that mail is made
    # of.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    for package in _SECOND_QT:
        try:
            found = version(package)
        except PackageNotFoundError:
            continue
        raise bad_input("second-qt", package=package, version=found)
