"""Checks in a camera's first seconds whether it can see. The first report says that all is well even if the lens cap is
on, so the check waits until the problem that takes longest to detect would have been reported."""

import queue
from dataclasses import dataclass

from hardware.camera.camera import CameraReader
from hardware.camera.diagnosis import OPEN_TIMEOUT_MS
from hardware.camera.frame import CameraFrame
from hardware.camera.obstruction import FROZEN_MS, OBSTRUCTED_MS
from hardware.camera.settings import CameraSettings
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Health, NowMs, ReaderMessage

SLOWEST_MS = max(FROZEN_MS, OBSTRUCTED_MS)
"""The time until the problem that takes longest to detect is reported."""
PATIENCE_MS = OPEN_TIMEOUT_MS + 2_000
"""The time within which every camera reports its health, even if only to say that it is not delivering frames."""
_WAKE_S = 0.05


def first_report(url: str, place: str, settings: CameraSettings, now_ms: NowMs) -> Health | None:
    """The first report of a problem, or the good report once no problem can follow it. None if there is no report.

    Raises `ValueError` if the camera can never work with these settings.
    """
    reports: queue.Queue[Health] = queue.Queue()

    def receive(each: ReaderMessage) -> None:
        if isinstance(each, Health):
            reports.put(each)

    camera = CameraReader(url, PLAIN_DECK, place, receive, now_ms, settings)
    camera.start()
    try:
        return _first_report(camera, reports, now_ms)
    finally:
        camera.stop()


def _first_report(camera: CameraReader, reports: "queue.Queue[Health]", now_ms: NowMs) -> Health | None:
    report, watched, end_ms = None, _Watched(), now_ms() + PATIENCE_MS
    while now_ms() < end_ms:
        all_said = watched.long_enough(camera.newest())  # checked first, because a report precedes its frame
        try:
            report = reports.get(timeout=_WAKE_S)
        except queue.Empty:
            if all_said:
                break
            continue
        if not report.connected:
            break
        end_ms = now_ms() + PATIENCE_MS
    return report


@dataclass
class _Watched:
    """How long frames have been watched, by their own timestamps, because a slow machine processes few frames."""

    _first_ms: int | None = None
    _second_ms: int | None = None

    def long_enough(self, newest: CameraFrame | None) -> bool:
        """Whether the problem that takes longest to detect would have been reported by this frame. The time is counted
        from the second frame, which is the first one that can repeat another."""
        if newest is None:
            return False
        if self._first_ms is None:
            self._first_ms = newest.at_ms
        elif self._second_ms is None and newest.at_ms > self._first_ms:
            self._second_ms = newest.at_ms
        return self._second_ms is not None and newest.at_ms - self._second_ms >= SLOWEST_MS
