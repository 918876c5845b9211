"""A camera as a card reader. One thread captures frames and keeps only the latest; another processes them.

The reader reconnects automatically, and reports a camera that is disconnected, covered, dark or frozen, or that sends
no frames. An unexpected error is also reported, and does not end a thread, because the table would then wait for cards
forever. Each thread notices if a native call in the other one never returns. For tests and training, a video file is
played without skipping frames and loops at its end.
"""

import os
import queue
import sys
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.camera.diagnosis import (
    FRAME_TIMEOUT_MS,
    OPEN_TIMEOUT_MS,
    CameraFault,
    FrameTimeout,
    no_frame_problem,
    open_problem,
)
from hardware.camera.frame import CameraFrame
from hardware.camera.pipeline import CameraPipeline
from hardware.camera.quiet import silence_ffmpeg
from hardware.camera.settings import SCHEME, Area, CameraSettings, check_camera, is_device
from hardware.camera.view_check import FROZEN_MS, OBSTRUCTED_MS, OBSTRUCTION_TEXT, ObstructionCheck
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK, Codes
from hardware.reading.reading import Health, NowMs, Post, Problem, ReaderMessage
from hardware.reading.retry import next_backoff_s, unexpected_error_text

if TYPE_CHECKING:
    from cv2.typing import MatLike

    from hardware.recognition.learned_deck import LearnedDeck

_WAKE_S = 0.2
_PROCESSING_STOP_S = 5.0
"""The time allowed for processing to stop, in seconds. A neural network run takes a thirtieth of a second, and a
program that exits during one crashes."""
_CAPTURE_STOP_S = 0.45
"""The time allowed for capturing to stop, in seconds. A camera without frames blocks its thread for ten seconds."""
_STUCK_MS = 10_000
"""The time limit, in milliseconds, for one frame. For the first frame, it includes loading the neural networks."""
_STUCK = "no longer looks at its pictures: restart this program"
SLOWEST_MS = max(FROZEN_MS, OBSTRUCTED_MS)
"""The time until the problem that takes longest to detect is reported."""
PATIENCE_MS = OPEN_TIMEOUT_MS + 2_000
"""The time within which every camera reports its health, even if only to say that it is not delivering frames."""
_REPORT_WAKE_S = 0.05


class _LatestFrame:
    """Hands the latest frame, or the reason why there is none, to another thread. With `each`, no frame is skipped."""

    def __init__(self, each: bool) -> None:
        self.each = each
        self._item: Pixels | CameraFault | None = None
        self._changed = Condition()

    def put(self, item: Pixels | CameraFault, stopping: Event) -> None:
        with self._changed:
            while self.each and self._item is not None and not stopping.is_set():
                self._changed.wait(_WAKE_S)
            self._item = item
            self._changed.notify_all()

    def take(self) -> Pixels | CameraFault | None:
        with self._changed:
            if self._item is None:
                self._changed.wait(_WAKE_S)
            item, self._item = self._item, None
            self._changed.notify_all()
            return item


