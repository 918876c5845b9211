"""A camera's picture for the screen, scaled down, as plain bytes. Knows nothing about cameras."""

import cv2
import numpy as np

from hardware.camera.frame import BoxedReading, CameraFrame
from hardware.camera.settings import Area
from hardware.camera.view_check import cards_area, view_faults
from hardware.pictures import Pixels
from ui.dealer.model.readers import CameraNow, PhoneNow, ReadBox

MOST_WIDE = 960


def shown_camera(address: str, frame: CameraFrame, places: dict[str, Area], phone: PhoneNow | None = None) -> CameraNow:
    small = _small(frame.pixels)
    high, wide = small.shape[:2]
    return CameraNow(
        address=address,
        width=wide,
        height=high,
        dots=small.tobytes(),
        boxes=tuple(_box(each, frame.pixels) for each in frame.boxes),
        faults=view_faults(frame),
        cards=cards_area(frame),
        places=tuple(places.items()),
        phone=phone,
    )


def _small(pixels: Pixels) -> Pixels:
    colored = pixels if pixels.ndim == 3 else cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    high, wide = colored.shape[:2]
    if wide > MOST_WIDE:
        size = (MOST_WIDE, round(high * MOST_WIDE / wide))
        colored = cv2.resize(colored, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(colored, np.uint8)


def _box(each: BoxedReading, pixels: Pixels) -> ReadBox:
    high, wide = pixels.shape[:2]
    left, top, across, down = each.box
    return ReadBox(each.text, (left / wide, top / high, across / wide, down / high), each.card)
