"""The geometry of code stickers on sheets of paper, in millimeters. Knows nothing about files or printers. A sticker's
size includes its quiet zone. A Data Matrix of two characters has 10 by 10 modules and a quiet zone of one module: at 12
mm a module is 1 mm. A Code 128, for single-line hand scanners, needs ten modules at each end."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
import zxingcpp

from engine.bad_input import BadInput
from engine.cards import DECK, Card
from hardware.reading.deck import Deck

Symbology = Literal["data-matrix", "code-128"]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BAR_HEIGHT = 0.3
"""The bar height as a fraction of a Code 128's width. It leaves room for a hand scanner's beam to cross the code at an
angle."""
_FORMATS = {"data-matrix": zxingcpp.BarcodeFormat.DataMatrix, "code-128": zxingcpp.BarcodeFormat.Code128}
_QUIET_MODULES = {"data-matrix": 1, "code-128": 10}
SUITS_FIRST_TO_LAST = "shdc"
NAME_MM = 4.0
"""The space, in millimeters, below each code for the card's name, so that each sticker ends up on the right card."""
SMALLEST_MM = 3.0


class StickerBox(NamedTuple):
    """A rectangle on paper, in millimeters from its upper left corner."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Symbol:
    """A printed code, `size_mm` wide including its quiet zone. Raises `ValueError` if the size is too small. Drawing a
    code that the symbol cannot hold also raises `ValueError`."""

    code: str
    symbology: Symbology = "data-matrix"
    size_mm: float = 12.0

    def __post_init__(self) -> None:
        if not SMALLEST_MM <= self.size_mm < math.inf:  # also rejects NaN
            raise BadInput("sticker-too-small", least=f"{SMALLEST_MM:g}", given=f"{self.size_mm:g}")

    @property
    def height_mm(self) -> float:
        return self.size_mm if self.symbology == "data-matrix" else self.size_mm * BAR_HEIGHT

    @property
    def module_mm(self) -> float:
        """The width of the smallest square or bar."""
        return self.size_mm / (self._modules.shape[1] + 2 * _QUIET_MODULES[self.symbology])

    def dark(self) -> Iterator[StickerBox]:
        """The dark rectangles, relative to the sticker's upper left corner: one for each unbroken run of modules in a
        row."""
        module, quiet = self.module_mm, _QUIET_MODULES[self.symbology]
        height = module if self.symbology == "data-matrix" else self.height_mm
        top = quiet * module if self.symbology == "data-matrix" else 0.0
        for row, modules in enumerate(self._modules):
            edges = np.flatnonzero(np.diff(np.concatenate(([0], modules, [0]))))
            for begin, end in zip(edges[::2], edges[1::2], strict=True):
                left = (quiet + int(begin)) * module
                yield StickerBox(left, top + row * module, int(end - begin) * module, height)

    @cached_property
    def _modules(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        """Rows of modules, with 1 for dark ones."""
        barcode = zxingcpp.create_barcode(self.code, _FORMATS[self.symbology])
        image = np.array(barcode.to_image(scale=1, add_quiet_zones=False))
        modules = (image < 128).astype(np.int8)
        return modules if self.symbology == "data-matrix" else modules[:1]


class Sticker(NamedTuple):
    card: Card
    symbol: Symbol
    left: float
    top: float


@dataclass(frozen=True)
class StickerSheet:
    """A grid of stickers. Their upper left corners are `across` and `down` apart."""

    paper: str
    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float

    def __post_init__(self) -> None:
        width, height = PAPERS[self.paper]
        if not all(map(math.isfinite, (self.left, self.top, self.across, self.down))):
            raise BadInput("sheet-in-millimetres")
        if self.columns < 1 or self.rows < 1 or min(self.left, self.top) < 0:
            raise BadInput("sheet-without-sticker")
        if self.left + self.columns * self.across > width + 0.5 or self.top + self.rows * self.down > height + 0.5:
            raise BadInput("sheet-too-full", columns=str(self.columns), rows=str(self.rows), paper=self.paper)

    @classmethod
    def for_symbol(cls, paper: str, width: float, height: float) -> "StickerSheet":
        """A sheet with as many stickers as fit, with gaps of 3 mm and room for names and printer margins. There is at
        most one suit per row."""
        paper_width, paper_height = PAPERS[paper]
        across, down = width + 3.0, height + 7.0
        columns = min(13, int((paper_width - 14.0) / across))
        rows = int((paper_height - 24.0) / down)
        if columns < 1 or rows < 1:
            raise BadInput("sheet-too-small", width=f"{width:g}", height=f"{height:g}", paper=paper)
        return cls(paper, columns, rows, (paper_width - columns * across) / 2 + 1.5, 14.0, across, down)


def pages(deck: Deck, sheet: StickerSheet, symbology: Symbology, size_mm: float) -> list[list[Sticker]]:
    """The deck's stickers, page by page. Raises `ValueError` if two of them would overlap, or if a code is too long."""
    cards = sorted(DECK, key=lambda card: SUITS_FIRST_TO_LAST.index(card.suit))
    symbols = {card: Symbol(deck.codes[card], symbology, size_mm) for card in cards}
    highest = max(symbol.height_mm for symbol in symbols.values())
    if size_mm > sheet.across or highest + NAME_MM > sheet.down:
        across, down = f"{sheet.across:g}", f"{sheet.down:g}"
        raise BadInput("stickers-overlap", size=f"{size_mm:g}", across=across, down=down)
    a_page = sheet.columns * sheet.rows
    return [
        [_at(card, symbols[card], sheet, number) for number, card in enumerate(cards[begin : begin + a_page])]
        for begin in range(0, len(cards), a_page)
    ]


def _at(card: Card, symbol: Symbol, sheet: StickerSheet, number: int) -> Sticker:
    row, column = divmod(number, sheet.columns)
    return Sticker(card, symbol, sheet.left + column * sheet.across, sheet.top + row * sheet.down)
