"""The messages between a phone that is a table's camera, the clock and that table, and the limits of a frame. Frames
are JPEG pictures and travel as bytes, without a message around them. Nothing here decodes a picture."""

from typing import Annotated, TypeVar

import msgspec

from engine.decoders import NOT_JSON, json_decoder
from kiosk.protocol.codec import Unreadable, why_undecoded
from kiosk.protocol.link.wire import Number, Text, WireMessage
from kiosk.protocol.messages import PROTOCOL, Ping, Pong, Refusal

LARGEST_FRAME = 512 * 1024
"""The maximum size of a frame, in bytes. A sharp picture of 1280 by 720 has a third of that."""
MOST_PIXELS = 1920 * 1088
"""The maximum number of pixels of a frame."""
MOST_SEGMENTS = 64
"""How many segments of a JPEG file are searched for the size of its picture. A browser writes about ten."""
FRAME_HEADERS = (0xC0, 0xC1, 0xC2)
"""The markers of baseline, extended and progressive pictures (ITU T.81, table B.1)."""
BEFORE_FRAME_HEADER = frozenset((0xC4, 0xDB, 0xDD, *range(0xE0, 0xF0), 0xFE))
"""The markers of the segments that a browser writes before that: tables, application data and comments. A decoder may
read other bytes there differently than `jpeg_pixels`, which would then find the size of another picture."""
SCAN = b"\xff\xda"
MOST_SCANS = 64
"""The most scans of a picture. A progressive one usually has ten, and each one costs a decoder a pass over the whole
picture. One without any pixels fits into ten bytes."""
BEGIN, END = b"\xff\xd8\xff", b"\xff\xd9"
M = TypeVar("M")
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]


def jpeg_pixels(data: bytes) -> int:
    """How many pixels a JPEG picture has, according to its header. 0 for anything else, for one that was cut off, and
    for one that no browser writes."""
    if not (data.startswith(BEGIN) and data.endswith(END)) or data.count(SCAN) > MOST_SCANS:
        return 0
    at = 2
    for _ in range(MOST_SEGMENTS):
        segment = data[at : at + 9]
        if len(segment) < 9 or segment[0] != 0xFF:
            return 0
        if segment[1] in FRAME_HEADERS:
            return int.from_bytes(segment[5:7]) * int.from_bytes(segment[7:9])
        if segment[1] not in BEFORE_FRAME_HEADER:
            return 0
        at += 2 + int.from_bytes(segment[2:4])
    return 0


class AskCamera(WireMessage, frozen=True, tag="ask-camera"):
    """A phone asks to become the camera of this table (0 for any)."""

    table: Number = 0


class CameraHello(WireMessage, frozen=True, tag="camera"):
    """The first message of a phone that is a table's camera."""

    token: Text
    table: Number


class PhoneBattery(WireMessage, frozen=True, tag="battery"):
    """The charge of the phone's battery in percent, or None if its browser does not say."""

    percent: Percent | None = None
    charging: bool = False


class WatchCamera(WireMessage, frozen=True, tag="watch-camera"):
    """The first message of a table that reads cards with a phone."""

    token: Text
    table: Number


class NextFrame(WireMessage, frozen=True, tag="next-frame"):
    """Ask for one frame, taken after this message has arrived. Asking again before it has come changes nothing, so no
    frame ever waits behind another one."""


class CameraCode(WireMessage, frozen=True, tag="camera-code"):
    """The code and the number that the phone must show, so that the director can recognize it."""

    code: str
    check: str


class CameraAccepted(WireMessage, frozen=True, tag="camera-accepted"):
    """The phone is now the camera of this table."""

    table: int


class PhoneStatus(WireMessage, frozen=True, tag="phone"):
    """Whether a table's phone is connected, and its battery."""

    is_there: bool
    percent: int | None = None
    charging: bool = False


FromPhone = AskCamera | CameraHello | PhoneBattery | Ping
FromWatcher = WatchCamera | NextFrame | Ping
ToWatcher = PhoneStatus | Pong | Refusal


def decode_from_phone(text: str | bytes) -> FromPhone:
    """A message from a phone. Raises `Unreadable`."""
    message: FromPhone = _decoded(json_decoder(FromPhone), text)
    return message


def decode_from_watcher(text: str | bytes) -> FromWatcher:
    """A message from a table that watches its phone. Raises `Unreadable`."""
    message: FromWatcher = _decoded(json_decoder(FromWatcher), text)
    return message


def decode_to_watcher(text: str | bytes) -> ToWatcher:
    """A message from the clock to a table that watches its phone. Raises `Unreadable`."""
    message: ToWatcher = _decoded(json_decoder(ToWatcher), text)
    return message


def _decoded(decoder: msgspec.json.Decoder[M], text: str | bytes) -> M:
    try:
        return decoder.decode(text)
    except NOT_JSON as error:
        raise Unreadable("not-of-protocol", protocol=str(PROTOCOL), why=why_undecoded(error)) from error
