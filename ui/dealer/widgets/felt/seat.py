"""A seat's tile: the player, the chips, the action that a touch records, and tabled cards. The bet is on the felt."""

from PySide6.QtCore import QPoint, QRectF, Qt, QTimerEvent
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.table import CARDS_HIGH, CARDS_WIDE, INSET, SIDE
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import SeatTileView
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, RIGHT, Align, Canvas, TextStyle, split
from ui.dealer.widgets.painting.cards import draw_card
from ui.look import AIR_MM, EDGE_MM, HAIR_MM, NAME_MM, SMALL_MM, STACK_MM, THICK_MM, WORD_MM, Paint, Theme

BETWEEN = AIR_MM
"""The gap between CALL and RAISE, where a touch counts as neither. The rest of the tile is CALL, so only RAISE has to
be aimed at."""
HEAD_HIGH, STACK_HIGH, PAD = 5.0, 6.0, 0.7
ZONE_SIZES = (STACK_MM, WORD_MM, NAME_MM, SMALL_MM)
"""The letter heights for an amount in a zone. The largest one at which it fits without being narrowed is used. If none
does, the amount is written as `1.5M`."""
TICK_WIDE = 4.6
"""The room for the check mark of a chosen seat."""
LOW_LEFT = Align.AlignLeft | Align.AlignBottom
BETWEEN_CARDS = 0.6
CARD_WIDE = (CARDS_WIDE - BETWEEN_CARDS) / 2
PULSE_MS = 250
PULSES = 8
"""The pulses last two seconds, which is long enough for a glance."""


