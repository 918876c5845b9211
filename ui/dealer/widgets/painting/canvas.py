"""Colors, fonts and text made to fit, in millimeters. All widgets use them for painting. Independent of the table."""

import re
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui.dealer.face import face
from ui.dealer.layout.rect import Rect, fits, zoom
from ui.dealer.widgets.painting.stamps import Stamps
from ui.look import CAPITAL, COMMA, Look, Theme

Align = Qt.AlignmentFlag
LEFT = Align.AlignLeft | Align.AlignVCenter
CENTER = Align.AlignHCenter | Align.AlignVCenter
RIGHT = Align.AlignRight | Align.AlignVCenter
LEAST_SHRINK = 0.62
"""Text that would shrink below this fraction of its size is cut short instead."""
LEAST_NARROW = 0.76
"""Letters are narrowed to this fraction of their width before they get shorter: height makes them legible from a
distance."""
MOST_FITTED = 4096
MOST_STAMPED = 120_000
"""A box with more pixels than this is not kept as a picture: it is rarely painted, and takes up a lot of memory."""
RULER_PX = 100
LINE = 1.2
"""The height of a line relative to its font size."""
SAFE = 1.02
"""A safety margin: because of font hinting, small sizes run a little wider than measured."""


NUMBER = re.compile(r"(?<=\w) (?=\d{1,2}\b(?![,.:/]\d))")
HYPHEN = re.compile(r"-(?=\w{1,3}\b)")
BREAKS = re.compile(r"[ \n]")
"""Where a line may end."""


class TextStyle(msgspec.Struct, frozen=True):
    """How text is drawn: the height of its capitals in millimeters, its color, and its alignment."""

    high_mm: float
    ink: str
    align: Align = LEFT
    bold: bool = False
    whole: bool = False
    """Whether the text is never cut short, however small it gets, because half an amount is a different amount. Its
    commas stay within the area, too."""


