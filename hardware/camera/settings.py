"""What a table's settings say of a camera. Loads nothing that a table without one would wait for."""

import math
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

SCHEME = "camera:"
_SECOND_QT = ("opencv-python", "opencv-contrib-python")

_Side = Annotated[int, msgspec.Meta(ge=1)]
Area = tuple[float, float, float, float]


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of the camera, what it reads, how large its codes are printed, and what its picture shows where.

    `reads` is what is looked for; where it is empty codes, and faces too where a deck in use is a plain one. A code is
    exact and says which deck it is of; a face says neither, and takes ten times as long. `code_mm` is the sticker's
    size with its clear edge. `places` are parts of the picture: left, top, width and height, from 0 to 1; what lies in
    none of them is at the reader's own place; where that is among them, or is none, it is nowhere, and not told.
    """

    width: _Side = 1280
    height: _Side = 720
    rate: Annotated[int, msgspec.Meta(ge=1)] = 30
    reads: Literal["", "faces", "codes", "both"] = ""
    code_mm: float = 12.0
    enlarge: float = 1.0
    """Of the picture before codes are looked for; 1.5 where stickers are small for the camera (`camera.codes`)."""
    places: dict[str, Area] = {}
    learned: str = ""
    """The file of a deck whose faces were learned (`kiosk deck learn`): only its cards are read then."""

    def __post_init__(self) -> None:
        for name, (left, top, width, height) in self.places.items():
            # Asked for what must be so: no comparison holds for what is not a number.
            if not (left >= 0 and top >= 0 and width > 0 and height > 0 and left + width <= 1 and top + height <= 1):
                raise ValueError(f"{name} must lie within the picture: left, top, width and height from 0 to 1")
        if not 0 < self.code_mm < math.inf or not 1 <= self.enlarge <= 4:
            raise ValueError("code_mm must be above 0, and enlarge from 1 to 4")


def check_camera(url: str) -> None:
    """Raise `ValueError` in one line for an address of no camera, and where another OpenCV is installed."""
    source = url.removeprefix(SCHEME)
    if not source:
        raise ValueError("a camera's address is camera:0, camera:/dev/v4l/by-id/..., or camera:rtsp://...")
    try:
        _ = urlsplit(source).port  # asking for one that is no number, or too large, raises `ValueError`
    except ValueError as error:
        raise ValueError(f"{url} is no address of a camera: {error}") from error
    # Only here: a table without a camera does not wait for it; it loads all that mail is made of.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    for package in _SECOND_QT:
        try:
            found = version(package)
        except PackageNotFoundError:
            continue
        raise ValueError(f"{package} {found} brings a second Qt here: uninstall it, opencv-python-headless is enough")
