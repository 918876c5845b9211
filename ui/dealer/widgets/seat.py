"""One seat's tile: the player, the chips, the bet, the action of a touch, and tabled cards."""

from PySide6.QtCore import QPoint, QRectF, Qt, QTimerEvent
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.table import CARDS_HIGH, CARDS_WIDE, SIDE
from ui.dealer.model.values import SeatView
from ui.dealer.widgets.canvas import CENTRE, LEFT, Canvas, TextStyle
from ui.dealer.widgets.cards import draw_card
from ui.dealer.widgets.touch import TouchTarget
from ui.look import AMOUNT_MM, GAP_MM, NAME_MM, SMALL_MM, WORD_MM, Paint, Theme

HEAD_HIGH, STACK_HIGH = 5.7, 6.2
STACK_MM, LEAST_STACK_MM, SMALL_BET_MM = 5.4, 3.6, 3.4
PULSE_MS = 250
PULSES = 8
"""Two seconds: long enough for a glance."""


class SeatTile(TouchTarget):
    """Draws its `SeatView`. All parts keep their places; what there is not is left out."""

    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(canvas, name, parent)
        self._seat: SeatView | None = None
        self._pulses_left = 0
        self._pulse = 0
        """The timer's number while it pulses: an object of its own would outlive Qt, and crash as it goes."""

    def show_seat(self, seat: SeatView) -> None:
        """Take over the seat's state; repaint only when it differs."""
        if seat == self._seat:
            return
        begins = seat.pulses and not (self._seat and self._seat.pulses)
        self._seat = seat
        self.show_tile(seat.tile)
        if begins:
            self._pulses_left = PULSES
            self._pulse = self._pulse or self.startTimer(PULSE_MS)
        elif not seat.pulses:
            self._calm()
        self.update()

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802
        """Not on the margin around the button within it: a touch there is ambiguous."""
        seat = self._seat
        if seat is None or seat.side is None:
            return super().hitButton(at)
        keep_off = self.canvas.px(SIDE + 0.8 + GAP_MM)
        return super().hitButton(at) and not (at.x() > self.width() - keep_off and at.y() > self.height() - keep_off)

    def draw(self, painter: QPainter) -> None:
        """Surface, name, stack, and below them the action of a touch or the last action."""
        seat = self._seat
        if seat is None:
            return
        theme = self.canvas.theme
        paint = self.surface(theme.warn if self._pulses_left % 2 else _paint(theme, seat))
        edge = theme.mark if seat.mood in ("shows", "asked") else ""
        self.canvas.box(painter, self.area(), paint.fill, edge, 1.0)
        if seat.passed:
            self._draw_passed(painter, paint)
        pad = self.canvas.px(1.4)
        inner = self.area().adjusted(pad, pad * 0.6, -pad, -pad * 0.6)
        top = QRectF(inner.x(), inner.y(), inner.width(), self.canvas.px(HEAD_HIGH))
        self._draw_head(painter, top, seat, paint)
        stack = QRectF(inner.x(), top.bottom(), inner.width(), self.canvas.px(STACK_HIGH))
        if seat.mood == "empty":
            self.canvas.line(painter, stack, seat.word, TextStyle(SMALL_MM + 0.5, paint.ink, LEFT))
            return
        self._draw_stack(painter, stack, seat, paint)
        foot = QRectF(inner.x(), stack.bottom(), inner.width(), inner.bottom() - stack.bottom())
        if seat.side or seat.cards:
            foot.setRight(inner.right() - self.canvas.px(max(SIDE, CARDS_WIDE if seat.cards else 0.0) + 1.0))
        if seat.act:
            self._draw_act(painter, foot, seat)
        else:
            self._draw_foot(painter, foot, seat, paint)
        if seat.cards:
            self._draw_cards(painter, seat)

    def _draw_passed(self, painter: QPainter, paint: Paint) -> None:
        """A dashed edge: the action shown was inferred, not tapped."""
        half = self.canvas.px(0.5)
        pen = QPen(self.canvas.colour(paint.ink), self.canvas.px(0.5))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(
            self.area().adjusted(half, half, -half, -half), self.canvas.px(1.6), self.canvas.px(1.6)
        )

    def _draw_head(self, painter: QPainter, area: QRectF, seat: SeatView, paint: Paint) -> None:
        badge = QRectF(area.x(), area.y(), self.canvas.px(6.4 if seat.seat < 10 else 8.4), area.height())
        self.canvas.line(painter, badge, str(seat.seat), TextStyle(4.3, paint.ink, LEFT, bold=True))
        right = area.right()
        for disc in reversed(seat.discs):
            right -= self._draw_disc(painter, QRectF(area.x(), area.y(), right - area.x(), area.height()), disc)
        name = QRectF(badge.right(), area.y(), right - badge.right() - self.canvas.px(0.6), area.height())
        self.canvas.line(painter, name, seat.name, TextStyle(NAME_MM, paint.ink))

    def _draw_disc(self, painter: QPainter, area: QRectF, disc: str) -> float:
        """The mark against the right edge; returns the width it takes."""
        side = area.height()
        circle = QRectF(area.right() - side, area.y(), side, side)
        painter.setPen(QPen(self.canvas.colour("#000000"), self.canvas.px(0.3)))
        painter.setBrush(self.canvas.colour("#FFFFFF" if len(disc) == 1 else "#8EC9FF"))
        painter.drawEllipse(circle)
        self.canvas.line(painter, circle, disc, TextStyle(3.4 if len(disc) == 1 else 2.7, "#000000", CENTRE, bold=True))
        return side + self.canvas.px(0.8)

    def _draw_stack(self, painter: QPainter, area: QRectF, seat: SeatView, paint: Paint) -> None:
        """The chips behind; beside them, where the place below is taken, those in front."""
        if seat.bet and (seat.act or seat.cards):
            wide = self.canvas.text_width(seat.bet, SMALL_BET_MM, bold=True) + self.canvas.px(2.4)
            rest = area.width() - wide - self.canvas.px(1.0)
            if (
                self.canvas.text_width(seat.stack, LEAST_STACK_MM, bold=True) <= rest
            ):  # else the chips on the table must do
                pill = QRectF(
                    area.right() - wide, area.y() + self.canvas.px(0.3), wide, area.height() - self.canvas.px(0.6)
                )
                self._draw_bet(painter, pill, seat, SMALL_BET_MM)
                area = area.adjusted(0, 0, -wide - self.canvas.px(1.0), 0)
        area = area.translated(0, -self.canvas.px(0.5))  # for the commas
        self.canvas.line(painter, area, seat.stack, TextStyle(STACK_MM, paint.ink, LEFT, bold=True, whole=True))

    def _draw_act(self, painter: QPainter, area: QRectF, seat: SeatView) -> None:
        """The action of a touch, filled where it is this seat's turn."""
        theme = self.canvas.theme
        mine = seat.mood == "turn"
        wanted = theme.go if seat.chips else theme.act
        paint = wanted if mine else theme.quiet
        box = area.adjusted(
            -self.canvas.px(0.6), self.canvas.px(0.4), 0 if seat.side else self.canvas.px(0.6), self.canvas.px(0.2)
        )
        self.canvas.box(painter, box, paint.fill, wanted.fill, 0.5)
        inner = box.adjusted(self.canvas.px(0.8), self.canvas.px(0.6), -self.canvas.px(0.8), -self.canvas.px(0.6))
        if not seat.chips:
            self.canvas.line(painter, inner, seat.act, TextStyle(WORD_MM + 0.6, paint.ink, CENTRE, bold=True))
            return
        upper = QRectF(inner.x(), inner.y(), inner.width(), inner.height() * 0.42)
        lower = QRectF(inner.x(), upper.bottom(), inner.width(), inner.height() - upper.height())
        self.canvas.line(painter, upper, seat.act, TextStyle(NAME_MM, paint.ink, CENTRE, bold=True))
        self.canvas.line(painter, lower, seat.chips, TextStyle(AMOUNT_MM, paint.ink, CENTRE, bold=True, whole=True))

    def _draw_foot(self, painter: QPainter, area: QRectF, seat: SeatView, paint: Paint) -> None:
        """The bet, and the word for the last action."""
        half = area.height() * 0.52
        if seat.bet and not seat.cards:
            pill = QRectF(area.x(), area.y() + self.canvas.px(0.4), area.width() * 0.7, half - self.canvas.px(0.8))
            self._draw_bet(painter, pill, seat, 5.0)
        word = QRectF(area.x(), area.y() + half, area.width(), area.height() - half)
        self.canvas.line(painter, word, seat.word, TextStyle(SMALL_MM + 0.5, paint.ink, LEFT, bold=True))

    def _draw_bet(self, painter: QPainter, pill: QRectF, seat: SeatView, high_mm: float) -> None:
        self.canvas.box(painter, pill, "#0B0F12", "")
        inner = pill.adjusted(self.canvas.px(0.8), 0, -self.canvas.px(0.8), 0)
        self.canvas.line(painter, inner, seat.bet, TextStyle(high_mm, "#FFFFFF", CENTRE, bold=True, whole=True))

    def _draw_cards(self, painter: QPainter, seat: SeatView) -> None:
        edge = self.canvas.px(1.0)
        wide = self.canvas.px((CARDS_WIDE - 0.6) / 2)
        high = self.canvas.px(CARDS_HIGH)
        left = self.width() - edge - self.canvas.px(CARDS_WIDE)
        extra = max(0, len(seat.cards) - 2)  # a card read here but recorded elsewhere is drawn before the two
        for index, card in enumerate(seat.cards[2:] + seat.cards[:2]):
            x = left + (index - extra) * (wide + self.canvas.px(0.6))
            draw_card(painter, self.canvas, card, QRectF(x, self.height() - edge - high, wide, high))

    def timerEvent(self, event: QTimerEvent) -> None:  # noqa: N802
        if event.timerId() != self._pulse:  # Qt's own, of a button that is pressed
            super().timerEvent(event)
            return
        self._pulses_left -= 1
        if self._pulses_left <= 0:
            self._calm()
        self.update()

    def _calm(self) -> None:
        self._pulses_left = 0
        if self._pulse:
            self.killTimer(self._pulse)
        self._pulse = 0


def _paint(theme: Theme, seat: SeatView) -> Paint:
    return {"turn": theme.turn, "wins": theme.wins, "out": theme.out, "empty": theme.out, "waits": theme.out,
            "picked": theme.go}.get(seat.mood, theme.seat)  # fmt: skip
