"""Keeps the picture decoders of OpenCV from writing about damaged pictures to standard error, and from decoding
pictures of any size."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

MOST_PIXELS = 40_000_000
"""The largest picture that is decoded: 120 MB as BGR. A larger JPEG is decoded at a fraction of its size."""


def limit_pictures() -> None:
    """Call this before OpenCV is imported, because it reads the limit only then. A larger picture raises `cv2.error`
    before memory is reserved for it."""
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))


def silence_ffmpeg() -> None:
    """Call this before the first video is opened, because OpenCV reads it only then."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET


@contextmanager
def quiet_decoders() -> Iterator[None]:
    """Discard what native code writes to standard error in the meantime, because libjpeg has no other switch. For
    commands that read files; in a program with other threads, their messages would be lost, too."""
    standard_error = os.dup(2)
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(standard_error, 2)
        os.close(standard_error)
        os.close(nothing)
