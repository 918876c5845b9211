"""A camera as a reader of cards. One thread takes pictures and keeps only the newest, another looks at them.

It reconnects by itself, and says when it is gone, covered, dark or frozen. A file is played picture by picture, none
left out, and begins anew at its end: for tests and training.
"""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Event, Thread

import cv2
import numpy as np

from hardware.camera_settings import SCHEME, Area, CameraSettings, check_camera
from hardware.codes import Pixels
from hardware.decks import Codes
from hardware.looker import Looker
from hardware.reading import Health, NowMs, Post, Problem, Told
from hardware.seeing import Seeing
from hardware.sight import SAYS, Sight

_FIRST_RETRY_S, _LAST_RETRY_S = 0.1, 2.0
_WAKE_S = 0.2
_LAST_LOOK_S = 5.0
"""A net takes a thirtieth of a second; a program that ends while one runs is taken down by it."""
_LAST_PICTURE_S = 0.45
"""A camera that gives no picture holds its thread for ten."""


class _Newest:
    """The newest picture, from one thread to another. With `each` none is replaced before it was taken."""

    def __init__(self, each: bool) -> None:
        self._each = each
        self._pixels: Pixels | None = None
        self._changed = Condition()

    def put(self, pixels: Pixels, stopping: Event) -> None:
        with self._changed:
            while self._each and self._pixels is not None and not stopping.is_set():
                self._changed.wait(_WAKE_S)
            self._pixels = pixels
            self._changed.notify_all()

    def take(self) -> Pixels | None:
        with self._changed:
            if self._pixels is None:
                self._changed.wait(_WAKE_S)
            pixels, self._pixels = self._pixels, None
            self._changed.notify_all()
            return pixels


@dataclass(eq=False)
class CameraReader:
    """A `Reader` that sees cards lying still, by code or by face. Raises `ValueError` as `check_camera` does."""

    url: str
    deck: Codes
    place: str
    post: Post
    now_ms: NowMs
    settings: CameraSettings = field(default_factory=CameraSettings)

    def __post_init__(self) -> None:
        check_camera(self.url)
        self._source = self.url.removeprefix(SCHEME)
        self._newest = _Newest(each=Path(self._source).is_file())
        self._looker = Looker(self.deck, self.place, self.settings)
        self._sight = Sight()
        self._health: tuple[bool, str] | None = None
        self._seeing: Seeing | None = None
        self._stopping = Event()
        self._taking, self._looking = (
            Thread(target=run, name=f"camera at {self.place}, {name}", daemon=True)
            for name, run in (("taking", self._take_pictures), ("looking", self._look))
        )

    def start(self) -> None:
        self._taking.start()
        self._looking.start()

    def stop(self) -> None:
        self._stopping.set()
        for thread, patience_s in ((self._looking, _LAST_LOOK_S), (self._taking, _LAST_PICTURE_S)):
            if thread.is_alive():
                thread.join(timeout=patience_s)

    def newest(self) -> Seeing | None:
        """The last picture that was looked at, from any thread; None before the first, and while there is none."""
        return self._seeing

    def set_places(self, places: dict[str, Area]) -> None:
        """What the picture shows where, from the next one on; from any thread."""
        self._looker.places = dict(places)

    def _take_pictures(self) -> None:
        retry_s = 0.0
        while not self._stopping.wait(retry_s):
            retry_s = min(max(_FIRST_RETRY_S, 2 * retry_s), _LAST_RETRY_S)
            camera = _opened(self._source, self.settings)
            try:
                while not self._stopping.is_set():
                    got, pixels = camera.read()
                    if not got:
                        break
                    retry_s = 0.0
                    self._newest.put(np.asarray(pixels, np.uint8), self._stopping)
            finally:
                camera.release()
            if not Path(self._source).is_file():
                self._seeing = None
                gone: Problem = "unplugged" if retry_s == 0 else "absent"
                self._tell_health(False, _SAYS_GONE[gone], gone)

    def _look(self) -> None:
        while not self._stopping.is_set():
            pixels = self._newest.take()
            if pixels is None:
                continue
            now_ms = self.now_ms()
            problem = self._sight.problem(pixels, now_ms)
            self._tell_health(not problem, SAYS[problem], problem)
            self._seeing, tellings = self._looker.look(pixels, now_ms)
            for told in tellings:
                self._tell(told)

    def _tell_health(self, well: bool, says: str, problem: Problem = "") -> None:
        if self._health != (well, says):
            self._health = (well, says)
            self._tell(Health(well, f"the camera {says}", self.place, self.now_ms(), self.url, problem))

    def _tell(self, told: Told) -> None:
        if not self._stopping.is_set():
            self.post(told)


_SAYS_GONE: dict[Problem, str] = {
    "unplugged": "was unplugged or is used by another program: check its cable",
    "absent": "is not there: plug it in, or correct its address in the settings",
}


def _opened(source: str, settings: CameraSettings) -> cv2.VideoCapture:
    """Open where that is possible; a capture that is not open gives no picture."""
    if source.isdecimal() or source.startswith("/dev/"):
        device: int | str = int(source) if source.isdecimal() else os.path.realpath(source)
        camera = cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
        camera.set(cv2.CAP_PROP_FPS, settings.rate)
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return camera
    return cv2.VideoCapture(source)
