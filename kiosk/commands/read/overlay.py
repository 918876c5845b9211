"""Draws a box and a label for each card that was read in a picture. Does not read cards."""

import os
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path

import cv2
import numpy as np

from engine.cards import card_name
from hardware.pictures import Pixels
from hardware.recognition.acceptance import Detection
from kiosk.faults import Fault

INK, PAPER = (30, 120, 0), (255, 255, 255)


def shown_file(file: str, folder: Path | None, taken: Mapping[Path, str]) -> Path:
    """The output path, with a number if the name is already `taken` by another file's picture."""
    source = Path(file)
    names = chain([source.name], (f"{source.stem}-{number}{source.suffix}" for number in count(2)))
    paths = ((folder or source.parent) / f"{name}.read.png" for name in names)
    return next(path for path in paths if taken.get(path, file) == file)


def write_picture(target: Path, pixels: Pixels) -> None:
    """Write a PNG, creating the folder if needed. Raises `Fault`."""
    done, data = cv2.imencode(".png", pixels)
    assert done
    try:
        os.makedirs(target.parent, exist_ok=True)
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise Fault("picture-not-written", path=str(target), error=error.strerror or str(error)) from error


def drawn_on(pixels: Pixels, seen: Sequence[Detection]) -> Pixels:
    """The picture with all boxes, then all labels, so that no box covers a label."""
    drawn = pixels.copy()
    size = max(0.4, max(pixels.shape[:2]) / 1600)
    thick = max(1, round(size * 2))
    for each in seen:
        left, top, width, height = each.box
        cv2.rectangle(drawn, (left, top), (left + width, top + height), INK, thick)
    for each in seen:
        _write_words(drawn, each, size, thick)
    return drawn


def _write_words(drawn: Pixels, seen: Detection, size: float, thick: int) -> None:
    words = f"{card_name(seen.card)} {seen.confidence:.0%}"
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x = int(np.clip(seen.box[0], 0, max(0, drawn.shape[1] - width)))
    y = int(np.clip(seen.box[1] - thick * 2, height + thick, max(height + thick, drawn.shape[0] - thick * 2)))
    cv2.rectangle(drawn, (x, y - height - thick), (x + width, y + thick * 2), INK, -1)
    cv2.putText(drawn, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, PAPER, thick, cv2.LINE_AA)
