"""`kiosk read --watch`: reads live from a camera, and prints a line for each card that becomes stable. Stores
nothing."""

import argparse
import queue
from typing import TextIO

import msgspec

from engine.bad_input import why_bad
from hardware.camera.camera import CameraReader
from hardware.camera.settings import CameraSettings, camera_address
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Health, ReaderMessage, Reading
from kiosk.arguments import words_for
from kiosk.commands.health import health_line
from kiosk.faults import Fault
from kiosk.times import monotonic_ms
from ui.words import Words


class WatchLine(msgspec.Struct, frozen=True):
    """A card that became stable, with the time since the start in milliseconds."""

    card: str
    at_ms: int


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run until interrupted. The camera's health goes to `err`, so that `out` has only cards. Raises `Fault` for a
    wrong address."""
    inbox: queue.Queue[ReaderMessage] = queue.Queue()
    words = words_for(args)
    began_ms = monotonic_ms()
    settings = CameraSettings(reads="faces", learned=str(args.deck or ""))
    try:
        reader = CameraReader(camera_address(args.watch), PLAIN_DECK, "here", inbox.put, monotonic_ms, settings)
    except ValueError as error:
        raise Fault("watch-argument", error=why_bad(error)) from error
    reader.start()
    try:
        while True:
            match inbox.get():
                case Reading(again=False) as reading:
                    _tell(WatchLine(str(reading.card), reading.at_ms - began_ms), args.json, words, out)
                case Health() as health:
                    print(health_line(health, words), file=err, flush=True)
    except KeyboardInterrupt:
        return 0
    finally:
        reader.stop()


def _tell(line: WatchLine, as_json: bool, words: Words, out: TextIO) -> None:
    seen = f"{words.tenths(line.at_ms):>8} s  {line.card}"
    print(msgspec.json.encode(line).decode() if as_json else seen, file=out, flush=True)
