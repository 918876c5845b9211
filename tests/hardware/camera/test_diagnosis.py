"""A camera that gives no pictures says why and what to do. No error ends its threads."""

import os
import sys
from threading import Event

import cv2
import numpy as np
import pytest

from hardware.camera import camera
from hardware.camera import diagnosis as camera_trouble
from hardware.camera.camera import CameraReader
from hardware.camera.diagnosis import (
    FRAME_TIMEOUT_MS,
    OPEN_TIMEOUT_MS,
    FrameTimeout,
    device_of,
    no_frame_problem,
    open_problem,
)
from hardware.camera.pipeline import CameraPipeline
from hardware.reading.deck import STICKER_DECK
from hardware.reading.reading import Health
from tests.kit.inbox import HandClock
from tests.kit.patience import PATIENCE_S

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="device files of Linux")
CLOTH = "the camera sees the table"


class Capture:
    """A replacement for OpenCV's capture: it gives a number of pictures, then calls the test's function, and then gives
    none.
    """

    def __init__(self, pictures=1, then=lambda: None, opened=True):
        self._left, self._then, self._opened = pictures, then, opened
        self._dice = np.random.default_rng(3)

    def isOpened(self):  # noqa: N802  OpenCV's name
        return self._opened

    def read(self):
        if self._left:
            self._left -= 1
            return True, self._dice.integers(60, 200, (90, 160, 3), np.uint8)
        self._then()
        return False, None

    def release(self):
        self._left = 0


class LeapingClock:
    """A second passes whenever the time is asked for."""

    def __init__(self):
        self.ms = 0

    def __call__(self):
        self.ms += 1_000
        return self.ms


@pytest.fixture
def hold():
    """An event on which a camera waits before it gives a picture. It is set when the test ends."""
    return Event()


@pytest.fixture
def start(received, hold):
    """Start a camera at an address, and stop it when the test ends."""
    started = []

    def start(source, clock=None):
        reader = CameraReader(f"camera:{source}", STICKER_DECK, "board", received.post, clock or HandClock())
        started.append(reader)
        reader.start()
        return reader

    yield start
    hold.set()
    for reader in started:
        reader.stop()


@pytest.fixture
def captures(monkeypatch):
    """The captures opened one after the other, or errors that opening raises. The last one is repeated."""
    queue: list[Capture | Exception] = []

    def opened(source, settings):
        each = queue.pop(0) if len(queue) > 1 else queue[0]
        if isinstance(each, Exception):
            raise each
        return each

    monkeypatch.setattr(camera, "_opened", opened)
    return queue


@pytest.fixture
def device(tmp_path, monkeypatch):
    """A file that replaces the device behind camera:0."""
    path = tmp_path / "video0"
    path.touch()
    monkeypatch.setattr(camera_trouble, "device_of", lambda source: path)
    return path


def problems(received):
    return [each.problem for each in received.all if isinstance(each, Health)]


@LINUX
@pytest.mark.parametrize("source", ["99999999999", "/dev/v4l/by-id/usb-none-video-index0"])
def test_an_unknown_number_or_device_name_is_reported_as_not_found(start, received, source):
    start(source)

    received.wait_for_health(False)
    assert received.sentences == ["the camera was not found: plug it in, or correct its address in the settings"]


@pytest.mark.usefixtures("device")
def test_a_driver_error_is_reported_with_its_cause_and_the_camera_reopened(start, captures, hold, received):
    captures += [cv2.error("(-5:Bad argument)\n> no camera"), Capture(1, hold.wait)]

    start("0")

    received.wait(lambda: CLOTH in received.sentences)
    assert received.sentences[0] == (
        "the camera hit an unexpected error and retries: restart this program if it persists "
        "(error: (-5:Bad argument) > no camera)"
    )
    assert problems(received)[:2] == ["failing", ""]


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("nothing", [None, np.zeros((0, 0, 3), np.uint8)], ids=["no picture", "an empty one"])
def test_a_camera_that_reports_success_without_a_picture_is_opened_again(start, captures, hold, received, nothing):
    empty = Capture(1)
    empty.read = lambda: (True, nothing)
    captures += [empty, Capture(1, hold.wait)]

    start("0")

    received.wait(lambda: CLOTH in received.sentences)
    assert problems(received) == ["silent", ""]


@pytest.mark.parametrize("shape", [(90, 160), (90, 160, 1), (90, 160, 3), (90, 160, 4)])
def test_a_picture_in_any_number_of_channels_is_read_in_color(shape):
    gray = np.arange(90 * 160, dtype=np.uint8).reshape(90, 160)
    taken = np.broadcast_to(gray if len(shape) == 2 else gray[..., None], shape)

    pixels = camera.in_color(np.ascontiguousarray(taken))

    assert pixels.shape == (90, 160, 3)
    assert (pixels == gray[..., None]).all()


@pytest.mark.usefixtures("device")
def test_an_error_in_one_picture_is_reported_and_the_next_one_processed(start, captures, hold, received, monkeypatch):
    captures += [Capture(1, lambda: received.wait_for_health(False)), Capture(1, hold.wait)]
    looks = iter([MemoryError("no room for the net")])
    real = CameraPipeline.process

    def process(self, pixels, now_ms):
        if error := next(looks, None):
            raise error
        return real(self, pixels, now_ms)

    monkeypatch.setattr(CameraPipeline, "process", process)
    start("0")

    received.wait(lambda: CLOTH in received.sentences)
    assert "no room for the net" in received.sentences[0]
    assert problems(received) == ["failing", ""]