@dataclass(eq=False)
class CameraReader:
    """A `Reader` that reads stationary cards by printed code or by face. Raises the same `ValueError` as
    `check_camera`."""

    url: str
    deck: Codes
    place: str
    post: Post
    now_ms: NowMs
    settings: CameraSettings = field(default_factory=CameraSettings)

    def __post_init__(self) -> None:
        check_camera(self.url)
        self._source = self.url.removeprefix(SCHEME)
        self._latest = _LatestFrame(each=Path(self._source).is_file())
        self._pipeline = CameraPipeline(self.deck, self.place, self.settings)
        self._obstruction = ObstructionCheck()
        self._timeout = FrameTimeout()
        self._was_there = False
        self._busy_since_ms: int | None = None
        self._health: tuple[bool, str] | None = None
        self._frame: CameraFrame | None = None
        self._stopping = Event()
        self._capturing, self._processing = (
            Thread(target=run, name=f"camera at {self.place}, {name}", daemon=True)
            for name, run in (("capture", self._capture), ("processing", self._process_frames))
        )

    def start(self) -> None:
        self._capturing.start()
        self._processing.start()

    def stop(self) -> None:
        self._stopping.set()
        for thread, patience_s in ((self._processing, _PROCESSING_STOP_S), (self._capturing, _CAPTURE_STOP_S)):
            if thread.is_alive():
                thread.join(timeout=patience_s)

    def newest(self) -> CameraFrame | None:
        """The last processed frame, or None if there is none yet. Thread-safe."""
        return self._frame

    def set_places(self, places: dict[str, Area]) -> None:
        """Set the picture area of each place, starting with the next frame. Thread-safe."""
        self._pipeline.places = dict(places)

    def learn(self, deck: "LearnedDeck | None") -> None:
        """Read the faces of this registered deck, or standard faces, starting with the next frame. Thread-safe."""
        self._pipeline.learn(deck)

    def _capture(self) -> None:
        retry_s = 0.0
        while not self._stopping.wait(retry_s):
            try:
                problem = self._capture_until_lost()
                fault = CameraFault.of(problem) if problem else None
            except Exception as error:
                fault = self._unexpected(error)
            retry_s = next_backoff_s(retry_s if fault else 0)
            if fault:
                self._latest.put(fault, self._stopping)

    def _capture_until_lost(self) -> Problem:
        """Capture until frames stop arriving. Returns the problem if there were no frames at all."""
        if problem := open_problem(self._source, self._was_there):
            return problem
        camera, gave = _opened(self._source, self.settings), False
        try:
            opened = camera.isOpened()
            while not self._stopping.is_set():
                got, taken = camera.read()
                pixels = in_color(taken) if got else None
                if pixels is None:
                    break
                gave = self._was_there = True
                self._latest.put(pixels, self._stopping)
                self._notice_stuck()
        finally:
            camera.release()
        return "" if gave else no_frame_problem(self._source, opened, self._was_there)

    def _process_frames(self) -> None:
        fault, retry_s = None, 0.0
        while not self._stopping.wait(retry_s):
            try:
                if fault:
                    self._report_fault(fault)
                self._handle(self._latest.take())
                fault, retry_s = None, 0.0
            except Exception as error:
                fault, retry_s = self._unexpected(error), next_backoff_s(retry_s)

    def _handle(self, taken: Pixels | CameraFault | None) -> None:
        if taken is None:
            self._handle_no_frame()
        elif isinstance(taken, CameraFault):
            self._timeout.restart(OPEN_TIMEOUT_MS)
            self._report_fault(taken)
        else:
            self._timeout.restart(FRAME_TIMEOUT_MS)
            self._busy_since_ms = now_ms = self.now_ms()
            try:
                self._process(taken, now_ms)
            finally:
                self._busy_since_ms = None

    def _handle_no_frame(self) -> None:
        """Handle a missing frame. Does nothing for a video file, which waits for processing."""
        if not self._latest.each and self._timeout.has_expired(self.now_ms()):
            self._report_fault(CameraFault.of("silent"))

    def _notice_stuck(self) -> None:
        """Detect that the processing thread is stuck on a frame. Called by the capture thread. The next processed
        frame shows that the thread is working again. Does nothing for a video file, which waits for processing."""
        since_ms = self._busy_since_ms
        if not self._latest.each and since_ms is not None and self.now_ms() - since_ms >= _STUCK_MS:
            self._report_fault(CameraFault("failing", _STUCK))

    def _process(self, pixels: Pixels, now_ms: int) -> None:
        problem = self._obstruction.problem(pixels, now_ms)
        # The frame is processed first, so that a frame that fails does not count as a sign that the camera can see.
        frame, messages = self._pipeline.process(pixels, now_ms)
        self._report_health(not problem, OBSTRUCTION_TEXT[problem], problem)
        self._frame = frame
        for message in messages:
            self._emit(message)

    def _unexpected(self, error: Exception) -> CameraFault:
        return CameraFault("failing", unexpected_error_text(error, self._source if "://" in self._source else ""))

    def _report_fault(self, fault: CameraFault) -> None:
        self._frame = None
        self._report_health(False, fault.says, fault.problem)

    def _report_health(self, well: bool, says: str, problem: Problem = "") -> None:
        if self._health != (well, says):
            self._emit(Health(well, f"the camera {says}", self.place, self.now_ms(), self.url, problem))
            self._health = (well, says)

    def _emit(self, message: ReaderMessage) -> None:
        if not self._stopping.is_set():
            self.post(message)


def in_color(taken: "MatLike | None") -> Pixels | None:
    """A camera's picture as BGR, also if the camera is monochrome. None for an empty picture, which some drivers send
    after an error as if it were a good one."""
    if taken is None or taken.size == 0:
        return None
    channels = taken.shape[2] if taken.ndim == 3 else 1
    conversion = {1: cv2.COLOR_GRAY2BGR, 4: cv2.COLOR_BGRA2BGR}.get(channels)
    return np.asarray(taken if conversion is None else cv2.cvtColor(taken, conversion), np.uint8)


def _opened(source: str, settings: CameraSettings) -> cv2.VideoCapture:
    """Open the source if possible. A capture that is not open does not deliver any frames."""
    if is_device(source):
        device: int | str = int(source) if source.isdecimal() else os.path.realpath(source)
        camera = cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
        camera.set(cv2.CAP_PROP_FPS, settings.rate)
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return camera
    silence_ffmpeg()
    return cv2.VideoCapture(source)


def first_report(url: str, place: str, settings: CameraSettings, now_ms: NowMs) -> Health | None:
    """The camera's first problem report, or its good report once every kind of problem would have been detected.
    Waiting is necessary because the first report is good even with the lens cap on. None if there is no report. Raises
    `ValueError` if these settings can never work."""
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
            report = reports.get(timeout=_REPORT_WAKE_S)
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
    """How long frames have been watched, measured by the frames' own timestamps, because a slow machine processes few
    frames."""

    _first_ms: int | None = None
    _second_ms: int | None = None

    def long_enough(self, newest: CameraFrame | None) -> bool:
        """Whether the problem that takes longest to detect would have been reported by this frame. The time is counted
        from the second frame, because it is the first one that can be a repeat."""
        if newest is None:
            return False
        if self._first_ms is None:
            self._first_ms = newest.at_ms
        elif self._second_ms is None and newest.at_ms > self._first_ms:
            self._second_ms = newest.at_ms
        return self._second_ms is not None and newest.at_ms - self._second_ms >= SLOWEST_MS
