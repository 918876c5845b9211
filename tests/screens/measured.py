"""Measurements of a picture of the screen: letters in millimeters, contrasts, and overlaps."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.felt.seat import SeatTile
from ui.dealer.widgets.painting.canvas import Canvas, TextStyle
from ui.dealer.widgets.painting.stamps import Stamps, WidgetPicture
from ui.look import CAPITAL, Paint


class Letters(NamedTuple):
    """A text with its position on the screen. `high_mm` is the height of its capitals, `said` the text after fitting,
    and `body` where its letters are, from the top of a capital to the foot of the last line. The text should stay
    within `part`, the widget that it is painted on."""

    text: str
    said: str
    high_mm: float
    ink: str
    area: QRect
    body: QRectF
    part: QRect


class Edge(NamedTuple):
    """The edge around a touch target, or its color if it has no edge, its fill, and its position."""

    name: str
    color: str
    fill: str
    area: QRect


class PaintRecord(NamedTuple):
    """All that was painted on a screen."""

    letters: list[Letters]
    edges: list[Edge]


def _above(screen: Screen, place: QRect) -> QWidget | None:
    """The part visible there. The switch on the pots paints nothing."""
    above = screen.childAt(place.center())
    if above is None or above.objectName() != "pot":
        return above
    above.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # and is transparent
    below = screen.childAt(place.center())
    above.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
    return below


def _body(painter: QPainter, area: QRectF, text: str, style: TextStyle) -> QRectF:
    """Where the letters of a text are painted, without the room above capitals and below the last line."""
    metrics = QFontMetricsF(painter.font())
    box = metrics.boundingRect(area, int(style.align), text)
    return box.adjusted(0, metrics.ascent() - painter.font().pixelSize() * CAPITAL, 0, -metrics.descent())


@contextmanager
def watching(screen: Screen) -> Iterator[PaintRecord]:
    """The painting on this screen during the block; cards are separate pictures and are left out."""
    found = PaintRecord([], [])
    line, lines, box, dashes = Canvas.line, Canvas.lines, Canvas.box, SeatTile._draw_dashes
    paint, stamp = WidgetPicture.paint, Stamps.draw
    parts: list[QWidget | None] = []

    def paint_part(kept: WidgetPicture, widget: QWidget, made: Hashable, draw: Callable[[QPainter], None]) -> None:
        parts.append(widget)
        kept.forget()
        paint(kept, widget, made, draw)
        parts.pop()

    def draw_stamp(stamps: Stamps, *drawn: Any) -> None:
        parts.append(None)
        stamp(stamps, *drawn)
        parts.pop()

    def drawn_part(painter: QPainter) -> QWidget | None:
        device = painter.device()
        return device if isinstance(device, QWidget) else parts[-1] if parts else None

    def at(painter: QPainter, area: QRectF) -> QRect | None:
        part = drawn_part(painter)
        if part is None:
            return None
        corner = part.mapTo(screen, QPoint(0, 0)) if part is not screen else QPoint(0, 0)
        return area.toAlignedRect().translated(corner)

    def write(canvas: Canvas, painter: QPainter, area: QRectF, said: tuple[str, str], style: TextStyle) -> None:
        text, left = said
        place, part = at(painter, area), drawn_part(painter)
        if place is None or part is None or not text or _above(screen, place) is not part:
            return  # something covers it
        corner = part.mapTo(screen, QPoint(0, 0)) if part is not screen else QPoint(0, 0)
        high_mm = painter.font().pixelSize() * CAPITAL / canvas.px(1.0) * canvas.zoom
        body = _body(painter, area, left, style).translated(corner)
        found.letters.append(Letters(text, left, high_mm, style.ink, place, body, part.rect().translated(corner)))

    def draw_line(canvas: Canvas, painter: QPainter, area: QRectF, text: str, style: TextStyle) -> None:
        line(canvas, painter, area, text, style)
        size = canvas._size(style.high_mm)
        narrow = canvas._narrow(text, area.width(), size, style.bold)
        left = canvas._fit_line(text, int(area.width() / narrow), size, style)[1]
        write(canvas, painter, area, (text, left), style)

    def draw_lines(canvas: Canvas, painter: QPainter, area: QRectF, text: str, style: TextStyle) -> None:
        lines(canvas, painter, area, text, style)
        wraps = TextStyle(style.high_mm, style.ink, style.align | Qt.TextFlag.TextWordWrap)
        write(canvas, painter, area, (text, text), wraps)

    def draw_box(canvas: Canvas, painter: QPainter, area: QRectF, fill: str, *edge: str | float) -> None:
        box(canvas, painter, area, fill, *edge)  # type: ignore[arg-type]
        place, part = at(painter, area), drawn_part(painter)
        if (
            place is not None
            and isinstance(part, TouchTarget)
            and part.parent() is screen
            and area.toAlignedRect().contains(part.rect())
        ):
            found.edges.append(Edge(part.objectName(), str(edge[0] if edge and edge[0] else fill), fill, place))

    def draw_dashes(tile: SeatTile, painter: QPainter, paint: Paint) -> None:
        dashes(tile, painter, paint)
        if found.edges and found.edges[-1].name == tile.objectName():  # they are drawn on the edge of the box
            found.edges[-1] = found.edges[-1]._replace(color=paint.ink)

    with (
        patch.object(Canvas, "line", draw_line),
        patch.object(Canvas, "lines", draw_lines),
        patch.object(Canvas, "box", draw_box),
        patch.object(SeatTile, "_draw_dashes", draw_dashes),
        patch.object(WidgetPicture, "paint", paint_part),
        patch.object(Stamps, "draw", draw_stamp),
    ):
        yield found


def picture_of(screen: Screen, ratio: float = 1.0) -> QImage:
    """The screen as a picture, with `ratio` pixels for each of its own."""
    picture = QImage(screen.size() * ratio, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    screen.render(picture)
    return picture


def ground(picture: QImage, area: QRect) -> str:
    """The color of most of an area: the background of its text."""
    ratio = picture.devicePixelRatio()
    inside = QRect(area.topLeft() * ratio, area.size() * ratio).intersected(picture.rect())
    step_x, step_y = max(1, inside.width() // 40), max(1, inside.height() // 12)
    dots = memoryview(picture.constBits()).cast("I")
    seen: Counter[int] = Counter()
    for y in range(inside.top(), inside.bottom() + 1, step_y):
        row = y * picture.width()
        seen.update(dots[row + inside.left() : row + inside.right() + 1 : step_x])
    return f"#{seen.most_common(1)[0][0] & 0xFFFFFF:06X}" if seen else "#000000"


def around(picture: QImage, area: QRect) -> str:
    """The color of most of the pixels just outside an area."""
    ratio = picture.devicePixelRatio()
    out = QRect(area.topLeft() * ratio, area.size() * ratio).adjusted(-3, -3, 3, 3)
    dots = [(x, y) for x in range(out.left() + 12, out.right() - 12, 6) for y in (out.top(), out.bottom())]
    dots += [(x, y) for y in range(out.top() + 12, out.bottom() - 12, 6) for x in (out.left(), out.right())]
    seen = Counter(picture.pixel(x, y) for x, y in dots if picture.rect().contains(x, y))
    return f"#{seen.most_common(1)[0][0] & 0xFFFFFF:06X}" if seen else ""
