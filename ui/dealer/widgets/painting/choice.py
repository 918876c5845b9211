"""Shows a choice in the profile as a picture: where the keys are, the colors, or the size of the letters."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.dealer.model.profile import TEXT
from ui.dealer.model.values import ButtonView
from ui.dealer.widgets.painting.canvas import CENTER, Canvas, TextStyle, split
from ui.look import AWARD_MM, HAIR_MM, NAME_MM, THEMES

KEYS = 6
KEY_SHAPE = 0.7
LETTER_HIGH = 1.5
"""The height of the sample letter's line, including the space above and below it, relative to the area for the
picture."""
CORNERS_MM = 12.0
"""The space kept free on both sides, for the check mark."""


def draw_choice(painter: QPainter, canvas: Canvas, tile: ButtonView, inner: QRectF, ink: str) -> None:
    upper, lower = split(inner, 0.56)
    canvas.line(painter, lower, tile.text, TextStyle(NAME_MM, ink, CENTER, bold=True))
    match tile.picture:
        case "keys-right" | "keys-left":
            _draw_keys(painter, canvas, tile.picture == "keys-left", upper, ink)
        case "dark" | "light" | "glare":
            _draw_colors(painter, canvas, tile.picture, upper, ink)
        case "S" | "M" | "L":
            high = LETTER_HIGH * upper.height() * (TEXT[tile.picture] / max(TEXT.values())) ** 2
            letter = QRectF(upper.x(), upper.center().y() - high / 2, upper.width(), high)
            canvas.lines(painter, letter, tile.picture, TextStyle(AWARD_MM, ink, CENTER, bold=True))


def _draw_keys(painter: QPainter, canvas: Canvas, left: bool, area: QRectF, ink: str) -> None:
    """The keys along the near edge, with the green one next to the hand."""
    theme = canvas.theme
    high = area.height() * 0.8
    wide, gap = high * KEY_SHAPE, high * 0.14
    x = area.center().x() - (KEYS * (wide + gap) - gap) / 2
    for key in range(KEYS):
        fill = theme.go.fill if key == (0 if left else KEYS - 1) else theme.quiet.fill
        canvas.box(painter, QRectF(x, area.y(), wide, high), fill, ink, HAIR_MM)
        x += wide + gap


def _draw_colors(painter: QPainter, canvas: Canvas, name: str, area: QRectF, ink: str) -> None:
    """A seat, a seat to act and the green key, on the theme's felt."""
    theme = THEMES[name]
    high = area.height() * 0.9
    wide = min(area.width() - canvas.px(CORNERS_MM), high * 3.4)
    felt = QRectF(area.center().x() - wide / 2, area.y(), wide, high)
    canvas.box(painter, felt, theme.felt, ink, HAIR_MM)
    pad = high * 0.18
    part = (wide - 4 * pad) / 3
    for place, fill in enumerate((theme.seat.fill, theme.turn.fill, theme.go.fill)):
        patch = QRectF(felt.x() + pad + place * (part + pad), felt.y() + pad, part, high - 2 * pad)
        canvas.box(painter, patch, fill, theme.edge, HAIR_MM)
