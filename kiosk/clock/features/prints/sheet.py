"""A PDF in any alphabet, with text that is fitted to its boxes, names, and QR codes for phones. Knows nothing about the
content.

It embeds its fonts, so that it looks the same on every machine: FiraGO, and WenQuanYi Micro Hei for Chinese, Japanese
and Korean. Their licenses are in the same folder.
"""

import unicodedata
from bisect import bisect
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

import segno
from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.fonts import TTFFont

from kiosk.protocol.tournaments import PaperName


class Paper(NamedTuple):
    """A paper size in millimeters. A roll has no `height`, because each page is as long as its content."""

    width: float
    height: float
    margin: float

    @property
    def is_roll(self) -> bool:
        return not self.height

    @property
    def inner(self) -> float:
        return self.width - 2 * self.margin


PAPERS: dict[PaperName, Paper] = {
    "a4": Paper(210, 297, 10),
    "letter": Paper(215.9, 279.4, 10),
    # Receipt printers print on 72 mm of an 80 mm roll.
    "roll": Paper(80, 0, 4),
}
FOLDER = Path(str(files("ui"))) / "fonts"
FACE = {"": FOLDER / "FiraGO-Regular.ttf", "B": FOLDER / "FiraGO-Bold.ttf"}
EAST_ASIAN = FOLDER / "WenQuanYiMicroHei.ttf"
"""A font that has only one weight."""
_NOT_DRAWN = ("Cf", "Zs")
"""Categories of invisible characters: joiners, direction marks and spaces."""


def has_letters(text: str) -> bool:
    """Whether every letter is in one of the fonts."""
    return is_plain(text) or _drawn(text) <= _letters(FACE[""]) | _letters(EAST_ASIAN)


def is_plain(text: str) -> bool:
    """Whether every letter is in the first font."""
    return _drawn(text) <= _letters(FACE[""])


def needs_shaping(text: str) -> bool:
    """Whether letters join, are stacked, or are read from right to left. Laying out such text is expensive."""
    return any("\u0590" <= one < "\u1e00" or unicodedata.category(one)[0] == "M" for one in text)


def _drawn(text: str) -> frozenset[int]:
    return frozenset(ord(one) for one in text if unicodedata.category(one) not in _NOT_DRAWN)


@cache
def _letters(face: Path) -> frozenset[int]:
    with TTFont(face, lazy=True) as font:
        return frozenset(font.getBestCmap())


MM_A_POINT = 25.4 / 72
LEAST_POINTS = 6.0
GRAY = (90, 90, 90)
BLACK = (0, 0, 0)
CUT = "…"
MISSING = "□"
FILLS = 0.78
"""The size of letters relative to the height of their line."""
LAYOUT_TABLES = ("GDEF", "GSUB", "GPOS")
"""The tables of a font for ligatures and kerning. Text has been laid out before it is embedded, and reading them took
most of the time of a sheet."""
TWO_LINES = 0.62
"""If a line would have to be smaller than this fraction of its size, it is split in two."""
Align = Literal["L", "C", "R"]


class TextBox(NamedTuple):
    """The position of a piece of text, in millimeters. The height is for one line."""

    left: float
    top: float
    width: float
    height: float


