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
    """The camera's image format, what to read, the size of printed codes, and the places in the image."""

    width: _Side = 1280
    """The width of the image, in pixels."""
    height: _Side = 720
    """The height of the image, in pixels."""
    rate: Annotated[int, msgspec.Meta(ge=1)] = 30
    """The number of frames per second."""
    reads: Literal["", "faces", "codes", "both"] = ""
    """The marks to read. If this is empty, the camera reads codes. It also reads faces if one of the decks in use is a
    plain deck. A code is exact and identifies its deck. A face can be misread, does not identify its deck, and takes
    ten times as long to read."""
    code_mm: float = 12.0
    """The size of a sticker including its quiet zone, in millimeters."""
    enlarge: float = 1.0
    """The factor by which to enlarge the image before reading codes, up to 4. Use 1.5 if the stickers look small in the
    image."""
    places: dict[str, Area] = {}
    """The area of the image for each place: its left, top, width and height, from 0 to 1. A card outside all areas
    counts as being at the reader's own place. If that place has an area or is not fixed, the card is ignored."""
    learned: str = ""
    """The file of a registered deck (`kiosk deck learn`). If it is set, only the faces of that deck are read."""

    def __post_init__(self) -> None:
        for name, (left, top, width, height) in self.places.items():
            # These conditions test what must be true, because every comparison with NaN is false.
            if not (left >= 0 and top >= 0 and width > 0 and height > 0 and left + width <= 1 and top + height <= 1):
                raise bad_input("outside-picture", place=name)
        if not 0 < self.code_mm < math.inf or not 1 <= self.enlarge <= 4:
            raise bad_input("camera-sizes")


def camera_address(given: str) -> str:
    """The address of a camera, a stream or a video file that may be given without the scheme."""
    return given if given.startswith(SCHEME) else SCHEME + given


def is_device(source: str) -> bool:
    """Whether an address without its scheme belongs to a camera on this machine, and not to a video file or a stream.
    Such an address is a number, a character device, or a name below /dev where nothing is plugged in yet."""
    if source.isdecimal():
        return True
    try:
        return stat.S_ISCHR(os.stat(source).st_mode)
    except (OSError, ValueError):
        return source.startswith("/dev/")


def check_camera(url: str) -> None:
    """Raise `BadInput` for an invalid address, or if a different OpenCV package is installed."""
    source = url.removeprefix(SCHEME)
    if not source:
        raise bad_input("camera-without-address")
    try:
        _ = urlsplit(source).port  # raises `ValueError` if it is not a number or is too large
    except ValueError as error:
        raise bad_input("no-camera-address", url=url) from error
    # This is imported only here, so that a table without a camera does not wait for it. It loads the modules for
    # handling email.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    for package in _SECOND_QT:
        try:
            found = version(package)
        except PackageNotFoundError:
            continue
        raise bad_input("second-qt", package=package, version=found)
