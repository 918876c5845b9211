"""Everything that is painted on the dealer's screen: the felt, the parts of the table, and what covers them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtGui import QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from ui.dealer.model.profile import Profile, worn
from ui.dealer.model.values import View
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle
from ui.dealer.widgets.parts import ScreenParts, TouchListener
from ui.look import AWARD_MM, Look

if TYPE_CHECKING:
    from ui.dealer.widgets.practice import PracticeParts


class Failed(Label[str]):
    """Covers the screen, and consumes every touch, while a failed program restarts: one sentence in alarm colors."""

    def words(self, value: str) -> str:
        return value

    def draw(self, painter: QPainter, value: str) -> None:
        paint = self.canvas.theme.refused
        painter.fillRect(self.rect(), self.canvas.color(paint.fill))
        side = self.canvas.px(10.0)
        self.canvas.lines(painter, self.area().adjusted(side, side, -side, -side), value,
                       TextStyle(AWARD_MM, paint.ink, CENTER, bold=True))  # fmt: skip

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        event.accept()


class Scene:
    """Draws views on the widget `screen` with parts made when first needed; `listener` receives their touches."""

    def __init__(self, screen: QWidget, look: Look, listener: TouchListener) -> None:
        self._screen = screen
        self._look = look
        self.canvas = Canvas(look)
        self._listener = listener
        self._parts: ScreenParts | None = None
        self._practice: PracticeParts | None = None
        self._felt = QPixmap()

    def wear(self, profile: Profile, left_seat: int) -> None:
        """Use the dealer's look, starting with the next view. If it differs, all parts are removed."""
        self._use(worn(self._look, profile, left_seat))

    def scale(self, px_per_mm: float) -> None:
        """Draw at this many pixels in a millimeter, starting with the next view."""
        self._use(replace(self._look, px_per_mm=px_per_mm))

    def _use(self, look: Look) -> None:
        if look == self._look:
            return
        self._look, self.canvas = look, Canvas(look)
        if self._parts:
            self._parts.remove()
            self._parts = None

    def show_view(self, view: View, seat_count: int, is_practice: bool) -> None:
        if self._parts is None or self._parts.seat_count != seat_count:
            if self._parts:
                self._parts.remove()
            self._parts = ScreenParts(self._screen, self.canvas, seat_count, self._listener)
            self.place()
        self._parts.show_view(view)
        if is_practice:
            self._practice_parts().show_mark(view.coach)

    def place(self) -> None:
        self.canvas.fit_to(self._screen.width(), self._screen.height())
        self._felt = QPixmap()
        if self._parts:
            self._parts.place(self._screen.width(), self._screen.height())
        if self._practice:
            self._practice.place()
        self._screen.update()

    def paint(self, painter: QPainter) -> None:
        if self._felt.isNull():
            self._felt = self._paint_felt()
        painter.drawPixmap(0, 0, self._felt)

    def touch(self, name: str) -> TouchTarget | None:
        return self._parts.touch(name) if self._parts and name else None

    def send(self, gains: Mapping[int, tuple[int, str]]) -> None:
        if self._parts:
            self._parts.send(gains)

    def still(self) -> None:
        if self._parts:
            self._parts.still()

    def cover(self, text: str) -> None:
        """Show, over everything and permanently, that the screen can no longer be trusted."""
        failed = Failed(self.canvas, "failed", self._screen)
        failed.setGeometry(self._screen.rect())
        failed.show_value(text)
        failed.raise_()
        failed.show()
        failed.repaint()

    def _practice_parts(self) -> "PracticeParts":
        if self._practice is None:
            from ui.dealer.widgets.practice import PracticeParts  # noqa: PLC0415  no real table has them

            self._practice = PracticeParts(self._screen, self.canvas, self._listener)
            self._practice.place()
        return self._practice

    def _paint_felt(self) -> QPixmap:
        ratio = self._screen.devicePixelRatioF()
        felt = QPixmap(self._screen.size() * ratio)
        felt.setDevicePixelRatio(ratio)
        felt.fill(self.canvas.color(self.canvas.theme.room))
        if self._parts:
            painter = QPainter(felt)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._parts.paint_felt(painter)
            painter.end()
        return felt
