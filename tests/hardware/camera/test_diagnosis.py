"""A camera that gives no pictures says why and what to do; no error ends its threads."""

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
    """A replacement for OpenCV's capture: it gives so many pictures, then calls the test's function, and then gives
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
    """For a camera that holds whoever asks it for a picture; it lets go when the test is over."""
    return Event()


@pytest.fixture
def start(heard, hold):
    """Starts a camera at an address; stops it when the test is over."""
    started = []

    def start(source, clock=None):
        reader = CameraReader(f"camera:{source}", STICKER_DECK, "board", heard.post, clock or HandClock())
        started.append(reader)
        reader.start()
        return reader

    yield start
    hold.set()
    for reader in started:
        reader.stop()


@pytest.fixture
def captures(monkeypatch):
    """The captures opened one after the other, or errors that opening raises; the last one is repeated."""
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
    """A file that is taken for the device behind camera:0."""
    path = tmp_path / "video0"
    path.touch()
    monkeypatch.setattr(camera_trouble, "device_of", lambda source: path)
    return path


def problems(heard):
    return [each.problem for each in heard.all if isinstance(each, Health)]


@LINUX
@pytest.mark.parametrize("source", ["99999999999", "/dev/v4l/by-id/usb-none-video-index0"])
def test_a_number_or_a_name_that_no_camera_has_is_not_there(start, heard, source):
    start(source)

    heard.wait_for_health(False)
    assert heard.sentences == ["the camera was not found: plug it in, or correct its address in the settings"]


@pytest.mark.usefixtures("device")
def test_an_error_of_the_driver_is_reported_with_its_cause_and_the_camera_opened_again(start, captures, hold, heard):
    captures += [cv2.error("(-5:Bad argument)\n> no camera"), Capture(1, hold.wait)]

    start("0")

    heard.wait(lambda: CLOTH in heard.sentences)
    assert heard.sentences[0] == (
        "the camera hit an unexpected error and retries: restart this program if it persists "
        "(error: (-5:Bad argument) > no camera)"
    )
    assert problems(heard)[:2] == ["failing", ""]


@pytest.mark.usefixtures("device")
def test_an_error_over_one_picture_is_reported_and_the_next_one_looked_at(start, captures, hold, heard, monkeypatch):
    captures += [Capture(1, lambda: heard.wait_for_health(False)), Capture(1, hold.wait)]
    looks = iter([MemoryError("no room for the net")])
    real = CameraPipeline.process

    def process(self, pixels, now_ms):
        if error := next(looks, None):
            raise error
        return real(self, pixels, now_ms)

    monkeypatch.setattr(CameraPipeline, "process", process)
    start("0")

    heard.wait(lambda: CLOTH in heard.sentences)
    assert "no room for the net" in heard.sentences[0]
    assert problems(heard) == ["failing", ""]


@pytest.mark.usefixtures("device")
def test_pictures_that_cannot_be_read_are_not_called_seen(start, captures, heard, monkeypatch):
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
    assert problems(heard) == ["failing"]


def test_the_password_of_a_stream_is_not_in_what_is_told(start, captures, heard):
    captures.append(RuntimeError(f"cannot open\n{'.' * 117} rtsp://floor:secret@10.0.0.9/stream"))

    start("rtsp://floor:secret@10.0.0.9/stream")

    heard.wait_for_health(False)
    assert "(RuntimeError: cannot open ..." in heard.sentences[0]
    assert heard.sentences[0].endswith(". its address)")
    assert "rtsp" not in heard.sentences[0]


@pytest.mark.usefixtures("device")
def test_a_camera_that_stops_sending_is_reported_while_opencv_still_waits(start, captures, hold, heard):
    captures += [Capture(1, hold.wait), Capture(1)]
    reader = start("0", LeapingClock())

    heard.wait_for_health(True, False)
    assert heard.sentences[1] == "the camera delivers no pictures: check its power, cable and address"
    assert problems(heard)[1] == "silent"
    assert reader.newest() is None

    hold.set()
    heard.wait(lambda: heard.health[:3] == [True, False, True])


def test_an_address_that_takes_long_to_answer_is_reported_before_it_is_given_up(start, captures, hold, heard):
    captures.append(Capture(0, hold.wait))
    start("rtsp://10.0.0.9/stream", LeapingClock())

    heard.wait_for_health(False)
    assert problems(heard) == ["silent"]


def test_a_film_is_never_silent_and_its_time_not_asked_for(tmp_path, heard):
    film, clock = tmp_path / "film.avi", LeapingClock()
    film.touch()
    reader = CameraReader(f"camera:{film}", STICKER_DECK, "board", heard.post, clock)

    for _ in range(100):
        reader._handle(None)

    assert clock.ms == 0
    assert heard.all == []


def test_more_patience_is_had_with_what_is_being_opened():
    timeout = FrameTimeout()
    assert [timeout.has_expired(at) for at in (100, OPEN_TIMEOUT_MS, OPEN_TIMEOUT_MS + 100)] == [False, False, True]

    timeout.restart(FRAME_TIMEOUT_MS)
    assert [timeout.has_expired(at) for at in (50_000, 49_999 + FRAME_TIMEOUT_MS, 50_000 + FRAME_TIMEOUT_MS)] == [
        False,
        False,
        True,
    ]


def test_a_camera_is_called_unplugged_until_it_is_there_again(start, captures, device, heard, monkeypatch):
    tries, tried = iter(range(2)), Event()

    def asked(source):
        if not device.exists() and next(tries, None) is None:
            tried.set()
        return device

    def unplug():
        heard.wait_for_health(True)
        device.unlink()

    monkeypatch.setattr(camera_trouble, "device_of", asked)
    captures += [Capture(1, unplug), Capture(1)]
    start("0")
    heard.wait_for_health(True, False)
    assert tried.wait(PATIENCE_S)
    assert heard.sentences == [CLOTH, "the camera was unplugged: plug it in again; it reconnects automatically"]

    device.touch()

    heard.wait(lambda: problems(heard)[:3] == ["", "unplugged", ""])


def test_a_camera_that_this_user_may_not_open_says_whose_group_may(start, device, heard, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: path != device)

    start("0")

    heard.wait_for_health(False)
    assert heard.sentences == [
        "the camera may not be opened: add this user to the group video (sudo usermod -aG video $USER) and log in again"
    ]
    assert problems(heard) == ["denied"]


@LINUX
def test_a_device_that_is_there_and_cannot_be_opened_is_used_or_no_camera(start, heard):
    start("/dev/null")

    heard.wait_for_health(False)
    assert heard.sentences[0].startswith(
        "the camera is in use by another program, or is not a camera: close that program"
    )
    assert problems(heard) == ["busy"]


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
def test_why_what_was_tried_gave_no_picture(source, opened, was_there, problem):
    assert no_frame_problem(source, opened, was_there) == problem


@LINUX
def test_a_number_is_a_device_and_only_devices_are_looked_for():
    assert str(device_of("0")) == "/dev/video0"
    assert open_problem("/dev/null", was_there=False) == ""
    assert device_of("/dev") is None
    assert [open_problem("/dev/nothing", was_there) for was_there in (False, True)] == ["absent", "unplugged"]
    assert open_problem("rtsp://10.0.0.9/stream", was_there=True) == open_problem("board.avi", was_there=False) == ""
