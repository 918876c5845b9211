"""A camera as a reader of cards. One thread takes pictures and keeps only the newest, another looks at them.

It reconnects by itself, and says when it is gone, silent, covered, dark or frozen. An error that nobody foresaw is said
too, and ends no thread: a table that believes its camera would wait for cards for ever. A file is played picture by
picture, none left out, and begins anew at its end: for tests and training.
"""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Event, Thread

import cv2
import numpy as np

from hardware.camera.codes import Pixels
from hardware.camera.diagnosis import OPENS_MS, SILENT_MS, Silence, Trouble, kept_from, unseen
from hardware.camera.frame import Seeing
from hardware.camera.obstruction import SAYS, Sight
from hardware.camera.pipeline import Looker
from hardware.camera.settings import SCHEME, Area, CameraSettings, check_camera
from hardware.reading.deck import Codes
from hardware.reading.reading import Health, NowMs, Post, Problem, Told
from hardware.reading.retry import longer, stumbled

_WAKE_S = 0.2
_LAST_LOOK_S = 5.0
"""A net takes a thirtieth of a second; a program that ends while one runs is taken down by it."""
_LAST_PICTURE_S = 0.45
"""A camera that gives no picture holds its thread for ten."""


class _Newest:
    """The newest picture, or why there is none, from one thread to another. With `each` none is replaced before it was
    taken."""

    def __init__(self, each: bool) -> None:
        self.each = each
        self._item: Pixels | Trouble | None = None
        self._changed = Condition()

    def put(self, item: Pixels | Trouble, stopping: Event) -> None:
        with self._changed:
            while self.each and self._item is not None and not stopping.is_set():
                self._changed.wait(_WAKE_S)
            self._item = item
            self._changed.notify_all()

    def take(self) -> Pixels | Trouble | None:
        with self._changed:
            if self._item is None:
                self._changed.wait(_WAKE_S)
            item, self._item = self._item, None
            self._changed.notify_all()
            return item


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
        self._silence = Silence()
        self._was_there = False
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
            try:
                problem = self._play()
                trouble = Trouble.of(problem) if problem else None
            except Exception as error:
                trouble = self._stumbled(error)
            retry_s = longer(retry_s if trouble else 0)
            if trouble:
                self._newest.put(trouble, self._stopping)

    def _play(self) -> Problem:
        """Take pictures until none comes; why, where there was not one."""
        if problem := kept_from(self._source, self._was_there):
            return problem
        camera, gave = _opened(self._source, self.settings), False
        try:
            opened = camera.isOpened()
            while not self._stopping.is_set():
                got, pixels = camera.read()
                if not got:
                    break
                gave = self._was_there = True
                self._newest.put(np.asarray(pixels, np.uint8), self._stopping)
        finally:
            camera.release()
        return "" if gave else unseen(self._source, opened, self._was_there)

    def _look(self) -> None:
        trouble, retry_s = None, 0.0
        while not self._stopping.wait(retry_s):
            try:
                if trouble:
                    self._tell_trouble(trouble)
                self._look_at(self._newest.take())
                trouble, retry_s = None, 0.0
            except Exception as error:
                trouble, retry_s = self._stumbled(error), longer(retry_s)

    def _look_at(self, taken: Pixels | Trouble | None) -> None:
        if taken is None:
            self._miss()
        elif isinstance(taken, Trouble):
            self._silence.ends(OPENS_MS)
            self._tell_trouble(taken)
        else:
            self._silence.ends(SILENT_MS)
            self._look_in(taken)

    def _miss(self) -> None:
        """No picture came. A film's never stay away: its time is that of its pictures."""
        if not self._newest.each and self._silence.lasts(self.now_ms()):
            self._tell_trouble(Trouble.of("silent"))

    def _look_in(self, pixels: Pixels) -> None:
        now_ms = self.now_ms()
        problem = self._sight.problem(pixels, now_ms)
        # Looked at first: that a camera sees is not said of a picture that could not be read.
        seeing, tellings = self._looker.look(pixels, now_ms)
        self._tell_health(not problem, SAYS[problem], problem)
        self._seeing = seeing
        for told in tellings:
            self._tell(told)

    def _stumbled(self, error: Exception) -> Trouble:
        return Trouble("failing", stumbled(error, self._source if "://" in self._source else ""))

    def _tell_trouble(self, trouble: Trouble) -> None:
        self._seeing = None
        self._tell_health(False, trouble.says, trouble.problem)

    def _tell_health(self, well: bool, says: str, problem: Problem = "") -> None:
        if self._health != (well, says):
            self._tell(Health(well, f"the camera {says}", self.place, self.now_ms(), self.url, problem))
            self._health = (well, says)

    def _tell(self, told: Told) -> None:
        if not self._stopping.is_set():
            self.post(told)


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
