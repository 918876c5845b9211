"""Dragging an outline in a picture. All lengths are fractions of the picture, which contains the whole outline."""

from ui.dealer.model.readers import Area, PictureTouch

LEAST = 0.08
"""The smallest width and height of an outline."""
STEP = 0.02
"""The distance that an outline moves per tap on a button."""
AIR = 0.015
"""The space around the cards that an outline is fitted to."""
CORNERS = {"top-left": (0.0, 0.0), "top-right": (1.0, 0.0), "bottom-left": (0.0, 1.0), "bottom-right": (1.0, 1.0)}
WHOLE = "whole"


def grip_at(area: Area, touch: PictureTouch) -> str:
    """The part of an outline that a touch grips: the nearest corner within reach, or else the whole outline if the
    touch is inside it. Empty if it grips nothing."""
    reached = []
    for name in CORNERS:
        x, y = corner(area, name, touch.reach)
        across, down = abs(touch.x - x) / touch.reach[0], abs(touch.y - y) / touch.reach[1]
        if max(across, down) <= 1:
            reached.append((across + down, name))
    if reached:
        return min(reached)[1]
    return WHOLE if inside(area, touch.x, touch.y) else ""


def corner(area: Area, name: str, reach: tuple[float, float]) -> tuple[float, float]:
    """The center of the touch target at a corner, moved inward if the target would extend beyond the picture."""
    left, top, wide, high = area
    right, low = CORNERS[name]
    x, y = left + wide * right, top + high * low
    return min(max(x, reach[0]), 1 - reach[0]), min(max(y, reach[1]), 1 - reach[1])


def inside(area: Area, x: float, y: float) -> bool:
    return area[0] <= x <= area[0] + area[2] and area[1] <= y <= area[1] + area[3]


def moved(area: Area, grip: str, across: float, down: float) -> Area:
    """The outline after its grip was dragged this far."""
    left, top, right, low = _edges(area)
    if grip == WHOLE:
        across = min(max(across, -left), 1 - right)
        down = min(max(down, -top), 1 - low)
        return _area(left + across, top + down, right + across, low + down)
    if grip.endswith("left"):
        left = min(max(left + across, 0.0), right - LEAST)
    else:
        right = max(min(right + across, 1.0), left + LEAST)
    if grip.startswith("top"):
        top = min(max(top + down, 0.0), low - LEAST)
    else:
        low = max(min(low + down, 1.0), top + LEAST)
    return _area(left, top, right, low)


def nudged(area: Area, how: str) -> Area:
    """The outline after a tap on a button."""
    across = {"left": -STEP, "right": STEP}.get(how, 0.0)
    down = {"up": -STEP, "down": STEP}.get(how, 0.0)
    if across or down:
        return moved(area, WHOLE, across, down)
    grows_x = {"wider": STEP, "narrower": -STEP, "larger": STEP, "smaller": -STEP}[how]
    grows_y = {"larger": STEP, "smaller": -STEP}.get(how, 0.0)
    return moved(moved(area, "top-left", -grows_x, -grows_y), "bottom-right", grows_x, grows_y)


def fitted(cards: Area) -> Area:
    """The area around the cards, with a margin."""
    left, top, right, low = _edges(cards)
    return _area(max(left - AIR, 0.0), max(top - AIR, 0.0), min(right + AIR, 1.0), min(low + AIR, 1.0))


def _edges(area: Area) -> tuple[float, float, float, float]:
    left, top, wide, high = area
    return left, top, left + wide, top + high


def _area(left: float, top: float, right: float, low: float) -> Area:
    """An area rounded to ten-thousandths, within the picture, so that the saved outline is the one shown."""
    left, top = round(left, 4), round(top, 4)
    return (left, top, min(round(right - left, 4), round(1 - left, 4)), min(round(low - top, 4), round(1 - top, 4)))
