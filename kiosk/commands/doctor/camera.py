"""`kiosk doctor`: checks that a camera in the settings can see. A camera's first report is always good, even with the
cap on, so the check waits until the slowest complaint would have arrived."""

import queue
import time
from dataclasses import dataclass

from engine.bad_input import at_place, why_bad
from engine.message import message
from hardware.addresses import public_address
from hardware.camera.camera import CameraReader
from hardware.camera.diagnosis import OPEN_TIMEOUT_MS
from hardware.camera.frame import CameraFrame
from hardware.camera.obstruction import FROZEN_MS, OBSTRUCTED_MS
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Health, ReaderMessage
from kiosk.commands.doctor.advice import fix_of
from kiosk.commands.doctor.check import CheckResult
from kiosk.commands.health import problem_of, remedy
from kiosk.table.settings import ReaderSettings
from kiosk.times import monotonic_ms
from ui.words import Words

SLOWEST_MS = max(FROZEN_MS, OBSTRUCTED_MS)
"""How long pictures must be bad before the slowest complaint arrives."""
PATIENCE_S = (OPEN_TIMEOUT_MS + 2_000) / 1000
"""The time within which every camera reports its health, even if only to say that it is not delivering frames."""
_WAKE_S = 0.05


def check_camera_sees(reader: ReaderSettings, words: Words) -> CheckResult:
    """Check that the camera reports that it can see, and reports no problem within a few seconds."""
    reports: queue.Queue[Health] = queue.Queue()

    def receive(each: ReaderMessage) -> None:
        if isinstance(each, Health):
            reports.put(each)

    try:
        camera = CameraReader(reader.url, PLAIN_DECK, reader.place, receive, monotonic_ms, reader.camera)
    except ValueError as error:
        return CheckResult("camera", False, words.say(at_place(reader.place, why_bad(error))), fix_of(error, words))
    camera.start()
    try:
        word = _last_word(camera, reports)
    finally:
        camera.stop()
    if word is None:
        address = public_address(reader.url)
        silent = message("camera-silent", place=reader.place, address=address)
        return CheckResult("camera", False, words.say(silent), words.readers.remedies["silent"])
    if word.connected:
        return CheckResult("camera", True, words.say(message("camera-sees", place=reader.place)))
    problem = problem_of(word)
    return CheckResult(
        "camera", False, f"{reader.place}: {words.readers.short[problem]}", remedy(problem, reader.url, words)
    )


def _last_word(camera: CameraReader, reports: "queue.Queue[Health]") -> Health | None:
    """The first complaint, or the good report once no complaint can follow it. None if there is no report."""
    word, watched, end_s = None, _Watched(), time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        all_said = watched.long_enough(camera.newest())  # checked first, because a report precedes its frame
        try:
            word = reports.get(timeout=_WAKE_S)
        except queue.Empty:
            if all_said:
                break
            continue
        if not word.connected:
            break
        end_s = time.monotonic() + PATIENCE_S
    return word


@dataclass
class _Watched:
    """How long frames have been watched, by their own timestamps, because a slow machine processes few frames."""

    _first_ms: int | None = None
    _second_ms: int | None = None

    def long_enough(self, newest: CameraFrame | None) -> bool:
        """Whether the slowest complaint would have arrived by this frame. The time is counted from the second frame,
        which is the first one that can repeat another."""
        if newest is None:
            return False
        if self._first_ms is None:
            self._first_ms = newest.at_ms
        elif self._second_ms is None and newest.at_ms > self._first_ms:
            self._second_ms = newest.at_ms
        return self._second_ms is not None and newest.at_ms - self._second_ms >= SLOWEST_MS
