"""A camera over the table: a device, a stream, or a video file for tests and training."""

from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardware.camera.settings import SCHEME, check_camera, is_device
from hardware.readers.kind import Diagnosis, HardwareDevice, ReaderConfig, ReaderKind, device_name, host, linked

if TYPE_CHECKING:
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader


def _open(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    from hardware.camera.camera import CameraReader  # noqa: PLC0415  only a table with a camera loads OpenCV

    return CameraReader(reader.url, deck, reader.place, post, now_ms, reader.camera)


def _describe(url: str) -> HardwareDevice:
    source = url.removeprefix(SCHEME)
    parts = urlsplit(source)
    if parts.netloc:
        return HardwareDevice("stream", host(parts))
    if is_device(source):
        return HardwareDevice("camera", device_name(source))
    return HardwareDevice("film", PurePath(source).name)


def _device_file(url: str) -> str:
    from hardware.camera.diagnosis import device_of  # noqa: PLC0415  the first frame does not wait for it

    source = url.removeprefix(SCHEME)
    return str(device_of(source) or source)


def _diagnose(reader: ReaderConfig, now_ms: "NowMs") -> Diagnosis:
    from engine.message import message  # noqa: PLC0415  only a command asks for this
    from hardware.camera.camera import first_report  # noqa: PLC0415  it loads OpenCV

    report = first_report(reader.url, reader.place, reader.camera, now_ms)
    if report is None:
        silent = message("camera-silent", place=reader.place, address=CAMERA.public(reader.url))
        return Diagnosis(silent, "silent")
    if report.connected:
        return Diagnosis(message("camera-sees", place=reader.place))
    return Diagnosis(None, report.problem or "lost")


CAMERA = ReaderKind(
    scheme=SCHEME,
    examples=("camera:0", "camera:/dev/v4l/by-id/...", "camera:rtsp://..."),
    doc="a camera over the table; its options are in `camera = { ... }`",
    group="video",
    check=lambda reader: check_camera(reader.url),
    open=_open,
    describe=_describe,
    device_file=_device_file,
    # A camera's other device files do not deliver pictures.
    discover=lambda folder: linked(folder / "v4l" / "by-id", "-index0", SCHEME, "a camera"),
    diagnose=_diagnose,
    is_camera=True,
)