class PdfSheet:
    """Pages of one paper size. `said` is all text that will be printed. A font is embedded only if it is needed."""

    def __init__(self, paper: Paper, title: str, said: str) -> None:
        self.paper = paper
        self._pdf = FPDF(unit="mm", format=(paper.width, paper.height or paper.width))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_title(title)
        for style, face in FACE.items():
            self._pdf.add_font("face", style, face)
        if not is_plain(said):
            for style in FACE:
                self._pdf.add_font("east-asian", style, EAST_ASIAN)
            self._pdf.set_fallback_fonts(["east-asian"], exact_match=False)
        self._widths: dict[tuple[str, bool], float] = {}
        """The width of each string at a font size of one point."""

    def page(self, height: float = 0) -> None:
        """Start a new page. On a roll, it has this height in millimeters."""
        self._pdf.add_page(format=(self.paper.width, self.paper.height or height))

    def text(self, box: TextBox, text: str, bold: bool = False, align: Align = "L", gray: bool = False) -> None:
        """Print a line as large as the height of its box allows. Text that is too long is made smaller. If it would
        then be too small, it is split into two lines, and if it is still too long, it is cut off. Letters that no font
        has are printed as squares."""
        self._pdf.set_text_color(*(GRAY if gray else BLACK))
        text = unicodedata.normalize("NFC", text)
        if not has_letters(text):
            text = "".join(one if has_letters(one) else MISSING for one in text)
        whole = box.height / MM_A_POINT * FILLS
        if self._width(text, whole, bold) * TWO_LINES <= box.width:
            self._line(box, text, bold, align)
            return
        half = box._replace(height=box.height / 2)
        for at, part in enumerate(_halves(text)):
            self._line(half._replace(top=box.top + at * half.height), part, bold, align)

    def wrapped(self, text: str, width: float, height: float) -> list[str]:
        """The text in lines of this width, for letters as large as this height allows. A longer word gets its own
        line."""
        points, lines = height / MM_A_POINT * FILLS, [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._width(longer, points, bold=False) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _line(self, box: TextBox, text: str, bold: bool, align: Align) -> None:
        points = self._fitting(text, box, bold)
        if self._width(text, points, bold) > box.width:
            # The first length that is too long is found by binary search, because measuring a width is expensive.
            lengths = range(1, len(text))
            most = bisect(lengths, False, key=lambda n: self._width(text[:n] + CUT, points, bold) > box.width)
            text = text[:most].rstrip() + CUT
            self._width(text, points, bold)
        self._pdf.set_xy(box.left, box.top)
        self._pdf.cell(box.width, box.height, text, align=align)

    def name(self, box: TextBox, name: str, entry: int, bold: bool = True) -> None:
        """Print a player's name. If no font has its letters, print a frame with the entry's number instead."""
        if has_letters(name):
            self.text(box, name, bold)
            return
        said = f"#{entry}"
        width = self._width(said, self._fitting(said, box, True), True) + 2
        self._pdf.set_line_width(0.4)
        self._pdf.rect(box.left, box.top, min(width, box.width), box.height)
        self.text(box._replace(width=min(width, box.width)), said, bold=True, align="C")

    def code(self, left: float, top: float, size: float, link: str) -> None:
        """Print a QR code. `size` includes its quiet zone."""
        rows = [bytes(row) for row in segno.make(link, error="m", micro=False, boost_error=False).matrix]
        module = size / (len(rows) + 8)
        self._pdf.set_fill_color(*BLACK)
        for at, row in enumerate(rows):
            x, y = left + 4 * module, top + (at + 4) * module
            for dark, run in groupby(row):
                wide = len(list(run)) * module
                if dark:
                    self._pdf.rect(x, y, wide, module + 0.01, style="F")  # no light seam between rows
                x += wide

    def line(self, left: float, top: float, width: float, bold: bool = False) -> None:
        self._pdf.set_draw_color(*(BLACK if bold else GRAY))
        self._pdf.set_line_width(0.4 if bold else 0.1)
        self._pdf.line(left, top, left + width, top)
        self._pdf.set_draw_color(*BLACK)

    def frame(self, left: float, top: float, width: float, height: float) -> None:
        self._pdf.set_draw_color(170, 170, 170)
        self._pdf.set_line_width(0.1)
        self._pdf.set_dash_pattern(1, 1)
        self._pdf.rect(left, top, width, height)
        self._pdf.set_dash_pattern()
        self._pdf.set_draw_color(*BLACK)

    def done(self) -> bytes:
        for font in self._pdf.fonts.values():
            for table in LAYOUT_TABLES:  # fpdf2 leaves them out too, but only after it has read them
                if isinstance(font, TTFFont) and table in font.ttfont:
                    del font.ttfont[table]
        return bytes(self._pdf.output())

    def _fitting(self, text: str, box: TextBox, bold: bool) -> float:
        """The size in points at which the text fits, if it is still readable at that size."""
        points = box.height / MM_A_POINT * FILLS
        if (width := self._width(text, points, bold)) > box.width:
            points = max(min(points, LEAST_POINTS), points * box.width / width * 0.99)
        return points

    def _width(self, text: str, points: float, bold: bool) -> float:
        """The width of the text in millimeters. Also sets the font, its size and its shaping."""
        self._pdf.set_text_shaping(needs_shaping(text))
        self._pdf.set_font("face", "B" if bold else "", points)
        if (text, bold) not in self._widths:
            self._widths[text, bold] = float(self._pdf.get_string_width(text)) / points
        return self._widths[text, bold] * points


def _halves(text: str) -> tuple[str, str]:
    """The text in two halves, split at the space nearest to the middle, or in the middle if no space is near."""
    middle = len(text) // 2
    spaces = [at for at, letter in enumerate(text) if letter == " " and middle // 2 <= at <= middle * 3 // 2]
    at = min(spaces, key=lambda one: abs(one - middle), default=middle)
    return text[:at].rstrip(), text[at:].lstrip()
