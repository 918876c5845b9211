"""The nets, run by onnxruntime. Knows their files and shapes, but not their meaning."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import onnxruntime

from hardware.pictures import Floats, Pixels

THREADS = 2
"""The number of threads. It is small, because a table's machine has few cores and also has to draw a screen."""


class Net:
    def __init__(self, name: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle between frames
        weights = (files("hardware.recognition") / f"{name}.onnx").read_bytes()
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])

    def run(self, ready: Floats) -> list[Floats]:
        return [np.asarray(part, np.float32) for part in self._session.run(None, {"pictures": ready})]


_AS_FLOAT = ((np.arange(256) - 127.5) / 255).astype(np.float32)


def prepared(pictures: Sequence[Pixels]) -> Floats:
    """BGR pictures of one size, as an input array of shape (count, 3, height, width). A lookup table of the 256 values
    takes half the time of `cv2.dnn.blobFromImages`."""
    ready = np.empty((len(pictures), 3, *pictures[0].shape[:2]), np.float32)
    for picture, planes in zip(pictures, ready, strict=True):
        for channel, plane in zip(cv2.split(picture), planes, strict=True):
            cv2.LUT(channel, _AS_FLOAT, dst=plane)
    return ready


@cache
def detector() -> Net:
    return Net("find")


@cache
def classifier() -> Net:
    return Net("tell")


@cache
def pips() -> Net:
    return Net("pips")
