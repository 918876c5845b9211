"""One seat's tile: who, how many chips, what lies in front, whose turn, and tabled cards."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ui.dealer.places import CARDS_HIGH, CARDS_WIDE
from ui.dealer.shown import SeatView
from ui.dealer.widgets.cards import draw_card
from ui.dealer.widgets.ink import CENTRE, LEFT, RIGHT, Ink, Script
from ui.dealer.widgets.touch import Touch
from ui.look import AMOUNT_MM, NAME_MM, SMALL_MM, Paint, Theme


class SeatTile(Touch):
    """Draws its `SeatView`. All parts keep their places; what there is not is left out."""

    def __init__(self, ink: Ink, name: str, parent: QWidget) -> None:
        super().__init__(ink, name, parent)
        self._seat: SeatView | None = None

    def show_seat(self, seat: SeatView) -> None:
        """Take over the seat's state; repaint only when it differs."""
        if seat == self._seat:
            return
        self._seat = seat
        self.show_tile(seat.tile)
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Surface, name, stack, and in the lowest third the bet, the word or the cards."""
        seat = self._seat
        if seat is None:
            return
        paint = self.surface(_paint(self.ink.theme, seat))
        edge = self.ink.theme.mark if seat.mood == "shows" else ""
        self.ink.box(painter, self.area(), paint.fill, edge, 1.0)
        pad = self.ink.px(1.6)
        inner = self.area().adjusted(pad, pad, -pad, -pad)
        top = QRectF(inner.x(), inner.y(), inner.width(), self.ink.px(6.2))
        self._draw_head(painter, top, seat, paint)
        if seat.mood == "empty":
            return
        stack = QRectF(inner.x(), top.bottom(), inner.width(), self.ink.px(8.0))
        self._draw_stack(painter, stack, seat, paint)
        foot = QRectF(inner.x(), stack.bottom(), inner.width(), inner.bottom() - stack.bottom())
        self._draw_foot(painter, foot, seat, paint)

    def _draw_head(self, painter: QPainter, area: QRectF, seat: SeatView, paint: Paint) -> None:
        badge = QRectF(area.x(), area.y(), self.ink.px(7.0 if seat.seat < 10 else 8.6), area.height())
        self.ink.line(painter, badge, str(seat.seat), Script(4.6, paint.ink, LEFT, bold=True))
        right = area.right()
        for disc in reversed(seat.discs):
            right -= self._draw_disc(painter, QRectF(area.x(), area.y(), right - area.x(), area.height()), disc)
        name = QRectF(badge.right(), area.y(), right - badge.right() - self.ink.px(0.6), area.height())
        self.ink.line(painter, name, seat.name, Script(NAME_MM, paint.ink))

    def _draw_disc(self, painter: QPainter, area: QRectF, disc: str) -> float:
        """The mark against the right edge; returns the width it takes."""
        side = area.height()
        circle = QRectF(area.right() - side, area.y(), side, side)
        painter.setPen(QPen(self.ink.colour("#000000"), self.ink.px(0.3)))
        painter.setBrush(self.ink.colour("#FFFFFF" if len(disc) == 1 else "#8EC9FF"))
        painter.drawEllipse(circle)
        self.ink.line(painter, circle, disc, Script(3.4 if len(disc) == 1 else 2.7, "#000000", CENTRE, bold=True))
        return side + self.ink.px(0.8)

    def _draw_stack(self, painter: QPainter, area: QRectF, seat: SeatView, paint: Paint) -> None:
        if seat.cards or seat.muck:
            area = area.adjusted(0, 0, -self.ink.px(CARDS_WIDE + 0.6), 0)
        self.ink.line(painter, area, seat.stack, Script(AMOUNT_MM, paint.ink, LEFT, bold=True))

    def _draw_foot(self, painter: QPainter, area: QRectF, seat: SeatView, paint: Paint) -> None:
        if seat.cards:
            self._draw_cards(painter, seat)
        if seat.bet:
            self._draw_bet(painter, area, seat)
            area = area.adjusted(area.width() * 0.6, 0, 0, 0)
        elif seat.cards or seat.muck:
            area = area.adjusted(0, 0, -self.ink.px(CARDS_WIDE + 0.6), 0)
        align = RIGHT if seat.bet else LEFT
        self.ink.line(painter, area, seat.word, Script(SMALL_MM + 0.4, paint.ink, align, bold=True))

    def _draw_bet(self, painter: QPainter, area: QRectF, seat: SeatView) -> None:
        pill = QRectF(area.x(), area.y() + self.ink.px(0.8), area.width() * 0.58, area.height() - self.ink.px(0.4))
        self.ink.box(painter, pill, "#0B0F12", "")
        inner = pill.adjusted(self.ink.px(1.2), 0, -self.ink.px(1.2), 0)
        self.ink.line(painter, inner, seat.bet, Script(4.8, "#FFFFFF", CENTRE, bold=True))

    def _draw_cards(self, painter: QPainter, seat: SeatView) -> None:
        edge = self.ink.px(1.0)
        wide = self.ink.px((CARDS_WIDE - 0.6) / 2)
        high = self.ink.px(CARDS_HIGH)
        left = self.width() - edge - self.ink.px(CARDS_WIDE)
        for index, card in enumerate(seat.cards):
            x = left + index * (wide + self.ink.px(0.6))
            draw_card(painter, self.ink, card, QRectF(x, self.height() - edge - high, wide, high))


def _paint(theme: Theme, seat: SeatView) -> Paint:
    return {"turn": theme.turn, "wins": theme.wins, "out": theme.out, "empty": theme.out, "waits": theme.out}.get(
        seat.mood, theme.seat
    )
