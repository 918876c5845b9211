"""`kiosk doctor`: whether a camera of the settings sees. Its first word is that it does, also with a cap on: it is
listened to until the slowest of its complaints would have come."""

import queue
import time
from dataclasses import dataclass

from hardware.addresses import public_address
from hardware.camera.camera import CameraReader
from hardware.camera.diagnosis import OPEN_TIMEOUT_MS
from hardware.camera.frame import CameraFrame
from hardware.camera.obstruction import FROZEN_MS, OBSTRUCTED_MS
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Health, ReaderMessage
from kiosk.commands.doctor.check import Check
from kiosk.table.readers.advice import fix_of
from kiosk.table.settings import ReaderSettings

SLOWEST_MS = max(FROZEN_MS, OBSTRUCTED_MS)
"""So long pictures must be bad before the slowest complaint."""
PATIENCE_S = (OPEN_TIMEOUT_MS + 2_000) / 1000
"""A camera says how it is before this: that it gives no pictures, at the latest."""
_WAKE_S = 0.05


def check_camera_sees(reader: ReaderSettings) -> Check:
    """The camera says that it sees, within some seconds, and does not take it back."""
    words: queue.Queue[Health] = queue.Queue()

    def hear(told: ReaderMessage) -> None:
        if isinstance(told, Health):
            words.put(told)

    try:
        camera = CameraReader(reader.url, PLAIN_DECK, reader.place, hear, _monotonic_ms, reader.camera)
    except ValueError as error:
        return Check("camera", False, f"{reader.place}: {error}", fix_of(error))
    camera.start()
    try:
        word = _last_word(camera, words)
    finally:
        camera.stop()
    if word is None:
        address = public_address(reader.url)
        return Check("camera", False, f"{reader.place}: {address} shows nothing", "check its cable and its address")
    return Check("camera", word.connected, f"{reader.place}: {word.says}", "" if word.connected else word.says)


def _last_word(camera: CameraReader, words: "queue.Queue[Health]") -> Health | None:
    """Its first complaint, or that it is well once none can come any more; None where it says nothing."""
    word, watched, end_s = None, _Watched(), time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        all_said = watched.long_enough(camera.newest())  # asked first: what was seen is said before it is the newest
        try:
            word = words.get(timeout=_WAKE_S)
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
    """How long pictures were looked at, by the pictures' own times: a slow machine looks at few."""

    _first_ms: int | None = None
    _second_ms: int | None = None

    def long_enough(self, newest: CameraFrame | None) -> bool:
        """Whether the slowest complaint would have come with this picture: only the second can be like the first."""
        if newest is None:
            return False
        if self._first_ms is None:
            self._first_ms = newest.at_ms
        elif self._second_ms is None and newest.at_ms > self._first_ms:
            self._second_ms = newest.at_ms
        return self._second_ms is not None and newest.at_ms - self._second_ms >= SLOWEST_MS


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
