"""Opens any reader. The address determines its kind."""

from collections.abc import Callable

from hardware.camera.settings import SCHEME, CameraSettings
from hardware.keys.device import SCREEN
from hardware.keys.screen import ScreenKeys
from hardware.reading.deck import Codes
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import NowMs, Post, Reader
from hardware.serial.reader import SerialReader
from hardware.simulated import open_script

OpenReader = Callable[[str, Codes, str, Post, NowMs, SerialSettings, CameraSettings], Reader]
"""A function like `open_reader`."""


def open_reader(  # noqa: PLR0913, PLR0917  what it reads, how, and its dependencies
    url: str,
    deck: Codes,
    place: str,
    post: Post,
    now_ms: NowMs,
    settings: SerialSettings | None = None,
    camera: CameraSettings | None = None,
) -> Reader:
    """The reader at an address, not started yet.

    `sim://` plays a script, `camera:` reads cards with a camera, and `keys:` is a scanner that acts as a keyboard
    (`keys:screen` is one at the table's screen). Anything else is a serial port. A missing device is not an error: the
    reader reports it and waits for it. Raises `ValueError`, with a one-line message, for an address that can never
    work.
    """
    if url.startswith("sim:"):
        return open_script(url, deck, place, post, now_ms)
    if url.startswith(SCHEME):
        from hardware.camera.camera import CameraReader  # noqa: PLC0415 only a table with a camera loads OpenCV

        return CameraReader(url, deck, place, post, now_ms, camera or CameraSettings())
    if url == SCREEN:
        return ScreenKeys(deck, place, post, now_ms, settings or SerialSettings())
    return SerialReader(url, deck, place, post, now_ms, settings or SerialSettings())
