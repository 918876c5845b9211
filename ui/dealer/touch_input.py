"""Presses, slides, bounces and double taps, distinguished by time and place. The actor carries them out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtGui import QTouchEvent
from PySide6.QtWidgets import QWidget

from engine.actions import Check, Fold
from engine.message import Message, message
from ui.dealer.content import TouchContext
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.taps import Ask, OpenPage, Tap, Unlock
from ui.dealer.sound.tones import Tones
from ui.dealer.widgets.controls.touch import MOVED_MM, TouchTarget

DEBOUNCE_MS = 150
AGAIN_MS = 400
"""A second tap this soon at the same spot refers to what was there before, because people tap twice to be sure."""
TWICE_MS = 375
"""A key that acts for whoever is next, such as FOLD, acts for two players only if its taps are this far apart. The
second of two taps by accident comes within 350 ms; a dealer who records each fold takes 400 ms or longer."""
OVER_AGAIN_MS = 1000
"""The time after a hand ends during which HAND OVER does nothing, so that the winner can be read. A key that has just
appeared under the finger ignores a second tap at the same spot for the same time."""
SPOT_MM = 10
"""A touch closer than this to the last one is at the same spot; a finger that moved farther is aimed at something
else."""
ENDS = ("push-pot", "hand-over")


class Actor(Protocol):
    """Carries out what touches mean."""

    @property
    def shown(self) -> TouchContext | None:
        """The state of the screen; None before the first table is shown."""

    def act(self, touch: TouchTarget, tap: Tap, seen: int) -> None:
        """A touch was accepted; `seen` is the mark that was on the screen when the finger came down."""

    def explain(self, why: Message, clause: str = "") -> None:
        """A touch had no effect; say why, with the clause of the rule if there is one."""

    def on_picture(self, touch: PictureTouch) -> None:
        """A touch on the picture of the open page."""


class Pressed(msgspec.Struct, frozen=True):
    """The current touch: what its target meant when the finger came down, and what was shown then."""

    touch: TouchTarget
    tap: Tap | None
    shown: TouchContext

    @property
    def slides(self) -> bool:
        """Whether the touch has opened a page that it may slide over."""
        return isinstance(self.tap, OpenPage) and self.tap.slides


class Turn(NamedTuple):
    """A page that was opened or closed at `turned_ms` by a touch, with when that touch came, by the program's clock and
    by the panel's."""

    turned_ms: int | None = None
    touch_ms: int = 0
    event_ms: int = 0


