"""A chip, drawn by its denomination: a disc with edge spots in the colour most rooms give it, and the figure on it."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.dealer.widgets.canvas import CENTRE, Canvas, TextStyle

FACES = {25: "#2E7D32", 100: "#263238", 500: "#6A1B9A", 1_000: "#F9A825", 5_000: "#E65100", 25_000: "#1565C0",
         100_000: "#AD1457", 500_000: "#5D4037", 1_000_000: "#37474F"}  # fmt: skip
PLAIN = "#546E7A"
DARK_FIGURES = (1_000,)
SPOTS = 8


def draw_chip(painter: QPainter, canvas: Canvas, chip: int, area: QRectF) -> None:
    """The disc, as large as the area allows; the figure identifies it where the colour does not."""
    side = min(area.width(), area.height())
    disc = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
    face = FACES.get(chip, PLAIN)
    painter.setPen(QPen(canvas.colour(canvas.theme.edge), canvas.px(0.3)))
    painter.setBrush(canvas.colour(face))
    painter.drawEllipse(disc)
    rim = side * 0.09
    spots = QPen(canvas.colour("#FFFFFF"), rim)
    spots.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(spots)
    ring = disc.adjusted(rim / 2, rim / 2, -rim / 2, -rim / 2)
    step = 360 * 16 // SPOTS
    for spot in range(SPOTS):
        painter.drawArc(ring, spot * step, step * 2 // 5)
    figure = "#000000" if chip in DARK_FIGURES else "#FFFFFF"
    inner = QRectF(disc.center() - QPointF(side * 0.37, side * 0.25), disc.center() + QPointF(side * 0.37, side * 0.25))
    canvas.line(painter, inner, short(chip), TextStyle(canvas.mm(side * 0.2), figure, CENTRE, bold=True))


def short(chip: int) -> str:
    """`25`, `500`, `5K`, `1M`: what is printed on a chip."""
    for unit, letter in ((1_000_000, "M"), (1_000, "K")):
        if chip >= unit and chip % (unit // 10) == 0:
            return f"{chip / unit:g}{letter}"
    return str(chip)
