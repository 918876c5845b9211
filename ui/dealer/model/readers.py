"""The table's card readers as values: their status, last readings and camera pictures. Contains no text."""

from typing import Literal

import msgspec

from engine.cards import Card
from ui.dealer.model.cards import CodeHint

ReaderProblem = Literal[
    "",
    "waits",
    "unplugged",
    "absent",
    "denied",
    "busy",
    "silent",
    "lost",
    "failing",
    "covered",
    "dark",
    "frozen",
    "unlearned",
    "no-phone",
    "asleep",
    "no-clock",
]
"""The problem with a reader: empty if it works, and `waits` until it first reports a status."""
CameraFault = Literal["dark", "blurred", "small", "cut"]
"""Problems with a camera's view of the table while the camera itself works."""
Area = tuple[float, float, float, float]
"""A part of a picture: left, top, width and height, from 0 to 1."""
ANYWHERE = ("table", "hand-held")


class ReaderDevice(msgspec.Struct, frozen=True):
    """The device at an address: a kind listed in `words.readers.kinds`, and its own name."""

    kind: str
    name: str
    is_camera: bool = False


class LastReading(msgspec.Struct, frozen=True):
    """The last reading; `card` is None for an unknown code, and `nowhere` is a place that is not in the settings.
    `hint` says why a code is not a card."""

    code: str
    card: Card | None
    place: str
    ago_ms: int
    nowhere: str | None = None
    hint: CodeHint = ""


class ReaderNow(msgspec.Struct, frozen=True):
    """One reader: its place, its status, how long it has had that status, and its last readings, newest first."""

    address: str
    place: str
    device: ReaderDevice
    problem: ReaderProblem = "waits"
    since_ms: int = 0
    reads: tuple[LastReading, ...] = ()
    sees: tuple[str, ...] = ()
    """All places that the reader covers, if there are others besides its own."""
    said_address: str = ""
    """The address without a password, so that it can be shown."""


class Unlisted(msgspec.Struct, frozen=True):
    """A connected device that could be a reader, but is not in the settings."""

    address: str
    device: ReaderDevice


class Readers(msgspec.Struct, frozen=True):
    """All readers, in the order of the settings."""

    readers: tuple[ReaderNow, ...] = ()
    unlisted: tuple[Unlisted, ...] = ()

    def at(self, address: str) -> ReaderNow | None:
        return next((each for each in self.readers if each.address == address), None)


class ReadBox(msgspec.Struct, frozen=True):
    """Something that a camera reads, and where it is in the picture."""

    text: str
    area: Area
    card: Card | None = None


class PhoneNow(msgspec.Struct, frozen=True):
    """A phone that is the camera: the age of its picture, and the charge of its battery in percent, if it is known."""

    age_ms: int
    battery: int | None = None


class CameraNow(msgspec.Struct, frozen=True):
    """A camera's picture, three bytes per pixel with blue first, the readings in it, and its faults."""

    address: str
    width: int
    height: int
    dots: bytes
    boxes: tuple[ReadBox, ...] = ()
    faults: tuple[CameraFault, ...] = ()
    cards: Area | None = None
    """The area of the cards being read, including their borders; None while no cards are being read."""
    places: tuple[tuple[str, Area], ...] = ()
    """The places in the picture that are currently in use."""
    phone: PhoneNow | None = None


class PictureTouch(msgspec.Struct, frozen=True):
    """A touch on a picture: x and y from 0 to 1, and half a target's size in the same units."""

    did: Literal["down", "move", "up"]
    x: float
    y: float
    reach: tuple[float, float]


class ReaderWatch(msgspec.Struct, frozen=True):
    """The readers that an open page is watching, whose readings do not count as cards. `camera` is the camera whose
    picture the page shows."""

    camera: str = ""
    learns: bool = False
    """Whether the camera learns the faces of a deck."""


def covers(place: str, where: int) -> bool:
    """Whether a reader at `place` reads a card that is due at `where`, which is the board or a seat."""
    return place in ANYWHERE or place == (f"seat {where}" if where else "board")
