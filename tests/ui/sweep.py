"""The faults in a picture of the dealer's screen: letters, colors, touch targets, and whatever covers something."""

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from tests.screens.measured import Letters, PaintRecord, around, ground
from tests.ui.fitting import LEAST_KEY_MM, LEAST_LINE_MM
from tests.ui.test_look import contrast
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.look import LEAST_TARGET_MM

LEAST_MM = 1.6
"""The capitals of the least important text."""
LEAST_TEXT, LEAST_EDGE = 4.5, 3.0
SLACK_PX = 2
"""Places are rounded to whole pixels, so a text may reach this far into the next place."""
WITHIN = {"raise", "muck", "show", "pot"}
"""Targets within a seat's tile, and the switch on the pots, which has no surface."""
KEYBOARD = ("-letter-", "-erase", "-hyphen", "-apostrophe")


def too_small(painted: PaintRecord) -> Iterator[str]:
    """Texts that are cut short, or whose capitals are too low."""
    for text in painted.letters:
        if text.said != text.text or text.high_mm < LEAST_MM:
            yield f"{text.text!r} as {text.said!r}, {text.high_mm:.2f} mm"


def out_of_place(painted: PaintRecord) -> Iterator[str]:
    """Texts that leave their widget, and texts that run into each other."""
    for text in painted.letters:
        room = text.part.adjusted(-SLACK_PX, -SLACK_PX, SLACK_PX, SLACK_PX)
        if not room.contains(text.body.toRect()):
            yield f"{text.text!r} at {_at(text)} leaves {room.getRect()}"
    for one, other in combinations(painted.letters, 2):
        shared = one.body.intersected(other.body)
        if shared.width() > SLACK_PX and shared.height() > SLACK_PX:
            yield f"{one.text!r} at {_at(one)} runs into {other.text!r} at {_at(other)}"


def _at(text: Letters) -> tuple[int, int, int, int]:
    place = text.body.toRect()
    return place.x(), place.y(), place.width(), place.height()


def too_faint(painted: PaintRecord, picture: QImage) -> Iterator[str]:
    """Texts that do not stand out from what is behind them, and targets of which neither the edge nor the fill stands
    out from what is around."""
    for text in painted.letters:
        below = ground(picture, text.area)
        if below.upper() != text.ink.upper() and contrast(below, text.ink) < LEAST_TEXT:
            yield f"{text.text!r} {text.ink} on {below}: {contrast(below, text.ink):.2f}"
    for edge in painted.edges:
        if edge.name.startswith(("raise-", "muck-")):
            continue  # they stand out by their fill
        outside = around(picture, edge.area)
        seen = max(contrast(outside, edge.color), contrast(outside, edge.fill)) if outside else LEAST_EDGE
        if seen < LEAST_EDGE:
            yield f"edge {edge.color} of {edge.name} on {outside}: {seen:.2f}"


def hard_to_hit(screen: Screen) -> Iterator[str]:
    """Targets that are too small, off the screen, under another one, or without words for a screen reader. Where
    everything is drawn smaller than its true size, a target may lose up to a pixel."""
    canvas = screen._scene.canvas
    mm = canvas.px(1.0) / canvas.zoom
    lost_px = 1 if mm < canvas.look.px_per_mm else 0
    has_keyboard = any("-letter-" in touch.objectName() for touch in screen.findChildren(TouchTarget))
    reached: list[tuple[str, QRect]] = []
    for touch in screen.findChildren(TouchTarget):
        name = touch.objectName()
        if not name or not touch.isVisibleTo(screen):
            continue
        place = QRect(touch.mapTo(screen, QPoint(0, 0)), touch.size())
        is_letter = has_keyboard and any(key in name for key in KEYBOARD)
        wide, high = LEAST_KEY_MM if is_letter else LEAST_TARGET_MM, LEAST_TARGET_MM
        if touch.tile.line:
            high = LEAST_LINE_MM  # choosing a line changes nothing, and arrows of full size move between lines
        if (place.width() + lost_px) / mm < wide or (place.height() + lost_px) / mm < high:
            yield f"{name} is {place.width() / mm:.1f} by {place.height() / mm:.1f} mm"
        if not screen.rect().contains(place):
            yield f"{name} at {place.getRect()} leaves the screen"
        if not touch.accessibleName():
            yield f"{name} has no words"
        if screen.childAt(place.center()) is touch:  # otherwise a page covers it
            reached.append((name, place))
    for (one, a), (other, b) in combinations(reached, 2):
        kinds = {one.partition("-")[0], other.partition("-")[0]}
        if a.intersects(b) and not kinds & WITHIN and kinds != {"board", "out"}:  # who is out lies on the empty board
            yield f"{one} covers {other}"