class Canvas:
    """A screen's look as Qt colors and fonts, which are cached: creating them would take half of the painting time."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.theme: Theme = look.theme
        self._px_per_mm = look.px_per_mm
        self.zoom = 1.0
        self._colors: dict[str, QColor] = {}
        self.stamps = Stamps()
        self._fonts: dict[tuple[int, bool, int], QFont] = {}
        self._fitted: dict[tuple[str, int, int, int, bool], tuple[int, str]] = {}
        self._narrowed: dict[tuple[str, int, int, bool], float] = {}
        self._rulers = {bold: QFontMetricsF(self._font(RULER_PX, bold)) for bold in (False, True)}

    def fit_to(self, wide_px: int, high_px: int) -> None:
        """Draw in true millimeters if the layout fits the screen; otherwise, shrink everything by the same factor."""
        self._px_per_mm = min(self.look.px_per_mm, fits(wide_px, high_px))
        self.zoom = zoom(*self.size_mm(wide_px, high_px))
        self.stamps.clear()

    def size_mm(self, wide_px: int, high_px: int) -> tuple[float, float]:
        return wide_px / self._px_per_mm, high_px / self._px_per_mm

    def px(self, mm: float) -> float:
        """Millimeters in a drawing converted to pixels, at the zoom of the screen."""
        return mm * self._px_per_mm * self.zoom

    def mm(self, px: float) -> float:
        """Pixels converted to millimeters in a drawing."""
        return px / self._px_per_mm / self.zoom

    def fitting_mm(self, area: QRectF) -> float:
        """The height of capitals for a line of this height, regardless of the letter size that the dealer prefers."""
        return self.mm(area.height()) * 0.98 / self.look.text

    def rect(self, rect: Rect) -> QRect:
        """A rectangle in true millimeters, aligned to whole pixels. Rectangles that touch still touch."""
        left, top, right, bottom = (round(mm * self._px_per_mm) for mm in (rect.x, rect.y, rect.right, rect.bottom))
        return QRect(left, top, right - left, bottom - top)

    def color(self, name: str) -> QColor:
        """`#RRGGBB` as a color."""
        if name not in self._colors:
            self._colors[name] = QColor(name)
        return self._colors[name]

    def box(self, painter: QPainter, area: QRectF, fill: str, edge: str = "", edge_mm: float = 0.5) -> None:
        """A rounded surface, with an edge drawn inside it."""
        if area.width() * area.height() > MOST_STAMPED:
            self._draw_box(painter, area, fill, edge, edge_mm)
            return
        self.stamps.draw(painter, area, (fill, edge, edge_mm), self._draw_box, fill, edge, edge_mm)

    def _draw_box(self, painter: QPainter, area: QRectF, fill: str, edge: str, edge_mm: float) -> None:
        radius = self.px(1.6)
        pen = QPen(Qt.PenStyle.NoPen)
        if edge:
            half = self.px(edge_mm) / 2
            area = area.adjusted(half, half, -half, -half)
            pen = QPen(self.color(edge), self.px(edge_mm))
        painter.setPen(pen)
        painter.setBrush(self.color(fill))
        painter.drawRoundedRect(area, radius, radius)

    def tick(self, painter: QPainter, area: QRectF, ink: str) -> None:
        """A check mark, drawn because not every machine's typeface has one."""
        side = min(area.width(), area.height(), self.px(3.2))
        x, y = area.center().x() - side / 2, area.center().y() - side / 2
        pen = QPen(self.color(ink), self.px(0.5))
        painter.setPen(pen)
        points = ((0.1, 0.55), (0.4, 0.85), (0.92, 0.18))
        dots = [QPointF(x + side * across, y + side * down) for across, down in points]
        painter.drawLine(dots[0], dots[1])
        painter.drawLine(dots[1], dots[2])

    def line(self, painter: QPainter, area: QRectF, text: str, style: TextStyle) -> None:
        """One line, made narrower and then smaller to fit, and cut short if that is not enough."""
        size = self._size(style.high_mm)
        if style.whole:
            size = max(6, min(size, int(area.height() / CAPITAL / (1 + COMMA * 1.5))))
            area = area.translated(0, -size * CAPITAL * COMMA / 4)  # digits look centered, and a comma fits below them
        narrow = self._narrow(text, area.width(), size, style.bold)
        size, said = self._fit_line(text, int(area.width() / narrow), size, style)
        painter.setFont(self._font(size, style.bold, narrow))
        painter.setPen(self.color(style.ink))
        painter.drawText(area, int(style.align) | int(Qt.TextFlag.TextDontClip), said)

    def lines(self, painter: QPainter, area: QRectF, text: str, style: TextStyle) -> None:
        """Text on as many lines as it needs, made narrower if a word is too wide, and smaller until all of it fits."""
        text = tied(text)
        size = self._size(style.high_mm)
        widest = max(BREAKS.split(text), key=len)
        narrow = self._narrow(widest, area.width(), size, style.bold)
        room = (int(area.width() / narrow), int(area.height()))
        size = self._fit_lines(text, room, size, style.bold)
        painter.setFont(self._font(size, style.bold, narrow))
        painter.setPen(self.color(style.ink))
        flags = int(style.align) | int(Qt.TextFlag.TextWordWrap) | int(Qt.TextFlag.TextDontClip)
        painter.drawText(area, flags, text)

    def _size(self, high_mm: float) -> int:
        return max(6, round(self.px(high_mm) * self.look.text / CAPITAL))

    def _regular(self, size: int) -> float:
        """A font size without the enlargement that the dealer chose: larger letters shrink as far as regular ones."""
        return size / max(1.0, self.look.text)

    def _font(self, size: int, bold: bool, narrow: float = 1.0) -> QFont:
        kept = (size, bold, round(narrow * 100))
        if kept not in self._fonts:
            font = face(size, bold)
            font.setStretch(kept[2])
            self._fonts[kept] = font
        return self._fonts[kept]

    def _narrow(self, text: str, wide: float, size: int, bold: bool) -> float:
        """How much of its width a line keeps, in steps of 4%, so that only a few fonts are needed."""
        key = (text, int(wide), size, bold)
        if key not in self._narrowed:
            if len(self._narrowed) >= MOST_FITTED:
                self._narrowed.clear()
            needs = self._rulers[bold].horizontalAdvance(text) * SAFE * size / RULER_PX
            self._narrowed[key] = 1.0 if needs <= max(wide, 0) else max(LEAST_NARROW, _steps(wide, needs) / 25)
        return self._narrowed[key]

    def text_width(self, text: str, high_mm: float, bold: bool = False) -> float:
        """The width of a line in pixels, if it is not made smaller."""
        return self._rulers[bold].horizontalAdvance(text) * self._size(high_mm) * SAFE / RULER_PX

    def largest_mm(self, text: str, wide: float, sizes: Sequence[float]) -> float:
        """The first of these letter heights, given from the largest down, at which a bold line fits this width without
        being narrowed; otherwise the last one."""
        return next((high_mm for high_mm in sizes if self.text_width(text, high_mm, bold=True) <= wide), sizes[-1])

    def text_high(self, text: str, wide: float, high_mm: float, bold: bool = False) -> float:
        """The height in pixels of text that wraps within this width, if it is not made smaller."""
        size, ruler = self._size(high_mm), self._rulers[bold]
        space = ruler.horizontalAdvance(" ")
        lines, used = 1, -space
        for word in BREAKS.split(tied(text)):
            used += space + ruler.horizontalAdvance(word)
            if used * size * SAFE / RULER_PX > int(wide):
                lines, used = lines + 1, ruler.horizontalAdvance(word)
        return lines * LINE * size

    def _fit_line(self, text: str, wide: int, size: int, style: TextStyle) -> tuple[int, str]:
        key = (text, wide, -1 if style.whole else 0, size, style.bold)
        if key not in self._fitted:
            ruler = self._rulers[style.bold]
            needs = ruler.horizontalAdvance(text) * SAFE * size / RULER_PX
            least = 6 if style.whole else int(self._regular(size) * LEAST_SHRINK)
            fitted = size if needs <= wide else max(int(size * wide / needs), least)
            room = (wide + 1) * RULER_PX / max(1, fitted)
            self._keep(key, (fitted, ruler.elidedText(text, Qt.TextElideMode.ElideRight, room)))
        return self._fitted[key]

    def _fit_lines(self, text: str, room: tuple[int, int], size: int, bold: bool) -> int:
        key = (text, *room, size, bold)
        if key not in self._fitted:
            self._keep(key, (self._largest(text, room, size, bold), text))
        return self._fitted[key][0]

    def _largest(self, text: str, room: tuple[int, int], size: int, bold: bool) -> int:
        """The largest font size, down to a little under half of `size`, at which the words fit on the available
        lines."""
        ruler = self._rulers[bold]
        words = [ruler.horizontalAdvance(word) * SAFE / RULER_PX for word in BREAKS.split(text)]
        space = ruler.horizontalAdvance(" ") * SAFE / RULER_PX
        least = int(self._regular(size) * LEAST_SHRINK / 1.3)
        # Widths grow with the size, so they are measured once: asking Qt to break lines costs twenty times as much.
        while size > least and not _fits(words, space, room[0] / size, room[1] / size):
            size -= 1
        return size

    def _keep(self, key: tuple[str, int, int, int, bool], fitted: tuple[int, str]) -> None:
        if len(self._fitted) >= MOST_FITTED:  # new amounts keep appearing, and the cache must not grow for days
            self._fitted.clear()
        self._fitted[key] = fitted


def tied(text: str) -> str:
    """The text without a line break before a short number ("seat 8") or within a short compound ("ALL-IN")."""
    return HYPHEN.sub("\N{NON-BREAKING HYPHEN}", NUMBER.sub("\N{NO-BREAK SPACE}", text))


def _steps(wide: float, needs: float) -> int:
    """How many of 25 steps of its width a line of text keeps, so that it fits in whole pixels at its full height."""
    steps = int(25 * wide / needs)
    return steps - 1 if steps > 1 and int(25 * wide / steps) < needs else steps


def split(area: QRectF, share: float) -> tuple[QRectF, QRectF]:
    """The upper part of an area, with this share of its height, and the part below it."""
    upper = QRectF(area.x(), area.y(), area.width(), area.height() * share)
    return upper, QRectF(area.x(), upper.bottom(), area.width(), area.height() - upper.height())


def _fits(words: list[float], space: float, wide: float, high: float) -> bool:
    """Whether words of these widths fit when broken into lines. All widths are in units of the font's size."""
    lines, used = 1, -space
    for word in words:
        if word > wide:
            return False
        used += space + word
        if used > wide:
            lines, used = lines + 1, word
    return lines * LINE <= high
