"""Finds the stable cards in a video by voting over its frames. Knows nothing about cameras or decks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.bad_input import BadInput
from engine.cards import Card
from hardware.camera.pipeline import Key, face_sightings, uncertain_sightings
from hardware.camera.quiet import quiet_decoders, silence_ffmpeg
from hardware.camera.voting import StableTracker
from hardware.pictures import Pixels
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import IndexReading

LEAST_PICTURES = 5
"""The smallest number of frames to read, even in a short video, because voting needs them."""
HELD_BY_HAND_MM = 20.0
"""How far a card may move between frames if the camera is hand-held."""


class NoVideo(BadInput):
    """The file is readable but not a video."""


@dataclass
class VideoResult:
    """The stable cards, each with its time in ms and its most certain detection. `fullest` is the frame with the most
    of them, and `stable` are the cards in it."""

    pictures: int = 0
    cards: list[tuple[int, Detection]] = field(default_factory=list)
    fullest: Pixels = field(default_factory=lambda: np.zeros((1, 1, 3), np.uint8))
    stable: tuple[Detection, ...] = ()

    def surer(self, seen: Detection) -> None:
        """Replace the detection of a known card if this one is more certain."""
        for place, (at_ms, known) in enumerate(self.cards):
            if known.card is seen.card and seen.confidence > known.confidence:
                self.cards[place] = (at_ms, seen)


def read_video(
    file: str, every_ms: int, read: Callable[[Pixels], tuple[list[IndexReading], tuple[Detection, ...]]]
) -> VideoResult:
    """Find the stable cards in a video. `read` returns a frame's index readings and the cards detected in it. Raises
    `NoVideo`."""
    result, tracker = VideoResult(), StableTracker[Key](within_mm=HELD_BY_HAND_MM)
    known: set[Card] = set()
    for at_ms, pixels in frames(file, every_ms):
        result.pictures += 1
        reads, seen = read(pixels)
        tracker.update(face_sightings(seen), uncertain_sightings(reads))
        stable = {each.card for each in tracker.stable}
        here = tuple(each for each in seen if each.card in stable)
        for each in here:
            if each.card not in known:
                known.add(each.card)
                result.cards.append((at_ms, each))
            result.surer(each)
        if len(here) > len(result.stable) or result.pictures == 1:
            result.fullest, result.stable = pixels, here
    return result


def frames(file: str, every_ms: int) -> Iterator[tuple[int, Pixels]]:
    """Frames with their times in ms, about `every_ms` apart, or closer in a short video. Raises `NoVideo`."""
    silence_ffmpeg()
    with quiet_decoders():
        video = cv2.VideoCapture(file)
    try:
        rate = video.get(cv2.CAP_PROP_FPS) or 30.0
        count = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        step = max(1, round(every_ms * rate / 1000))
        if count > 0:
            step = max(1, min(step, count // LEAST_PICTURES))
        number = 0
        while _advanced(video):
            if number % step == 0:
                pixels = _decoded(video)
                if pixels is not None:
                    yield round(number * 1000 / rate), pixels
            number += 1
        if number == 0:
            raise NoVideo("no-video")
    finally:
        video.release()


def _advanced(video: cv2.VideoCapture) -> bool:
    with quiet_decoders():
        return video.grab()


def _decoded(video: cv2.VideoCapture) -> Pixels | None:
    with quiet_decoders():
        got, pixels = video.retrieve()
    return np.asarray(pixels, np.uint8) if got else None
