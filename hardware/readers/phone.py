"""A phone as the camera over the table. Only the table itself can open it, because the clock passes on its frames."""

from typing import TYPE_CHECKING

from hardware.bad_input import bad_input
from hardware.readers.kind import Diagnosis, HardwareDevice, ReaderConfig, ReaderKind

if TYPE_CHECKING:
    from hardware.camera.frames_from_phone import PhoneFrames
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader


def open_phone(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs", frames: "PhoneFrames") -> "Reader":
    """The reader of a phone's frames, not started yet. Raises `ValueError`, with a one-line message, for settings that
    can never work."""
    from hardware.camera.frames_from_phone import PhoneCamera  # noqa: PLC0415  only a table with a camera loads OpenCV

    return PhoneCamera(reader.url, deck, reader.place, post, now_ms, reader.camera, frames=frames)


def _check(reader: ReaderConfig) -> None:
    if reader.url != PHONE.scheme:
        raise bad_input("phone-address", url=reader.url)


def _open(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    raise bad_input("phone-only-at-table")


def _diagnose(reader: ReaderConfig, now_ms: "NowMs") -> Diagnosis:
    from engine.message import message  # noqa: PLC0415  only a command asks for this

    return Diagnosis(message("doctor-phone", place=reader.place))


PHONE = ReaderKind(
    scheme="phone:",
    examples=("phone:",),
    doc="a phone over the table that has the clock's page `/camera/` open; its options are in `camera = { ... }`",
    group="",
    check=_check,
    open=_open,
    describe=lambda _: HardwareDevice("phone", ""),
    device_file=lambda _: "",
    discover=lambda _: (),
    diagnose=_diagnose,
    is_camera=True,
    at_table=True,
)
