"""Draws chips and piles of chips by denomination, in the colors that most rooms use."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle

FACES = {25: "#2E7D32", 100: "#263238", 500: "#6A1B9A", 1_000: "#F9A825", 5_000: "#C84200", 25_000: "#1565C0",
         100_000: "#AD1457", 500_000: "#5D4037", 1_000_000: "#37474F"}  # fmt: skip
PLAIN = "#546E7A"
DARK_FIGURES = (1_000,)
SPOTS = 8
PALE = 0.4
PILE = 3
PILE_SHAPE = 1.3
"""The width of a pile relative to its height."""


def draw_chip(painter: QPainter, canvas: Canvas, chip: int, area: QRectF, pale_ink: str = "") -> None:
    """The disc, as large as the area allows; the number identifies it if the color does not. The disc is pale if it
    cannot be chosen now, and its number has the color `pale_ink`."""
    painter.setOpacity(PALE if pale_ink else 1.0)
    disc = draw_disc(painter, canvas, chip, area)
    painter.setOpacity(1.0)
    side = disc.width()
    figure = pale_ink or ("#000000" if chip in DARK_FIGURES else "#FFFFFF")
    inner = QRectF(disc.center() - QPointF(side * 0.37, side * 0.25), disc.center() + QPointF(side * 0.37, side * 0.25))
    canvas.line(painter, inner, short(chip), TextStyle(canvas.mm(side * 0.2), figure, CENTER, bold=True))


def draw_disc(painter: QPainter, canvas: Canvas, chip: int, area: QRectF) -> QRectF:
    """The chip without its number, as large as the area allows; returns where it is."""
    side = min(area.width(), area.height())
    disc = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
    face = FACES.get(chip, PLAIN)
    painter.setPen(QPen(canvas.color(canvas.theme.edge), canvas.px(0.3)))
    painter.setBrush(canvas.color(face))
    painter.drawEllipse(disc)
    rim = side * 0.09
    spots = QPen(canvas.color("#FFFFFF"), rim)
    spots.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(spots)
    ring = disc.adjusted(rim / 2, rim / 2, -rim / 2, -rim / 2)
    step = 360 * 16 // SPOTS
    for spot in range(SPOTS):
        painter.drawArc(ring, spot * step, step * 2 // 5)
    return disc


def draw_pile(painter: QPainter, canvas: Canvas, chips: int, area: QRectF) -> None:
    """Up to three stacked chips, in the colors of the largest chips that make up the amount."""
    pile = _largest(chips)
    made = ("pile", tuple(pile))
    canvas.stamps.draw(painter, area, made, _draw_pile, canvas, pile)


def _largest(chips: int) -> list[int]:
    """The chips of an amount from the largest down, three at most."""
    pile: list[int] = []
    for chip in sorted(FACES, reverse=True):
        while chips >= chip and len(pile) < PILE:
            pile.append(chip)
            chips -= chip
    return pile or [min(FACES)]


def _draw_pile(painter: QPainter, area: QRectF, canvas: Canvas, pile: list[int]) -> None:
    """Draws the chips from the bottom up, each as a disc seen from the side, with its edge spots."""
    wide = area.width() * 0.94
    oval = area.height() * 0.42
    step = (area.height() * 0.96 - oval) / PILE
    left, low = area.x() + (area.width() - wide) / 2, area.bottom() - area.height() * 0.02
    spots = QPen(canvas.color("#FFFFFF"), wide * 0.11)
    spots.setCapStyle(Qt.PenCapStyle.FlatCap)
    for index, chip in enumerate(pile):
        face = canvas.color(FACES.get(chip, PLAIN))
        bottom = QRectF(left, low - oval - index * step, wide, oval)
        top = bottom.translated(0, -step)
        painter.setPen(QPen(canvas.color("#000000"), canvas.px(0.15)))
        painter.setBrush(face)
        side = QPainterPath()
        side.moveTo(top.left(), top.center().y())
        side.lineTo(bottom.left(), bottom.center().y())
        side.arcTo(bottom, 180, 180)
        side.lineTo(top.right(), top.center().y())
        side.closeSubpath()
        painter.drawPath(side)
        painter.setPen(spots)
        for part in (0.2, 0.5, 0.8):
            drop = oval * 0.5 * (1 - (2 * part - 1) ** 2) ** 0.5
            x = left + wide * part
            painter.drawLine(QPointF(x, top.center().y() + drop), QPointF(x, bottom.center().y() + drop))
        painter.setPen(QPen(canvas.color("#000000"), canvas.px(0.15)))
        painter.setBrush(face)
        painter.drawEllipse(top)
        if index == len(pile) - 1:
            painter.setPen(QPen(canvas.color("#FFFFFF"), canvas.px(0.3), Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(top.adjusted(wide * 0.16, oval * 0.2, -wide * 0.16, -oval * 0.2))


def short(chip: int) -> str:
    """`25`, `500`, `5K`, `1M`: what is printed on a chip."""
    for unit, letter in ((1_000_000, "M"), (1_000, "K")):
        if chip >= unit and chip % (unit // 10) == 0:
            return f"{chip / unit:g}{letter}"
    return str(chip)
