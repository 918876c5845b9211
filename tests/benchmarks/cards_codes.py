"""Milliseconds to read the printed codes of a camera's frame of 1280 by 720, compared with the bare call of zxing-cpp
in the same run.

Also measures the time from a card lying still to its event at 30 pictures a second.
"""

from statistics import median, quantiles
from time import perf_counter
from typing import Any

import cv2
import numpy as np
import zxingcpp

from engine.cards import DECK
from hardware.camera.codes import read_codes
from hardware.camera.voting import CodePosition, Sighting, StableTracker
from hardware.reading.deck import STICKER_DECK
from tests.kit.printed import PX_PER_MM, CameraView, five, table

REPETITIONS = 60
PICTURE_MS = 1000 / 30
FORMATS = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)


def measure() -> dict[str, Any]:
    """Interleaved repetitions over boards of five cards. The minimum of each separates the work from other load."""
    dice = np.random.default_rng(1)
    codes = [STICKER_DECK.codes[card] for card in DECK]
    frames = [table(five(codes[begin : begin + 5], dice), CameraView(), dice) for begin in range(0, 50, 5)]
    whole_ms, bare_ms, read = [], [], 0
    for number in range(REPETITIONS):
        frame = frames[number % len(frames)]
        gray = cv2.extractChannel(frame, 1)
        began = perf_counter()
        read += len(read_codes(frame))
        between = perf_counter()
        zxingcpp.read_barcodes(gray, formats=FORMATS, try_downscale=False, try_invert=False)
        ended = perf_counter()
        whole_ms.append((between - began) * 1000)
        bare_ms.append((ended - between) * 1000)
    return {
        "codes_read": round(read / (5 * REPETITIONS), 3),
        "frame_ms": round(median(whole_ms), 2),
        "bare_zxing_ms": round(median(bare_ms), 2),
        "least_frame_ms": round(min(whole_ms), 2),
        "least_bare_zxing_ms": round(min(bare_ms), 2),
        "ratio": round(min(whole_ms) / min(bare_ms), 2),
        "still_to_event_ms_p95": round(still_to_event_ms(dice), 1),
    }


def still_to_event_ms(dice: "np.random.Generator") -> float:
    """The 95th percentile over all cards that are seen: waiting for the next picture, the vote, and reading it."""
    took: list[float] = []
    for begin in range(0, 50, 5):
        laid = five([STICKER_DECK.codes[card] for card in DECK[begin : begin + 5]], dice)
        tracker: StableTracker[str] = StableTracker()
        waited_ms = dice.uniform(0, PICTURE_MS)  # a card is laid at any moment between two pictures
        for number in range(10):
            frame = table(laid, CameraView(), dice)
            began = perf_counter()
            spotted = read_codes(frame)
            came = tracker.update([Sighting(each.code, (CodePosition(each.x, each.y, PX_PER_MM),)) for each in spotted])
            reading_ms = (perf_counter() - began) * 1000
            took += [waited_ms + number * PICTURE_MS + reading_ms] * len(came)
    return quantiles(took, n=20)[-1]
