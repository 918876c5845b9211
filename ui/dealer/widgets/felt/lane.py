"""The felt in front of a seat: the bet as chips with the amount, its winnings, and the button."""

from typing import Literal

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.dealer.model.values import SeatTileView
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, RIGHT, TextStyle
from ui.dealer.widgets.painting.chips import PILE_SHAPE, draw_pile
from ui.look import AIR_MM, NAME_MM, NOTE_MM, WORD_MM

DISC_MM = 5.8


class LaneView(msgspec.Struct, frozen=True):
    """`bet` is the bet as text, `chips` is the amount that its pile shows, and `discs` is the number of discs that the
    seat has."""

    bet: str
    chips: int
    discs: int


def lane_of(seat: SeatTileView) -> LaneView | None:
    return LaneView(seat.bet, seat.bet_chips, len(seat.discs)) if seat.bet else None


class Lane(Label[LaneView | None]):
    """The bet. The seat's discs are at the `discs_at` end of the lane, or elsewhere."""

    discs_at: Literal["", "left", "right"] = ""
    from_right = False
    """Whether the seat is to the right of the lane. The bet is at the seat's end of the lane."""

    def draw(self, painter: QPainter, value: LaneView | None) -> None:
        if value is None:
            return
        high, taken = self.area().height(), self.canvas.px(DISC_MM) * value.discs
        left, right = taken * (self.discs_at == "left"), taken * (self.discs_at == "right")
        wide, air = high * PILE_SHAPE, self.canvas.px(AIR_MM)
        pile = QRectF(self.area().right() - right - wide if self.from_right else left, 0, wide, high)
        draw_pile(painter, self.canvas, value.chips, pile)
        rest = self.area().adjusted(left, 0, -right, 0)
        if self.from_right:
            rest.setRight(pile.left() - air)
        else:
            rest.setLeft(pile.right() + air)
        align = RIGHT if self.from_right else LEFT
        self.canvas.line(painter, rest, value.bet, TextStyle(WORD_MM, self.canvas.theme.sheet.ink, align, True, True))


class Discs(Label[tuple[str, ...]]):
    """The button, and the blinds when a hand begins. They are laid out from the right unless `from_left` is set."""

    from_left = False

    def draw(self, painter: QPainter, value: tuple[str, ...]) -> None:
        side = min(self.area().height(), self.canvas.px(DISC_MM)) - 1
        for index, disc in enumerate(reversed(value)):
            step = side + 1
            x = self.area().x() + index * step if self.from_left else self.area().right() - (index + 1) * step
            circle = QRectF(x + 0.5, self.area().center().y() - side / 2, side, side)
            painter.setPen(QPen(self.canvas.color("#000000"), self.canvas.px(0.3)))
            painter.setBrush(self.canvas.color("#FFFFFF" if len(disc) == 1 else "#8EC9FF"))
            painter.drawEllipse(circle)
            painter.setPen(Qt.PenStyle.NoPen)
            self.canvas.line(
                painter, circle, disc, TextStyle(NAME_MM if len(disc) == 1 else NOTE_MM, "#000000", CENTER, True)
            )
