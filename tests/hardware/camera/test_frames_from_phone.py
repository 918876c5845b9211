"""A phone's frames are read like those of any camera; a phone that sleeps or leaves is reported, and found again."""

from threading import Event

import cv2
import numpy as np
import pytest

from engine.bad_input import BadInput
from engine.cards import Card
from hardware.camera import pipeline
from hardware.camera.frames_from_phone import decoded
from hardware.camera.settings import CameraSettings
from hardware.readers import device_at, kind_of, open_reader
from hardware.readers.kind import ReaderConfig
from hardware.readers.phone import PHONE, open_phone
from hardware.reading.deck import STICKER_DECK
from hardware.reading.reading import Health, Problem, Reading
from tests.kit.patience import PATIENCE_S
from tests.kit.printed import CameraView, five, table
from tests.said import refused

BOARD = ["QH", "7D", "2C", "9S", "KH"]
PACE_S = 0.02
CARDS = {Card("Qh"), Card("7d"), Card("2c"), Card("9s"), Card("Kh")}


class FilmedFrames:
    """The frames of a phone, which a test gives, over and over. A second passes whenever there is none."""

    battery = 50

    def __init__(self):
        self.problem: Problem = ""
        self.frames, self.ms, self._pause = [], 0, Event()

    def start(self): ...

    def stop(self): ...

    def now_ms(self):
        return self.ms

    def take(self, patience_s):
        self._pause.wait(PACE_S)
        self.ms += 25 if self.frames else 1_000
        return self.frames[self.ms // 25 % len(self.frames)] if self.frames else None


@pytest.fixture
def phone(received):
    """The frames of a phone, and its reader, which stops when the test ends."""
    frames = FilmedFrames()
    reader = open_phone(
        ReaderConfig("phone:", "board", camera=CameraSettings()), STICKER_DECK, received.post, frames.now_ms, frames
    )
    yield frames, reader
    reader.stop()


def pictures(count):
    """A board of stickers, each picture with its own noise."""
    dice = np.random.default_rng(8)
    lying = five(BOARD, dice)
    drawn = (table(lying, CameraView(), dice) for _ in range(count))
    return [bytes(cv2.imencode(".jpg", each)[1].tobytes()) for each in drawn]


def test_cards_under_a_phone_are_read(phone, received, monkeypatch):
    monkeypatch.setattr(pipeline, "OUTAGE_MS", PATIENCE_S * 1000)  # a busy machine skips many pictures
    frames, reader = phone
    frames.frames = pictures(6)
    reader.start()

    received.wait(lambda: {each.card for each in received.all if isinstance(each, Reading)} == CARDS)


@pytest.mark.parametrize("problem", ["no-phone", "no-clock", ""])
def test_a_phone_without_frames_is_reported_and_found_again(phone, received, problem):
    frames, reader = phone
    frames.problem = problem
    reader.start()

    received.wait(lambda: [each.problem for each in healths(received)] == [problem or "asleep"])
    frames.frames = pictures(4)
    received.wait(lambda: healths(received)[1:2] and healths(received)[1].connected)


def healths(received):
    return [each for each in received.all if isinstance(each, Health)]


def test_a_damaged_frame_is_no_picture():
    good = pictures(1)[0]

    assert decoded(good) is not None
    for bad in (b"", b"\xff\xd8\xff\xd9", good[:300], b"<svg/>"):
        assert decoded(bad) is None


def test_only_a_running_table_can_read_with_a_phone():
    config = ReaderConfig("phone:", "board")

    assert kind_of("phone:") is PHONE
    assert device_at("phone:").kind == "phone"
    with refused(BadInput, "only a running table"):
        open_reader(config, STICKER_DECK, print, lambda: 0)
    with refused(BadInput, "address is phone:"):
        PHONE.check(ReaderConfig("phone:3", "board"))