@pytest.mark.usefixtures("device")
def test_a_camera_whose_pictures_all_fail_is_not_reported_as_working(start, captures, received, monkeypatch):
    failed = Event()
    looks = iter(range(3))

    def process(self, pixels, now_ms):
        if next(looks, None) is None:
            failed.set()
        raise MemoryError("no room for the net")

    monkeypatch.setattr(CameraPipeline, "process", process)
    captures.append(Capture(1_000_000))
    start("0")

    assert failed.wait(PATIENCE_S)
    assert problems(received) == ["failing"]


def test_a_streams_password_is_not_in_its_reports(start, captures, received):
    captures.append(RuntimeError(f"cannot open\n{'.' * 117} rtsp://floor:secret@10.0.0.9/stream"))

    start("rtsp://floor:secret@10.0.0.9/stream")

    received.wait_for_health(False)
    assert "(RuntimeError: cannot open ..." in received.sentences[0]
    assert received.sentences[0].endswith(". its address)")
    assert "rtsp" not in received.sentences[0]


@pytest.mark.usefixtures("device")
def test_a_camera_that_stops_sending_is_reported_while_opencv_still_waits(start, captures, hold, received):
    captures += [Capture(1, hold.wait), Capture(1)]
    reader = start("0", LeapingClock())

    received.wait_for_health(True, False)
    assert received.sentences[1] == "the camera delivers no pictures: check its power, cable and address"
    assert problems(received)[1] == "silent"
    assert reader.newest() is None

    hold.set()
    received.wait(lambda: received.health[:3] == [True, False, True])


def test_an_address_that_is_slow_to_answer_is_reported_before_the_attempt_ends(start, captures, hold, received):
    captures.append(Capture(0, hold.wait))
    start("rtsp://10.0.0.9/stream", LeapingClock())

    received.wait_for_health(False)
    assert problems(received) == ["silent"]


def test_a_film_is_never_silent_and_its_time_is_not_checked(tmp_path, received):
    film, clock = tmp_path / "film.avi", LeapingClock()
    film.touch()
    reader = CameraReader(f"camera:{film}", STICKER_DECK, "board", received.post, clock)

    for _ in range(100):
        reader._handle(None)

    assert clock.ms == 0
    assert received.all == []


def test_opening_has_a_longer_timeout_than_a_picture():
    timeout = FrameTimeout()
    assert [timeout.has_expired(at) for at in (100, OPEN_TIMEOUT_MS, OPEN_TIMEOUT_MS + 100)] == [False, False, True]

    timeout.restart(FRAME_TIMEOUT_MS)
    assert [timeout.has_expired(at) for at in (50_000, 49_999 + FRAME_TIMEOUT_MS, 50_000 + FRAME_TIMEOUT_MS)] == [
        False,
        False,
        True,
    ]


def test_a_camera_is_reported_as_unplugged_until_it_is_back(start, captures, device, received, monkeypatch):
    tries, tried = iter(range(2)), Event()

    def asked(source):
        if not device.exists() and next(tries, None) is None:
            tried.set()
        return device

    def unplug():
        received.wait_for_health(True)
        device.unlink()

    monkeypatch.setattr(camera_trouble, "device_of", asked)
    captures += [Capture(1, unplug), Capture(1)]
    start("0")
    received.wait_for_health(True, False)
    assert tried.wait(PATIENCE_S)
    assert received.sentences == [CLOTH, "the camera was unplugged: plug it in again; it reconnects automatically"]

    device.touch()

    received.wait(lambda: problems(received)[:3] == ["", "unplugged", ""])


def test_a_camera_that_this_user_may_not_open_names_the_group_to_join(start, device, received, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: path != device)

    start("0")

    received.wait_for_health(False)
    assert received.sentences == [
        "the camera may not be opened: add this user to the group video (sudo usermod -aG video $USER) and log in again"
    ]
    assert problems(received) == ["denied"]


@LINUX
def test_a_device_that_exists_but_cannot_be_opened_is_busy_or_no_camera(start, received):
    start("/dev/null")

    received.wait_for_health(False)
    assert received.sentences[0].startswith(
        "the camera is in use by another program, or is not a camera: close that program"
    )
    assert problems(received) == ["busy"]


@pytest.mark.parametrize(
    ("source", "opened", "was_there", "problem"),
    [
        ("/dev/video0", False, False, "busy"),
        ("/dev/video0", True, False, "silent"),
        ("rtsp://10.0.0.9/stream", False, False, "silent"),
        ("rtsp://10.0.0.9/stream", True, True, "silent"),
        ("/home/table/board.avi", False, False, "absent"),
    ],
)
def test_the_reason_for_a_missing_picture_depends_on_what_was_tried(source, opened, was_there, problem):
    assert no_frame_problem(source, opened, was_there) == problem


@LINUX
def test_a_number_is_a_device_and_only_devices_are_checked():
    assert str(device_of("0")) == "/dev/video0"
    assert open_problem("/dev/null", was_there=False) == ""
    assert device_of("/dev") is None
    assert [open_problem("/dev/nothing", was_there) for was_there in (False, True)] == ["absent", "unplugged"]
    assert open_problem("rtsp://10.0.0.9/stream", was_there=True) == open_problem("board.avi", was_there=False) == ""
