"""A touch target: it emits its tap by name, shows that it is being pressed, and flashes when a touch is refused."""

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from ui.dealer.model.values import ButtonView
from ui.dealer.widgets.painting.canvas import Canvas
from ui.dealer.widgets.painting.stamps import WidgetPicture
from ui.look import Paint

FLASH_MS = 160
MOVED_MM = 8
"""A touch that has moved this far is not a tap."""
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class TouchTarget(QAbstractButton):
    """The base class of all targets; `draw` paints them."""

    missed = Signal()
    """Emitted when a finger comes down while the target is disabled."""
    slid = Signal(QPoint)
    """Emitted when a touch that began here moves, with its position on the screen."""
    lifted = Signal(QPoint)
    """Emitted when the finger lifts outside the target, or too far from where it came down for a tap."""

    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.tile = ButtonView(name, "")
        self.refused = False
        self._kept = WidgetPicture()
        self._is_renamed = False
        """Whether it got its name under a finger, which came down on what was there before."""
        self._down_at = QPoint()
        self.pressed_at: QPoint | None = None
        """The position of the touch within the target. None if it was pressed with a key."""
        self.event_ms = 0
        """When the touch came down or lifted, by the clock of the panel. 0 if it was pressed with a key."""
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setEnabled(False)

    def show_tile(self, tile: ButtonView) -> None:
        if tile == self.tile:
            return
        if tile.name != self.tile.name:
            self.setObjectName(tile.name)
            self.refused, self._is_renamed = False, self.isDown()
        if tile.drawn != self.tile.drawn:
            self.redraw()
        self.tile = tile
        self.setEnabled(tile.enabled)
        self.setAccessibleName(tile.said or f"{tile.text} {tile.small}".strip())
        self.setAccessibleDescription(tile.text)

    @property
    def is_held(self) -> bool:
        """Whether a finger holds what the target means now."""
        return self.isDown() and not self._is_renamed

    def point(self, on: bool) -> None:
        """A finger slides over the target, or off it."""
        self._is_renamed = False
        self.setDown(on)

    def flash_refused(self) -> None:
        """Show for a moment that this touch did nothing."""
        self.refused = True
        self.redraw()
        QTimer.singleShot(FLASH_MS, self, self._flash_over)

    def event(self, event: QEvent) -> bool:
        """Qt does not pass presses to a disabled button, but the dealer must still see that the press was noticed."""
        if not self.isEnabled() and event.type() in PRESSES:
            self.missed.emit()
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self._is_renamed, self.event_ms = False, event.timestamp()
        self._down_at, self.pressed_at = event.globalPosition().toPoint(), event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mouseMoveEvent(event)
        self.slid.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        at, self.event_ms = event.globalPosition().toPoint(), event.timestamp()
        inside = self.hitButton(event.position().toPoint())
        # A page that opened under the touch may cover or own the target. What is there now counts.
        if not inside or (at - self._down_at).manhattanLength() > self.canvas.px(MOVED_MM):
            self.lifted.emit(at)
        super().mouseReleaseEvent(event)
        self.pressed_at, self.event_ms = None, 0

    def aim(self) -> QPoint:
        """The point that a finger aims at: the middle of its label."""
        return self.rect().center()

    def area(self) -> QRectF:
        return QRectF(self.rect())

    def redraw(self) -> None:
        self._kept.forget()
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        if type(self) is TouchTarget:
            return  # a plain target cannot be seen
        self._kept.paint(self, (self.is_held, self.isEnabled(), self.canvas.zoom), self.draw)

    def draw(self, painter: QPainter) -> None:
        """Paint the target as it is now."""

    def surface(self, paint: Paint) -> Paint:
        """The target's own colors, or those of a pressed or refused target."""
        if self.refused:
            return self.canvas.theme.refused
        return Paint(paint.ink, paint.fill) if self.is_held else paint

    def _flash_over(self) -> None:
        self.refused = False
        self.redraw()
