"""Milliseconds from a camera's picture of 1280 by 720 to its readings, voting included, for faces and for codes. For
comparison, the bare calls of onnxruntime and zxing-cpp in the same run; and the time from a card lying still to its
event.

The event is timed on films played through the camera reader. That includes the pictures it takes, at 30 a second, with
the wait for the first of them, and then the time to process one.
"""

from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import cv2
import numpy as np
import zxingcpp

from hardware.camera.frame import CameraFrame
from hardware.camera.pipeline import PASSES_AFTER_MOTION, STILL_INTERVAL_MS, CameraPipeline
from hardware.camera.settings import CameraSettings
from hardware.camera.view_check import ObstructionCheck
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK
from tests.benchmarks.cards import LookTime, timed_look, times
from tests.clips.films import Reads, board_stage, show_board
from tests.clips.run import score

REPETITIONS = 60
FILMS, PICTURE_MS = 2, 33
FORMATS = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)


def measure() -> dict[str, Any]:
    """Medians of interleaved repetitions over pictures of one board. The minimum separates the work from other load."""
    return {"faces": measured("faces"), "codes": measured("codes")}


def measured(reads: Reads, films: int = FILMS) -> dict[str, Any]:
    """The figures for one kind of cards, with this many films."""
    frames = _frames(reads)
    pipeline = _pipeline(reads)
    check, read = ObstructionCheck(), 0
    looks: list[LookTime] = []
    for number in range(REPETITIONS):
        if number % PASSES_AFTER_MOTION == 0:  # after motion stops; later passes take longer
            pipeline = _pipeline(reads)
        frame = frames[number % len(frames)]
        seen, took = timed_look(partial(_processed, check, pipeline, frame, PICTURE_MS * number))
        read += len(seen.boxes)
        looks.append(took if reads == "faces" else LookTime(took.whole_ms, _bare_codes_ms(frame)))
    with TemporaryDirectory() as folder:
        played = [score(number, show_board(number, reads, Path(folder))) for number in range(films)]
    waits = [wait for film in played for wait in film.waits_ms]
    looking_ms = quantiles((look.whole_ms for look in looks), n=20)[-1]
    return {
        "cards_read": round(read / (5 * REPETITIONS), 3),
        **times(looks),
        "lies_still_ms": round(median(_still_ms(_pipeline(reads), frames)), 2),
        "events": f"{sum(film.came for film in played)} of {sum(film.cards for film in played)}",
        "still_to_event_ms_p95": round(float(np.percentile(waits, 95)) + looking_ms, 1) if waits else None,
    }


def _processed(check: ObstructionCheck, pipeline: CameraPipeline, frame: Pixels, now_ms: int) -> CameraFrame:
    check.problem(frame, now_ms)
    return pipeline.process(frame, now_ms)[0]


def _pipeline(reads: Reads) -> CameraPipeline:
    return CameraPipeline(STICKER_DECK if reads == "codes" else PLAIN_DECK, "board", CameraSettings(reads=reads))


def _still_ms(pipeline: CameraPipeline, frames: list[Pixels]) -> list[float]:
    """The time that the four looks a second take while nothing moves."""
    took_ms = []
    for number in range(PASSES_AFTER_MOTION + REPETITIONS // 2):
        began = perf_counter()
        pipeline.process(frames[number % len(frames)], STILL_INTERVAL_MS * number)
        took_ms.append((perf_counter() - began) * 1000)
    return took_ms[PASSES_AFTER_MOTION:]


def _frames(reads: Reads) -> list[Pixels]:
    """A board that lies still, each picture with its own noise."""
    stage, script, _ = board_stage(1, reads)
    return [stage.draw(script.whole) for _ in range(10)]


def _bare_codes_ms(frame: Pixels) -> float:
    gray = cv2.extractChannel(frame, 1)
    began = perf_counter()
    zxingcpp.read_barcodes(gray, formats=FORMATS, try_downscale=False, try_invert=False)
    return (perf_counter() - began) * 1000
