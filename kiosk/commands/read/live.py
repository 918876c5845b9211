"""`kiosk read --watch`: live from a camera, a line for each card that becomes stable. Stores nothing."""

import queue
from pathlib import Path
from typing import TextIO

import msgspec

from hardware.camera.camera import CameraReader
from hardware.camera.settings import SCHEME, CameraSettings
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Health, ReaderMessage, Reading
from kiosk.faults import Fault
from kiosk.times import monotonic_ms


class WatchLine(msgspec.Struct, frozen=True):
    """A card that became stable, with the time since the start."""

    card: str
    at_ms: int


def run(camera: str, deck: Path | None, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Runs until interrupted. The camera's health goes to `err`, so that `out` has cards only."""
    inbox: queue.Queue[ReaderMessage] = queue.Queue()
    began_ms = monotonic_ms()
    settings = CameraSettings(reads="faces", learned=str(deck or ""))
    try:
        reader = CameraReader(_address(camera), PLAIN_DECK, "here", inbox.put, monotonic_ms, settings)
    except ValueError as error:
        raise Fault("watch-argument", error=str(error)) from error
    reader.start()
    try:
        while True:
            match inbox.get():
                case Reading(again=False) as reading:
                    _tell(WatchLine(str(reading.card), reading.at_ms - began_ms), as_json, out)
                case Health() as health:
                    print(health.says, file=err, flush=True)
    except KeyboardInterrupt:
        return 0
    finally:
        reader.stop()


def _address(camera: str) -> str:
    """Adds the scheme to a number, a device or a video file."""
    return camera if camera.startswith(SCHEME) else SCHEME + camera


def _tell(line: WatchLine, as_json: bool, out: TextIO) -> None:
    words = f"{line.at_ms / 1000:8.1f} s  {line.card}"
    print(msgspec.json.encode(line).decode() if as_json else words, file=out, flush=True)