class TouchInput:
    """The touches on one surface. `now_ms` is any clock that never goes backward."""

    def __init__(self, surface: QWidget, actor: Actor, tones: Tones, now_ms: Callable[[], int]) -> None:
        self._surface = surface
        self._actor = actor
        self._tones = tones
        self._now_ms = now_ms
        self._pressed: Pressed | None = None
        self._last_touch = ("", -OVER_AGAIN_MS)
        self._last_acted: Fold | Check | None = None
        """The last touch's action, if it was for the player whose turn it was."""
        self._last_at = QPoint()
        self._there: frozenset[str] = frozenset()
        """The targets that were within reach of the last touch when the finger came down."""
        self._ignored_ms = -OVER_AGAIN_MS
        self._pointed: TouchTarget | None = None
        self._turn = Turn()

    def press(self, touch: TouchTarget) -> None:
        """The finger comes down on a target. The touch means what is on the screen now."""
        shown = self._actor.shown
        if shown is None:
            return
        now_ms = self._now_ms()
        if self._is_for_other_page(touch, shown, now_ms) or self._comes_again(touch, now_ms):
            self._pressed, self._ignored_ms = None, now_ms
            touch.flash_refused()
            return
        self._last_at = touch.mapTo(self._surface, touch.pressed_at or touch.aim())
        self._there = self._at_spot(touch.canvas.px(SPOT_MM))
        tap = touch.tile.tap
        self._pressed = Pressed(touch, tap, shown)
        if isinstance(tap, OpenPage) and tap.slides and not self._bounces(touch.tile.name, now_ms):
            self._act(touch, tap, shown.mark)

    def release(self, touch: TouchTarget) -> None:
        pressed, self._pressed = self._pressed, None
        name, now_ms = touch.tile.name, self._now_ms()
        if pressed is None or pressed.touch is not touch or self._bounces(name, now_ms):
            return
        repeated = self._repeated(pressed, now_ms)
        self._last_touch = (name, now_ms)
        if repeated:
            seat = repeated.seat
            twice = message("twice-fold" if isinstance(repeated, Fold) else "twice-check", seat=seat)
            self._refuse(touch, twice)
            return
        if pressed.slides:
            return  # its page has been open since the finger came down
        tap, shown = pressed.tap, self._actor.shown
        self._last_acted = _acting(tap)
        # The meaning of a page's button ends with the page: a stale button must not open something that no longer
        # applies.
        if tap is None or (isinstance(tap, OpenPage | Unlock) and shown and pressed.shown.page is not shown.page):
            self.miss(touch)
            return
        self._act(touch, tap, pressed.shown.mark)

    def slide(self, touch: TouchTarget, at: QPoint) -> None:
        """The touch that opened a page moves over it: the cell below it is highlighted."""
        self._point_at(self._cell_below(touch, at))

    def lift(self, touch: TouchTarget, at: QPoint) -> None:
        """The finger lifts over a cell on the page that it opened: one gesture for both the seat and the amount."""
        pressed, cell = self._pressed, self._cell_below(touch, at)
        self._point_at(None)
        if pressed is None or not pressed.slides:
            return
        self._pressed = None
        moved = self._surface.mapFromGlobal(at) - self._last_at
        # The page that it opened may have a cell right below a finger that did not move. That is not a choice.
        still = moved.manhattanLength() <= touch.canvas.px(MOVED_MM)
        if still or cell is None or not isinstance(cell.tile.tap, Ask):
            return
        self._last_touch = (cell.tile.name, self._now_ms())
        self._act(cell, cell.tile.tap, pressed.shown.mark, touch.event_ms)

    def on_picture(self, touch: PictureTouch) -> None:
        self._actor.on_picture(touch)

    def miss(self, touch: TouchTarget) -> None:
        """The touch does nothing now: the target flashes, a sound plays, and the screen says why, but nothing is
        requested."""
        self._refuse(touch, touch.tile.why, touch.tile.clause)

    def _act(self, touch: TouchTarget, tap: Tap, seen: int, event_ms: int = 0) -> None:
        before, now_ms, event_ms = self._actor.shown, self._now_ms(), event_ms or touch.event_ms
        self._actor.act(touch, tap, seen)
        after = self._actor.shown
        if before and after and before.turned_ms != after.turned_ms:
            self._turn = Turn(after.turned_ms, now_ms, event_ms)

    def _is_for_other_page(self, touch: TouchTarget, shown: TouchContext, now_ms: int) -> bool:
        """Whether the touch is for the key that was there before a page opened or closed a moment ago. The time counts
        from touch to touch, because a busy machine may take long to turn the page."""
        if shown.turned_ms is None:
            return False
        since_ms = now_ms - shown.turned_ms
        if shown.turned_ms == self._turn.turned_ms:
            since_ms = now_ms - self._turn.touch_ms
            if touch.event_ms and self._turn.event_ms:
                since_ms = max(since_ms, touch.event_ms - self._turn.event_ms)
        at = touch.mapTo(self._surface, touch.pressed_at or touch.aim())
        return since_ms < DEBOUNCE_MS and self._is_on_page(at)

    def _is_on_page(self, at: QPoint) -> bool:
        """Whether the page that is open, or that was just closed, has a key here."""
        keys = (each for each in self._surface.findChildren(TouchTarget) if each.parentWidget() is not self._surface)
        return any(not key.isHidden() and key.rect().contains(key.mapFrom(self._surface, at)) for key in keys)

    def _refuse(self, touch: TouchTarget, why: Message | None, clause: str = "") -> None:
        touch.flash_refused()
        self._tones.play("refused")
        if why:
            self._actor.explain(why, clause)

    def _cell_below(self, touch: TouchTarget, at: QPoint) -> TouchTarget | None:
        pressed = self._pressed
        if pressed is None or pressed.touch is not touch or not pressed.slides:
            return None
        below = self._surface.childAt(self._surface.mapFromGlobal(at))
        here = isinstance(below, TouchTarget) and below.tile.tap != pressed.tap and below.isEnabled()
        return below if isinstance(below, TouchTarget) and here else None

    def _point_at(self, cell: TouchTarget | None) -> None:
        if self._pointed and self._pointed is not cell:
            self._pointed.point(False)
        if cell:
            cell.point(True)
        self._pointed = cell

    def _bounces(self, name: str, now_ms: int) -> bool:
        return name == self._last_touch[0] and now_ms - self._last_touch[1] < DEBOUNCE_MS

    def _repeated(self, pressed: Pressed, now_ms: int) -> Fold | Check | None:
        """The action for the next player that the second of two taps on one key would record; None for any other
        touch."""
        acting, last = _acting(pressed.tap), self._last_acted
        if acting is None or type(acting) is not type(last) or acting == last:
            return None
        soon = pressed.touch.tile.name == self._last_touch[0] and now_ms - self._last_touch[1] < TWICE_MS
        return acting if soon else None

    def _comes_again(self, touch: TouchTarget, now_ms: int) -> bool:
        """Whether this is the second of two taps, on a target that has changed or appeared since the first one."""
        last, since_ms = self._last_touch[0], now_ms - self._last_touch[1]
        name = touch.tile.name
        if name == last or (name in ENDS and last in ENDS):
            return last in ENDS and since_ms < OVER_AGAIN_MS
        if since_ms < AGAIN_MS and touch.rect().contains(touch.mapFrom(self._surface, self._last_at)):
            return True
        at = touch.mapTo(self._surface, touch.pressed_at or touch.aim())
        is_same_spot = (at - self._last_at).manhattanLength() <= touch.canvas.px(SPOT_MM)
        if not is_same_spot or name in self._there:
            return False
        return since_ms < OVER_AGAIN_MS or now_ms - self._ignored_ms < AGAIN_MS

    def _at_spot(self, reach_px: float) -> frozenset[str]:
        """The targets that a touch within `reach_px` of the last spot would reach now."""
        reach = round(reach_px)
        spot = QRect(self._last_at, QSize(1, 1)).adjusted(-reach, -reach, reach, reach)
        found = []
        for each in self._surface.findChildren(TouchTarget):
            part = QRect(each.mapTo(self._surface, QPoint()), each.size()) & spot
            if each.isVisible() and not part.isEmpty() and self._surface.childAt(part.center()) is each:
                found.append(each.tile.name)
        return frozenset(found)