class SeatTile(TouchTarget):
    """Draws its `SeatTileView`. All parts keep their places, and missing ones are left out."""

    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(canvas, name, parent)
        self._seat: SeatTileView | None = None
        self._pulses_left = 0
        self._pulse = 0
        """The timer's number while the tile pulses. A separate timer object would outlive Qt and crash when it is
        destroyed."""

    def show_seat(self, seat: SeatTileView) -> None:
        if seat == self._seat:
            return
        begins = seat.pulses and not (self._seat and self._seat.pulses)
        if self._seat is None or seat.drawn != self._seat.drawn:
            self.redraw()
        self._seat = seat
        self.show_tile(seat.tile)
        if begins:
            self._pulses_left = PULSES
            self._pulse = self._pulse or self.startTimer(PULSE_MS)
        elif not seat.pulses:
            self._calm()

    def aim(self) -> QPoint:
        """The touch zone for an action, which takes up the side of the tile that RAISE leaves free."""
        if self._seat is None or self._seat.side is None:
            return super().aim()
        rest = self.width() - self.canvas.px(SIDE + INSET + BETWEEN)
        x = self.width() - rest / 2 if self.canvas.look.left_handed else rest / 2
        return QPoint(round(x), round(self.height() - self.canvas.px(SIDE / 2)))

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802
        """Ignores a touch on the margin between CALL and RAISE, because it is ambiguous. A tile that only opens a page,
        as at the showdown, has no such margin."""
        seat = self._seat
        if seat is None or seat.side is None or not seat.act or isinstance(seat.tile.tap, OpenPage):
            return super().hitButton(at)
        keep_off = self.canvas.px(SIDE + INSET + BETWEEN)
        beside = at.x() < keep_off if self.canvas.look.left_handed else at.x() > self.width() - keep_off
        return super().hitButton(at) and not (beside and at.y() > self.height() - keep_off)

    def draw(self, painter: QPainter) -> None:
        seat = self._seat
        if seat is None:
            return
        canvas, theme = self.canvas, self.canvas.theme
        paint = self.surface(theme.warn if self._pulses_left % 2 else _paint(theme, seat))
        canvas.box(painter, self.area(), paint.fill, *_edge(theme, seat))
        if seat.mood == "empty" and not seat.comes:
            self._draw_dashes(painter, paint)
        pad = canvas.px(PAD)
        inner = self.area().adjusted(pad, pad, -pad, -pad)
        self._draw_head(painter, QRectF(inner.x(), inner.y(), inner.width(), canvas.px(HEAD_HIGH)), seat, paint)
        stack = QRectF(inner.x(), inner.y() + canvas.px(HEAD_HIGH), inner.width(), canvas.px(STACK_HIGH))
        if seat.mood == "empty":
            below = QRectF(stack.x(), stack.y(), stack.width(), inner.bottom() - stack.y())
            canvas.lines(painter, below, seat.word, TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
            return
        self._draw_stack(painter, stack, seat, paint)
        inset = canvas.px(INSET)
        low = self.area().bottom() - inset
        foot = QRectF(inset, low - canvas.px(SIDE), self.area().width() - 2 * inset, canvas.px(SIDE))
        if seat.side or seat.cards:
            taken = canvas.px((_cards_wide(seat) if seat.cards else SIDE) + BETWEEN)
            mirrored = canvas.look.left_handed and seat.side and not seat.cards
            foot.adjust(taken if mirrored else 0, 0, 0 if mirrored else -taken, 0)
        if seat.act:
            self._draw_act(painter, foot, seat)
        else:
            word = foot.adjusted(canvas.px(AIR_MM), foot.height() * (0.3 if seat.cards else 0.6), 0, 0)
            word.translate(0, -inset)
            canvas.lines(painter, word, seat.word, TextStyle(NAME_MM, paint.ink, LOW_LEFT, bold=True))
        if seat.cards:
            self._draw_cards(painter, seat)

    def _draw_dashes(self, painter: QPainter, paint: Paint) -> None:
        """The dashed edge of a seat where nobody sits."""
        half = self.canvas.px(0.5)
        pen = QPen(self.canvas.color(paint.ink), self.canvas.px(0.4))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(
            self.area().adjusted(half, half, -half, -half), self.canvas.px(1.6), self.canvas.px(1.6)
        )

    def _draw_head(self, painter: QPainter, area: QRectF, seat: SeatTileView, paint: Paint) -> None:
        canvas = self.canvas
        box = QRectF(area.x(), area.y(), canvas.px(5.4 if seat.seat < 10 else 6.2), area.height() - canvas.px(0.4))
        ink, fill = paint.ink, ""
        if seat.mood not in ("empty", "out", "waits"):
            ink, fill = paint.fill, paint.ink
        canvas.box(painter, box, fill or paint.fill, "" if fill else paint.ink, 0.2)
        canvas.line(painter, box, str(seat.seat), TextStyle(NAME_MM, ink, CENTER, bold=True))
        right = area.right() - (canvas.px(TICK_WIDE) if seat.mood == "chosen" else 0.0)
        name = QRectF(box.right() + canvas.px(AIR_MM), area.y(), right - box.right() - canvas.px(AIR_MM), box.height())
        if seat.mood == "chosen":
            canvas.tick(painter, QRectF(right, area.y(), area.right() - right, box.height()), paint.ink)
        canvas.line(painter, name, seat.name, TextStyle(NAME_MM, paint.ink))

    def _draw_stack(self, painter: QPainter, area: QRectF, seat: SeatTileView, paint: Paint) -> None:
        """The chips behind or, if there are none, everything that the player put in."""
        canvas, theme = self.canvas, self.canvas.theme
        if not seat.all_in:
            area = area.adjusted(canvas.px(0.4), 0, 0, 0)
            canvas.line(painter, area, seat.stack, TextStyle(STACK_MM, paint.ink, LEFT, bold=True, whole=True))
            return
        band = area.adjusted(-canvas.px(PAD - INSET), 0, canvas.px(PAD - INSET), 0)
        canvas.box(painter, band, theme.stop.fill)
        inner = band.adjusted(canvas.px(AIR_MM), 0, -canvas.px(AIR_MM), 0)
        high_mm = canvas.largest_mm(seat.all_in, inner.width() * 0.6, (WORD_MM, NAME_MM))
        wide = min(canvas.text_width(seat.all_in, high_mm, bold=True), inner.width() * 0.64)
        word = QRectF(inner.x(), inner.y(), inner.width() - wide - canvas.px(AIR_MM), inner.height())
        chips = QRectF(word.right() + canvas.px(AIR_MM), inner.y(), wide, inner.height())
        canvas.line(painter, word, seat.all_in_word, TextStyle(SMALL_MM, theme.stop.ink, RIGHT, bold=True))
        canvas.line(painter, chips, seat.all_in, TextStyle(high_mm, theme.stop.ink, LEFT, bold=True, whole=True))

    def _draw_act(self, painter: QPainter, zone: QRectF, seat: SeatTileView) -> None:
        """The zone of CALL, which is as high as RAISE beside it, or of CALL ALL-IN, CHECK or BET over the whole
        width."""
        canvas, theme = self.canvas, self.canvas.theme
        if seat.mood == "turn":
            paint = theme.go if seat.chips else theme.act
            canvas.box(painter, zone, paint.fill)
        else:
            paint = Paint(theme.zone, theme.seat.ink)
            canvas.box(painter, zone, paint.fill, theme.go_edge if seat.chips else theme.act_edge, EDGE_MM)
        side = canvas.px(AIR_MM / 2 if seat.side else AIR_MM)
        inner = zone.adjusted(side, canvas.px(AIR_MM), -side, -canvas.px(AIR_MM))
        if not seat.chips:
            canvas.line(painter, inner, seat.act, TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
            return
        upper, lower = split(inner, 0.48)
        canvas.line(painter, upper, seat.act, TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
        is_wide = canvas.text_width(seat.chips, SMALL_MM, bold=True) > inner.width()
        chips = seat.short_chips if is_wide else seat.chips
        high_mm = canvas.largest_mm(chips, inner.width(), ZONE_SIZES)
        canvas.line(painter, lower, chips, TextStyle(high_mm, paint.ink, CENTER, bold=True, whole=True))

    def _draw_cards(self, painter: QPainter, seat: SeatTileView) -> None:
        edge = self.canvas.px(INSET)
        wide = self.canvas.px(CARD_WIDE)
        high = self.canvas.px(CARDS_HIGH)
        left = self.width() - edge - self.canvas.px(_cards_wide(seat))
        extra = max(0, len(seat.cards) - 2)  # a card read here but recorded elsewhere comes before these two
        for index, card in enumerate(seat.cards[2:] + seat.cards[:2]):
            x = left + (index - extra) * (wide + self.canvas.px(BETWEEN_CARDS))
            draw_card(painter, self.canvas, card, QRectF(x, self.height() - edge - high, wide, high))

    def timerEvent(self, event: QTimerEvent) -> None:  # noqa: N802
        if event.timerId() != self._pulse:  # Qt's own timer, for a button that is pressed
            super().timerEvent(event)
            return
        self._pulses_left -= 1
        if self._pulses_left <= 0:
            self._calm()
        self.redraw()

    def _calm(self) -> None:
        self._pulses_left = 0
        if self._pulse:
            self.killTimer(self._pulse)
        self._pulse = 0


def _paint(theme: Theme, seat: SeatTileView) -> Paint:
    if seat.comes:
        return theme.act
    return {"turn": theme.turn, "wins": theme.wins, "out": theme.out, "empty": theme.out, "waits": theme.out,
            "picked": theme.go,
            "chosen": Paint(theme.seat.ink, theme.seat.fill)}.get(seat.mood, theme.seat)  # fmt: skip


def _cards_wide(seat: SeatTileView) -> float:
    """A touch zone keeps its width between the first and second card. A word beside a single card gets more room."""
    return CARDS_WIDE if seat.act or len(seat.cards) > 1 else CARD_WIDE


def _edge(theme: Theme, seat: SeatTileView) -> tuple[str, float]:
    """The edge of the tile. The tile and the felt may have the same color, so the edge is never left out."""
    edges = {"turn": (theme.turn_edge, THICK_MM), "wins": (theme.win_edge, THICK_MM), "shows": (theme.mark, THICK_MM),
             "asked": (theme.mark, THICK_MM), "picked": (theme.win_edge, THICK_MM), "out": (theme.out_edge, HAIR_MM),
             "waits": (theme.out_edge, HAIR_MM), "empty": (theme.out.fill, HAIR_MM)}  # fmt: skip
    return (theme.mark, THICK_MM) if seat.comes else edges.get(seat.mood, (theme.edge, HAIR_MM))