def _acting(tap: Tap | None) -> Fold | Check | None:
    """The action that a tap records for the player whose turn it is; None if the tap does something else."""
    return tap.action if isinstance(tap, Ask) and isinstance(tap.action, Fold | Check) else None


FINGER_MM = 25.0
"""The width above which a touch is a palm's. A thumb laid flat is about 20 mm wide, and the edge of a hand is much
wider."""
TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)
LAST = (QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)


class PalmFilter(QObject):
    """An event filter for one window."""

    def __init__(self, px_per_mm: float, parent: QObject) -> None:
        super().__init__(parent)
        self._px_per_mm = px_per_mm
        self._is_down = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Consume a palm's touches; pass on all others, which Qt turns into mouse presses."""
        if event.type() not in TOUCHES or not isinstance(event, QTouchEvent):
            return False
        if event.type() == QEvent.Type.TouchBegin:
            sizes = [point.ellipseDiameters() for point in event.points()]
            self._is_down = is_palm([(size.width(), size.height()) for size in sizes], self._px_per_mm)
        palm = self._is_down
        if palm:
            event.accept()
        if event.type() in LAST:
            self._is_down = False
        return palm


def is_palm(touches_px: Sequence[tuple[float, float]], px_per_mm: float) -> bool:
    """Whether one of the touches is too wide for a finger; panels that do not measure width report 0."""
    return any(max(wide, high) > FINGER_MM * px_per_mm for wide, high in touches_px)
